#include "queries/name_pattern.hpp"

#include <fmt/format.h>

#include "queries/query_error.hpp"

namespace mecadex::queries {

bool has_wildcard(std::string_view name) { return name.find_first_of("*?") != std::string_view::npos; }

std::string glob_of(std::string_view param, std::string_view name) {
  std::string glob;
  for (const char c : name) glob += c == '[' ? std::string("[[]") : std::string(1, c);
  if (glob.size() > static_cast<std::size_t>(kPatternBytes)) {
    throw QueryError(QueryErrorKind::bad_parameter, "parameter.range",
                     fmt::format("{}: a name with * or ? has at most {} bytes, and each [ counts as 3", param,
                                 kPatternBytes));
  }
  return glob;
}

}  // namespace mecadex::queries
