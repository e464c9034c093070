#include "indexer/containers/serialized_heuristic.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <vector>

#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/stream_source.hpp"

namespace mecadex::containers {
namespace {

using bytes::Endian;
using bytes::Reader;

constexpr std::uint32_t kNewestFormat = 26;
constexpr std::uint32_t kNewestPossible = 50;
constexpr std::uint32_t kHasVersionText = 7;
constexpr std::uint32_t kMetadataInFront = 9;
constexpr std::uint32_t kHas64Bits = 22;

std::uint64_t header_size(std::uint32_t format) {
  if (format >= kHas64Bits) return 48;
  return format >= kMetadataInFront ? 20 : 16;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Rule 6: digits.digits and then anything, at most kMaxVersionString bytes in all.
bool is_version_text(std::string_view rest) {
  const std::size_t end = rest.substr(0, bytes::kMaxVersionString + 1).find('\0');
  if (end == std::string_view::npos) return false;
  const std::string_view text = rest.substr(0, end);
  const auto dot = std::ranges::find_if_not(text, is_digit);
  return dot != text.begin() && dot != text.end() && *dot == '.' && dot + 1 != text.end() &&
         is_digit(dot[1]);
}

// The header's fields; nothing when rule 3 does not hold.
std::optional<SerializedGuess> read_fields(Reader reader) {
  SerializedGuess guess;
  guess.metadata_size = reader.u32();
  guess.file_size = reader.u32();
  guess.format = reader.u32();
  guess.data_offset = reader.u32();
  if (guess.format < kMetadataInFront) return guess;
  if (guess.format < kHas64Bits) {
    const std::uint8_t endian = reader.u8();
    const bool is_zero = reader.u8() == 0 && reader.u16() == 0;
    return endian <= 1 && is_zero ? std::optional(guess) : std::nullopt;
  }
  guess.metadata_size = reader.u64();
  guess.file_size = reader.u64();
  guess.data_offset = reader.u64();
  const bool is_possible = guess.metadata_size <= std::numeric_limits<std::uint32_t>::max();
  return is_possible && reader.u8() <= 1 ? std::optional(guess) : std::nullopt;
}

// Rule 5. A file without objects may lack the data area, so nothing but padding may follow its
// metadata.
bool parts_fit(const SerializedGuess& guess) {
  constexpr std::uint64_t kAlignment = 16;
  if (guess.file_size > std::numeric_limits<std::int64_t>::max()) return false;
  if (guess.metadata_size == 0 || guess.metadata_size > guess.file_size) return false;
  if (guess.data_offset > guess.file_size) return false;
  if (guess.format < kMetadataInFront) {
    return guess.metadata_size <=
           guess.file_size - std::min(guess.file_size, header_size(guess.format));
  }
  const std::uint64_t end = header_size(guess.format) + guess.metadata_size;  // both below 2^33
  return end <= guess.data_offset || (end <= guess.file_size && guess.file_size - end < kAlignment);
}

// Rules 3 and 6 of formats that keep the metadata at the end.
bool is_metadata_at_end(bytes::ByteSource& source, const SerializedGuess& guess) {
  const std::uint64_t n =
      std::min<std::uint64_t>(guess.metadata_size, bytes::kMaxVersionString + 2);
  std::vector<std::byte> scratch;
  const std::uint64_t at = guess.file_size - guess.metadata_size;
  const auto start = source.view(at, static_cast<std::size_t>(n), scratch);
  if (start.front() > std::byte{1}) return false;
  return guess.format < kHasVersionText || is_version_text(bytes::as_text(start.subspan(1)));
}

// ---- headers with one damaged field ----

constexpr std::uint32_t kOldestFormat = 5;
constexpr std::size_t kNarrowHeader = 20;
constexpr std::size_t kWideHeader = 48;

// "4.3.4f1", "2022.3.10f1", "6000.0.1a2": what no other file has at that place. Versions were stripped to "0.0.0".
bool is_unity_version(std::string_view rest) {
  if (!is_version_text(rest)) return false;
  std::string_view text = rest.substr(0, rest.find('\0'));
  if (text == "0.0.0") return true;
  for (int number = 0; number < 3; ++number) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0) return false;
    text.remove_prefix(digits);
    if (number == 2) break;
    if (!text.starts_with('.')) return false;
    text.remove_prefix(1);
  }
  return text.size() >= 2 && std::string_view("abfpxt").find(text.front()) != std::string_view::npos && is_digit(text[1]);
}

std::string says(std::string_view field, std::size_t at, std::uint64_t value) {
  return "a serialized file with a damaged header: the " + std::string(field) + " at byte " + std::to_string(at) + " is " +
         std::to_string(value);
}

// The rules of formats 9 to 21 and of 22 and later, in the order of the fields; `size`: bytes that there are.
std::string broken_rule(std::span<const std::byte> head, bool is_wide, std::uint64_t size) {
  Reader reader(head, Endian::big);
  std::uint64_t metadata_size = reader.u32();
  std::uint64_t file_size = reader.u32();
  const std::uint32_t format = reader.u32();
  std::uint64_t data_offset = reader.u32();
  if (is_wide) {
    metadata_size = reader.u64();
    file_size = reader.u64();
    data_offset = reader.u64();
  }
  const std::uint8_t endian = reader.u8();
  const std::uint64_t start = is_wide ? kWideHeader : kNarrowHeader;
  const bool is_format = is_wide ? format >= kHas64Bits && format <= kNewestPossible
                                 : format >= kMetadataInFront && format < kHas64Bits;
  if (!is_format) return says("format", 8, format);
  if (metadata_size == 0 || metadata_size > size - std::min(size, start)) {
    return says("metadata size", is_wide ? 16 : 0, metadata_size);
  }
  if (file_size != size) return says("file size", is_wide ? 24 : 4, file_size);
  if (data_offset > size || data_offset < start) return says("data offset", is_wide ? 32 : 12, data_offset);
  if (endian > 1) return says("endianness", is_wide ? 40 : 16, endian);
  const std::uint32_t reserved = is_wide ? 0 : (std::uint32_t{reader.u8()} << 16U) + reader.u16();
  if (reserved != 0) return says("reserved field", 17, reserved);
  return "a serialized file with a damaged header: the metadata size of " + std::to_string(metadata_size) +
         " and the data offset of " + std::to_string(data_offset) + " contradict each other";
}

std::optional<SerializedGuess> guess_without_version(std::span<const std::byte> head) {
  const auto format = bytes::load<std::uint32_t>(head.subspan(8).data(), Endian::big);
  if (format < kOldestFormat || format > kNewestFormat || head.size() < header_size(format)) return std::nullopt;
  const auto guess = read_fields(Reader(head, Endian::big));
  return guess && parts_fit(*guess) ? guess : std::nullopt;
}

// The metadata of formats 7 and 8 is the end of the file.
bool has_version_at_end(bytes::ByteSource& source, std::uint64_t metadata_size) {
  const std::uint64_t size = source.size();
  if (metadata_size == 0 || metadata_size >= size) return false;
  const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(metadata_size, bytes::kMaxVersionString + 2));
  std::vector<std::byte> scratch;
  return is_unity_version(bytes::as_text(source.view(size - metadata_size, n, scratch)).substr(1));
}

std::optional<std::string> damaged_old_header(bytes::ByteSource& source, std::span<const std::byte> head) {
  if (is_open_ended(source)) return std::nullopt;
  const std::uint64_t size = source.size();
  Reader reader(head, Endian::big);
  const std::uint32_t metadata_size = reader.u32();
  const std::uint32_t file_size = reader.u32();
  const std::uint32_t format = reader.u32();
  const std::uint32_t data_offset = reader.u32();
  const bool is_format = format >= kOldestFormat && format < kMetadataInFront;
  if (has_version_at_end(source, metadata_size)) {
    if (!is_format) return says("format", 8, format);
    if (file_size != size) return says("file size", 4, file_size);
    return says("data offset", 12, data_offset);
  }
  const bool fits = metadata_size > 0 && metadata_size <= size - std::min(size, header_size(format));
  if (!is_format || file_size != size || data_offset > size) return std::nullopt;
  if (!fits) return says("metadata size", 0, metadata_size);
  return "a serialized file with damaged metadata: no Unity version begins at byte " + std::to_string(size - metadata_size + 1);
}

bool has_numbered_name(std::string_view name, std::string_view front, std::string_view back) {
  if (!name.starts_with(front) || !name.ends_with(back) || name.size() <= front.size() + back.size()) return false;
  return std::ranges::all_of(name.substr(front.size(), name.size() - front.size() - back.size()), is_digit);
}

}  // namespace

std::optional<std::string> damaged_header(bytes::ByteSource& source, std::span<const std::byte> head) {
  if (head.size() < header_size(1)) return std::nullopt;
  for (const bool is_wide : {false, true}) {
    const std::size_t start = is_wide ? kWideHeader : kNarrowHeader;
    if (head.size() <= start || !is_unity_version(bytes::as_text(head.subspan(start)))) continue;
    const std::uint64_t most = std::uint64_t{1} << 32U;
    return broken_rule(head, is_wide, is_open_ended(source) ? available(source, most) : source.size());
  }
  const auto guess = guess_without_version(head);
  const bool is_whole = guess && available(source, guess->file_size + 1) == guess->file_size;
  if (is_whole && guess->format >= kMetadataInFront) {
    return "a serialized file with a damaged header: no Unity version stands at byte " +
           std::to_string(header_size(guess->format));
  }
  return damaged_old_header(source, head);
}

std::optional<std::string> damaged_by_name(std::span<const std::byte> head, std::string_view name) {
  constexpr std::array<std::string_view, 8> kNames{
      "globalgamemanagers",      "globalgamemanagers.assets", "mainData",           "resources.assets",
      "unity default resources", "unity_default_resources",   "unity_builtin_extra", "unity builtin extra"};
  name = name.substr(name.find_last_of("/\\") + 1);
  const bool is_unity = std::ranges::find(kNames, name) != kNames.end() || has_numbered_name(name, "level", "") ||
                        has_numbered_name(name, "sharedassets", ".assets");
  if (!is_unity) return std::nullopt;
  if (head.empty()) return "a serialized file by its name, and empty";
  if (head.size() < kNarrowHeader) return "a serialized file by its name, and shorter than a header";
  return "a serialized file by its name, whose header is none: damaged or encrypted";
}

bool SerializedGuess::is_supported() const { return format <= kNewestFormat; }

std::optional<SerializedGuess> guess_serialized(std::span<const std::byte> head) {
  if (head.size() < header_size(1)) return std::nullopt;
  const auto format = bytes::load<std::uint32_t>(head.subspan(8).data(), Endian::big);
  if (format == 0 || format > kNewestPossible) return std::nullopt;
  const auto start = static_cast<std::size_t>(header_size(format));
  if (head.size() < start) return std::nullopt;
  const auto guess = read_fields(Reader(head, Endian::big));
  if (!guess || !parts_fit(*guess)) return std::nullopt;
  const bool has_text_in_front = format >= kMetadataInFront;
  if (has_text_in_front && !is_version_text(bytes::as_text(head.subspan(start)))) {
    return std::nullopt;
  }
  return guess;
}

SerializedVerdict confirm_serialized(bytes::ByteSource& source, const SerializedGuess& guess,
                                     bool may_be_longer) {
  const std::uint64_t there = available(source, guess.file_size + 1);
  const bool is_short = there < guess.file_size;
  const bool fits = may_be_longer ? !is_short : there == guess.file_size;
  if (guess.format < kMetadataInFront) {
    return fits && is_metadata_at_end(source, guess) ? SerializedVerdict::yes
                                                     : SerializedVerdict::no;
  }
  if (fits) return SerializedVerdict::yes;
  return is_short ? SerializedVerdict::too_short : SerializedVerdict::too_long;
}

}  // namespace mecadex::containers
