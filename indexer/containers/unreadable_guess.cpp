#include "indexer/containers/unreadable_guess.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "indexer/bytes/reader.hpp"

namespace mecadex::containers {
namespace {

// Bits per byte of what is random: 1,024 bytes measure 7.8, more bytes up to 8.
constexpr double kEvenBits = 7.7;
constexpr std::size_t kLeastSample = 1'024;
constexpr std::size_t kMostSample = 4'096;
// The inner name stands in the first bytes of the block info.
constexpr std::size_t kNameWithin = 256;
constexpr std::size_t kHexDigits = 32;

double bits_per_byte(std::span<const std::byte> sample) {
  std::array<double, 256> counts{};
  for (const std::byte b : sample) counts[std::to_integer<std::size_t>(b)] += 1;
  const auto n = static_cast<double>(sample.size());
  double bits = 0;
  for (const double count : counts) {
    if (count > 0) bits -= count / n * std::log2(count / n);
  }
  return bits;
}

bool is_bundle_name(std::string_view name) {
  constexpr std::array<std::string_view, 6> kSuffixes{".bundle", ".unity3d", ".assetbundle",
                                                      ".ab",     ".assets",  ".unityweb"};
  return std::ranges::any_of(kSuffixes, [&](std::string_view s) { return name.ends_with(s); });
}

bool is_hex_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

bool is_inner_name(std::string_view text) {
  constexpr std::size_t kLength = 4 + kHexDigits;
  return text.size() >= kLength && text.starts_with("CAB-") &&
         std::ranges::all_of(text.substr(4, kHexDigits), is_hex_digit);
}

}  // namespace

bool looks_encrypted(std::span<const std::byte> head, std::string_view name) {
  if (head.size() < kLeastSample || !is_bundle_name(name)) return false;
  return bits_per_byte(head.first(std::min(head.size(), kMostSample))) > kEvenBits;
}

bool lost_its_header(std::span<const std::byte> head) {
  const std::string_view text =
      bytes::as_text(head.first(std::min(head.size(), kNameWithin + 4 + kHexDigits)));
  if (text.substr(0, text.find("CAB-")).find('\0') == std::string_view::npos) return false;
  for (std::size_t at = text.find("CAB-"); at != std::string_view::npos;
       at = text.find("CAB-", at + 1)) {
    if (is_inner_name(text.substr(at))) return true;
  }
  return false;
}

}  // namespace mecadex::containers
