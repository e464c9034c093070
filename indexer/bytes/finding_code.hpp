// What can be wrong with a file, as one table.
//
// Every problem the indexer reports has a code, and each code has one stage (the step that met it) and one
// severity. The table is the only place where they are listed: it is copied into the corpus
// (finding_codes), from which `/v1/schema` and the documentation list it. A code once released keeps its
// meaning; new ones are added at the end of their stage.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace mecadex::bytes {

enum class Severity { info, warning, error };

// X(enumerator, code, stage, severity, meaning)
#define MECADEX_FINDING_CODES(X)                                                                             \
  X(file_unreadable, "file.unreadable", "file", error, "the operating system refused to open or read the file") \
  X(file_special, "file.special", "file", info, "a FIFO, socket or device: named and passed over")           \
  X(file_symlink, "file.symlink", "file", info, "a symbolic link that loops or leaves the source: not followed") \
  X(file_changed, "file.changed", "file", error, "the file became shorter or longer while it was read")      \
  X(file_split_gap, "file.split_gap", "file", error, "parts of a split file are missing")                    \
  X(file_too_deep, "file.too_deep", "file", warning, "the folder lies deeper than the limit")                 \
  X(file_out_of_memory, "file.out_of_memory", "file", error, "memory ran out while the file was read")        \
  X(file_hidden_archive, "file.hidden_archive", "file", error, "a Unity archive shows inside a file of a kind that is not opened") \
  X(source_unsupported, "source.unsupported", "file", error, "a Unity project or package: holds no built data") \
  X(container_truncated, "container.truncated", "container", error, "the container ends before its contents do") \
  X(container_damaged, "container.damaged", "container", error, "the container's tables contradict each other") \
  X(container_limit, "container.limit", "container", error, "a count or size exceeds a named limit")          \
  X(container_nesting, "container.nesting", "container", error, "containers are nested deeper than the limit") \
  X(container_budget, "container.budget", "container", error, "the file decodes to more bytes than the limit") \
  X(container_unsupported, "container.unsupported", "container", error, "a container kind or codec that is known by name only") \
  X(container_encrypted, "container.encrypted", "container", error, "the container is encrypted")             \
  X(container_encrypted_unitycn, "container.encrypted_unitycn", "container", error, "encrypted by the China editor (UnityCN)") \
  X(container_codec, "container.codec", "container", error, "compressed data does not decode")               \
  X(container_trailing, "container.trailing", "container", info, "bytes follow the container's own end")     \
  X(container_prefix, "container.prefix", "container", info, "the container begins behind a prefix")         \
  X(container_duplicate_entry, "container.duplicate_entry", "container", warning, "two entries have one name") \
  X(container_entry_range, "container.entry_range", "container", error, "an entry lies outside the container") \
  X(container_entry_encrypted, "container.entry_encrypted", "container", error, "a zip entry is encrypted")   \
  X(container_overlap, "container.overlap", "container", error, "an entry lies on bytes of an earlier entry; they are read once, as the earlier one") \
  X(container_deleted_entry, "container.deleted_entry", "container", info, "entries that the archive marks as deleted or as folders are left out") \
  X(serialized_unsupported_format, "serialized.unsupported_format", "serialized", error, "a serialized format newer than the reader knows") \
  X(serialized_truncated, "serialized.truncated", "serialized", error, "the serialized file ends inside its metadata") \
  X(serialized_damaged, "serialized.damaged", "serialized", error, "the serialized file's tables contradict each other") \
  X(serialized_limit, "serialized.limit", "serialized", error, "a count in the metadata exceeds what its bytes can hold") \
  X(serialized_object_range, "serialized.object_range", "serialized", error, "an object lies outside the file") \
  X(serialized_type_index, "serialized.type_index", "serialized", error, "an object names a type that is not in the table") \
  X(serialized_duplicate_path_id, "serialized.duplicate_path_id", "serialized", warning, "two objects have one path id; the first is kept") \
  X(serialized_overlap, "serialized.overlap", "serialized", warning, "objects overlap")                      \
  X(serialized_overlap_limit, "serialized.overlap_limit", "serialized", error, "overlapping objects add up to several times the file; the rest is not read") \
  X(serialized_version, "serialized.version", "serialized", warning, "the Unity version string cannot be understood") \
  X(layout_type_tree, "layout.type_tree", "layout", warning, "an embedded type tree is damaged; the built-in layout was used") \
  X(layout_disagreement, "layout.disagreement", "layout", info, "an embedded type tree differs from the built-in layout of its version") \
  X(layout_missing, "layout.missing", "layout", error, "no layout is known for this class and version")       \
  X(layout_floor, "layout.floor", "layout", warning, "the nearest earlier layout belongs to another major.minor version") \
  X(layout_trial, "layout.trial", "layout", error, "a stripped version, and no layout or several fit the objects") \
  X(layout_uncertain, "layout.uncertain", "layout", info, "an engine branch (Tuanjie, China) without embedded type trees") \
  X(layout_no_field, "layout.no_field", "layout", error, "the layout lacks a field that the record needs")    \
  X(object_truncated, "object.truncated", "object", error, "the object ends before its fields do")           \
  X(object_trailing, "object.trailing", "object", warning, "bytes remain after the object's last field")     \
  X(object_count, "object.count", "object", error, "an element count is negative or exceeds the bytes that remain") \
  X(object_limit, "object.limit", "object", error, "the object exceeds a named limit")                       \
  X(object_out_of_range, "object.out_of_range", "object", error, "a value is outside what its field can hold") \
  X(value_nan, "value.nan", "object", info, "a float is not a number; stored as NULL")                       \
  X(value_truncated, "value.truncated", "object", warning, "a text exceeds 64 KiB and was cut")              \
  X(controller_editor_form, "controller.editor_form", "object", info, "a controller in the editor's form: not compiled, not stored as a controller") \
  X(controller_machine_index, "controller.machine_index", "object", warning, "a layer names a state machine that does not exist") \
  X(controller_default_state, "controller.default_state", "object", warning, "the default state of a machine with states does not exist") \
  X(controller_destination, "controller.destination", "object", warning, "a transition leads to a state or selector that does not exist") \
  X(controller_tree_index, "controller.tree_index", "object", warning, "a state names a blend tree that does not exist") \
  X(controller_child_index, "controller.child_index", "object", warning, "a blend tree child does not exist") \
  X(controller_tree_cycle, "controller.tree_cycle", "object", warning, "blend tree nodes form a cycle")      \
  X(controller_clip_index, "controller.clip_index", "object", warning, "a leaf names a clip slot that does not exist") \
  X(controller_default_index, "controller.default_index", "object", warning, "a parameter's index lies outside the default values of its kind") \
  X(controller_behaviour_index, "controller.behaviour_index", "object", warning, "a behaviour range lies outside its list") \
  X(avatar_parent_index, "avatar.parent_index", "object", warning, "a skeleton node's parent does not exist") \
  X(avatar_axes_index, "avatar.axes_index", "object", warning, "a skeleton node's axes do not exist")        \
  X(avatar_array_length, "avatar.array_length", "object", warning, "parallel arrays of the avatar differ in length") \
  X(names_hash, "names.hash", "object", warning, "a name table gives a text for a hash that is not its CRC-32") \
  X(reference_dangling, "reference.dangling", "link", warning, "a reference names a file or object that does not exist") \
  X(reference_no_object, "reference.no_object", "link", warning, "a reference is dangling: its file is there and was read, and holds no such object of a class that is read") \
  X(reference_wrong_class, "reference.wrong_class", "link", warning, "a reference leads to an object of another class") \
  X(transform_cycle, "transform.cycle", "link", warning, "Transform parents form a cycle or exceed the depth limit") \
  X(transform_orphan, "transform.orphan", "link", info, "a Transform's parent or GameObject is not in the file") \
  X(override_cycle, "override.cycle", "link", warning, "override controllers refer to each other in a cycle") \
  X(override_chain_limit, "override.chain_limit", "link", warning, "more override controllers on top of each other than are followed") \
  X(override_slot_limit, "override.slot_limit", "link", warning, "the override controllers of a source replace more clips than are kept") \
  X(rig_target_limit, "rig.target_limit", "link", warning, "an Animator's clips animate more below inner Animators than is kept")

enum class FindingCode : unsigned char {
#define X(name, code, stage, severity, meaning) name,
  MECADEX_FINDING_CODES(X)
#undef X
};

struct FindingCodeInfo {
  FindingCode code;
  std::string_view text;   // "container.truncated": what SQL sees
  std::string_view stage;  // file, container, serialized, layout, object, link
  Severity severity;
  std::string_view meaning;
};

inline constexpr std::array kFindingCodes{
#define X(name, code, stage, severity, meaning) \
  FindingCodeInfo{FindingCode::name, code, stage, Severity::severity, meaning},
    MECADEX_FINDING_CODES(X)
#undef X
};
#undef MECADEX_FINDING_CODES

/// The table's row of a code.
constexpr const FindingCodeInfo& info(FindingCode code) {
  return kFindingCodes[static_cast<std::size_t>(code)];
}

constexpr std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::info: return "info";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "error";
}

}  // namespace mecadex::bytes
