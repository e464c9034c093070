// Cursor: where a page of rows ended, as an opaque text for the user.
//
// base64url of the JSON list [revision, request, [key, ...]]: the keys are those of the last row by
// the query's order, `request` is a CRC-32 of the query's name and parameters. A cursor continues
// the same request on the same revision: with ids and counts of another one, rows would be skipped
// or repeated.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "queries/parameters.hpp"

namespace mecadex::queries {

struct Cursor {
  std::string revision;
  std::uint32_t request = 0;
  std::vector<BoundValue> keys;
};

std::string encode_cursor(const Cursor& cursor);

/// Throws QueryError (cursor.invalid) when `text` is no cursor.
Cursor decode_cursor(std::string_view text);

}  // namespace mecadex::queries
