// The test support itself: bytes of small objects, written out by hand.
#include "tests/support/layout_writer.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "indexer/layouts/builtin_layouts.hpp"
#include "indexer/serialized/class_id.hpp"

namespace mecadex::testing {
namespace {

using bytes::Endian;
using nlohmann::json;

const layouts::Layout& builtin(std::int32_t class_id, std::string_view version) {
  return *layouts::builtin_layout(class_id, layouts::parse_unity_version(version).value())->layout;
}

std::vector<int> numbers(const std::vector<std::byte>& data) {
  std::vector<int> values;
  for (const std::byte byte : data) values.push_back(std::to_integer<int>(byte));
  return values;
}

TEST(LayoutWriter, WritesAnAnimatorOfFiftySixBytes) {
  const json value{{"m_Controller", {{"m_FileID", 1}, {"m_PathID", -2}}},
                   {"m_StabilizeFeet", true}};
  const auto data = write_object(builtin(serialized::kAnimator, "2022.3.1f1"), value);
  ASSERT_EQ(data.size(), 56U);
  EXPECT_EQ(data[28], std::byte{1});
  EXPECT_EQ(data[32], std::byte{0xfe});
  EXPECT_EQ(data[50], std::byte{1});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto& layout = builtin(serialized::kAnimator, "6000.7.0a1");
    EXPECT_EQ(write_object(layout, random_object(layout, seed)).size(), 56U);
  }
}

TEST(LayoutWriter, AlignsTextsAndLeavesTheEndUnaligned) {
  const json value{{"m_Component", json::array({{{"component", {{"m_PathID", 5}}}}})},
                   {"m_Layer", 3},
                   {"m_Name", "abcde"},
                   {"m_Tag", 258},
                   {"m_IsActive", 1}};
  const auto data =
      write_object(builtin(serialized::kGameObject, "2018.4.0f1"), value, Endian::big);
  EXPECT_EQ(numbers(data),
            (std::vector<int>{0, 0, 0, 1, 0, 0, 0,   0,   0,   0,   0,   0, 0, 0, 0, 5, 0, 0,
                              0, 3, 0, 0, 0, 5, 'a', 'b', 'c', 'd', 'e', 0, 0, 0, 1, 2, 1}));
}

TEST(LayoutWriter, OffsetPointersAreTransparent) {
  const auto& layout = builtin(serialized::kAvatar, "2022.3.1f1");
  const json node{{"m_ParentId", -1}, {"m_AxesId", 4}};
  const json bare{{"m_Avatar", {{"m_AvatarSkeleton", {{"m_Node", json::array({node})}}}}}};
  const json wrapped{
      {"m_Avatar", {{"m_AvatarSkeleton", {{"data", {{"m_Node", json::array({node})}}}}}}}};
  EXPECT_EQ(write_object(layout, bare), write_object(layout, wrapped));
  EXPECT_EQ(write_object(layout, bare).size(), write_object(layout, json::object()).size() + 8);
}

TEST(LayoutWriter, NamesWhatDoesNotFit) {
  const auto& layout = builtin(serialized::kAnimator, "2022.3.1f1");
  const auto message = [&](const json& value) -> std::string {
    try {
      write_object(layout, value);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({{"m_Avatar", {{"m_Path", 1}}}}), ".m_Avatar: the layout has no field m_Path");
  EXPECT_EQ(message({{"m_Enabled", 256}}), ".m_Enabled: the value does not fit: 256");
  EXPECT_EQ(message({{"m_Enabled", -1}}), ".m_Enabled: the value does not fit: -1");
  EXPECT_EQ(message({{"m_CullingMode", 2147483648}}),
            ".m_CullingMode: the value does not fit: 2147483648");
  EXPECT_EQ(message({{"m_CullingMode", -2147483648}}), "");
  EXPECT_EQ(message({{"m_CullingMode", "x"}}), ".m_CullingMode: an integer is wanted");
  EXPECT_NO_THROW(write_object(layout, {{"m_Other", 1}}, Endian::little, UnknownKeys::ignore));
}

TEST(LayoutWriter, WritesNumbersThatJsonLacks) {
  const auto& layout = builtin(serialized::kTransform, "2018.4.0f1");
  const json value{{"m_LocalPosition", {{"x", "NaN"}, {"y", "Infinity"}, {"z", "-Infinity"}}}};
  const auto data = write_object(layout, value, Endian::big);
  const std::vector<int> position{0x7f, 0xc0, 0, 0, 0x7f, 0x80, 0, 0, 0xff, 0x80, 0, 0};
  const std::vector<int> all = numbers(data);
  EXPECT_EQ(std::vector<int>(all.begin() + 28, all.begin() + 40), position);
}

TEST(LayoutWriter, RandomObjectsFitEveryBuiltInLayout) {
  const auto& versions = layouts::builtin_versions();
  std::size_t written = 0;
  for (const std::int32_t class_id : layouts::builtin_classes()) {
    for (const auto& layout :
         layouts::builtin_layouts_between(class_id, versions.front(), versions.back())) {
      const json value = random_object(*layout, written);
      EXPECT_EQ(value, random_object(*layout, written));
      EXPECT_FALSE(write_object(*layout, value).empty());
      ++written;
    }
  }
  EXPECT_GT(written, 100U);
}

}  // namespace
}  // namespace mecadex::testing
