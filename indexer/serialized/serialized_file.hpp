// A serialized file: the header, types, object table and externals (formats.md 3).
//
// Reading it reads the metadata only; objects are read by the caller from the same source with
// ObjectEntry::byte_start and byte_size. Formats 5 to 26, both byte orders.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/layouts/layout.hpp"

namespace mecadex::serialized {

struct SerializedType {
  std::int32_t class_id = 0;
  std::int16_t script_type_index = -1;
  bool is_stripped = false;
  bool has_tree = false;  // the file holds a tree for it, parsed or not
  layouts::LayoutPtr
      layout;  // the embedded tree of a wanted class; null when absent, damaged or unwanted
};

struct ObjectEntry {
  std::int64_t path_id = 0;
  std::uint64_t byte_start = 0;  // from the start of the file (data offset added)
  std::uint32_t byte_size = 0;
  std::int32_t class_id = 0;
  std::int32_t type_index = -1;  // into types; -1 when the table names none
};

struct External {
  std::string path;                  // as stored (bytes)
  std::array<std::byte, 16> guid{};  // as stored
  std::int32_t type = 0;
};

struct SerializedFile {
  std::uint32_t format_version = 0;
  std::uint64_t metadata_size = 0;
  std::uint64_t file_size = 0;
  std::uint64_t data_offset = 0;
  bytes::Endian endian = bytes::Endian::little;
  std::string unity_version;                    // as stored; "" before format 7
  std::optional<std::int32_t> target_platform;  // format 8 and later
  bool has_type_tree = false;
  std::vector<SerializedType> types;
  std::vector<ObjectEntry> objects;  // sorted by path id; a second object of one id left out
  std::vector<External> externals;
  std::vector<bytes::Note> notes;  // what was odd and did not stop the reading

  /// The object with that path id, or null.
  const ObjectEntry* find(std::int64_t path_id) const;
};

/// GUID text as Unity writes it in .meta files: each byte's nibbles swapped (formats.md 3.6), 32
/// digits.
std::string guid_text(const std::array<std::byte, 16>& guid);

/// Reads the metadata. Trees are parsed for `wanted_classes` only; others are stepped over. An
/// object outside the file, with an unknown type or a doubled path id becomes a note and is left
/// out. Throws ParseError (serialized_*) when the metadata itself cannot be read.
SerializedFile read_serialized_file(bytes::ByteSource& source,
                                    std::span<const std::int32_t> wanted_classes);

}  // namespace mecadex::serialized
