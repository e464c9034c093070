// A value of a row while it is handed on. Texts and blobs point into SQLite's memory and are valid
// until the next row.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

namespace mecadex::queries {

struct Blob {
  std::string_view bytes;
};

/// monostate is NULL.
using Value = std::variant<std::monostate, std::int64_t, double, std::string_view, Blob>;

}  // namespace mecadex::queries
