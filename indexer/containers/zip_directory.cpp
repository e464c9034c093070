#include "indexer/containers/zip_directory.hpp"

#include <algorithm>
#include <optional>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/bytes/text.hpp"
#include "indexer/containers/entry_checks.hpp"

namespace mecadex::containers {
namespace {

using bytes::Endian;
using bytes::FindingCode;
using bytes::ParseError;
using bytes::Reader;

constexpr std::uint32_t kEndMagic = 0x06054B50;
constexpr std::uint32_t kLocatorMagic = 0x07064B50;
constexpr std::uint32_t kEnd64Magic = 0x06064B50;
constexpr std::uint32_t kEntryMagic = 0x02014B50;
constexpr std::uint32_t kLocalMagic = 0x04034B50;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kLocatorBytes = 20;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kLocalBytes = 30;
constexpr std::size_t kMostComment = 65'535;
constexpr std::uint16_t kZip64Extra = 1;
constexpr std::uint16_t kAllOnes16 = 0xFFFF;
constexpr std::uint32_t kAllOnes32 = 0xFFFFFFFF;

struct Place {
  std::uint64_t entries = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
  std::uint64_t end = 0;  // where the records behind the directory begin
};

// Where the end record begins: the last one whose comment fills the file, else the last one at all.
std::uint64_t find_end(std::span<const std::byte> tail, std::uint64_t tail_offset) {
  std::optional<std::uint64_t> last;
  for (std::size_t at = tail.size() - kEndBytes + 1; at-- > 0;) {
    const auto record = tail.subspan(at);
    if (bytes::load<std::uint32_t>(record.data(), Endian::little) != kEndMagic) continue;
    const auto comment =
        bytes::load<std::uint16_t>(record.subspan(kEndBytes - 2).data(), Endian::little);
    if (comment == record.size() - kEndBytes) return at;
    if (!last) last = at;
  }
  if (last) return *last;
  throw ParseError(FindingCode::container_truncated, tail_offset,
                   "a zip file without its directory");
}

std::optional<Place> read_end64(bytes::ByteSource& source, std::uint64_t end_offset) {
  if (end_offset < kLocatorBytes) return std::nullopt;
  std::vector<std::byte> scratch;
  Reader locator(source.view(end_offset - kLocatorBytes, kLocatorBytes, scratch), Endian::little);
  if (locator.u32() != kLocatorMagic) return std::nullopt;
  locator.skip(sizeof(std::uint32_t));
  const std::uint64_t at = locator.u64();
  if (!bytes::in_range(at, kEnd64Bytes, end_offset)) {
    throw ParseError(FindingCode::container_damaged, end_offset - kLocatorBytes,
                     "the Zip64 directory lies outside the file");
  }
  Reader reader(source.view(at, kEnd64Bytes, scratch), Endian::little,
                FindingCode::container_truncated, at);
  if (reader.u32() != kEnd64Magic)
    reader.fail(FindingCode::container_damaged, "no Zip64 directory");
  reader.skip(8 + 2 + 2 + 4 + 4 + 8);
  const std::uint64_t entries = reader.u64();
  const std::uint64_t size = reader.u64();
  return Place{entries, size, reader.u64(), at};
}

Place find_directory(bytes::ByteSource& source, std::uint64_t file_size) {
  if (file_size < kEndBytes) {
    throw ParseError(FindingCode::container_truncated, 0, "a zip file without its directory");
  }
  const std::uint64_t tail_size = std::min<std::uint64_t>(file_size, kEndBytes + kMostComment);
  const std::uint64_t tail_offset = file_size - tail_size;
  std::vector<std::byte> tail(static_cast<std::size_t>(tail_size));
  source.read_at(tail_offset, tail);
  const std::uint64_t end = find_end(tail, tail_offset);

  Reader reader(tail, Endian::little, FindingCode::container_truncated, tail_offset);
  reader.seek(end + 4);
  const std::uint16_t disk = reader.u16();
  reader.skip(2 + 2);
  Place place;
  place.entries = reader.u16();
  place.size = reader.u32();
  place.offset = reader.u32();
  place.end = tail_offset + end;
  if (disk != 0 && disk != kAllOnes16) {
    reader.fail(FindingCode::container_unsupported, "a zip file over several disks");
  }
  const bool is_zip64 =
      place.entries == kAllOnes16 || place.size == kAllOnes32 || place.offset == kAllOnes32;
  const auto large = is_zip64 ? read_end64(source, tail_offset + end) : std::nullopt;
  return large.value_or(place);
}

// Replaces what is all ones by the Zip64 extra field's values.
void apply_zip64(Reader extra, ZipEntry& entry) {
  while (extra.remaining() >= 4) {
    const std::uint16_t id = extra.u16();
    const std::uint16_t length = extra.u16();
    if (length > extra.remaining()) return;
    Reader field(extra.bytes(length), Endian::little, FindingCode::container_damaged,
                 extra.offset());
    if (id != kZip64Extra) continue;
    if (entry.uncompressed == kAllOnes32) entry.uncompressed = field.u64();
    if (entry.compressed == kAllOnes32) entry.compressed = field.u64();
    if (entry.header_offset == kAllOnes32) entry.header_offset = field.u64();
    return;
  }
}

bool is_entry(bytes::ByteSource& source, std::uint64_t at) {
  std::vector<std::byte> scratch;
  return source.readable(at, sizeof(kEntryMagic)) &&
         bytes::load<std::uint32_t>(source.view(at, sizeof(kEntryMagic), scratch).data(), Endian::little) == kEntryMagic;
}

// Bytes in front of the zip that its places do not count.
std::uint64_t find_start(bytes::ByteSource& source, const Place& place) {
  if (is_entry(source, place.offset)) return 0;
  const auto counted = bytes::checked_add(place.offset, place.size);
  if (!counted || *counted >= place.end) return 0;
  const std::uint64_t start = place.end - *counted;
  return is_entry(source, place.offset + start) ? start : 0;
}

// Reads the entry at `at` and moves `at` behind it.
ZipEntry read_entry(bytes::ByteSource& source, std::uint64_t& at, std::uint64_t end) {
  std::vector<std::byte> scratch;
  const auto fixed_size = static_cast<std::size_t>(std::min<std::uint64_t>(kEntryBytes, end - at));
  Reader reader(source.view(at, fixed_size, scratch), Endian::little,
                FindingCode::container_damaged, at);
  if (reader.u32() != kEntryMagic) {
    throw ParseError(FindingCode::container_damaged, at, "no zip directory entry");
  }
  ZipEntry entry;
  reader.skip(2 + 2);
  entry.flags = reader.u16();
  entry.method = reader.u16();
  reader.skip(4 + 4);
  entry.compressed = reader.u32();
  entry.uncompressed = reader.u32();
  const std::uint16_t name = reader.u16();
  const std::uint16_t extra = reader.u16();
  const std::uint16_t comment = reader.u16();
  reader.skip(2 + 2 + 4);
  entry.header_offset = reader.u32();

  const std::uint64_t name_at = at + kEntryBytes;
  const std::uint64_t texts = std::uint64_t{name} + extra;
  if (texts + comment > end - name_at) {
    throw ParseError(FindingCode::container_damaged, at, "a zip entry beyond its directory");
  }
  if (name > bytes::kMaxEntryPath) {
    throw ParseError(FindingCode::container_limit, name_at,
                     "an entry's path of " + std::to_string(name) + " bytes");
  }
  Reader text(source.view(name_at, static_cast<std::size_t>(texts), scratch), Endian::little,
              FindingCode::container_damaged, name_at);
  entry.path = bytes::as_text(text.bytes(name));
  apply_zip64(text, entry);
  at = name_at + texts + comment;
  return entry;
}

void read_entries(bytes::ByteSource& source, const Place& place, ZipDirectory& directory) {
  constexpr std::uint64_t kCountOverflows = std::uint64_t{1} << 16U;
  const std::uint64_t end = place.offset + place.size;
  ClaimedRanges claimed;
  std::uint64_t n = 0;
  std::uint64_t overlapping = 0;
  std::string first;
  std::uint64_t at = place.offset;
  const auto is_more = [&] { return n < place.entries || (at < end && is_entry(source, at)); };
  while (is_more()) {
    check_entry_count(++n, at);
    ZipEntry entry = read_entry(source, at, end);
    if (entry.path.ends_with('/')) continue;
    entry.header_offset = bytes::checked_add(entry.header_offset, directory.start).value_or(UINT64_MAX);
    const std::uint64_t bytes_taken = bytes::checked_add(entry.compressed, kLocalBytes).value_or(UINT64_MAX);
    if (claimed.claim(entry.header_offset, bytes_taken)) {
      directory.entries.push_back(std::move(entry));
    } else if (overlapping++ == 0) {
      first = bytes::escape_text(entry.path);
    }
  }
  if (n == 0) throw_lost_directory(place.offset);
  if (n % kCountOverflows != place.entries % kCountOverflows) {
    directory.notes.push_back({FindingCode::container_damaged, place.offset, "",
                               "the zip counts " + std::to_string(place.entries) + " entries and has " +
                                   std::to_string(n) + "; all are read"});
  }
  if (overlapping > 0) {
    directory.notes.push_back({FindingCode::container_overlap, 0, "",
                               std::to_string(overlapping) + " entries lie on bytes of earlier ones and are not read, first " +
                                   first});
  }
}

}  // namespace

ZipDirectory read_zip_directory(bytes::ByteSource& source) {
  const std::uint64_t file_size = source.size();
  Place place = find_directory(source, file_size);
  ZipDirectory directory;
  directory.start = find_start(source, place);
  place.offset = bytes::checked_add(place.offset, directory.start).value_or(UINT64_MAX);
  if (!bytes::in_range(place.offset, place.size, file_size)) {
    throw ParseError(FindingCode::container_damaged, place.offset,
                     "the zip directory lies outside the file");
  }
  if (place.entries > place.size / kEntryBytes) {
    throw ParseError(FindingCode::container_damaged, place.offset,
                     std::to_string(place.entries) + " zip entries where " +
                         std::to_string(place.size / kEntryBytes) + " fit");
  }
  read_entries(source, place, directory);
  if (directory.start > 0) {
    directory.notes.push_back({FindingCode::container_prefix, 0, "",
                               "the zip begins at byte " + std::to_string(directory.start)});
  }
  return directory;
}

bool ends_as_zip(bytes::ByteSource& source) {
  try {
    const Place place = find_directory(source, source.size());
    const std::uint64_t start = find_start(source, place);
    const auto at = bytes::checked_add(place.offset, start);
    return place.entries > 0 && at && is_entry(source, *at);
  } catch (const ParseError&) {
    return false;
  }
}

std::uint64_t find_zip_data(bytes::ByteSource& source, const ZipEntry& entry) {
  const auto outside = [&] {
    return ParseError(FindingCode::container_entry_range, entry.header_offset,
                      "a zip entry outside the file");
  };
  if (!bytes::in_range(entry.header_offset, kLocalBytes, source.size())) throw outside();
  std::vector<std::byte> scratch;
  Reader reader(source.view(entry.header_offset, kLocalBytes, scratch), Endian::little,
                FindingCode::container_truncated, entry.header_offset);
  if (reader.u32() != kLocalMagic) {
    throw ParseError(FindingCode::container_damaged, entry.header_offset, "no zip entry is here");
  }
  reader.skip(22);
  const std::uint64_t name = reader.u16();
  const std::uint64_t start = entry.header_offset + kLocalBytes + name + reader.u16();
  if (!bytes::in_range(start, entry.compressed, source.size())) throw outside();
  return start;
}

}  // namespace mecadex::containers
