// Whether some bytes are a Unity serialized file, which has no magic (formats.md 1.3).
//
//   format below 9          9 to 21                 22 and later, always big endian
//   0  u32 metadata size    0  u32 metadata size    0  not used (may hold garbage)
//   4  u32 file size        4  u32 file size        4  not used
//   8  u32 format           8  u32 format           8  u32 format
//   12 u32 data offset      12 u32 data offset      12 not used
//                           16 u8 endian, 3 zero    16 u64 metadata size, below 2^32 of it
//                           20 metadata             24 u64 file size
//                                                   32 u64 data offset
//   the metadata is the                             40 u8 endian, 7 not used
//   end of the file and                             48 metadata
//   begins with u8 endian
//
// The metadata of format 7 and later begins (below 9: behind the endian byte) with the Unity
// version. Six rules must hold: a possible format; room for the header; endian 0 or 1 and zeroes
// where they belong; the file size is the real one; the parts fit into it in their order; the
// version looks like one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "indexer/bytes/byte_source.hpp"

namespace mecadex::containers {

/// Bytes that the rules look at in front of a file.
inline constexpr std::size_t kSerializedHead = 128;

struct SerializedGuess {
  std::uint32_t format = 0;
  std::uint64_t metadata_size = 0;
  std::uint64_t file_size = 0;
  std::uint64_t data_offset = 0;

  /// False for a format that may exist and that the reader does not know.
  bool is_supported() const;
};

/// The rules that need the first bytes only. Nothing when one does not hold.
std::optional<SerializedGuess> guess_serialized(std::span<const std::byte> head);

enum class SerializedVerdict : unsigned char {
  yes,
  no,
  too_short,  // the header is one, and the file ends before the size that it declares
  too_long,   // the header is one, and bytes follow the size that it declares
};

/// The rules that need the length, and for formats 7 and 8 the end. `may_be_longer`: the source can
/// hold more than the file, as a slice of a larger one does. A wrong length is told from "no" only
/// where the first bytes hold a version text (format 9 and later).
SerializedVerdict confirm_serialized(bytes::ByteSource& source, const SerializedGuess& guess,
                                     bool may_be_longer);

/// What is wrong with a header in which one field is: in words, with the field and its place. The bytes say that it is a
/// serialized file's where a Unity version stands at its place, or where everything but that version holds. Nothing for
/// other bytes.
std::optional<std::string> damaged_header(bytes::ByteSource& source, std::span<const std::byte> head);

/// The same for bytes that say nothing, in a file whose name is one that Unity gives to serialized files only (level0,
/// sharedassets1.assets, globalgamemanagers, mainData ...).
std::optional<std::string> damaged_by_name(std::span<const std::byte> head, std::string_view name);

}  // namespace mecadex::containers
