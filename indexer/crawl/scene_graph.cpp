#include "indexer/crawl/scene_graph.hpp"

#include <algorithm>

#include "indexer/bytes/limits.hpp"

namespace mecadex::crawl {

using bytes::FindingCode;

namespace {

// Notes about one file's scene; a broken level has one per Transform otherwise.
constexpr std::size_t kMaxSceneNotes = 1'000;
// All Animators' paths of one file together: a long name above thousands of Animators would multiply.
constexpr std::size_t kMaxScenePathBytes = 64 * bytes::kMiB;
// Steps up of all Animators of one file: thousands of Animators, each thousands deep, would square.
constexpr std::size_t kMaxSceneSteps = 50'000'000;

template <typename T>
std::unordered_map<std::int64_t, Index> by_path_id(const std::vector<T>& items) {
  std::unordered_map<std::int64_t, Index> map;
  map.reserve(items.size());
  for (Index i = 0; i < items.size(); ++i) map.try_emplace(items[i].path_id, i);
  return map;
}

Index find(const std::unordered_map<std::int64_t, Index>& map, std::int64_t path_id) {
  const auto found = map.find(path_id);
  return found == map.end() ? kNone : found->second;
}

}  // namespace

void SceneGraph::note(std::int64_t path_id, FindingCode code, std::string field, std::string message) {
  if (notes_.size() < kMaxSceneNotes) notes_.push_back({path_id, {code, 0, std::move(field), std::move(message)}});
}

void SceneGraph::link() {
  connect();
  cut_cycles();
  list_children();
  for (Index i = 0; i < animators_.size(); ++i) place(i);
  mark_stored();
  assign_skinned_renderers();
}

void SceneGraph::connect() {
  const auto objects = by_path_id(game_objects_);
  const auto transforms = by_path_id(transforms_);
  for (Index i = 0; i < transforms_.size(); ++i) {
    Transform& t = transforms_[i];
    t.game_object = find(objects, t.game_object_id);
    if (t.father_id != 0) t.father = find(transforms, t.father_id);
    if (t.game_object != kNone && game_objects_[t.game_object].transform == kNone) game_objects_[t.game_object].transform = i;
  }
  for (Index i = 0; i < animators_.size(); ++i) {
    Animator& a = animators_[i];
    a.game_object = find(objects, a.game_object_id);
    if (a.game_object != kNone && game_objects_[a.game_object].animator == kNone) game_objects_[a.game_object].animator = i;
  }
}

// Walks up from every Transform once; a chain that meets itself is cut where it does.
void SceneGraph::cut_cycles() {
  std::vector<Index> seen_by(transforms_.size(), kNone);
  for (Index start = 0; start < transforms_.size(); ++start) {
    Index at = start;
    while (at != kNone && seen_by[at] == kNone) {
      seen_by[at] = start;
      const Index father = transforms_[at].father;
      if (father != kNone && seen_by[father] == start) {
        note(transforms_[at].path_id, FindingCode::transform_cycle, "m_Father", "the parents lead back to this Transform");
        transforms_[at].father = kNone;
        transforms_[at].is_in_cycle = true;
      }
      at = transforms_[at].father;
    }
  }
}

void SceneGraph::list_children() {
  first_child_.assign(transforms_.size(), kNone);
  next_sibling_.assign(transforms_.size(), kNone);
  for (Index i = static_cast<Index>(transforms_.size()); i-- > 0;) {  // backwards: siblings end up in order
    const Index father = transforms_[i].father;
    if (father == kNone) continue;
    next_sibling_[i] = first_child_[father];
    first_child_[father] = i;
  }
}

void SceneGraph::paths_below(std::size_t animator, const std::function<void(const std::string&)>& take) {
  const Animator& a = animators_[animator];
  if (!a.is_placed) return;
  struct Step {
    Index transform;
    std::size_t prefix;  // length of the parent's path
  };
  std::vector<Step> stack;
  const auto push_children = [&](Index parent, std::size_t prefix) {
    for (Index child = first_child_[parent]; child != kNone; child = next_sibling_[child]) stack.push_back({child, prefix});
  };
  push_children(game_objects_[a.game_object].transform, 0);
  std::string path;
  while (!stack.empty()) {
    const Step step = stack.back();
    stack.pop_back();
    const Index object = transforms_[step.transform].game_object;
    if (object == kNone) continue;  // a path with a name missing is no path
    path.resize(step.prefix);
    if (step.prefix > 0) path += '/';
    path += game_objects_[object].name;
    path_name_bytes_ += path.size() + 1;
    if (path_name_bytes_ > kMaxScenePathBytes || path.size() > bytes::kMaxValueBytes) {
      note(a.path_id, FindingCode::object_limit, "transform_path", "the paths below the file's Animators exceed the limit");
      return;
    }
    take(path);
    push_children(step.transform, path.size());
  }
}

Index SceneGraph::animator_at(Index transform) const {
  const Index object = transforms_[transform].game_object;
  return object == kNone ? kNone : game_objects_[object].animator;
}

void SceneGraph::place(Index index) {
  Animator& a = animators_[index];
  if (a.game_object == kNone) return;
  const Index own = game_objects_[a.game_object].transform;
  if (own == kNone) return;
  a.is_placed = true;
  bool is_active = true;
  bool is_complete = true;  // every GameObject up to the root was read
  std::vector<const std::string*> names;
  std::size_t length = 0;
  std::int64_t distance = 0;
  for (Index t = own; t != kNone; t = transforms_[t].father, ++distance) {
    if (distance >= bytes::kMaxTransformDepth || ++steps_ > kMaxSceneSteps) {
      note(a.path_id, FindingCode::object_limit, "m_GameObject", "more parents than the depth limit");
      is_complete = false;
      break;
    }
    const Index object = transforms_[t].game_object;
    is_complete = is_complete && object != kNone;
    if (object == kNone) continue;
    is_active = is_active && game_objects_[object].is_active;
    names.push_back(&game_objects_[object].name);
    length += game_objects_[object].name.size() + 1;
    const Index other = game_objects_[object].animator;
    if (t == own || other == kNone) continue;
    ++a.depth;
    if (a.above.size() < kMaxNestingLevels) a.above.emplace_back(other, distance);
    if (a.owner == kNone && animators_[other].has_controller) a.owner = other;
    a.outermost = other;
  }
  if (is_complete) a.is_active_in_hierarchy = is_active;
  if (!is_complete) return;
  path_bytes_ += std::min(length, bytes::kMaxValueBytes);
  if (path_bytes_ > kMaxScenePathBytes) {
    note(a.path_id, FindingCode::object_limit, "transform_path", "the file's Transform paths exceed the limit");
    return;
  }
  std::string path;
  path.reserve(std::min(length, 2 * bytes::kMaxValueBytes));
  for (auto name = names.rbegin(); name != names.rend() && path.size() <= bytes::kMaxValueBytes; ++name) {
    if (name != names.rbegin()) path += '/';
    path += **name;
  }
  if (length > bytes::kMaxValueBytes) {
    note(a.path_id, FindingCode::value_truncated, "transform_path", "a path of " + std::to_string(length) + " bytes");
  }
  a.transform_path = std::move(path);
}

void SceneGraph::mark_up(Index transform) {
  for (Index t = transform; t != kNone && !transforms_[t].is_stored; t = transforms_[t].father) {
    transforms_[t].is_stored = true;
  }
}

void SceneGraph::mark_stored() {
  // Below a nested Animator: decided top down by the nearest decided ancestor, memoised on the way.
  enum class Below : unsigned char { unknown, no, yes };
  std::vector<Below> below(transforms_.size(), Below::unknown);
  for (const Animator& a : animators_) {
    if (a.is_placed && a.depth > 0) below[game_objects_[a.game_object].transform] = Below::yes;
  }
  std::vector<Index> chain;
  for (Index start = 0; start < transforms_.size(); ++start) {
    chain.clear();
    Index t = start;
    while (t != kNone && below[t] == Below::unknown) {
      chain.push_back(t);
      t = transforms_[t].father;
    }
    const Below decided = t == kNone ? Below::no : below[t];
    for (const Index link : chain) below[link] = decided;
  }
  for (Index t = 0; t < transforms_.size(); ++t) {
    const Index object = transforms_[t].game_object;
    const bool at_animator = object != kNone && game_objects_[object].animator != kNone;
    const bool is_skinned = object != kNone && game_objects_[object].has_skinned_renderer;
    if (at_animator || is_skinned || below[t] == Below::yes) mark_up(t);
  }
  for (const Transform& t : transforms_) {
    if (!t.is_stored) continue;
    if (t.game_object != kNone) game_objects_[t.game_object].is_stored = true;
    if (t.game_object == kNone) {
      note(t.path_id, FindingCode::transform_orphan, "m_GameObject", "the GameObject is not in the file");
    }
    if (t.father_id != 0 && t.father == kNone && !t.is_in_cycle) {
      note(t.path_id, FindingCode::transform_orphan, "m_Father", "the parent is not in the file");
    }
  }
  for (const Animator& a : animators_) {
    if (a.game_object != kNone) game_objects_[a.game_object].is_stored = true;
  }
}

// A SkinnedMeshRenderer counts for the nearest Animator with a controller at or above it.
void SceneGraph::assign_skinned_renderers() {
  for (Animator& a : animators_) {
    if (a.is_placed) a.has_skinned_renderer_below = false;
  }
  for (Index start = 0; start < transforms_.size(); ++start) {
    const Index object = transforms_[start].game_object;
    if (object == kNone || !game_objects_[object].has_skinned_renderer) continue;
    std::int64_t steps = 0;
    for (Index t = start; t != kNone && steps < bytes::kMaxTransformDepth; t = transforms_[t].father, ++steps) {
      const Index animator = animator_at(t);
      if (animator == kNone || !animators_[animator].has_controller) continue;
      animators_[animator].has_skinned_renderer_below = true;
      break;
    }
  }
}

}  // namespace mecadex::crawl
