// Answers as text: a table for people, JSON, newline-delimited JSON, CSV.
//
//   table   aligned columns, numbers to the right; the first rows decide the widths. Control
//           characters of names are shown as \xNN
//   json    {"query", "revision", "columns", "rows": [{...}], "scope", "truncated", "next"};
//           of a user's SQL that was cut also "hint": how to get the rest
//   ndjson  a row an object a line
//   csv     RFC 4180: CRLF, names in the first line; NULL is an empty field, an empty text is ""
//   csv-safe  the same for spreadsheets: a text that they would run as a formula (it begins with
//           = + - @, a tab or a line break) gets an apostrophe in front; numbers stay as they are
//
// In JSON a path id (a column called path_id or ..._path_id) is a string, because it exceeds 2^53;
// in answers to a user's SQL any integer beyond +-(2^53 - 1) is. Infinities are "Infinity" and
// "-Infinity", a list column is a JSON array, a blob is hex.
#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "queries/run_query.hpp"

namespace mecadex::queries {

enum class Format { table, json, ndjson, csv, csv_safe };

/// The format of this name: table, json, ndjson, csv or csv-safe.
std::optional<Format> parse_format(std::string_view name);

/// Writes the answer that it is handed to `out`, which must outlive it.
std::unique_ptr<RowSink> make_writer(Format format, std::ostream& out);

}  // namespace mecadex::queries
