#include "indexer/crawl/read_serialized.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "indexer/animator/avatar_semantics.hpp"
#include "indexer/animator/controller_semantics.hpp"
#include "indexer/animator/fingerprint.hpp"
#include "indexer/crawl/behaviour_reading.hpp"
#include "indexer/crawl/object_reading.hpp"
#include "indexer/crawl/scene_reading.hpp"
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
constexpr std::array<std::int32_t, 9> kStoredClasses{serialized::kAnimationClip,
                                                     serialized::kAvatar,
                                                     serialized::kAnimatorController,
                                                     serialized::kAnimator,
                                                     serialized::kPlayerSettings,
                                                     serialized::kBuildSettings,
                                                     serialized::kAssetBundle,
                                                     serialized::kResourceManager,
                                                     serialized::kAnimatorOverrideController};

// Classes whose type trees are read.
constexpr std::array<std::int32_t, 14> kWantedClasses{serialized::kGameObject,
                                                      serialized::kTransform,
                                                      serialized::kAnimationClip,
                                                      serialized::kAvatar,
                                                      serialized::kAnimatorController,
                                                      serialized::kAnimator,
                                                      serialized::kMonoBehaviour,
                                                      serialized::kMonoScript,
                                                      serialized::kPlayerSettings,
                                                      serialized::kBuildSettings,
                                                      serialized::kAssetBundle,
                                                      serialized::kResourceManager,
                                                      serialized::kAnimatorOverrideController,
                                                      serialized::kRectTransform};

bool is_transform(std::int32_t class_id) {
  return class_id == serialized::kTransform || class_id == serialized::kRectTransform;
}

class SerializedReading {
 public:
  SerializedReading(bytes::ByteSource& source, const std::string& node_path,
                    const SerializedOptions& options, corpus::EventSink& sink)
      : node_path_(node_path),
        sink_(sink),
        file_(serialized::read_serialized_file(source, kWantedClasses)),
        reading_(source, node_path, file_, kStoredClasses, version(options),
                 options.max_object_bytes, sink),
        behaviours_(reading_),
        scene_(reading_) {}

  // The file, step by step: the head of read_serialized.hpp says what each does. Once started a
  // reading is always ended.
  std::string run() {
    start();
    try {
      read_container_paths();
      read_wanted_objects();
      behaviours_.read();
      if (has_scene_) scene_.place();
    } catch (const ParseError& error) {
      reading_.add_finding(kNoObject,
                           {error.code(), error.offset(), error.field_path(), error.what()});
    } catch (const std::bad_alloc&) {
      reading_.add_finding(
          kNoObject, {FindingCode::file_out_of_memory, 0, "", "no memory for the file's objects"});
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
    corpus::SerializedStart start{node_path_, file_.unity_version, file_.format_version,
                                  file_.target_platform};
    start.is_big_endian = file_.endian == bytes::Endian::big;
    start.has_type_tree = file_.has_type_tree;
    start.object_count = file_.objects.size();
    for (const ObjectEntry& object : file_.objects) ++start.classes[object.class_id];
    for (const auto& external : file_.externals) {
      const bool has_guid = external.guid != std::array<std::byte, 16>{};
      start.externals.emplace_back(external.path,
                                   has_guid ? serialized::guid_text(external.guid) : std::string());
    }
    has_scene_ = start.classes.contains(serialized::kAnimator) ||
                 start.classes.contains(serialized::kSkinnedMeshRenderer);
    sink_.put(std::move(start));
    for (const Note& note : file_.notes) reading_.add_finding(kNoObject, note);
  }

  std::string end() {
    reading_.finish();
    const std::string status = reading_.has_errors() ? "partial" : "indexed";
    sink_.put(corpus::SerializedEnd{status, reading_.objects().count(), std::move(scenes_),
                                    std::move(company_name_), std::move(product_name_)});
    return status;
  }

  // ---- 2. paths under which objects are listed ----
  void read_container_paths() {
    for (const ObjectEntry& object : file_.objects) {
      if (object.class_id == serialized::kAssetBundle) {
        if (auto bundle = reading_.read<animator::AssetBundle>(
                object, animator::asset_bundle_record(), true)) {
          add_paths(bundle->entries);
          reading_.add_object(object, bundle->name);
        }
      } else if (object.class_id == serialized::kResourceManager) {
        if (auto manager = reading_.read<animator::ResourceManager>(
                object, animator::resource_manager_record(), false)) {
          add_paths(manager->entries);
          reading_.add_object(object, std::nullopt);
        }
      }
    }
  }

  void add_paths(const std::vector<animator::ContainerEntry>& entries) {
    for (const animator::ContainerEntry& entry : entries) {
      if (entry.asset.file_id == 0 && entry.asset.path_id != 0)
        reading_.add_container_path(entry.asset.path_id, entry.path);
    }
  }

  // ---- 3. wanted objects in the order of their bytes ----
  bool is_wanted(const ObjectEntry& object) const {
    const std::int32_t c = object.class_id;
    if (c == serialized::kAssetBundle || c == serialized::kResourceManager)
      return false;  // read before
    if (c == serialized::kGameObject || is_transform(c)) return has_scene_;
    if (c == serialized::kMonoScript) return true;
    return std::find(kStoredClasses.begin(), kStoredClasses.end(), c) != kStoredClasses.end();
  }

  static bool by_offset(const ObjectEntry* a, const ObjectEntry* b) {
    return a->byte_start < b->byte_start;
  }

  void read_wanted_objects() {
    std::vector<const ObjectEntry*> wanted;
    for (const ObjectEntry& object : file_.objects) {
      if (is_wanted(object)) wanted.push_back(&object);
    }
    std::sort(wanted.begin(), wanted.end(), by_offset);
    // Objects may overlap, but not so that a small file is read a thousand times.
    std::uint64_t left = 4 * file_.file_size + bytes::kMiB;
    for (const ObjectEntry* object : wanted) {
      if (object->byte_size > left) {
        throw ParseError(FindingCode::serialized_overlap_limit, object->byte_start,
                         "the objects together are larger than four times the file");
      }
      left -= object->byte_size;
      read_object(*object);
    }
  }

  void read_object(const ObjectEntry& object) {
    switch (object.class_id) {
      case serialized::kGameObject:
        return scene_.read_game_object(object);
      case serialized::kTransform:
      case serialized::kRectTransform:
        return scene_.read_transform(object);
      case serialized::kAnimator:
        return scene_.read_animator(object);
      case serialized::kAnimatorController:
        return read_controller(object);
      case serialized::kAnimatorOverrideController:
        return read_override(object);
      case serialized::kAvatar:
        return read_avatar(object);
      case serialized::kAnimationClip:
        return read_clip(object);
      case serialized::kMonoScript:
        return behaviours_.gather_script(object);
      case serialized::kBuildSettings:
        return read_build_settings(object);
      case serialized::kPlayerSettings:
        return read_player_settings(object);
      default:
        return;
    }
  }

  void read_controller(const ObjectEntry& object) {
    const LocalId id = reading_.objects().find(object.path_id);
    if (is_editor_form(object)) {
      reading_.layout_source().reset();
      reading_.add_object(object, reading_.peek_name(object));
      return reading_.add_finding(id, {FindingCode::controller_editor_form, object.byte_start, "",
                                       "m_AnimatorLayers, no m_Controller"});
    }
    auto controller =
        reading_.read<animator::Controller>(object, animator::controller_record(), true);
    if (!controller) return;
    corpus::ControllerItem item{id, std::move(*controller), {}};
    for (Note& note : animator::check_controller(item.controller))
      reading_.add_finding(id, std::move(note));
    for (std::size_t i = 0; i < item.controller.clips.size(); ++i) {
      item.clips.push_back(reading_.follow(id, "m_AnimationClips", i, item.controller.clips[i],
                                           {serialized::kAnimationClip}));
    }
    behaviours_.gather(id, item.controller);
    reading_.add_object(object, item.controller.name, fingerprint_of(item.controller));
    reading_.piece().controllers.push_back(std::move(item));
  }

  bool is_editor_form(const ObjectEntry& object) {
    try {
      return !reading_.decoder().has_field(object, animator::controller_record(), "m_Controller") &&
             reading_.decoder().has_field(object, animator::controller_record(),
                                          "m_AnimatorLayers");
    } catch (const ParseError&) {  // no layout: read() reports it
      return false;
    }
  }

  void read_override(const ObjectEntry& object) {
    auto value = reading_.read<animator::OverrideController>(
        object, animator::override_controller_record(), true);
    if (!value) return;
    const LocalId id = reading_.objects().find(object.path_id);
    corpus::OverrideItem item{id, value->name, {}, {}};
    item.base =
        reading_.follow(id, "m_Controller", 0, value->controller,
                        {serialized::kAnimatorController, serialized::kAnimatorOverrideController});
    for (std::size_t i = 0; i < value->clips.size(); ++i) {
      Link original = reading_.follow(id, "m_Clips.m_OriginalClip", i, value->clips[i].original,
                                      {serialized::kAnimationClip});
      Link replacement = reading_.follow(id, "m_Clips.m_OverrideClip", i,
                                         value->clips[i].replacement, {serialized::kAnimationClip});
      item.clips.emplace_back(std::move(original), std::move(replacement));
    }
    reading_.add_object(object, value->name);
    reading_.piece().overrides.push_back(std::move(item));
  }

  void read_avatar(const ObjectEntry& object) {
    auto avatar = reading_.read<animator::Avatar>(object, animator::avatar_record(), true);
    if (!avatar) return;
    const LocalId id = reading_.objects().find(object.path_id);
    for (Note& note : animator::check_avatar(*avatar)) reading_.add_finding(id, std::move(note));
    reading_.add_object(object, avatar->name, fingerprint_of(*avatar));
    reading_.piece().avatars.push_back({id, std::move(*avatar)});
  }

  void read_clip(const ObjectEntry& object) {
    auto clip = reading_.read<animator::Clip>(object, animator::clip_record(), true);
    if (!clip) return;
    reading_.add_object(object, clip->name, fingerprint_by(animator::clip_fingerprint));
    reading_.piece().clips.push_back({reading_.objects().find(object.path_id), std::move(*clip)});
  }

  // Of the object that was just read. What decodes has a fingerprint, but for a tree without sizes.
  template <typename Decoded>
  std::optional<std::string> fingerprint_of(const Decoded& decoded) {
    return fingerprint_by([&](const layouts::LayoutPtr& layout, bytes::Reader& reader) {
      return animator::fingerprint(decoded, layout, reader);
    });
  }
  template <typename Compute>
  std::optional<std::string> fingerprint_by(const Compute& compute) {
    bytes::Reader reader = reading_.decoder().last_reader();
    try {
      return compute(reading_.decoder().last_layout(), reader);
    } catch (const ParseError&) {
      return std::nullopt;
    }
  }

  void read_build_settings(const ObjectEntry& object) {
    auto settings =
        reading_.read<animator::BuildSettings>(object, animator::build_settings_record(), false);
    if (!settings) return;
    for (auto& scene : settings->scenes) scenes_.push_back(std::move(scene.path));
    reading_.add_object(object, std::nullopt);
  }

  void read_player_settings(const ObjectEntry& object) {
    auto settings =
        reading_.read<animator::PlayerSettings>(object, animator::player_settings_record(), false);
    if (!settings) return;
    company_name_ = std::move(settings->company_name);
    product_name_ = std::move(settings->product_name);
    reading_.add_object(object, std::nullopt);
  }

  std::string node_path_;
  corpus::EventSink& sink_;
  serialized::SerializedFile file_;
  ObjectReading reading_;
  BehaviourReading behaviours_;
  SceneReading scene_;
  bool has_scene_ = false;
  std::vector<std::string> scenes_;
  std::string company_name_, product_name_;
};

}  // namespace

std::string read_serialized(bytes::ByteSource& source, const std::string& node_path,
                            const SerializedOptions& options, corpus::EventSink& sink) {
  return SerializedReading(source, node_path, options, sink).run();
}

}  // namespace mecadex::crawl
