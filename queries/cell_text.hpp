// One value as text: what the formats have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "queries/query_spec.hpp"
#include "queries/value.hpp"

namespace mecadex::queries {

/// The value without quotes: digits, Infinity, the text itself, hex of a blob; '' for NULL.
std::string plain_text(const Value& value);

/// A JSON string with its quotes; what is not UTF-8 is replaced by U+FFFD.
std::string json_string(std::string_view text);

/// The value as JSON. `quotes_big_integers`: beyond +-(2^53 - 1) they are strings.
std::string json_text(const Column& column, const Value& value, bool quotes_big_integers);

}  // namespace mecadex::queries
