#include "indexer/containers/unityfs_gates.hpp"

#include <charconv>
#include <system_error>

namespace mecadex::containers {
namespace {

constexpr std::uint32_t kCombined = 0x40;
constexpr std::uint32_t kPaddingOrEncryption = 0x200;
constexpr std::uint32_t kEncryption = 0x400 | 0x1000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The number in front of `text`, which loses it and the dot behind it. 0 when there is none.
std::uint32_t take_number(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) {
    text = {};
    return 0;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with('.')) {
    text.remove_prefix(1);
  } else {
    text = {};
  }
  return number;
}

// Flag 0x200 was encryption before these.
bool is_before_padding_flag(const EngineTriple& engine) {
  if (engine.major < 2020) return true;
  if (engine.major == 2020) return engine < EngineTriple{2020, 3, 34};
  if (engine.major == 2021) return engine < EngineTriple{2021, 3, 2};
  return engine < EngineTriple{2022, 1, 1};
}

}  // namespace

EngineTriple parse_engine(std::string_view version) {
  EngineTriple engine;
  engine.major = take_number(version);
  engine.minor = take_number(version);
  engine.patch = take_number(version);
  return engine;
}

bool is_china_build(std::string_view version) {
  const std::size_t end = version.find_last_not_of("0123456789");
  return end != std::string_view::npos && end + 1 < version.size() && end > 0 &&
         version[end] == 'c' && is_digit(version[end - 1]);
}

Padding header_padding(std::uint32_t archive_version, const EngineTriple& engine,
                       std::uint32_t flags) {
  if (archive_version >= 7) return Padding::always;
  const bool may_be_padded = engine >= EngineTriple{2019, 4, 0} && flags != kCombined;
  return may_be_padded ? Padding::if_zero : Padding::never;
}

Padding data_padding(std::uint32_t archive_version, const EngineTriple& engine,
                     std::uint32_t flags) {
  if ((flags & kPaddingOrEncryption) == 0) return Padding::never;
  const bool is_known = engine != EngineTriple{} || archive_version >= 8;
  return is_known ? Padding::always : Padding::if_zero;
}

bool is_unitycn(const EngineTriple& engine, std::uint32_t flags) {
  if ((flags & kEncryption) != 0) return true;
  const bool is_old = engine != EngineTriple{} && is_before_padding_flag(engine);
  return (flags & kPaddingOrEncryption) != 0 && is_old;
}

}  // namespace mecadex::containers
