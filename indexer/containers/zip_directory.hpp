// The directory of a zip file. Little endian; only the directory at the end is believed, never the
// sizes in front of an entry's data (they are zero where a data descriptor follows).
//
//   end of central directory, in the last 64 KiB + 22 bytes:
//     PK 05 06, u16 disk, u16 directory's disk, u16 entries here, u16 entries, u32 directory size,
//     u32 directory offset, u16 comment length, comment
//   Zip64 locator, 20 bytes right before it, when a field above is all ones:
//     PK 06 07, u32 disk, u64 offset of the Zip64 end, u32 disks
//   Zip64 end:
//     PK 06 06, u64 size of the rest, u16 made by, u16 needed, u32 disk, u32 directory's disk,
//     u64 entries here, u64 entries, u64 directory size, u64 directory offset
//   directory entry:
//     PK 01 02, u16 made by, u16 needed, u16 flags (1 encrypted), u16 method (0 stored, 8 deflate),
//     u32 time, u32 CRC, u32 compressed, u32 uncompressed, u16 name length, u16 extra length,
//     u16 comment length, u16 disk, u16 + u32 attributes, u32 offset, name, extra, comment
//   extra field 0001 (Zip64): u64 for each of uncompressed, compressed, offset that is all ones
//   in front of the data:
//     PK 03 04, 22 bytes not looked at, u16 name length, u16 extra length, name, extra, data
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/bytes/error.hpp"

namespace mecadex::containers {

struct ZipEntry {
  std::string path;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint64_t compressed = 0;
  std::uint64_t uncompressed = 0;
  std::uint64_t header_offset = 0;

  bool is_encrypted() const { return (flags & 1U) != 0; }
};

struct ZipDirectory {
  std::vector<ZipEntry> entries;      // in stored order, folders left out, offsets from the source's start
  std::uint64_t start = 0;            // bytes in front of the zip (a stub that unpacks itself)
  std::vector<bytes::Note> notes;
};

/// Places are counted from the first byte of the zip, which a stub may stand in front of: the directory lies right before
/// the end record, so the difference to where it says to be is the stub's length (when the stub was counted, there is none).
/// Entries are read up to the directory's end: packers without Zip64 let the count overflow at 65,536. An entry on bytes
/// of an earlier one is left out with a note. Throws ParseError (container_*).
ZipDirectory read_zip_directory(bytes::ByteSource& source);
/// Whether a zip's end record and directory stand at the end of `source`, whatever is in front of them. Never throws on bad
/// bytes.
bool ends_as_zip(bytes::ByteSource& source);
/// Where the entry's data begins. Throws container_entry_range when it is not inside the file.
std::uint64_t find_zip_data(bytes::ByteSource& source, const ZipEntry& entry);

}  // namespace mecadex::containers
