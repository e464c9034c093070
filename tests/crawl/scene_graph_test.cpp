#include "indexer/crawl/scene_graph.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "indexer/bytes/limits.hpp"

namespace mecadex::crawl {
namespace {

// Objects are numbered n; their Transforms are 1000 n + 1, their Animators 1000 n + 2.
class Scene {
 public:
  Scene& object(std::int64_t n, std::int64_t parent, const std::string& name,
                bool is_active = true) {
    SceneGraph::GameObject object{n, name};
    object.is_active = is_active;
    graph.add(std::move(object));
    SceneGraph::Transform transform{1000 * n + 1};
    transform.game_object_id = n;
    transform.father_id = parent == 0 ? 0 : 1000 * parent + 1;
    graph.add(transform);
    return *this;
  }
  Scene& animator(std::int64_t n, bool has_controller = true) {
    SceneGraph::Animator animator{1000 * n + 2};
    animator.game_object_id = n;
    animator.has_controller = has_controller;
    graph.add(std::move(animator));
    return *this;
  }
  Scene& skinned(std::int64_t n, std::int64_t parent) {
    SceneGraph::GameObject object{n, "skin" + std::to_string(n)};
    object.has_skinned_renderer = true;
    graph.add(std::move(object));
    SceneGraph::Transform transform{1000 * n + 1};
    transform.game_object_id = n;
    transform.father_id = 1000 * parent + 1;
    graph.add(transform);
    return *this;
  }
  const SceneGraph::Animator& at(std::int64_t n) const {
    for (const auto& animator : graph.animators()) {
      if (animator.path_id == 1000 * n + 2) return animator;
    }
    throw std::out_of_range("no such Animator");
  }
  std::vector<std::int64_t> stored() const {
    std::vector<std::int64_t> out;
    for (const auto& object : graph.game_objects()) {
      if (object.is_stored) out.push_back(object.path_id);
    }
    return out;
  }
  SceneGraph graph;
};

using Ids = std::vector<std::int64_t>;

TEST(SceneGraph, PlacesAnAnimatorByTheNamesAboveIt) {
  Scene scene;
  scene.object(1, 0, "Root").object(2, 1, "Hero", false).object(3, 2, "Lamp").animator(3);
  scene.graph.link();
  EXPECT_EQ(scene.at(3).transform_path, "Root/Hero/Lamp");
  EXPECT_EQ(scene.at(3).is_active_in_hierarchy, false);
  EXPECT_EQ(scene.at(3).depth, 0U);
  EXPECT_TRUE(scene.graph.notes().empty());
}

TEST(SceneGraph, TellsOuterOwnerAndOutermost) {
  Scene scene;
  scene.object(1, 0, "A").object(2, 1, "B").object(3, 2, "C").object(4, 3, "D");
  scene.animator(1).animator(2, false).animator(4);
  scene.graph.link();
  const auto& inner = scene.at(4);
  ASSERT_EQ(inner.above.size(), 2U);
  EXPECT_EQ(scene.graph.animators()[inner.above[0].first].path_id, 2002);
  EXPECT_EQ(inner.above[0].second, 2);
  EXPECT_EQ(scene.graph.animators()[inner.above[1].first].path_id, 1002);
  EXPECT_EQ(inner.above[1].second, 3);
  EXPECT_EQ(scene.graph.animators()[inner.owner].path_id, 1002);
  EXPECT_EQ(scene.graph.animators()[inner.outermost].path_id, 1002);
  EXPECT_EQ(scene.at(1).owner, kNone);
}

TEST(SceneGraph, StoresWhatIsAboveAnAnimatorAndBelowANestedOne) {
  Scene scene;
  scene.object(1, 0, "Root").object(2, 1, "Hero").object(3, 2, "Rig");
  scene.object(4, 3, "Lamp").object(5, 4, "Wick").object(6, 1, "Tree").object(7, 2, "Hat");
  scene.animator(2).animator(4);
  scene.graph.link();
  EXPECT_EQ(scene.stored(), (Ids{1, 2, 3, 4, 5}));  // not Tree, nor Hat below the outermost only
}

TEST(SceneGraph, StoresSkinnedRenderersWithTheirAncestors) {
  Scene scene;
  scene.object(1, 0, "Root").object(2, 1, "Body").skinned(3, 2).object(4, 1, "Other");
  scene.graph.link();
  EXPECT_EQ(scene.stored(), (Ids{1, 2, 3}));
}

TEST(SceneGraph, ARendererCountsForTheNearestAnimatorWithAController) {
  Scene scene;
  scene.object(1, 0, "A").object(2, 1, "B").object(3, 2, "C").skinned(4, 3);
  scene.animator(1).animator(2).animator(3, false);
  scene.graph.link();
  EXPECT_EQ(scene.at(1).has_skinned_renderer_below, false);
  EXPECT_EQ(scene.at(2).has_skinned_renderer_below, true);
  EXPECT_EQ(scene.at(3).has_skinned_renderer_below, false);
}

TEST(SceneGraph, CutsACircleOnceAndNamesIt) {
  Scene scene;
  scene.object(1, 3, "A").object(2, 1, "B").object(3, 2, "C").object(4, 3, "D").animator(4);
  scene.graph.link();
  ASSERT_EQ(scene.graph.notes().size(), 1U);
  EXPECT_EQ(scene.graph.notes().front().second.code, bytes::FindingCode::transform_cycle);
  EXPECT_TRUE(scene.at(4).transform_path.has_value());
}

TEST(SceneGraph, ATransformThatIsItsOwnParentIsACircle) {
  Scene scene;
  scene.object(1, 1, "Self").animator(1);
  scene.graph.link();
  EXPECT_EQ(scene.at(1).transform_path, "Self");
  EXPECT_EQ(scene.graph.notes().size(), 1U);
}

TEST(SceneGraph, NotesWhatIsNotInTheFile) {
  Scene scene;
  scene.object(2, 77, "Orphan").animator(2).animator(99);
  SceneGraph::Transform bare{5001};
  bare.game_object_id = 5;
  scene.graph.add(bare);
  scene.graph.link();
  EXPECT_EQ(scene.at(2).transform_path, "Orphan");
  EXPECT_FALSE(scene.at(99).is_placed);
  EXPECT_FALSE(scene.at(99).transform_path.has_value());
  ASSERT_EQ(scene.graph.notes().size(), 1U);
  EXPECT_EQ(scene.graph.notes().front().first, 2001);
  EXPECT_EQ(scene.graph.notes().front().second.code, bytes::FindingCode::transform_orphan);
}

TEST(SceneGraph, AMissingGameObjectAboveLeavesThePathUnknown) {
  Scene scene;
  scene.object(2, 9, "Child").animator(2);
  SceneGraph::Transform bare{9001};  // its GameObject is not in the file
  bare.game_object_id = 9;
  scene.graph.add(bare);
  scene.graph.link();
  EXPECT_TRUE(scene.at(2).is_placed);
  EXPECT_FALSE(scene.at(2).transform_path.has_value());
  EXPECT_FALSE(scene.at(2).is_active_in_hierarchy.has_value());
}

TEST(SceneGraph, EndsOnAChainBeyondTheDepthLimit) {
  Scene scene;
  const std::int64_t depth = bytes::kMaxTransformDepth + 10;
  for (std::int64_t n = 1; n <= depth; ++n) scene.object(n, n - 1, "n");
  scene.animator(1).animator(depth);
  scene.graph.link();
  EXPECT_FALSE(scene.at(depth).transform_path.has_value());
  ASSERT_FALSE(scene.graph.notes().empty());
  EXPECT_EQ(scene.graph.notes().front().second.code, bytes::FindingCode::object_limit);
}

// Thousands of Animators, one below the other: pairs, paths and steps are bounded.
TEST(SceneGraph, BoundsAHostileTower) {
  Scene scene;
  const std::string name(200, 'x');
  for (std::int64_t n = 1; n <= 9'000; ++n) scene.object(n, n - 1, name).animator(n);
  const auto start = std::chrono::steady_clock::now();
  scene.graph.link();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
  std::size_t pairs = 0;
  std::size_t path_bytes = 0;
  for (const auto& animator : scene.graph.animators()) {
    pairs += animator.above.size();
    path_bytes += animator.transform_path.value_or("").size();
  }
  EXPECT_LE(pairs, 9'000 * kMaxNestingLevels);
  EXPECT_LE(path_bytes, 70 * bytes::kMiB);
  EXPECT_LE(scene.graph.notes().size(), 1'000U);
}

TEST(SceneGraph, TheFirstOfTwoAnimatorsOnOneObjectStandsForIt) {
  Scene scene;
  scene.object(1, 0, "A").object(2, 1, "B").animator(1).animator(1, false).animator(2);
  scene.graph.link();
  ASSERT_EQ(scene.at(2).above.size(), 1U);
  EXPECT_EQ(scene.at(2).above[0].first, 0U);
}

}  // namespace
}  // namespace mecadex::crawl
