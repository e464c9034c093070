#include "indexer/bytes/finding_code.hpp"

#include <gtest/gtest.h>

#include <set>

namespace mecadex::bytes {
namespace {

TEST(FindingCodes, AreDistinctAndComplete) {
  std::set<std::string_view> texts;
  for (std::size_t i = 0; i < kFindingCodes.size(); ++i) {
    const FindingCodeInfo& row = kFindingCodes[i];
    EXPECT_EQ(static_cast<std::size_t>(row.code), i);
    EXPECT_EQ(info(row.code).text, row.text);
    EXPECT_TRUE(texts.insert(row.text).second) << row.text;
    EXPECT_NE(row.text.find('.'), std::string_view::npos) << row.text;
    EXPECT_FALSE(row.meaning.empty()) << row.text;
  }
}

TEST(FindingCodes, HaveAKnownStage) {
  const std::set<std::string_view> stages{"file",   "container", "serialized",
                                          "layout", "object",    "link"};
  for (const FindingCodeInfo& row : kFindingCodes)
    EXPECT_TRUE(stages.contains(row.stage)) << row.text;
}

}  // namespace
}  // namespace mecadex::bytes
