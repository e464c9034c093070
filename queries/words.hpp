// The small change of documentation comments: trimmed and split text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mecadex::queries {

/// Without blanks, tabs and line breaks at either end.
std::string_view trim(std::string_view text);

/// The trimmed parts between separators; empty parts are left out.
std::vector<std::string> split(std::string_view text, char separator);

}  // namespace mecadex::queries
