// What every container checks of its entries.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/container.hpp"

namespace mecadex::containers {

/// The ranges of bytes that entries lie on. Ranges do not touch each other in what a packer writes; a file that names the
/// same bytes many times would be read many times.
class ClaimedRanges {
 public:
  /// Claims [offset, offset + size). False, and nothing claimed, when a byte of it is claimed already.
  bool claim(std::uint64_t offset, std::uint64_t size);

 private:
  std::map<std::uint64_t, std::uint64_t> ends_;  // start -> end
};

/// Throws container_limit beyond kMaxEntries.
void check_entry_count(std::uint64_t count, std::uint64_t at);
/// A path up to its NUL; throws container_limit when it is longer than kMaxEntryPath.
std::string read_entry_path(bytes::Reader& reader);
/// Notes names that occur more than once, in one note.
void note_duplicate_entries(const std::vector<Entry>& entries, std::vector<bytes::Note>& notes);
/// Lists `files` (path, size) as entries: whole files as they come, then those joined from parts (name.split0 ...), whose
/// incomplete sets are noted. For each entry the indexes of the files that it is made of.
std::vector<std::vector<std::size_t>> list_joined(const std::vector<std::pair<std::string, std::uint64_t>>& files,
                                                  std::vector<Entry>& entries, std::vector<bytes::Note>& notes);
/// Marks entries that lie on bytes of an earlier one, and notes them in one note. `offsets` are the entries'.
void note_overlaps(const std::vector<std::uint64_t>& offsets, std::vector<Entry>& entries,
                   std::vector<bytes::Note>& notes);
/// Throws container_damaged: a directory without entries, and data behind it.
[[noreturn]] void throw_lost_directory(std::uint64_t at);
/// [offset, offset + size) of `data`, which holds `data_size` bytes; throws container_entry_range.
bytes::SourcePtr open_slice(const bytes::SourcePtr& data, std::uint64_t offset, std::uint64_t size,
                            std::uint64_t data_size);

}  // namespace mecadex::containers
