// What the decoders hand to the writer: one file's reading, as a stream of pieces.
//
//   SourceStart                             the files that follow are of this source
//     FileStart
//       ContainerItem*                        every container met, at any depth
//       SerializedStart  Piece*  SerializedEnd    one serialized file after the other
//       FindingItem*                          about the file or a container entry
//     FileEnd
//
// A file's reading is cut into pieces so that memory does not grow with the file. Inside one serialized
// file objects are named by LocalId: the decoder numbers the objects that will be stored 0, 1, 2 ... as it
// meets them, and the writer adds the id that its numbering has reached. So references between objects of
// one file are resolved by the decoder, in parallel, and the writer looks nothing up.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "indexer/animator/avatar.hpp"
#include "indexer/animator/clip.hpp"
#include "indexer/animator/controller.hpp"
#include "indexer/animator/scene.hpp"
#include "indexer/bytes/error.hpp"
#include "indexer/bytes/file_source.hpp"
#include "indexer/layouts/builtin_layouts.hpp"

namespace mecadex::corpus {

using LocalId = std::uint32_t;
inline constexpr LocalId kNoObject = UINT32_MAX;

/// Whether a reference was found; `unknown` (another file) is SQL NULL until references are linked.
enum class Resolution : unsigned char { unknown, resolved, null, missing, not_indexed };
std::string_view to_string(Resolution resolution);

/// A pointer and what it leads to inside its own file.
struct Link {
  animator::PPtr pointer;
  Resolution resolution = Resolution::unknown;
  LocalId target = kNoObject;          // set when resolved, whatever the class
  std::int32_t target_class = 0;       // class of the target where known
  std::string target_file_name;        // the external's file name when the pointer leads to another file

  /// The target if it is of that class.
  LocalId target_of(std::int32_t class_id) const { return target_class == class_id ? target : kNoObject; }
};

struct ObjectItem {
  LocalId id = kNoObject;
  std::int64_t path_id = 0;
  std::int32_t class_id = 0;
  std::optional<std::string> name;
  std::uint64_t byte_offset = 0;
  std::uint32_t byte_size = 0;
  std::optional<layouts::LayoutSource> layout_source;  // empty: not decoded
  std::optional<std::string> container_path;
  std::optional<std::string> fingerprint;  // classes 74, 90, 91; 221 has one when references are linked
};

struct RefItem {
  LocalId object = kNoObject;
  const char* field = "";              // Unity's dotted name
  std::size_t element_index = 0;
  Link link;
};

struct ControllerItem {
  LocalId id = kNoObject;
  animator::Controller controller;
  std::vector<Link> clips;             // one per slot
};

/// A behaviour in a range, or (no layer) in none.
struct BehaviourItem {
  LocalId controller = kNoObject;
  std::size_t behaviour_index = 0;
  std::optional<std::int32_t> layer_index;
  std::optional<std::uint32_t> state_full_path_hash;
  animator::PPtr pointer;
  std::optional<std::string> script_class;
};

/// A MonoScript (115), a row of mono_scripts. One that a behaviour needs is an object too: of the same file from
/// the beginning, of another when the references are linked.
struct ScriptItem {
  std::int64_t path_id = 0;
  std::uint64_t byte_offset = 0;
  std::uint32_t byte_size = 0;
  layouts::LayoutSource layout_source = layouts::LayoutSource::exact;
  std::string name;
  std::string class_name;              // with its namespace: "Game.Door"
};

struct AvatarItem {
  LocalId id = kNoObject;
  animator::Avatar avatar;
};

struct ClipItem {
  LocalId id = kNoObject;
  animator::Clip clip;
};

struct OverrideItem {
  LocalId id = kNoObject;
  std::string name;
  Link base;
  std::vector<std::pair<Link, Link>> clips;  // original, replacement
};

struct TransformItem {
  LocalId id = kNoObject;
  LocalId game_object = kNoObject;
  LocalId parent = kNoObject;
  LocalId animator = kNoObject;
  std::optional<std::string> name;
  std::optional<bool> is_active;
};

/// An Animator with its place in the scene.
struct AnimatorItem {
  LocalId id = kNoObject;
  animator::Animator animator;
  Link controller, avatar;
  std::optional<std::string> game_object_name;
  std::optional<std::string> transform_path;
  std::optional<bool> is_active_in_hierarchy;
  LocalId outer = kNoObject, owner = kNoObject, outermost = kNoObject;
  std::optional<std::int64_t> nesting_depth;
  std::optional<std::string> component_class_ids;  // JSON list
  std::optional<bool> has_skinned_renderer_below;
};

struct NestingItem {
  LocalId outer = kNoObject, inner = kNoObject;
  std::int64_t distance = 0;
  std::int64_t level = 0;
};

/// Which field of an object gave a name: stored_name_uses.origin, whose words the view name_uses has.
enum class NameOrigin : std::uint8_t {
  controller_tos = 1,
  avatar_tos,
  transform_path,
  game_object,
  human_bone,
  recovered,
};

/// A text whose hash may be used elsewhere, and the object it comes from.
struct NameItem {
  LocalId object = kNoObject;
  NameOrigin origin{};
  std::string text;
};

/// A finding; `object` when it is about one.
struct FindingItem {
  std::string node_path;
  LocalId object = kNoObject;
  bytes::Note note;
};

// ---- the stream ----

struct SourceStart {
  std::string label;
};

struct FileStart {
  std::string path;                    // below the source's root, bytes as the file system has them
  std::string own_path = {};           // those bytes where `path` got a number to tell it from another; else empty
};

struct ContainerItem {
  std::string node_path;
  std::string kind;                    // containers.kind
  std::string engine_version;
  std::string compression;
  std::optional<std::uint64_t> entry_count;
  std::string status;
};

struct SerializedStart {
  std::string node_path;
  std::string unity_version;           // as stored; "" is NULL
  std::uint32_t format_version = 0;    // 0 is NULL: the header was not read
  std::optional<std::int32_t> target_platform;
  bool is_big_endian = false;
  bool has_type_tree = false;
  std::uint64_t object_count = 0;
  std::map<std::int32_t, std::uint64_t> classes;              // class id -> objects
  std::vector<std::pair<std::string, std::string>> externals;  // path, guid text
};

/// Some of a serialized file's objects and what belongs to them.
struct Piece {
  std::vector<ObjectItem> objects;
  std::vector<RefItem> refs;
  std::vector<ControllerItem> controllers;
  std::vector<BehaviourItem> behaviours;
  std::vector<ScriptItem> scripts;
  std::vector<AvatarItem> avatars;
  std::vector<ClipItem> clips;
  std::vector<OverrideItem> overrides;
  std::vector<TransformItem> transforms;
  std::vector<AnimatorItem> animators;
  std::vector<NestingItem> nestings;
  std::vector<NameItem> names;
  std::vector<FindingItem> findings;
  std::size_t weight = 0;              // about the bytes it occupies
};

struct SerializedEnd {
  std::string status;                  // serialized_files.status
  std::uint32_t stored_objects = 0;    // LocalIds used
  std::vector<std::string> scenes;     // of BuildSettings, in order
  std::string company_name, product_name;  // of PlayerSettings
};

struct FileEnd {
  std::string status;                  // files.status
  std::optional<std::uint64_t> size;
  std::optional<std::string> content_hash;
  std::string container_kind;          // "" unknown
  std::uint64_t bytes_read = 0;
  std::vector<bytes::ByteRange> ranges;  // what was read, in order; with read_hash it tells a changed file
  std::string read_hash;                 // content hash, also of files that are not Unity's; "" when unopened
};

using Event = std::variant<SourceStart, FileStart, ContainerItem, SerializedStart, Piece, SerializedEnd,
                           FindingItem, FileEnd>;

/// Receives a reading. A worker's sink may wait until the writer has taken what came before.
class EventSink {
 public:
  EventSink() = default;
  EventSink(const EventSink&) = delete;
  EventSink& operator=(const EventSink&) = delete;
  virtual ~EventSink() = default;
  virtual void put(Event event) = 0;
};

}  // namespace mecadex::corpus
