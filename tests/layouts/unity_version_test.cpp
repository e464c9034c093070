// Version strings as they are met in files, and their order.
#include "indexer/layouts/unity_version.hpp"

#include <gtest/gtest.h>

namespace mecadex::layouts {
namespace {

UnityVersion version(std::string_view text) {
  const auto parsed = parse_unity_version(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(UnityVersion{});
}

TEST(UnityVersion, ReadsTheHeadAndIgnoresTheRest) {
  EXPECT_EQ(version("2022.3.62f2\n2"), (UnityVersion{2022, 3, 62, 4, 2}));
  EXPECT_EQ(version("2022.3.57f1c1"), (UnityVersion{2022, 3, 57, 4, 1}));
  EXPECT_EQ(version("2022.3.38t3"), (UnityVersion{2022, 3, 38, 4, 3}));
  EXPECT_EQ(version("5.6.1xMacVR-p1"), (UnityVersion{5, 6, 1, 4, 0}));
  EXPECT_EQ(version("6000.5.0a9"), (UnityVersion{6000, 5, 0, 1, 9}));
  EXPECT_EQ(version("5.3.5p3"), (UnityVersion{5, 3, 5, 5, 3}));
  EXPECT_EQ(version("4.0.0"), (UnityVersion{4, 0, 0, 4, 0}));
  EXPECT_EQ(version("3.4"), (UnityVersion{3, 4, 0, 4, 0}));
}

TEST(UnityVersion, RejectsWhatDoesNotBeginWithTwoNumbers) {
  for (const char* text :
       {"", "x", "2.x.x", ".1.2", "5", "5.", "5.x.x", "-1.2", "99999999999.1.1f1"}) {
    EXPECT_FALSE(parse_unity_version(text)) << text;
  }
}

TEST(UnityVersion, OrdersAlphaBetaFinalPatch) {
  const char* ordered[] = {"0.0.0",      "4.7.2",      "5.0.0a1",    "5.0.0b1",    "5.0.0c1",
                           "5.0.0f1",    "5.0.0p1",    "5.0.1f1",    "2017.1.0b2", "2017.1.0f1",
                           "2017.1.0f3", "2023.1.0a1", "6000.0.0b11"};
  for (std::size_t i = 0; i + 1 < std::size(ordered); ++i) {
    EXPECT_LT(version(ordered[i]), version(ordered[i + 1])) << ordered[i];
  }
}

TEST(UnityVersion, PrintsWhatItReads) {
  for (const char* text :
       {"2022.3.62f2", "4.0.0", "6000.5.0a9", "5.3.5p3", "2017.1.0b2", "0.0.0", "2017.2.0c1"}) {
    EXPECT_EQ(version(text).to_string(), text);
  }
}

TEST(UnityVersion, KnowsStrippedVersionsAndStreams) {
  EXPECT_TRUE(version("0.0.0").is_stripped());
  EXPECT_FALSE(version("4.0.0").is_stripped());
  EXPECT_TRUE(version("2021.3.1f1").same_stream(version("2021.3.58f1")));
  EXPECT_FALSE(version("2021.3.1f1").same_stream(version("2021.2.1f1")));
}

TEST(UnityVersion, TellsEngineBranches) {
  EXPECT_TRUE(is_engine_branch("2022.3.38t3"));
  EXPECT_TRUE(is_engine_branch("2020.3.32f1c1"));
  for (const char* text :
       {"2020.3.32f1", "2022.3.62f2\n2", "5.6.1xMacVR-p1", "2017.2.0c1", "0.0.0", "text"}) {
    EXPECT_FALSE(is_engine_branch(text)) << text;
  }
}

}  // namespace
}  // namespace mecadex::layouts
