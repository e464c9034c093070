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
void append_json_string(std::string& out, std::string_view text);

/// What decides how a column's values are written as JSON, looked up once per answer.
struct JsonStyle {
  bool is_path_id = false;           // integers are strings: they exceed 2^53
  bool is_list = false;              // texts are JSON arrays already
  bool quotes_big_integers = false;  // integers beyond +-(2^53 - 1) are strings
};
JsonStyle json_style(const Column& column, bool quotes_big_integers);

/// Appends the value as JSON.
void append_json(std::string& out, const Value& value, const JsonStyle& style);

}  // namespace mecadex::queries
