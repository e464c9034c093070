#include "indexer/containers/entry_checks.hpp"

#include <string_view>
#include <unordered_set>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/text.hpp"

namespace mecadex::containers {

using bytes::FindingCode;
using bytes::ParseError;

void check_entry_count(std::uint64_t count, std::uint64_t at) {
  if (count <= bytes::kMaxEntries) return;
  throw ParseError(FindingCode::container_limit, at, std::to_string(count) + " entries");
}

std::string read_entry_path(bytes::Reader& reader) {
  const std::uint64_t at = reader.offset();
  const std::string_view path = reader.cstring(reader.remaining());
  if (path.size() <= bytes::kMaxEntryPath) return std::string(path);
  throw ParseError(FindingCode::container_limit, at,
                   "an entry's path of " + std::to_string(path.size()) + " bytes");
}

void note_duplicate_entries(const std::vector<Entry>& entries, std::vector<bytes::Note>& notes) {
  std::unordered_set<std::string_view> names;
  std::size_t repeated = 0;
  const Entry* first = nullptr;
  for (const Entry& entry : entries) {
    if (names.insert(entry.path).second) continue;
    if (repeated++ == 0) first = &entry;
  }
  if (repeated == 0) return;
  notes.push_back({FindingCode::container_duplicate_entry, 0, "",
                   std::to_string(repeated) + " entries repeat a name, first " +
                       bytes::escape_text(first->path)});
}

bytes::SourcePtr open_slice(const bytes::SourcePtr& data, std::uint64_t offset, std::uint64_t size,
                            std::uint64_t data_size) {
  if (!bytes::in_range(offset, size, data_size)) {
    throw ParseError(FindingCode::container_entry_range, offset,
                     "an entry of " + std::to_string(size) + " bytes at " + std::to_string(offset) +
                         " in " + std::to_string(data_size));
  }
  return std::make_shared<bytes::SliceSource>(data, offset, size);
}

}  // namespace mecadex::containers
