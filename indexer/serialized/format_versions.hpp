// Which Unity versions wrote a serialized format (formats.md 3.1): what is left to go by when a
// file's own version was stripped.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "indexer/layouts/unity_version.hpp"

namespace mecadex::serialized {

/// The first and last version known to write `format`; nothing for a format that no release wrote.
inline std::optional<std::pair<layouts::UnityVersion, layouts::UnityVersion>> versions_of_format(
    std::uint32_t format) {
  struct Row {
    std::uint32_t first_format, last_format;
    layouts::UnityVersion first, last;
  };
  constexpr std::uint32_t kAny = UINT32_MAX;  // the last build of a line
  static constexpr Row kRows[] = {
      {7, 8, {3, 0, 0, 0, 0}, {3, 4, kAny, kAny, kAny}},
      {9, 9, {3, 5, 0, 0, 0}, {4, 7, kAny, kAny, kAny}},
      {14, 14, {5, 0, 0, 0, 0}, {5, 0, 0, kAny, kAny}},
      {15, 15, {5, 0, 1, 0, 0}, {5, 4, kAny, kAny, kAny}},
      {16, 17, {5, 5, 0, 0, 0}, {2018, 4, kAny, kAny, kAny}},
      {18, 19, {2019, 1, 0, 0, 0}, {2019, 1, kAny, kAny, kAny}},
      {20, 20, {2019, 2, 0, 0, 0}, {2019, 2, kAny, kAny, kAny}},
      {21, 21, {2019, 3, 0, 0, 0}, {2019, 4, kAny, kAny, kAny}},
      {22, 22, {2020, 1, 0, 0, 0}, {6000, 4, kAny, kAny, kAny}},
      {23, 23, {6000, 5, 0, 0, 0}, {6000, 6, kAny, kAny, kAny}},
      {24, 26, {6000, 7, 0, 0, 0}, {6000, 7, kAny, kAny, kAny}},
  };
  for (const Row& row : kRows) {
    if (format >= row.first_format && format <= row.last_format)
      return std::pair{row.first, row.last};
  }
  return std::nullopt;
}

}  // namespace mecadex::serialized
