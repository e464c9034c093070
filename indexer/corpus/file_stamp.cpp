#include "indexer/corpus/file_stamp.hpp"

#include "indexer/bytes/text.hpp"

namespace mecadex::corpus {
namespace {

void put_number(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>((value & 0x7F) | 0x80));
  out.push_back(static_cast<char>(value));
}

std::optional<std::uint64_t> take_number(std::string_view& in) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; !in.empty() && shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string stored_path(std::string_view path) {
  return std::string(bytes::cut_text(bytes::escape_text(path)));
}

std::string_view own_path_bytes(std::string_view path, std::string_view own_path) {
  if (!own_path.empty()) return own_path;
  return bytes::is_storable_text(path) ? std::string_view() : path;
}

std::string pack_ranges(const std::vector<bytes::ByteRange>& ranges) {
  std::string out;
  for (const bytes::ByteRange& range : ranges) {
    put_number(out, range.offset);
    put_number(out, range.length);
  }
  return out;
}

std::vector<bytes::ByteRange> unpack_ranges(std::string_view packed) {
  std::vector<bytes::ByteRange> ranges;
  while (!packed.empty()) {
    const auto offset = take_number(packed);
    const auto length = take_number(packed);
    if (!offset || !length) return {};
    ranges.push_back({*offset, *length});
  }
  return ranges;
}

}  // namespace mecadex::corpus
