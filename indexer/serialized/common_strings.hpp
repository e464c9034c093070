// The common string table of type trees (formats.md 3.4, appendix D).
//
// A blob tree names its types and fields by offsets; bit 31 says that the offset counts in this
// table and not in the tree's own strings. The table only ever grew, so the newest serves all
// versions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mecadex::serialized {

/// The string that begins at `offset` of the table; nothing where none begins.
std::optional<std::string_view> common_string(std::uint32_t offset);

/// Where `text` begins in the table.
std::optional<std::uint32_t> common_string_offset(std::string_view text);

}  // namespace mecadex::serialized
