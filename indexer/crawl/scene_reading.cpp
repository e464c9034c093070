#include "indexer/crawl/scene_reading.hpp"

#include <algorithm>
#include <utility>

#include "indexer/serialized/class_id.hpp"

namespace mecadex::crawl {

using corpus::kNoObject;
using corpus::LocalId;
using serialized::ObjectEntry;

namespace {

std::string json_list(const std::vector<std::int32_t>& numbers) {
  static constexpr std::size_t kMost = 4'000;  // stays below the longest value of the corpus
  std::string out = "[";
  for (std::size_t i = 0; i < numbers.size() && i < kMost; ++i) {
    if (i > 0) out += ',';
    out += std::to_string(numbers[i]);
  }
  return out + "]";
}

}  // namespace

void SceneReading::read_game_object(const ObjectEntry& object) {
  auto value = reading_.read<animator::GameObject>(object, animator::game_object_record(), false);
  if (!value) return;
  SceneGraph::GameObject node{object.path_id, std::move(value->name)};
  node.is_active = value->is_active;
  for (const auto& component : value->components) {
    std::int32_t class_id = component.class_id.value_or(0);
    if (component.component.file_id == 0) {
      if (const ObjectEntry* target = reading_.file().find(component.component.path_id))
        class_id = target->class_id;
    }
    node.component_classes.push_back(class_id);
  }
  const auto has = [&](std::int32_t class_id) {
    return std::find(node.component_classes.begin(), node.component_classes.end(), class_id) !=
           node.component_classes.end();
  };
  node.has_skinned_renderer = has(serialized::kSkinnedMeshRenderer);
  if (!has(serialized::kAnimator)) node.component_classes = {};
  scene_.add(std::move(node));
}

void SceneReading::read_transform(const ObjectEntry& object) {
  auto value = reading_.read<animator::Transform>(object, animator::transform_record(), false);
  if (!value) return;
  SceneGraph::Transform node{object.path_id};
  if (value->game_object.file_id == 0) node.game_object_id = value->game_object.path_id;
  if (value->father.file_id == 0) node.father_id = value->father.path_id;
  scene_.add(node);
}

void SceneReading::read_animator(const ObjectEntry& object) {
  auto value = reading_.read<animator::Animator>(object, animator::animator_record(), false);
  if (!value) return;
  SceneGraph::Animator node{object.path_id};
  node.has_controller = !value->controller.is_null();
  if (value->game_object.file_id == 0) node.game_object_id = value->game_object.path_id;
  scene_.add(std::move(node));
  animators_.push_back({&object, reading_.layout_source(), std::move(*value)});
}

void SceneReading::place() {
  scene_.link();
  store_scene_objects();
  for (std::size_t i = 0; i < animators_.size(); ++i) {
    put_animator(i);
    put_path_names(i);
  }
  for (const auto& [path_id, note] : scene_.notes())
    reading_.add_finding(reading_.objects().find(path_id), note);
}

void SceneReading::store_scene_objects() {
  reading_.layout_source().reset();
  for (const SceneGraph::GameObject& node : scene_.game_objects()) {
    if (!node.is_stored) continue;
    put_scene_object(node.path_id, node.name);
    reading_.piece().names.push_back(
        {reading_.objects().find(node.path_id), corpus::NameOrigin::game_object, node.name});
  }
  for (const SceneGraph::Transform& node : scene_.transforms()) {
    if (node.is_stored) put_scene_object(node.path_id, std::nullopt);
  }
  for (const SceneGraph::Transform& node : scene_.transforms()) {
    if (node.is_stored) put_transform(node);
  }
}

void SceneReading::put_scene_object(std::int64_t path_id, std::optional<std::string> name) {
  const ObjectEntry* object = reading_.file().find(path_id);
  reading_.objects().store(path_id);
  const layouts::Record& record = object->class_id == serialized::kGameObject
                                      ? animator::game_object_record()
                                      : animator::transform_record();
  reading_.layout_source() = reading_.decoder().source_of(*object, record);
  reading_.piece().weight += object->byte_size;
  reading_.add_object(*object, std::move(name));
}

void SceneReading::put_transform(const SceneGraph::Transform& node) {
  corpus::TransformItem item{reading_.objects().find(node.path_id)};
  if (node.game_object != kNone) {
    const SceneGraph::GameObject& object = scene_.game_objects()[node.game_object];
    item.game_object = reading_.objects().find(object.path_id);
    item.name = object.name;
    item.is_active = object.is_active;
    if (object.animator != kNone)
      item.animator = reading_.objects().find(scene_.animators()[object.animator].path_id);
  }
  if (node.father != kNone)
    item.parent = reading_.objects().find(scene_.transforms()[node.father].path_id);
  reading_.piece().transforms.push_back(std::move(item));
}

LocalId SceneReading::animator_id(Index index) {
  return index == kNone ? kNoObject : reading_.objects().find(scene_.animators()[index].path_id);
}

void SceneReading::put_animator(std::size_t i) {
  auto& [object, layout_source, animator] = animators_[i];
  const SceneGraph::Animator& place = scene_.animators()[i];
  const LocalId id = reading_.objects().find(object->path_id);
  corpus::AnimatorItem item;
  item.id = id;
  reading_.follow(id, "m_GameObject", 0, animator.game_object, {serialized::kGameObject});
  item.avatar = reading_.follow(id, "m_Avatar", 0, animator.avatar, {serialized::kAvatar});
  item.controller =
      reading_.follow(id, "m_Controller", 0, animator.controller,
                      {serialized::kAnimatorController, serialized::kAnimatorOverrideController});
  item.animator = std::move(animator);
  if (place.game_object != kNone) {
    const SceneGraph::GameObject& game_object = scene_.game_objects()[place.game_object];
    item.game_object_name = game_object.name;
    item.component_class_ids = json_list(game_object.component_classes);
  }
  item.transform_path = place.transform_path;
  item.is_active_in_hierarchy = place.is_active_in_hierarchy;
  item.has_skinned_renderer_below = place.has_skinned_renderer_below;
  if (place.is_placed) item.nesting_depth = static_cast<std::int64_t>(place.depth);
  item.outer = place.above.empty() ? kNoObject : animator_id(place.above.front().first);
  item.owner = animator_id(place.owner);
  item.outermost = animator_id(place.outermost);
  for (std::size_t level = 0; level < place.above.size(); ++level) {
    reading_.piece().nestings.push_back({animator_id(place.above[level].first), id,
                                         place.above[level].second,
                                         static_cast<std::int64_t>(level) + 1});
  }
  reading_.layout_source() = layout_source;
  reading_.piece().animators.push_back(std::move(item));
  reading_.add_object(*object, std::nullopt);
}

// What the Animator's clips may name by hash only.
void SceneReading::put_path_names(std::size_t i) {
  const LocalId id = reading_.objects().find(animators_[i].object->path_id);
  scene_.paths_below(i, [&](const std::string& path) {
    reading_.piece().names.push_back({id, corpus::NameOrigin::transform_path, path});
    reading_.piece().weight += path.size();
    if (reading_.piece().weight >= ObjectReading::kPieceWeight) reading_.flush();
  });
}

}  // namespace mecadex::crawl
