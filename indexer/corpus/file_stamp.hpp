// What a file looked like when its rows were made: how a later run knows that it need not be read again.
//
//   size and mtime    equal: the file is taken to be unchanged
//   the ranges read   else their bytes are hashed: rows follow from them and from nothing else
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/bytes/file_source.hpp"

namespace mecadex::corpus {

/// As the walk finds it on disk, without opening it.
struct FileLook {
  std::optional<std::uint64_t> size;     // bytes, of all parts; empty for what is not opened
  std::optional<std::int64_t> mtime_ns;  // the latest of all parts
  std::string shape;                     // "" a file; "split N"; else why it is not opened
  bool operator==(const FileLook&) const = default;
};

struct FileStamp {
  FileLook look;
  std::string status;                    // files.status
  std::string read_hash;                 // content hash, also of files that are not Unity's; "" unopened
  std::vector<bytes::ByteRange> ranges;  // what the hash covers
};

/// A path below a source's root as files.path has it: valid UTF-8, escaped, cut.
std::string stored_path(std::string_view path);

/// files.path_bytes: what the file system calls a file whose path is stored otherwise, because it is no text or got a number
/// (`own_path` is then not empty). Empty where the path is stored as it is. Lasts as long as the arguments.
std::string_view own_path_bytes(std::string_view path, std::string_view own_path);

/// Ranges as state.db keeps them: pairs of LEB128 numbers.
std::string pack_ranges(const std::vector<bytes::ByteRange>& ranges);
/// Empty for text that is no packed list.
std::vector<bytes::ByteRange> unpack_ranges(std::string_view packed);

}  // namespace mecadex::corpus
