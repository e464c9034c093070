// The whole corpus as canonical text: equal corpora give equal bytes, whatever their ids and the order in which
// their rows were written.
//
// A line is a row, its fields are separated by tabs:
//
//   transitions <tab> game|level0||21|0|3|state|0 <tab> destination_raw=1 <tab> ...
//   table             natural key                       column=value of what is not NULL and not in the key
//
// A key goes from the source's label down: label|path|node path|path id|indexes. A reference is the key of the row
// that it means. Values are written as schema::add_text_function says. Lines are in the order of their bytes
// (LC_ALL=C sort), over the whole text, so that diff, comm, join and grep work on them.
//
// Left out: our ids, what is said about the making (runs, tool_version), and what follows from the program
// (schema_docs, finding_codes, builtin_names and names that only these use, indexes, views, names_fts).
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace SQLite {
class Database;
}

namespace mecadex::corpus {

/// Hands each line, its line feed included, to `line`. `database` may be read-only; sorting and keys use temporary
/// files (about the size of the text for the largest table), memory that of SQLite's caches (57 MiB on 325,000 rows).
/// Throws SQLite::Exception.
void dump_corpus(SQLite::Database& database, const std::function<void(std::string_view)>& line);

}  // namespace mecadex::corpus
