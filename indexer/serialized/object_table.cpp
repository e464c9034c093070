// Unity writes the table sorted by path id and the objects apart from each other; neither is relied
// on.
#include "indexer/serialized/object_table.hpp"

#include <algorithm>

namespace mecadex::serialized {

using bytes::FindingCode;

void NoteLog::add(FindingCode code, std::uint64_t offset, std::string message) {
  const std::size_t count = ++count_[code];
  if (count > kMaxOfOneCode) return;
  if (count == kMaxOfOneCode) message = "and more like this";
  notes_.push_back({code, offset, "", std::move(message)});
}

void sort_by_path_id(std::vector<ObjectEntry>& objects, NoteLog& notes) {
  const auto by_id = [](const ObjectEntry& a, const ObjectEntry& b) {
    return a.path_id < b.path_id;
  };
  if (!std::is_sorted(objects.begin(), objects.end(), by_id))
    std::stable_sort(objects.begin(), objects.end(), by_id);
  const auto is_double = [&notes](const ObjectEntry& kept, const ObjectEntry& next) {
    if (kept.path_id != next.path_id) return false;
    notes.add(FindingCode::serialized_duplicate_path_id, next.byte_start,
              "path id " + std::to_string(next.path_id));
    return true;
  };
  objects.erase(std::unique(objects.begin(), objects.end(), is_double), objects.end());
}

void note_overlaps(const std::vector<ObjectEntry>& objects, NoteLog& notes) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  ranges.reserve(objects.size());
  for (const ObjectEntry& object : objects) {
    if (object.byte_size > 0)
      ranges.emplace_back(object.byte_start, object.byte_start + object.byte_size);
  }
  std::sort(ranges.begin(), ranges.end());
  std::size_t overlaps = 0;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  for (const auto& [start, stop] : ranges) {
    if (start < end && overlaps++ == 0) first = start;
    end = std::max(end, stop);
  }
  if (overlaps > 0)
    notes.add(FindingCode::serialized_overlap, first,
              std::to_string(overlaps) + " objects overlap");
}

const ObjectEntry* SerializedFile::find(std::int64_t path_id) const {
  const auto found = std::lower_bound(
      objects.begin(), objects.end(), path_id,
      [](const ObjectEntry& object, std::int64_t id) { return object.path_id < id; });
  return found != objects.end() && found->path_id == path_id ? &*found : nullptr;
}

std::string guid_text(const std::array<std::byte, 16>& guid) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : guid) {
    text += kDigits[std::to_integer<std::size_t>(byte & std::byte{0x0f})];
    text += kDigits[std::to_integer<std::size_t>(byte >> 4)];
  }
  return text;
}

}  // namespace mecadex::serialized
