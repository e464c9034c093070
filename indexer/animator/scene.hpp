// The scene side: GameObject (1), Transform (4, 224), Animator (95), and the small classes that give names:
// AssetBundle (142), ResourceManager (147), BuildSettings (141), PlayerSettings (129), MonoBehaviour (114),
// MonoScript (115). formats.md 5.1 to 5.3 and 5.8 to 5.11.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "indexer/animator/common.hpp"

namespace mecadex::animator {

struct GameObject {
  struct Component {
    std::optional<std::int32_t> class_id;  // before 5.5
    PPtr component;
  };
  std::string name;
  std::vector<Component> components;
  bool is_active = true;
};
const layouts::Record& game_object_record();

struct Transform {                 // and RectTransform
  PPtr game_object;
  PPtr father;                     // null: a root
};
const layouts::Record& transform_record();

struct Animator {
  PPtr game_object;
  bool is_enabled = true;
  PPtr avatar;
  PPtr controller;                 // class 91 or 221
  std::int32_t culling_mode = 0;
  std::optional<std::int32_t> update_mode;
  bool apply_root_motion = false;
  std::optional<bool> linear_velocity_blending, stabilize_feet, animate_physics, has_transform_hierarchy,
      allow_constant_clip_sampling_optimization, keep_animator_state_on_disable, write_default_values_on_disable;
};
const layouts::Record& animator_record();

/// A name under which an object is listed: asset path -> object.
struct ContainerEntry {
  std::string path;
  PPtr asset;
};
struct AssetBundle {
  std::string name;
  std::vector<ContainerEntry> entries;
};
const layouts::Record& asset_bundle_record();

struct ResourceManager {
  std::vector<ContainerEntry> entries;
};
const layouts::Record& resource_manager_record();

struct BuildSettings {
  struct Scene {
    std::string path;
  };
  std::vector<Scene> scenes;       // scene n is level n
};
const layouts::Record& build_settings_record();

struct PlayerSettings {
  std::string company_name, product_name;
};
const layouts::Record& player_settings_record();

/// Any class that begins with m_Name: what is left of an object whose other fields do not decode.
struct NamedObject {
  std::string name;
};
const layouts::Record& named_object_record();

struct MonoBehaviour {             // the head; script fields are not read
  PPtr game_object;
  PPtr script;
  std::string name;
};
const layouts::Record& mono_behaviour_record();

struct MonoScript {
  std::string name, class_name, name_space;
};
const layouts::Record& mono_script_record();

}  // namespace mecadex::animator
