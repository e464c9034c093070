// Wildcards in names: * stands for any characters, ? for one. Everything else, brackets included, stands for itself.
#pragma once

#include <string>
#include <string_view>

namespace mecadex::queries {

/// Longest pattern for SQLite's GLOB: longer ones backtrack for seconds, in a step that yields to nobody.
inline constexpr int kPatternBytes = 100;

bool has_wildcard(std::string_view name);

/// The pattern for GLOB. Throws QueryError (parameter.range) beyond kPatternBytes; `param` is whose value it is.
std::string glob_of(std::string_view param, std::string_view name);

}  // namespace mecadex::queries
