// The scene of one serialized file: GameObjects, Transforms, and where its Animators stand.
//
// Built from compact rows (a Transform is 40 bytes) because a level may have a million of them; only the
// part around Animators is kept in the corpus:
//
//   stored = GameObjects and Transforms at or above an Animator, at or below a nested Animator, or carrying
//            a SkinnedMeshRenderer, and all their ancestors                              (data-model.md 1)
//
// An Animator is nested when another Animator sits on a Transform above its own. Every Animator counts for
// the nearest above (outer); only those with a controller for the owner: "a rig belongs to the nearest
// Animator above it that has a controller".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "indexer/animator/scene.hpp"
#include "indexer/bytes/error.hpp"

namespace mecadex::crawl {

using Index = std::uint32_t;
inline constexpr Index kNone = UINT32_MAX;

/// Pairs stored for one inner Animator; a hostile chain of thousands would square.
inline constexpr std::size_t kMaxNestingLevels = 256;

class SceneGraph {
 public:
  struct GameObject {
    std::int64_t path_id = 0;
    std::string name;
    std::vector<std::int32_t> component_classes;  // kept for GameObjects with an Animator only
    Index transform = kNone;
    Index animator = kNone;  // its first Animator
    bool is_active = true;
    bool has_skinned_renderer = false;
    bool is_stored = false;
  };
  struct Transform {
    std::int64_t path_id = 0;
    std::int64_t game_object_id = 0;
    std::int64_t father_id = 0;
    Index game_object = kNone;
    Index father = kNone;
    bool is_stored = false;
    bool is_in_cycle = false;
  };
  struct Animator {
    std::int64_t path_id = 0;
    std::int64_t game_object_id = 0;  // 0 when in another file or null
    bool has_controller = false;
    Index game_object = kNone;
    // filled by link()
    std::optional<std::string> transform_path;
    std::optional<bool> is_active_in_hierarchy;
    std::optional<bool> has_skinned_renderer_below;
    std::vector<std::pair<Index, std::int64_t>> above;  // Animators above, nearest first, with the distance
    std::size_t depth = 0;                              // how many are above, stored or not
    Index owner = kNone;                                // nearest above with a controller
    Index outermost = kNone;
    bool is_placed = false;                             // its Transform is in the file
  };

  void add(GameObject object) { game_objects_.push_back(std::move(object)); }
  void add(Transform transform) { transforms_.push_back(transform); }
  void add(Animator animator) { animators_.push_back(std::move(animator)); }

  /// Connects everything by path id, marks what is stored and places the Animators. What does not fit (a
  /// parent that is not in the file, a cycle) is noted with the path id of the object.
  void link();

  /// Calls `take` with the path of every Transform below an Animator's own, as its clips name it: the
  /// GameObjects' names joined by "/", without the Animator's own. Transforms of nested Animators included.
  /// All Animators of the file together are given at most kMaxScenePathBytes; then it stops with a note.
  void paths_below(std::size_t animator, const std::function<void(const std::string&)>& take);

  const std::vector<GameObject>& game_objects() const { return game_objects_; }
  const std::vector<Transform>& transforms() const { return transforms_; }
  const std::vector<Animator>& animators() const { return animators_; }
  const std::vector<std::pair<std::int64_t, bytes::Note>>& notes() const { return notes_; }

 private:
  void connect();
  void cut_cycles();
  void list_children();
  void mark_up(Index transform);
  void mark_stored();
  void place(Index animator);
  void assign_skinned_renderers();
  Index animator_at(Index transform) const;
  void note(std::int64_t path_id, bytes::FindingCode code, std::string field, std::string message);

  std::vector<GameObject> game_objects_;
  std::vector<Transform> transforms_;
  std::vector<Animator> animators_;
  std::vector<std::pair<std::int64_t, bytes::Note>> notes_;
  std::vector<Index> first_child_, next_sibling_;  // by Transform; filled by link()
  std::size_t path_bytes_ = 0;       // of all transform_paths
  std::size_t path_name_bytes_ = 0;  // of all paths given by paths_below()
  std::size_t steps_ = 0;       // taken upwards by all Animators
};

}  // namespace mecadex::crawl
