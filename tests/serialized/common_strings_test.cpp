// The common string table against offsets that are published for it.
#include "indexer/serialized/common_strings.hpp"

#include <gtest/gtest.h>

namespace mecadex::serialized {
namespace {

TEST(CommonStrings, HasThePublishedOffsets) {
  const std::pair<std::uint32_t, std::string_view> rows[] = {
      {0, "AABB"},        {55, "Base"},    {427, "m_Name"},    {718, "PPtr<Transform>"},
      {1042, "Gradient"}, {1051, "Type*"}, {1152, "FileSize"}, {1226, "LoadableSceneId"}};
  for (const auto& [offset, text] : rows) {
    EXPECT_EQ(common_string(offset), text);
    EXPECT_EQ(common_string_offset(text), offset);
  }
}

TEST(CommonStrings, HasNothingInsideOrBehindItsStrings) {
  EXPECT_FALSE(common_string(1));
  EXPECT_FALSE(common_string(1242));
  EXPECT_FALSE(common_string(0x7fffffff));
  EXPECT_FALSE(common_string_offset("m_Controller"));
}

}  // namespace
}  // namespace mecadex::serialized
