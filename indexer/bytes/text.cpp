#include "indexer/bytes/text.hpp"

#include <cstddef>

#include "indexer/bytes/limits.hpp"

namespace mecadex::bytes {
namespace {

// Length of the valid character at `at`, or 0. Ranges after table 3-7 of the Unicode standard.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(at);
  if (lead < 0x80U) return lead == 0 ? 0 : 1;
  if (lead >= 0xC2U && lead <= 0xDFU) return tail(at + 1) ? 2 : 0;
  if (lead >= 0xE0U && lead <= 0xEFU) {
    const unsigned low = lead == 0xE0U ? 0xA0U : 0x80U;
    const unsigned high = lead == 0xEDU ? 0x9FU : 0xBFU;
    return byte(at + 1) >= low && byte(at + 1) <= high && tail(at + 2) ? 3 : 0;
  }
  if (lead >= 0xF0U && lead <= 0xF4U) {
    const unsigned low = lead == 0xF0U ? 0x90U : 0x80U;
    const unsigned high = lead == 0xF4U ? 0x8FU : 0xBFU;
    return byte(at + 1) >= low && byte(at + 1) <= high && tail(at + 2) && tail(at + 3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

bool is_storable_text(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = character_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string escape_text(std::string_view text) {
  if (is_storable_text(text)) return std::string(text);
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = character_length(text, at);
    if (length == 0) {
      const auto byte = static_cast<unsigned char>(text[at++]);
      out += {'\\', 'x', kHex[byte >> 4U], kHex[byte & 15U]};
    } else if (text[at] == '\\') {
      out += "\\\\";
      ++at;
    } else {
      out += text.substr(at, length);
      at += length;
    }
  }
  return out;
}

std::string_view cut_text(std::string_view text) {
  if (text.size() <= kMaxValueBytes) return text;
  std::size_t end = kMaxValueBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

}  // namespace mecadex::bytes
