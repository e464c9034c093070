// What the schema itself declares about its tables: columns, keys, references. Tools that copy, print or
// compare whole corpora work from this, so that a new table or column is covered without a line for it.
//
// An id of our own (`<x>_id INTEGER PRIMARY KEY`) means nothing outside its database. What a row is, its
// natural key says, and this is where it is found:
//
//   the id is itself a reference (controllers.controller_id -> objects)   the key of that row
//   the table has a UNIQUE constraint or a whole UNIQUE index             its columns
//   neither, but others refer to it (transitions)                         natural_key_of() names the columns
//   neither, and nobody refers to it (findings)                           none: a row is all its values
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace SQLite {
class Database;
}

namespace mecadex::schema {

struct ColumnShape {
  std::string name;
  std::string type;  // INTEGER, REAL, TEXT or BLOB, as declared
  int key_position = 0;  // position in the primary key from 1; 0 outside
  std::string refers_to;  // table whose id it holds; '' for a value
};

struct TableShape {
  std::string name;
  std::vector<ColumnShape> columns;
  std::string id;  // the column that is our own id, also when it is another table's id; '' when there is none
  std::string same_as;  // table whose id `id` is; '' when the table counts its own
  /// Columns that tell its rows apart; empty when it has no id, or none are known.
  std::vector<std::string> natural_key;

  const ColumnShape& column(std::string_view column_name) const;
};

/// Ordinary tables of a database, by name; without SQLite's own, virtual ones and their shadows. `schema` is the
/// name it is attached by.
std::vector<TableShape> read_table_shapes(SQLite::Database& database, const std::string& schema = "main");

/// The shape of this name. Throws std::out_of_range.
const TableShape& find_shape(const std::vector<TableShape>& shapes, std::string_view name);

/// What is wrong with the shapes, a line each: a table that others refer to without a natural key, an id
/// (`<x>_id`) that neither counts nor refers. Empty when every row can be named without ids.
std::vector<std::string> check_table_shapes(const std::vector<TableShape>& shapes);

/// Gives `database` the SQL function mecadex_text(value): a value as a field of a line. NULL is `\N`, backslash, tab,
/// line feed, carriage return and "|" are `\\`, `\t`, `\n`, `\r`, `\p`; a REAL is a hexadecimal float, exact
/// (0x1.8p+1, inf, -inf); a BLOB is hex.
void add_text_function(SQLite::Database& database);

/// The same in C++, of a text.
void append_escaped(std::string& out, std::string_view text);

/// SQL for the natural key, as text, of the row of `table` whose id is the SQL expression `id`; NULL when there is no
/// such row. Parts are joined by "|", from the source's label down; each is mecadex_text of its value.
std::string key_expression(const std::vector<TableShape>& shapes, const std::string& schema, const std::string& table,
                           const std::string& id);

/// SQL for the natural key of a row at hand: columns are read from `alias`. `key_of(table, id)` gives the SQL for the
/// key of a row referred to.
template <typename KeyOf>
std::string row_key(const TableShape& shape, const std::string& alias, const KeyOf& key_of) {
  std::string sql;
  for (const std::string& part : shape.natural_key) {
    std::string value;
    std::size_t start = 0;
    int alternatives = 0;
    while (start <= part.size()) {  // "a/b": the first that is not NULL
      const std::size_t end = std::min(part.find('/', start), part.size());
      const ColumnShape& column = shape.column(std::string_view(part).substr(start, end - start));
      const std::string read = alias + ".\"" + column.name + "\"";
      if (alternatives++ > 0) value += ", ";
      value += column.refers_to.empty() ? "mecadex_text(" + read + ")" : key_of(column.refers_to, read);
      start = end + 1;
    }
    if (!sql.empty()) sql += " || '|' || ";
    sql += "coalesce(" + value + ", '\\N')";
  }
  return sql;
}

}  // namespace mecadex::schema
