// Unity's version strings: "2022.3.62f2\n2", "5.6.1xMacVR-p1", "2022.3.38t3", "0.0.0" (formats.md 3.7).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mecadex::layouts {

struct UnityVersion {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t patch = 0;
  std::uint32_t kind = 4;   // order of the letter: a 1, b 2, c 3, f 4 (also x and t), p 5; none: f
  std::uint32_t build = 0;  // the number after the letter; 0 when missing

  auto operator<=>(const UnityVersion&) const = default;
  bool is_stripped() const { return major == 0; }  // "0.0.0"
  bool same_stream(const UnityVersion& other) const { return major == other.major && minor == other.minor; }
  std::string to_string() const;
};

/// The version at the start of `text`; what follows is ignored. Nothing when it does not begin with
/// digits.digits.
std::optional<UnityVersion> parse_unity_version(std::string_view text);

/// A branch of the engine whose classes may differ: "2022.3.38t3" (Tuanjie), "2020.3.32f1c1" (China).
bool is_engine_branch(std::string_view text);

}  // namespace mecadex::layouts
