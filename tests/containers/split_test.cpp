#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

using containers::group_split_parts;
using containers::is_ignored_name;
using containers::split_suffix;

TEST(SplitSuffix, TakesNameAndNumberApart) {
  EXPECT_EQ(split_suffix("level0.split12"), (std::pair<std::string, std::uint64_t>("level0", 12)));
  EXPECT_EQ(split_suffix("a/b.assets.split0")->first, "a/b.assets");
  for (const char* name : {"level0", "level0.split", "level0.split1x", "level0.split-1", ".split0",
                           "level0.split01", "level0.split99999999999999999999", "split0"}) {
    EXPECT_FALSE(split_suffix(name)) << name;
  }
}

TEST(GroupSplitParts, SortsByNumber) {
  std::vector<std::string> names;
  for (int i = 11; i >= 0; --i) names.push_back("level0.split" + std::to_string(i));
  names.push_back("other");
  const auto groups = group_split_parts(names);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].name, "level0");
  EXPECT_TRUE(groups[0].complete);
  EXPECT_EQ(groups[0].parts, (std::vector<std::size_t>{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST(GroupSplitParts, KnowsGaps) {
  EXPECT_FALSE(group_split_parts({"a.split0", "a.split2"})[0].complete);
  EXPECT_FALSE(group_split_parts({"a.split1"})[0].complete);
  EXPECT_FALSE(group_split_parts({"a.split0", "a.split0"})[0].complete);
  EXPECT_TRUE(group_split_parts({"a.split0"})[0].complete);
}

TEST(GroupSplitParts, PrefersTheWholeFile) {
  EXPECT_TRUE(group_split_parts({"a.split0", "a", "a.split1"}).empty());
}

TEST(GroupSplitParts, KeepsFoldersApart) {
  EXPECT_EQ(group_split_parts({"x/a.split0", "y/a.split0", "x/a.split1"}).size(), 2U);
}

TEST(GroupSplitParts, RefusesMorePartsThanTheLimit) {
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < bytes::kMaxSplitParts + 1; ++i) {
    names.push_back("a.split" + std::to_string(i));
  }
  EXPECT_FALSE(group_split_parts(names)[0].complete);
  names.pop_back();
  EXPECT_TRUE(group_split_parts(names)[0].complete);
}

TEST(IsIgnoredName, KnowsPayload) {
  for (const char* name : {"sharedassets0.assets.resS", "CAB-1.resource", "Managed/Game.DLL",
                           "a/lib.so", "Il2CppData/Metadata/global-metadata.dat", "boot.config",
                           "a\\boot.config", "catalog.json", "x.dylib"}) {
    EXPECT_TRUE(is_ignored_name(name)) << name;
  }
  for (const char* name : {"level0", "a.assets", "a.typetreedata", "data.unity3d", "", "resS",
                           "json", "my-boot.config2"}) {
    EXPECT_FALSE(is_ignored_name(name)) << name;
  }
}

}  // namespace
}  // namespace mecadex::testing
