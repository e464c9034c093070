#include "indexer/containers/entry_checks.hpp"

#include <iterator>
#include <string_view>
#include <unordered_set>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/text.hpp"

namespace mecadex::containers {

using bytes::FindingCode;
using bytes::ParseError;

bool ClaimedRanges::claim(std::uint64_t offset, std::uint64_t size) {
  if (size == 0) return true;
  const std::uint64_t end = bytes::checked_add(offset, size).value_or(UINT64_MAX);
  const auto next = ends_.lower_bound(offset);
  if (next != ends_.end() && next->first < end) return false;
  if (next != ends_.begin() && std::prev(next)->second > offset) return false;
  ends_.emplace_hint(next, offset, end);
  return true;
}

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

std::vector<std::vector<std::size_t>> list_joined(const std::vector<std::pair<std::string, std::uint64_t>>& files,
                                                  std::vector<Entry>& entries, std::vector<bytes::Note>& notes) {
  std::vector<std::vector<std::size_t>> parts;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto& [path, size] = files[i];
    paths.push_back(path);
    if (split_suffix(path)) continue;
    entries.push_back({path, size});
    parts.push_back({i});
  }
  for (SplitGroup& group : group_split_parts(paths)) {
    if (!group.complete) {
      notes.push_back({FindingCode::file_split_gap, 0, "", "parts of " + bytes::escape_text(group.name) + " are missing"});
      continue;
    }
    std::uint64_t size = 0;
    for (const std::size_t part : group.parts) size = bytes::checked_add(size, files[part].second).value_or(UINT64_MAX);
    entries.push_back({std::move(group.name), size, true, true});
    parts.push_back(std::move(group.parts));
  }
  return parts;
}

void note_overlaps(const std::vector<std::uint64_t>& offsets, std::vector<Entry>& entries,
                   std::vector<bytes::Note>& notes) {
  ClaimedRanges claimed;
  std::size_t n = 0;
  const Entry* first = nullptr;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (claimed.claim(offsets[i], entries[i].size)) continue;
    entries[i].is_overlapping = true;
    if (n++ == 0) first = &entries[i];
  }
  if (n == 0) return;
  notes.push_back({FindingCode::container_overlap, 0, "",
                   std::to_string(n) + " entries lie on bytes of earlier ones and are not read, first " +
                       bytes::escape_text(first->path)});
}

void throw_lost_directory(std::uint64_t at) {
  throw ParseError(FindingCode::container_damaged, at, "the directory has no entries, and data follows it");
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
