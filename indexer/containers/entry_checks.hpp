// What every container checks of its entries.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/container.hpp"

namespace mecadex::containers {

/// Throws container_limit beyond kMaxEntries.
void check_entry_count(std::uint64_t count, std::uint64_t at);
/// A path up to its NUL; throws container_limit when it is longer than kMaxEntryPath.
std::string read_entry_path(bytes::Reader& reader);
/// Notes names that occur more than once, in one note.
void note_duplicate_entries(const std::vector<Entry>& entries, std::vector<bytes::Note>& notes);
/// [offset, offset + size) of `data`, which holds `data_size` bytes; throws container_entry_range.
bytes::SourcePtr open_slice(const bytes::SourcePtr& data, std::uint64_t offset, std::uint64_t size,
                            std::uint64_t data_size);

}  // namespace mecadex::containers
