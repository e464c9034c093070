#include "indexer/corpus/dump.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "schema/table_shapes.hpp"

namespace mecadex::corpus {
namespace {

using schema::ColumnShape;
using schema::TableShape;

// What a dump leaves out: whole tables (false), or all rows but those of a condition. Everything else is dumped.
const std::map<std::string_view, const char*> kRules{
    {"runs", nullptr},           // history, times
    {"schema_docs", nullptr},    // follows from the schema
    {"finding_codes", nullptr},  // follows from the program
    {"builtin_names", nullptr},  // follows from the program
    {"names", "name_id NOT IN (SELECT name_id FROM builtin_names)"},
    {"corpus_info", "key <> 'tool_version'"},
};

std::string key_table(const std::string& table) { return "temp.\"keys_" + table + "\""; }

class Dump {
 public:
  explicit Dump(SQLite::Database& database) : database_(database), shapes_(schema::read_table_shapes(database)) {
    schema::add_text_function(database);
    database.exec("PRAGMA temp_store = FILE; PRAGMA cache_size = -32768; PRAGMA temp.cache_size = -32768");
  }

  void write(const std::function<void(std::string_view)>& line) {
    for (const TableShape& shape : shapes_) write_table(shape, line);
  }

 private:
  // SQL for the key of a row referred to: looked up in a temporary table of all keys of that table, which is made
  // when first needed. (Composing keys of keys anew for each row would cost ten look-ups a row.)
  std::string key_of(const std::string& table, const std::string& id) {
    const TableShape& shape = schema::find_shape(shapes_, table);
    if (!shape.same_as.empty()) return key_of(shape.same_as, id);
    if (made_.insert(table).second) {
      const std::string key = row_key(shape);
      database_.exec(fmt::format("CREATE TABLE {} (id INTEGER PRIMARY KEY, key TEXT NOT NULL)", key_table(table)));
      database_.exec(fmt::format("INSERT INTO {} SELECT t.\"{}\", {} FROM main.\"{}\" AS t ORDER BY 1", key_table(table),
                                 shape.id, key, table));
    }
    return fmt::format("(SELECT key FROM {} WHERE id = {})", key_table(table), id);
  }

  std::string row_key(const TableShape& shape) {
    return schema::row_key(shape, "t", [this](const std::string& table, const std::string& id) {
      return key_of(table, id);
    });
  }

  std::string value_of(const ColumnShape& column) {
    const std::string read = "t.\"" + column.name + "\"";
    return column.refers_to.empty() ? "mecadex_text(" + read + ")" : key_of(column.refers_to, read);
  }

  // The key that opens a line. Without an id, the primary key; with neither, nothing.
  std::string opening(const TableShape& shape, std::set<std::string>& used) {
    if (!shape.natural_key.empty()) {
      used.insert(shape.natural_key.begin(), shape.natural_key.end());
      return row_key(shape);
    }
    std::map<int, const ColumnShape*> parts;
    if (shape.id.empty()) {
      for (const ColumnShape& column : shape.columns) {
        if (column.key_position > 0) parts.emplace(column.key_position, &column);
      }
    }
    std::string sql;
    for (const auto& [position, column] : parts) {
      used.insert(column->name);
      sql += (sql.empty() ? "" : " || '|' || ") + value_of(*column);
    }
    return sql.empty() ? "''" : sql;
  }

  void write_table(const TableShape& shape, const std::function<void(std::string_view)>& line) {
    const auto rule = kRules.find(shape.name);
    if (rule != kRules.end() && rule->second == nullptr) return;
    std::set<std::string> used{shape.id};
    std::string sql = fmt::format("SELECT '{}' || char(9) || {}", shape.name, opening(shape, used));
    for (const ColumnShape& column : shape.columns) {
      if (used.contains(column.name)) continue;
      sql += fmt::format(" || CASE WHEN t.\"{0}\" IS NULL THEN '' ELSE char(9) || '{0}=' || coalesce({1}, '\\N') END",
                         column.name, value_of(column));
    }
    sql += fmt::format(" || char(10) FROM main.\"{}\" AS t", shape.name);
    if (rule != kRules.end()) sql += fmt::format(" WHERE {}", rule->second);
    SQLite::Statement rows(database_, sql + " ORDER BY 1");
    while (rows.executeStep()) {
      const SQLite::Column text = rows.getColumn(0);
      line({text.getText(), static_cast<std::size_t>(text.getBytes())});
    }
  }

  SQLite::Database& database_;
  std::vector<TableShape> shapes_;
  std::set<std::string> made_;
};

}  // namespace

void dump_corpus(SQLite::Database& database, const std::function<void(std::string_view)>& line) {
  Dump(database).write(line);
}

}  // namespace mecadex::corpus
