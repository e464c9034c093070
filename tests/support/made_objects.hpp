// Values of Unity objects for tests, by Unity's own field names.
//
// A value holds the fields of every version at once, renamed ones under each of their names, and
// is written with UnknownKeys::ignore: the layout of a version takes what it knows. Texts are
// hashed through `Names`, which is the object's name table (m_TOS) in the end.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer/bytes/crc32.hpp"
#include "tests/support/serialized_file_writer.hpp"

namespace mecadex::testing {

using bytes::name_hash;
using nlohmann::json;

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;  // no destination, parameter or clip
inline constexpr std::uint32_t kSelector = 30'000;  // + n: selector n

/// A serialized file in the making, whose objects are given as values.
class MadeFile {
 public:
  /// `layout_version`: the version whose layouts are written; that of the options when empty.
  explicit MadeFile(SerializedFileOptions options, std::string layout_version = "");

  void add(std::int32_t class_id, std::int64_t path_id, const json& value);
  /// A MonoBehaviour: the head, then bytes of script fields.
  void add_behaviour(std::int64_t path_id, std::int64_t script_path_id, const std::string& name);
  /// An object whose content is of no interest.
  void add_empty(std::int32_t class_id, std::int64_t path_id);
  /// An object as bytes, with its own type tree.
  void add_raw(std::int32_t class_id, std::int64_t path_id, std::vector<std::byte> data,
               layouts::LayoutPtr tree);
  void add_external(const std::string& path) { writer_.add_external(path); }
  std::vector<std::byte> bytes() const { return writer_.bytes(); }

 private:
  SerializedFileOptions options_;
  std::string layout_version_;
  std::int16_t scripts_ = 0;
  SerializedFileWriter writer_;
};

/// The layout of a class in a version. Throws std::invalid_argument when there is none.
layouts::LayoutPtr layout_of(std::int32_t class_id, const std::string& version);

/// A name table: each text once, in the order of first use, after ("" -> 0).
class Names {
 public:
  /// The hash of `text`, which is in the table from now on.
  std::uint32_t operator()(const std::string& text);
  json table() const { return table_; }

 private:
  std::map<std::string, std::uint32_t> known_;
  json table_ = json::array({{{"first", 0}, {"second", ""}}});
};

json pptr(std::int64_t path_id, std::int32_t file_id = 0);
json float3(double x, double y, double z);
json float4(double x, double y, double z, double w);
/// Translation `t`, no rotation, scale 1.
json xform(double x, double y, double z);

// ---- controllers ----

enum Mode : std::uint32_t {
  kIf = 1,
  kIfNot = 2,
  kGreater = 3,
  kLess = 4,
  kExitTime = 5,
  kEquals = 6,
  kNotEqual = 7
};
json condition(Mode mode, std::uint32_t parameter, json threshold = 0, double exit_time = 0);

/// A transition of a state or of any state. `more`: fields that differ from the usual.
json transition(Names& names, const std::string& from, const std::string& to,
                std::uint32_t destination, json conditions = json::array(),
                const json& more = json::object());

/// A leaf of a blend tree that plays `clip` (a slot, or a hash in 4.x).
json leaf(std::uint32_t clip, const json& more = json::object());
/// An inner node: blend type, parameter, children.
json inner(std::uint32_t type, std::uint32_t parameter, json children,
           const json& more = json::object());
json blend_1d(std::uint32_t parameter, json children, const json& thresholds);
/// Types 1 to 3. `data`: the fields of m_Blend2dData.
json blend_2d(std::uint32_t type, std::uint32_t x, std::uint32_t y, json children, json data);
json blend_direct(json children, const json& parameters, bool is_normalized);

/// `full_path` "Layer.Machine.State"; `path` without the layer where the state is in a sub-machine,
/// else the same. `trees`: per motion set an array of nodes, or null for no motion.
json state(Names& names, const std::string& path, const std::string& full_path, const json& trees,
           json transitions = json::array(), const json& more = json::object());

struct SelectorWay {
  std::uint32_t destination;
  json conditions = json::array();
};
json selector(bool is_entry, std::uint32_t path_hash, const std::vector<SelectorWay>& ways);

json machine(json states, json any_state, json selectors, std::uint32_t default_state = 0,
             std::uint32_t motion_sets = 1, const json& more = json::object());
/// Without states: the entry leads nowhere, the exit to the entry.
json empty_machine(std::uint32_t path_hash);

json layer(std::uint32_t name_hash, std::uint32_t machine, std::uint32_t motion_set = 0,
           const json& more = json::object());

struct MadeParameter {
  std::string name;
  std::uint32_t kind;   // 1 float, 3 int, 4 bool, 9 trigger
  std::uint32_t index;  // of the defaults of its kind
};
json controller(const std::string& name, Names& names, json layers, json machines,
                const std::vector<MadeParameter>& parameters, json default_values, json clips,
                const json& more = json::object());

json override_controller(const std::string& name, json base,
                         const std::vector<std::pair<json, json>>& clips);

// ---- clips, avatars, scenes, settings ----

struct MadeBinding {
  std::uint32_t path_hash;
  std::uint32_t attribute_hash;
  std::int32_t type_id;
  std::uint32_t custom_type = 0;
  bool is_pptr_curve = false;
};
/// `more`: fields of the clip or (under "m_MuscleClip") of its muscle clip that differ.
json clip(const std::string& name, double stop_time, const std::vector<MadeBinding>& bindings = {},
          const json& more = json::object());
json clip_event(double time, const std::string& function, const std::string& text, double number,
                std::int32_t integer);

struct MadeBone {
  std::string path;
  std::int32_t parent;
  std::int32_t axes = -1;
};
/// A skeleton of one node per bone; `axes` is m_AxesArray.
json skeleton(Names& names, const std::vector<MadeBone>& bones, json axes = json::array());
json axes(double length, std::uint32_t type);
json generic_avatar(const std::string& name);
json human_avatar(const std::string& name);

json game_object(const std::string& name, bool is_active,
                 const std::vector<std::pair<std::int32_t, std::int64_t>>& components);
json transform(std::int64_t game_object, std::int64_t father,
               const std::vector<std::int64_t>& children);
json animator(std::int64_t game_object, json avatar, json controller,
              const json& more = json::object());
json mono_script(const std::string& name_space, const std::string& class_name);
json asset_bundle(const std::string& name,
                  const std::vector<std::pair<std::string, std::int64_t>>& entries);
json resource_manager(const std::vector<std::pair<std::string, json>>& entries);
json build_settings(const std::vector<std::string>& scenes);
json player_settings(const std::string& company, const std::string& product);

}  // namespace mecadex::testing
