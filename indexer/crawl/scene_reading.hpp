// The scene of a serialized file: GameObjects, Transforms and Animators are gathered, then placed.
//
// Only files with Animators or skinned renderers are read this way. scene_graph.hpp says which
// Transforms are stored and how Animators nest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "indexer/animator/scene.hpp"
#include "indexer/crawl/object_reading.hpp"
#include "indexer/crawl/scene_graph.hpp"

namespace mecadex::crawl {

class SceneReading {
 public:
  explicit SceneReading(ObjectReading& reading) : reading_(reading) {}

  void read_game_object(const serialized::ObjectEntry& object);
  void read_transform(const serialized::ObjectEntry& object);
  void read_animator(const serialized::ObjectEntry& object);
  /// Connects what was read and hands on the stored part.
  void place();

 private:
  struct ReadAnimator {
    const serialized::ObjectEntry* object;
    std::optional<layouts::LayoutSource> layout_source;
    animator::Animator animator;
  };

  void store_scene_objects();
  void put_scene_object(std::int64_t path_id, std::optional<std::string> name);
  void put_transform(const SceneGraph::Transform& node);
  corpus::LocalId animator_id(Index index);
  void put_animator(std::size_t i);
  void put_path_names(std::size_t i);

  ObjectReading& reading_;
  SceneGraph scene_;
  std::vector<ReadAnimator> animators_;  // as in scene_
};

}  // namespace mecadex::crawl
