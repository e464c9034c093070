#include "indexer/containers/serialized_heuristic.hpp"

#include <algorithm>
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

}  // namespace

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
