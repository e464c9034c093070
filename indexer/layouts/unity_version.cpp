// Version strings are free text behind a numeric head: "5.6.0f3\n2", "2022.3.57f1c1". The head
// decides; the rest only tells engine branches apart.
#include "indexer/layouts/unity_version.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace mecadex::layouts {
namespace {

constexpr std::uint32_t kFinal = 4;
constexpr std::array<std::pair<char, std::uint32_t>, 7> kKinds{
    {{'a', 1}, {'b', 2}, {'c', 3}, {'f', kFinal}, {'x', kFinal}, {'t', kFinal}, {'p', 5}}};

// Takes digits from the front of `text`; nothing when there are none or they exceed 32 bits.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take_dot(std::string_view& text) {
  if (text.empty() || text.front() != '.') return false;
  text.remove_prefix(1);
  return true;
}

struct Parsed {
  UnityVersion version;
  char letter = 0;        // 0 when there is none
  std::string_view rest;  // what follows the version
};

std::optional<Parsed> parse(std::string_view text) {
  Parsed parsed;
  const auto major = take_number(text);
  if (!major || !take_dot(text)) return std::nullopt;
  const auto minor = take_number(text);
  if (!minor) return std::nullopt;
  parsed.version.major = *major;
  parsed.version.minor = *minor;
  if (take_dot(text)) parsed.version.patch = take_number(text).value_or(0);
  for (const auto& [letter, order] : kKinds) {
    if (text.empty() || text.front() != letter) continue;
    text.remove_prefix(1);
    parsed.letter = letter;
    parsed.version.kind = order;
    parsed.version.build = take_number(text).value_or(0);
    break;
  }
  parsed.rest = text;
  return parsed;
}

}  // namespace

std::string UnityVersion::to_string() const {
  std::string text =
      std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
  if (kind == kFinal && build == 0) return text;
  for (const auto& [letter, order] : kKinds) {
    if (order == kind) return text + letter + std::to_string(build);
  }
  return text;
}

std::optional<UnityVersion> parse_unity_version(std::string_view text) {
  const auto parsed = parse(text);
  if (!parsed) return std::nullopt;
  return parsed->version;
}

bool is_engine_branch(std::string_view text) {
  const auto parsed = parse(text);
  if (!parsed) return false;
  const bool china = parsed->letter != 0 && parsed->rest.size() >= 2 && parsed->rest[0] == 'c' &&
                     parsed->rest[1] >= '0' && parsed->rest[1] <= '9';
  return parsed->letter == 't' || china;
}

}  // namespace mecadex::layouts
