// The built-in layouts against the published facts they were generated from, and the look-up.
//
// The facts lie outside the repository: MECADEX_SHARED names their folder (default: `shared` beside
// the source folder). Without them those tests are skipped and say so.
#include "indexer/layouts/builtin_layouts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <thread>

namespace mecadex::layouts {
namespace {

namespace fs = std::filesystem;

constexpr std::int32_t kRectTransform = 224;
constexpr std::int32_t kAnimatorController = 91;
constexpr std::int32_t kAnimator = 95;
constexpr std::int32_t kAvatar = 90;

fs::path facts_file() {
  const char* shared = std::getenv("MECADEX_SHARED");
  return fs::path(shared != nullptr ? shared : MECADEX_SOURCE_DIR "/../shared") / "layouts" /
         "layouts.json";
}

std::string file_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

UnityVersion version(const std::string& text) { return parse_unity_version(text).value(); }

LayoutChoice choice(std::int32_t class_id, const std::string& text) {
  const auto chosen = builtin_layout(class_id, version(text));
  if (!chosen) throw std::runtime_error("no layout for " + text);
  return *chosen;
}

class PublishedLayouts : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(facts_file())) GTEST_SKIP() << "SKIPPED: no " << facts_file();
    facts = nlohmann::json::parse(file_text(facts_file()));
    for (std::size_t i = 0; i < facts["versions"].size(); ++i) order[facts["versions"][i]] = i;
  }
  nlohmann::json facts;
  std::map<std::string, std::size_t> order;
};

std::vector<LayoutNode> nodes_of(const nlohmann::json& tree) {
  std::vector<LayoutNode> nodes;
  for (const auto& row : tree) {  // level, type, name, byte size, array, meta flag
    LayoutNode node;
    node.level = row[0];
    node.type = row[1];
    node.name = row[2];
    node.byte_size = row[3];
    node.is_array = row[4] != 0;
    node.align_after = (row[5].get<std::uint32_t>() & kAlignFlag) != 0;
    nodes.push_back(node);
  }
  return Layout(nodes).nodes();
}

TEST_F(PublishedLayouts, EachClassAndVersionHasItsTree) {
  std::size_t compared = 0;
  for (const auto& [name, entries] : facts["layouts"].items()) {
    const std::int32_t class_id = facts["class_ids"][name];
    for (const auto& entry : entries) {
      const std::vector<LayoutNode> expected = nodes_of(entry["tree"]);
      for (const auto& range : entry["ranges"]) {
        for (std::size_t i = order.at(range[0]); i <= order.at(range[1]); ++i, ++compared) {
          const std::string text = facts["versions"][i];
          const LayoutChoice chosen = choice(class_id, text);
          ASSERT_EQ(chosen.layout->nodes(), expected) << name << " " << text;
          ASSERT_EQ(chosen.source, LayoutSource::exact) << name << " " << text;
          ASSERT_FALSE(chosen.crosses_stream) << name << " " << text;
        }
      }
    }
  }
  EXPECT_GT(compared, 20'000U);
  RecordProperty("compared", static_cast<int>(compared));
  std::cout << compared << " (class, version) pairs compared\n";
}

TEST_F(PublishedLayouts, NoClassHasALayoutBeforeItsFirstVersion) {
  for (const auto& [name, entries] : facts["layouts"].items()) {
    std::size_t first = order.size();
    for (const auto& entry : entries) {
      for (const auto& range : entry["ranges"]) first = std::min(first, order.at(range[0]));
    }
    for (std::size_t i = 0; i < first; ++i) {
      const std::string text = facts["versions"][i];
      EXPECT_FALSE(builtin_layout(facts["class_ids"][name], version(text))) << name << " " << text;
    }
  }
}

TEST_F(PublishedLayouts, SortingByVersionIsTheirOrder) {
  const std::vector<std::string> texts = facts["versions"];
  for (std::size_t i = 0; i + 1 < texts.size(); ++i)
    EXPECT_LT(version(texts[i]), version(texts[i + 1])) << texts[i];
}

TEST_F(PublishedLayouts, EmptyDumpsAreServedByTheVersionBefore) {
  EXPECT_EQ(builtin_versions().size() + 2, facts["versions"].size());
  for (const char* text : {"5.3.5p3", "5.6.5p4"}) {
    for (const std::int32_t class_id : builtin_classes()) {
      const auto chosen = builtin_layout(class_id, version(text));
      if (!chosen) continue;  // AvatarMask is younger than 5.3
      EXPECT_EQ(chosen->source, LayoutSource::floor);
      EXPECT_FALSE(chosen->crosses_stream);
    }
    EXPECT_TRUE(builtin_layout(kAnimator, version(text)));
  }
}

TEST_F(PublishedLayouts, TheGeneratorWritesTheSameBytesAgain) {
  if (std::system("python3 --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "SKIPPED: no python3";
  const fs::path source = fs::path(MECADEX_SOURCE_DIR) / "indexer" / "layouts";
  const fs::path folder =
      fs::temp_directory_path() / ("mecadex-layouts-" + std::to_string(std::random_device{}()));
  fs::create_directories(folder);
  const std::string command = "python3 -B '" + (source / "generate_layouts.py").string() + "' '" +
                              facts_file().string() + "' '" + folder.string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::set<std::string> written;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    written.insert(name);
    EXPECT_EQ(file_text(entry.path()), file_text(source / "data" / name)) << name;
  }
  std::set<std::string> kept;
  for (const auto& entry : fs::directory_iterator(source / "data"))
    kept.insert(entry.path().filename().string());
  EXPECT_EQ(written, kept);
  fs::remove_all(folder);
}

TEST(BuiltinLayouts, VersionsAreSortedAndDistinct) {
  const auto& versions = builtin_versions();
  ASSERT_GT(versions.size(), 1'000U);
  EXPECT_EQ(std::adjacent_find(versions.begin(), versions.end(), std::greater_equal<>()),
            versions.end());
}

TEST(BuiltinLayouts, UnknownClassesAndVersionsHaveNone) {
  EXPECT_FALSE(builtin_layout(28, version("2019.4.0f1")));
  EXPECT_FALSE(builtin_layout(kAnimator, version("0.0.0")));
  EXPECT_FALSE(builtin_layout(kAnimator, version("3.5.7")));
  EXPECT_FALSE(builtin_layout(kRectTransform, version("4.3.4")));
  EXPECT_TRUE(builtin_layout(kRectTransform, version("4.5.0")));
}

TEST(BuiltinLayouts, EqualLayoutsAreOneObject) {
  EXPECT_EQ(choice(kAnimator, "2021.1.0f1").layout, choice(kAnimator, "2018.1.0f2").layout);
  EXPECT_NE(choice(kAnimator, "2021.1.0f1").layout, choice(kAnimator, "2020.3.43f1").layout);
}

TEST(BuiltinLayouts, SaysWhenTheVersionIsNotKnown) {
  const LayoutChoice known = choice(kAnimator, "2020.3.48f1");
  EXPECT_EQ(known.source, LayoutSource::exact);
  const LayoutChoice later = choice(kAnimator, "2020.3.99f1");
  EXPECT_EQ(later.source, LayoutSource::floor);
  EXPECT_FALSE(later.crosses_stream);
  EXPECT_EQ(later.layout, known.layout);
  const LayoutChoice other_stream = choice(kAnimator, "2020.4.0f1");
  EXPECT_EQ(other_stream.source, LayoutSource::floor);
  EXPECT_TRUE(other_stream.crosses_stream);
  EXPECT_TRUE(choice(kAnimator, "7000.0.0f1").crosses_stream);
}

// formats.md 5.3: the tail of Animator in each branch, at the first and last build of each row.
struct Tail {
  const char* versions;  // first and last of each span, by spaces
  const char* fields;    // after m_CullingMode; '@' where the object is aligned
};

std::string tail_of(const Layout& animator) {
  std::string tail;
  bool after = false;
  for (const LayoutNode& node : animator.nodes()) {
    if (after && node.level == 1) tail += " " + node.name.substr(2) + (node.align_after ? "@" : "");
    after = after || node.name == "m_CullingMode";
  }
  return tail.empty() ? tail : tail.substr(1);
}

#define UPDATE "UpdateMode ApplyRootMotion "
#define CLIP "HasTransformHierarchy AllowConstantClipSamplingOptimization"
#define OLD_KEEP CLIP " KeepAnimatorControllerStateOnDisable@"
#define KEEP CLIP " KeepAnimatorStateOnDisable"

constexpr Tail kTails[] = {
    {"4.0.0 4.2.2", "ApplyRootMotion AnimatePhysics"},
    {"4.3.0 4.3.4", "ApplyRootMotion AnimatePhysics HasTransformHierarchy"},
    {"4.5.0 4.5.2", "UpdateMode ApplyRootMotion@ HasTransformHierarchy"},
    {"4.5.3 4.7.2", "UpdateMode ApplyRootMotion@ " CLIP},
    {"5.0.0f4 2017.4.40f1", UPDATE "LinearVelocityBlending@ " CLIP "@"},
    {"2018.1.0b2 2020.3.42f1 2021.1.0a2 2021.2.0a21", UPDATE "LinearVelocityBlending@ " OLD_KEEP},
    {"2021.2.0b1 2021.3.15f1 2022.1.0a7 2022.1.23f1 2022.2.0a13 2022.2.0b16 2023.1.0a1 2023.1.0a4",
     UPDATE "LinearVelocityBlending StabilizeFeet@ " OLD_KEEP},
    {"2023.1.0a5 2023.1.0a6",
     UPDATE "LinearVelocityBlending StabilizeFeet AnimatePhysics@ " OLD_KEEP},
    {"2020.3.43f1 2020.3.45f1 2021.3.16f1 2021.3.19f1 2022.1.24f1 2022.1.25f1 2022.2.0f1 "
     "2022.2.8f1",
     UPDATE "LinearVelocityBlending StabilizeFeet@ " KEEP "@"},
    {"2023.1.0a8 2023.1.0b6",
     UPDATE "LinearVelocityBlending StabilizeFeet AnimatePhysics@ " KEEP "@"},
    {"2020.3.46f1 2020.3.49f1 2021.3.20f1 2021.3.58f1 2022.2.9f1 2022.3.76f1",
     UPDATE "LinearVelocityBlending StabilizeFeet@ " KEEP " WriteDefaultValuesOnDisable@"},
    {"2023.1.0b7 6000.7.0a1", UPDATE "LinearVelocityBlending StabilizeFeet AnimatePhysics@ " KEEP
                                     " WriteDefaultValuesOnDisable@"},
};

TEST(BuiltinLayouts, AnimatorFollowsItsBackportBranches) {
  for (const Tail& tail : kTails) {
    std::istringstream versions(tail.versions);
    for (std::string text; versions >> text;)
      EXPECT_EQ(tail_of(*choice(kAnimator, text).layout), tail.fields) << text;
  }
}

// The builds on both sides of each change of the controller (formats.md 5.4): a different layout.
TEST(BuiltinLayouts, ControllersChangeAtTheFirstBuildOfEachChange) {
  for (const char* first :
       {"4.1.0", "4.1.3", "4.2.0", "4.3.0", "4.5.0", "4.5.2", "4.5.4", "5.0.0f4", "5.1.0f1",
        "5.1.2f1", "5.2.0f2", "5.4.0b22", "5.5.0f3", "2017.1.0b1", "2017.2.0b2", "2018.2.0b1",
        "6000.2.0b2", "6000.4.0a2", "6000.5.0b1"}) {
    const auto& versions = builtin_versions();
    const auto at = std::lower_bound(versions.begin(), versions.end(), version(first));
    ASSERT_EQ(*at, version(first)) << first;
    const auto before = builtin_layout(kAnimatorController, *std::prev(at));
    const auto after = builtin_layout(kAnimatorController, *at);
    ASSERT_TRUE(before && after) << first;
    EXPECT_NE(before->layout, after->layout) << first;
    EXPECT_EQ(builtin_layouts_between(kAnimatorController, *std::prev(at), *at).size(), 2U)
        << first;
  }
}

TEST(BuiltinLayouts, BetweenGivesEachLayoutOnceOldestFirst) {
  const auto all = builtin_layouts_between(kAnimator, version("4.0.0"), version("6000.7.0a1"));
  EXPECT_EQ(all.size(), 12U);
  EXPECT_EQ(all.front(), choice(kAnimator, "4.0.0").layout);
  const auto one = builtin_layouts_between(kAvatar, version("2020.1.0f1"), version("2022.3.0f1"));
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one.front(), choice(kAvatar, "2021.3.1f1").layout);
  EXPECT_TRUE(builtin_layouts_between(kAnimator, version("3.0.0f5"), version("3.5.7")).empty());
  EXPECT_TRUE(
      builtin_layouts_between(kAnimator, version("2020.1.0f1"), version("2019.1.0f1")).empty());
  EXPECT_TRUE(builtin_layouts_between(28, version("3.0.0f5"), version("6000.7.0a1")).empty());
}

TEST(BuiltinLayouts, ThreadsSeeOneTable) {
  std::vector<std::thread> threads;
  std::vector<LayoutPtr> seen(4);
  for (LayoutPtr& slot : seen) {
    threads.emplace_back([&slot] { slot = choice(74, "2022.3.1f1").layout; });
  }
  for (std::thread& thread : threads) thread.join();
  for (const LayoutPtr& layout : seen) EXPECT_EQ(layout, seen.front());
}

}  // namespace
}  // namespace mecadex::layouts
