#include "indexer/crawl/read_serialized.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "indexer/animator/avatar_semantics.hpp"
#include "indexer/animator/controller_semantics.hpp"
#include "indexer/animator/fingerprint.hpp"
#include "indexer/crawl/local_objects.hpp"
#include "indexer/crawl/object_decoder.hpp"
#include "indexer/crawl/scene_graph.hpp"
#include "indexer/serialized/class_id.hpp"

namespace mecadex::crawl {

using bytes::FindingCode;
using bytes::Note;
using bytes::ParseError;
using corpus::kNoObject;
using corpus::Link;
using corpus::LocalId;
using serialized::ObjectEntry;

namespace {

// Classes whose objects are always stored, in the order of data-model.md 1.
constexpr std::array<std::int32_t, 9> kStoredClasses{
    serialized::kAnimationClip,  serialized::kAvatar,        serialized::kAnimatorController,
    serialized::kAnimator,       serialized::kPlayerSettings, serialized::kBuildSettings,
    serialized::kAssetBundle,    serialized::kResourceManager, serialized::kAnimatorOverrideController};

// Classes whose type trees are read.
constexpr std::array<std::int32_t, 14> kWantedClasses{
    serialized::kGameObject,     serialized::kTransform,      serialized::kAnimationClip,
    serialized::kAvatar,         serialized::kAnimatorController, serialized::kAnimator,
    serialized::kMonoBehaviour,  serialized::kMonoScript,     serialized::kPlayerSettings,
    serialized::kBuildSettings,  serialized::kAssetBundle,    serialized::kResourceManager,
    serialized::kAnimatorOverrideController, serialized::kRectTransform};

// A piece is handed to the writer when its objects' bytes reach this: a compromise between the writer's
// waiting and memory.
constexpr std::size_t kPieceWeight = 256 * bytes::kKiB;

// Findings of one serialized file.
constexpr std::size_t kMaxFindings = 10'000;

bool is_transform(std::int32_t class_id) {
  return class_id == serialized::kTransform || class_id == serialized::kRectTransform;
}

class SerializedReading {
 public:
  SerializedReading(bytes::ByteSource& source, const std::string& node_path, const SerializedOptions& options,
                    corpus::EventSink& sink)
      : source_(source),
        node_path_(node_path),
        sink_(sink),
        file_(serialized::read_serialized_file(source, kWantedClasses)),
        objects_(file_, kStoredClasses),
        decoder_(source, file_, version(options), layouts::is_engine_branch(file_.unity_version),
                 options.max_object_bytes) {}

  // The file, step by step: the head of read_serialized.hpp says what each does. Once started a reading is
  // always ended.
  std::string run() {
    start();
    try {
      read_container_paths();
      read_wanted_objects();
      read_behaviours();
      place_scene();
    } catch (const ParseError& error) {
      add_finding(kNoObject, {error.code(), error.offset(), error.field_path(), error.what()});
    } catch (const std::bad_alloc&) {
      add_finding(kNoObject, {FindingCode::file_out_of_memory, 0, "", "no memory for the file's objects"});
    }
    return end();
  }

 private:
  // ---- 1. metadata ----
  std::optional<layouts::UnityVersion> version(const SerializedOptions& options) const {
    for (const std::string& text : {file_.unity_version, options.container_version}) {
      const auto parsed = layouts::parse_unity_version(text);
      if (parsed && !parsed->is_stripped()) return parsed;
    }
    return options.assume_version;
  }

  void start() {
    corpus::SerializedStart start{node_path_, file_.unity_version, file_.format_version, file_.target_platform};
    start.is_big_endian = file_.endian == bytes::Endian::big;
    start.has_type_tree = file_.has_type_tree;
    start.object_count = file_.objects.size();
    for (const ObjectEntry& object : file_.objects) ++start.classes[object.class_id];
    for (const auto& external : file_.externals) {
      const bool has_guid = external.guid != std::array<std::byte, 16>{};
      start.externals.emplace_back(external.path, has_guid ? serialized::guid_text(external.guid) : std::string());
    }
    has_scene_ = start.classes.contains(serialized::kAnimator) || start.classes.contains(serialized::kSkinnedMeshRenderer);
    sink_.put(std::move(start));
    for (const Note& note : file_.notes) add_finding(kNoObject, note);
  }

  std::string end() {
    for (const Note& note : decoder_.layout_notes()) add_finding(kNoObject, note);
    if (finding_count_ > kMaxFindings) {
      const std::string more = std::to_string(finding_count_ - kMaxFindings) + " more findings in this file";
      piece_.findings.push_back({node_path_, kNoObject, {FindingCode::object_limit, 0, "", more}});
    }
    flush();
    const std::string status = has_errors_ ? "partial" : "indexed";
    sink_.put(corpus::SerializedEnd{status, objects_.count(), std::move(scenes_), std::move(company_name_),
                                    std::move(product_name_)});
    return status;
  }

  // ---- 2. paths under which objects are listed ----
  void read_container_paths() {
    for (const ObjectEntry& object : file_.objects) {
      if (object.class_id == serialized::kAssetBundle) {
        if (auto bundle = read<animator::AssetBundle>(object, animator::asset_bundle_record(), true)) {
          add_paths(bundle->entries);
          add_object(object, bundle->name);
        }
      } else if (object.class_id == serialized::kResourceManager) {
        if (auto manager = read<animator::ResourceManager>(object, animator::resource_manager_record(), false)) {
          add_paths(manager->entries);
          add_object(object, std::nullopt);
        }
      }
    }
  }

  void add_paths(const std::vector<animator::ContainerEntry>& entries) {
    for (const animator::ContainerEntry& entry : entries) {
      if (entry.asset.file_id == 0 && entry.asset.path_id != 0) container_paths_.try_emplace(entry.asset.path_id, entry.path);
    }
  }

  // ---- 3. wanted objects in the order of their bytes ----
  bool is_wanted(const ObjectEntry& object) const {
    const std::int32_t c = object.class_id;
    if (c == serialized::kAssetBundle || c == serialized::kResourceManager) return false;  // read before
    if (c == serialized::kGameObject || is_transform(c)) return has_scene_;
    if (c == serialized::kMonoScript) return true;
    return std::find(kStoredClasses.begin(), kStoredClasses.end(), c) != kStoredClasses.end();
  }

  static bool by_offset(const ObjectEntry* a, const ObjectEntry* b) { return a->byte_start < b->byte_start; }

  void read_wanted_objects() {
    std::vector<const ObjectEntry*> wanted;
    for (const ObjectEntry& object : file_.objects) {
      if (is_wanted(object)) wanted.push_back(&object);
    }
    std::sort(wanted.begin(), wanted.end(), by_offset);
    for (const ObjectEntry* object : wanted) read_object(*object);
  }

  void read_object(const ObjectEntry& object) {
    switch (object.class_id) {
      case serialized::kGameObject: return read_game_object(object);
      case serialized::kTransform:
      case serialized::kRectTransform: return read_transform(object);
      case serialized::kAnimator: return read_animator(object);
      case serialized::kAnimatorController: return read_controller(object);
      case serialized::kAnimatorOverrideController: return read_override(object);
      case serialized::kAvatar: return read_avatar(object);
      case serialized::kAnimationClip: return read_clip(object);
      case serialized::kMonoScript: return gather_script(object);
      case serialized::kBuildSettings: return read_build_settings(object);
      case serialized::kPlayerSettings: return read_player_settings(object);
      default: return;
    }
  }

  // The boundary of an object: what cannot be decoded becomes a finding (and an objects row, with the name
  // if that much can be read), and the rest of the file goes on.
  template <typename T>
  std::optional<T> read(const ObjectEntry& object, const layouts::Record& record, bool has_name) {
    T value;
    notes_.clear();
    std::optional<Note> failure;
    try {
      layout_source_ = decoder_.decode(object, record, &value, notes_);
    } catch (const ParseError& error) {
      failure = Note{error.code(), error.offset(), error.field_path(), error.what()};
    } catch (const std::bad_alloc&) {
      failure = Note{FindingCode::file_out_of_memory, object.byte_start, "", "no memory for the object"};
    }
    const LocalId id = objects_.find(object.path_id);
    for (Note& note : notes_) add_finding(id, std::move(note));
    piece_.weight += object.byte_size;
    if (!failure) return value;
    if (id == kNoObject) {  // an object that is only counted, like a GameObject: the finding names it
      failure->message += " (class " + std::to_string(object.class_id) + ", path id " + std::to_string(object.path_id) + ")";
    } else {
      layout_source_.reset();
      add_object(object, has_name ? peek_name(object) : std::nullopt);
    }
    add_finding(id, std::move(*failure));
    return std::nullopt;
  }

  std::optional<std::string> peek_name(const ObjectEntry& object) {
    animator::NamedObject named;
    std::vector<Note> notes;
    try {
      decoder_.decode(object, animator::named_object_record(), &named, notes);
      return named.name;
    } catch (const ParseError&) {  // the failure is a finding already
      return std::nullopt;
    }
  }

  // The object's row; a second call for one object (a behaviour's pointer to something odd) changes nothing.
  void add_object(const ObjectEntry& object, std::optional<std::string> name,
                  std::optional<std::string> fingerprint = std::nullopt) {
    const LocalId id = objects_.find(object.path_id);
    if (id >= has_row_.size()) has_row_.resize(std::size_t{id} + 1, false);
    if (has_row_[id]) return;
    has_row_[id] = true;
    corpus::ObjectItem item{id, object.path_id, object.class_id, std::move(name),
                            object.byte_start, object.byte_size, layout_source_, std::nullopt,
                            std::move(fingerprint)};
    const auto path = container_paths_.find(object.path_id);
    if (path != container_paths_.end()) item.container_path = path->second;
    piece_.objects.push_back(std::move(item));
    if (piece_.weight >= kPieceWeight) flush();
  }

  // A stream that is broken in its middle fails every object behind: beyond the limit they are counted.
  void add_finding(LocalId object, Note note) {
    has_errors_ = has_errors_ || bytes::info(note.code).severity == bytes::Severity::error;
    if (++finding_count_ > kMaxFindings) return;
    piece_.findings.push_back({node_path_, object, std::move(note)});
  }

  void flush() {
    sink_.put(std::exchange(piece_, {}));
  }

  // A pointer that is followed: a row, and a finding when it leads nowhere or to another class.
  Link follow(LocalId from, const char* field, std::size_t index, const animator::PPtr& pointer,
              std::initializer_list<std::int32_t> classes, bool store_target = false) {
    Link link = objects_.link(pointer, store_target);
    const std::string where = std::string(field) + "[" + std::to_string(index) + "]";
    if (link.resolution == corpus::Resolution::missing) {
      add_finding(from, {FindingCode::reference_dangling, 0, where,
                         "file " + std::to_string(pointer.file_id) + ", path id " + std::to_string(pointer.path_id)});
    } else if (link.target_class != 0 && std::find(classes.begin(), classes.end(), link.target_class) == classes.end()) {
      add_finding(from, {FindingCode::reference_wrong_class, 0, where, "class " + std::to_string(link.target_class)});
    }
    piece_.refs.push_back({from, field, index, link});
    return link;
  }

  void read_controller(const ObjectEntry& object) {
    const LocalId id = objects_.find(object.path_id);
    if (is_editor_form(object)) {
      layout_source_.reset();
      add_object(object, peek_name(object));
      return add_finding(id, {FindingCode::controller_editor_form, object.byte_start, "", "m_AnimatorLayers, no m_Controller"});
    }
    auto controller = read<animator::Controller>(object, animator::controller_record(), true);
    if (!controller) return;
    corpus::ControllerItem item{id, std::move(*controller), {}};
    for (Note& note : animator::check_controller(item.controller)) add_finding(id, std::move(note));
    for (std::size_t i = 0; i < item.controller.clips.size(); ++i) {
      item.clips.push_back(follow(id, "m_AnimationClips", i, item.controller.clips[i], {serialized::kAnimationClip}));
    }
    gather_behaviours(id, item.controller);
    add_object(object, item.controller.name, animator::fingerprint(item.controller));
    piece_.controllers.push_back(std::move(item));
  }

  bool is_editor_form(const ObjectEntry& object) {
    try {
      return !decoder_.has_field(object, animator::controller_record(), "m_Controller") &&
             decoder_.has_field(object, animator::controller_record(), "m_AnimatorLayers");
    } catch (const ParseError&) {  // no layout: read() reports it
      return false;
    }
  }

  void read_override(const ObjectEntry& object) {
    auto value = read<animator::OverrideController>(object, animator::override_controller_record(), true);
    if (!value) return;
    const LocalId id = objects_.find(object.path_id);
    corpus::OverrideItem item{id, value->name, {}, {}};
    item.base = follow(id, "m_Controller", 0, value->controller,
                       {serialized::kAnimatorController, serialized::kAnimatorOverrideController});
    for (std::size_t i = 0; i < value->clips.size(); ++i) {
      Link original = follow(id, "m_Clips.m_OriginalClip", i, value->clips[i].original, {serialized::kAnimationClip});
      Link replacement = follow(id, "m_Clips.m_OverrideClip", i, value->clips[i].replacement, {serialized::kAnimationClip});
      item.clips.emplace_back(std::move(original), std::move(replacement));
    }
    add_object(object, value->name);
    piece_.overrides.push_back(std::move(item));
  }

  void read_avatar(const ObjectEntry& object) {
    auto avatar = read<animator::Avatar>(object, animator::avatar_record(), true);
    if (!avatar) return;
    const LocalId id = objects_.find(object.path_id);
    for (Note& note : animator::check_avatar(*avatar)) add_finding(id, std::move(note));
    add_object(object, avatar->name, animator::fingerprint(*avatar));
    piece_.avatars.push_back({id, std::move(*avatar)});
  }

  void read_clip(const ObjectEntry& object) {
    auto clip = read<animator::Clip>(object, animator::clip_record(), true);
    if (!clip) return;
    add_object(object, clip->name, clip_fingerprint());
    piece_.clips.push_back({objects_.find(object.path_id), std::move(*clip)});
  }

  // Of the clip that was just read. What decodes has a fingerprint, but for a tree without sizes.
  std::optional<std::string> clip_fingerprint() const {
    bytes::Reader reader = decoder_.last_reader();
    try {
      return animator::clip_fingerprint(decoder_.last_layout(), reader);
    } catch (const ParseError&) {
      return std::nullopt;
    }
  }

  void read_build_settings(const ObjectEntry& object) {
    auto settings = read<animator::BuildSettings>(object, animator::build_settings_record(), false);
    if (!settings) return;
    for (auto& scene : settings->scenes) scenes_.push_back(std::move(scene.path));
    add_object(object, std::nullopt);
  }

  void read_player_settings(const ObjectEntry& object) {
    auto settings = read<animator::PlayerSettings>(object, animator::player_settings_record(), false);
    if (!settings) return;
    company_name_ = std::move(settings->company_name);
    product_name_ = std::move(settings->product_name);
    add_object(object, std::nullopt);
  }

  void read_game_object(const ObjectEntry& object) {
    auto value = read<animator::GameObject>(object, animator::game_object_record(), false);
    if (!value) return;
    SceneGraph::GameObject node{object.path_id, std::move(value->name)};
    node.is_active = value->is_active;
    for (const auto& component : value->components) {
      std::int32_t class_id = component.class_id.value_or(0);
      if (component.component.file_id == 0) {
        if (const ObjectEntry* target = file_.find(component.component.path_id)) class_id = target->class_id;
      }
      node.component_classes.push_back(class_id);
    }
    const auto has = [&](std::int32_t class_id) {
      return std::find(node.component_classes.begin(), node.component_classes.end(), class_id) != node.component_classes.end();
    };
    node.has_skinned_renderer = has(serialized::kSkinnedMeshRenderer);
    if (!has(serialized::kAnimator)) node.component_classes = {};
    scene_.add(std::move(node));
  }

  void read_transform(const ObjectEntry& object) {
    auto value = read<animator::Transform>(object, animator::transform_record(), false);
    if (!value) return;
    SceneGraph::Transform node{object.path_id};
    if (value->game_object.file_id == 0) node.game_object_id = value->game_object.path_id;
    if (value->father.file_id == 0) node.father_id = value->father.path_id;
    scene_.add(node);
  }

  void read_animator(const ObjectEntry& object) {
    auto value = read<animator::Animator>(object, animator::animator_record(), false);
    if (!value) return;
    SceneGraph::Animator node{object.path_id};
    node.has_controller = !value->controller.is_null();
    if (value->game_object.file_id == 0) node.game_object_id = value->game_object.path_id;
    scene_.add(std::move(node));
    animators_.push_back({&object, layout_source_, std::move(*value)});
  }

  // ---- 4. behaviours ----
  // A behaviour in several ranges is several rows. A hostile table of ranges that all cover the whole list
  // would multiply, so the rows of one controller are bounded.
  void gather_behaviours(LocalId id, const animator::Controller& c) {
    std::set<std::size_t> in_range;
    std::size_t allowance = 4 * (c.behaviours.size() + c.behaviour_indices.size()) + 1'000;
    const auto add = [&](std::size_t behaviour, const animator::BehaviourRange* range) {
      corpus::BehaviourItem item{id, behaviour, std::nullopt, std::nullopt, c.behaviours[behaviour], std::nullopt};
      if (range != nullptr) {
        item.layer_index = range->layer_index;
        item.state_full_path_hash = range->state_full_path_hash;
      }
      behaviours_.push_back(std::move(item));
    };
    for (const animator::BehaviourRange& range : c.behaviour_ranges) {
      const std::uint64_t end = std::min<std::uint64_t>(std::uint64_t{range.start} + range.count, c.behaviour_indices.size());
      for (std::uint64_t i = range.start; i < end && allowance > 0; ++i, --allowance) {
        const std::uint32_t behaviour = c.behaviour_indices[static_cast<std::size_t>(i)];
        if (behaviour >= c.behaviours.size()) continue;
        in_range.insert(behaviour);
        add(behaviour, &range);
      }
    }
    if (allowance == 0) {
      add_finding(id, {FindingCode::object_limit, 0, "m_StateMachineBehaviourRanges", "the ranges overlap too often"});
    }
    for (std::size_t i = 0; i < c.behaviours.size(); ++i) {
      follow(id, "m_StateMachineBehaviours", i, c.behaviours[i], {serialized::kMonoBehaviour}, true);
      if (!in_range.contains(i)) add(i, nullptr);
    }
  }

  void read_behaviours() {
    std::set<std::int64_t> wanted;
    for (const corpus::BehaviourItem& item : behaviours_) {
      if (item.pointer.file_id == 0 && !item.pointer.is_null()) wanted.insert(item.pointer.path_id);
    }
    std::map<std::int64_t, std::int64_t> script_of;  // behaviour -> MonoScript in this file
    for (const ObjectEntry* object : in_byte_order(wanted)) {
      if (object->class_id != serialized::kMonoBehaviour) {
        add_odd_target(*object);
        continue;
      }
      auto head = read<animator::MonoBehaviour>(*object, animator::mono_behaviour_record(), false);
      if (!head) continue;
      const LocalId id = objects_.find(object->path_id);
      follow(id, "m_Script", 0, head->script, {serialized::kMonoScript}, true);
      if (head->script.file_id == 0) script_of[object->path_id] = head->script.path_id;
      add_object(*object, head->name);
    }
    const auto class_names = read_scripts(script_of);
    for (corpus::BehaviourItem& item : behaviours_) {
      const auto script = item.pointer.file_id == 0 ? script_of.find(item.pointer.path_id) : script_of.end();
      const auto name = script == script_of.end() ? class_names.end() : class_names.find(script->second);
      if (name != class_names.end()) item.script_class = name->second;
      piece_.behaviours.push_back(std::move(item));
    }
    behaviours_.clear();
  }

  // A script that nobody needs may be unreadable without anybody being told.
  void gather_script(const ObjectEntry& object) {
    animator::MonoScript script;
    std::vector<Note> notes;
    try {
      const layouts::LayoutSource source = decoder_.decode(object, animator::mono_script_record(), &script, notes);
      const std::string prefix = script.name_space.empty() ? "" : script.name_space + ".";
      scripts_[object.path_id] = {object.path_id, object.byte_start, object.byte_size, source, script.name, prefix + script.class_name};
    } catch (const ParseError&) {  // read_scripts() reports it if it is needed
    }
  }

  std::map<std::int64_t, std::string> read_scripts(const std::map<std::int64_t, std::int64_t>& script_of) {
    std::set<std::int64_t> wanted;
    for (const auto& [behaviour, script] : script_of) wanted.insert(script);
    std::map<std::int64_t, std::string> names;
    for (const ObjectEntry* object : in_byte_order(wanted)) {
      const auto script = scripts_.find(object->path_id);
      if (object->class_id != serialized::kMonoScript) {
        add_odd_target(*object);
      } else if (script == scripts_.end()) {
        read<animator::MonoScript>(*object, animator::mono_script_record(), true);  // fails again, aloud
      } else {
        layout_source_ = script->second.layout_source;
        add_object(*object, script->second.name);
        names[object->path_id] = script->second.class_name;
        scripts_.erase(script);
      }
    }
    for (auto& [path_id, script] : scripts_) {
      piece_.weight += script.byte_size;
      piece_.scripts.push_back(std::move(script));
    }
    scripts_.clear();
    return names;
  }

  // What a behaviour or script pointer leads to instead: stored because something points at it, not read.
  void add_odd_target(const ObjectEntry& object) {
    layout_source_.reset();
    add_object(object, std::nullopt);
  }

  std::vector<const ObjectEntry*> in_byte_order(const std::set<std::int64_t>& path_ids) const {
    std::vector<const ObjectEntry*> found;
    for (const std::int64_t path_id : path_ids) {
      if (const ObjectEntry* object = file_.find(path_id)) found.push_back(object);
    }
    std::sort(found.begin(), found.end(), by_offset);
    return found;
  }

  // ---- 5. the scene ----
  void place_scene() {
    if (animators_.empty() && !has_scene_) return;
    scene_.link();
    store_scene_objects();
    for (std::size_t i = 0; i < animators_.size(); ++i) {
      put_animator(i);
      put_path_names(i);
    }
    for (const auto& [path_id, note] : scene_.notes()) add_finding(objects_.find(path_id), note);
  }

  void store_scene_objects() {
    layout_source_.reset();
    for (const SceneGraph::GameObject& node : scene_.game_objects()) {
      if (!node.is_stored) continue;
      put_scene_object(node.path_id, node.name);
      piece_.names.push_back({objects_.find(node.path_id), "game_object", node.name});
    }
    for (const SceneGraph::Transform& node : scene_.transforms()) {
      if (node.is_stored) put_scene_object(node.path_id, std::nullopt);
    }
    for (const SceneGraph::Transform& node : scene_.transforms()) {
      if (node.is_stored) put_transform(node);
    }
  }

  void put_scene_object(std::int64_t path_id, std::optional<std::string> name) {
    const ObjectEntry* object = file_.find(path_id);
    objects_.store(path_id);
    const layouts::Record& record = object->class_id == serialized::kGameObject ? animator::game_object_record()
                                                                                 : animator::transform_record();
    layout_source_ = decoder_.source_of(*object, record);
    piece_.weight += object->byte_size;
    add_object(*object, std::move(name));
  }

  void put_transform(const SceneGraph::Transform& node) {
    corpus::TransformItem item{objects_.find(node.path_id)};
    if (node.game_object != kNone) {
      const SceneGraph::GameObject& object = scene_.game_objects()[node.game_object];
      item.game_object = objects_.find(object.path_id);
      item.name = object.name;
      item.is_active = object.is_active;
      if (object.animator != kNone) item.animator = objects_.find(scene_.animators()[object.animator].path_id);
    }
    if (node.father != kNone) item.parent = objects_.find(scene_.transforms()[node.father].path_id);
    piece_.transforms.push_back(std::move(item));
  }

  LocalId animator_id(Index index) const {
    return index == kNone ? kNoObject : objects_.find(scene_.animators()[index].path_id);
  }

  void put_animator(std::size_t i) {
    auto& [object, layout_source, animator] = animators_[i];
    const SceneGraph::Animator& place = scene_.animators()[i];
    const LocalId id = objects_.find(object->path_id);
    corpus::AnimatorItem item;
    item.id = id;
    follow(id, "m_GameObject", 0, animator.game_object, {serialized::kGameObject});
    item.avatar = follow(id, "m_Avatar", 0, animator.avatar, {serialized::kAvatar});
    item.controller = follow(id, "m_Controller", 0, animator.controller,
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
      piece_.nestings.push_back({animator_id(place.above[level].first), id, place.above[level].second,
                                 static_cast<std::int64_t>(level) + 1});
    }
    layout_source_ = layout_source;
    piece_.animators.push_back(std::move(item));
    add_object(*object, std::nullopt);
  }

  // What the Animator's clips may name by hash only.
  void put_path_names(std::size_t i) {
    const LocalId id = objects_.find(animators_[i].object->path_id);
    scene_.paths_below(i, [&](const std::string& path) {
      piece_.names.push_back({id, "transform_path", path});
      piece_.weight += path.size();
      if (piece_.weight >= kPieceWeight) flush();
    });
  }

  static std::string json_list(const std::vector<std::int32_t>& numbers) {
    static constexpr std::size_t kMost = 4'000;  // stays below the longest value of the corpus
    std::string out = "[";
    for (std::size_t i = 0; i < numbers.size() && i < kMost; ++i) {
      if (i > 0) out += ',';
      out += std::to_string(numbers[i]);
    }
    return out + "]";
  }

  bytes::ByteSource& source_;
  std::string node_path_;
  corpus::EventSink& sink_;
  serialized::SerializedFile file_;
  LocalObjects objects_;
  ObjectDecoder decoder_;
  corpus::Piece piece_;
  std::vector<bool> has_row_;  // by LocalId
  std::vector<Note> notes_;
  std::optional<layouts::LayoutSource> layout_source_;  // of the object read last
  std::unordered_map<std::int64_t, std::string> container_paths_;
  bool has_scene_ = false;
  bool has_errors_ = false;
  std::size_t finding_count_ = 0;
  SceneGraph scene_;
  struct ReadAnimator {
    const ObjectEntry* object;
    std::optional<layouts::LayoutSource> layout_source;
    animator::Animator animator;
  };
  std::vector<ReadAnimator> animators_;
  std::vector<corpus::BehaviourItem> behaviours_;
  std::map<std::int64_t, corpus::ScriptItem> scripts_;
  std::vector<std::string> scenes_;
  std::string company_name_, product_name_;
};

}  // namespace

std::string read_serialized(bytes::ByteSource& source, const std::string& node_path, const SerializedOptions& options,
                            corpus::EventSink& sink) {
  return SerializedReading(source, node_path, options, sink).run();
}

}  // namespace mecadex::crawl
