#include "schema/table_shapes.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace mecadex::schema {
namespace {

// Natural keys that no UNIQUE index declares. "a/b": the first that is not NULL.
const std::map<std::string_view, std::vector<std::string>> kUndeclaredKeys{
    // The owner is a state, a selector or, for any-state transitions, the machine; owner_kind tells which.
    {"transitions", {"state_id/selector_id/state_machine_id", "owner_kind", "transition_index"}},
};

// `<x>_id` columns that hold a number of the engine's, not an id of ours.
constexpr std::array<std::string_view, 4> kForeignNumbers{"path_id", "class_id", "type_id", "entity_id"};

std::vector<std::string> table_names(SQLite::Database& database, const std::string& schema) {
  std::vector<std::string> names;
  SQLite::Statement list(database,
                         "SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'table' "
                         "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name");
  list.bind(1, schema);
  while (list.executeStep()) names.push_back(list.getColumn(0).getString());
  return names;
}

void read_columns(SQLite::Database& database, const std::string& schema, TableShape& shape) {
  SQLite::Statement columns(database, "SELECT name, type, pk FROM pragma_table_info(?, ?) ORDER BY cid");
  columns.bind(1, shape.name);
  columns.bind(2, schema);
  while (columns.executeStep()) {
    shape.columns.push_back(
        {columns.getColumn(0).getString(), columns.getColumn(1).getString(), columns.getColumn(2).getInt(), {}});
  }
}

ColumnShape& column_of(TableShape& shape, std::string_view name) {
  for (ColumnShape& column : shape.columns) {
    if (column.name == name) return column;
  }
  throw std::out_of_range(fmt::format("table {} has no column {}", shape.name, name));
}

// References of one column. One of several columns repeats the other row's primary key, whose ids refer themselves.
void read_references(SQLite::Database& database, const std::string& schema, TableShape& shape) {
  SQLite::Statement references(
      database,
      "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?1, ?2) AS f WHERE "
      "(SELECT count(*) FROM pragma_foreign_key_list(?1, ?2) AS g WHERE g.id = f.id) = 1 AND \"to\" LIKE '%\\_id' "
      "ESCAPE '\\'");
  references.bind(1, shape.name);
  references.bind(2, schema);
  while (references.executeStep()) {
    column_of(shape, references.getColumn(0).getString()).refers_to = references.getColumn(1).getString();
  }
}

void read_id(TableShape& shape) {
  const ColumnShape* only = nullptr;
  for (const ColumnShape& column : shape.columns) {
    if (column.key_position > 1) return;
    if (column.key_position == 1) only = &column;
  }
  if (only == nullptr || only->type != "INTEGER") return;
  shape.id = only->name;
  shape.same_as = only->refers_to;
}

void read_natural_key(SQLite::Database& database, const std::string& schema, TableShape& shape) {
  if (shape.id.empty()) return;
  if (!shape.same_as.empty()) {
    shape.natural_key = {shape.id};
    return;
  }
  SQLite::Statement unique(database,
                           "SELECT i.name FROM pragma_index_list(?, ?) AS i WHERE i.\"unique\" AND NOT i.partial "
                           "AND i.origin <> 'pk' ORDER BY i.name LIMIT 1");
  unique.bind(1, shape.name);
  unique.bind(2, schema);
  if (unique.executeStep()) {
    SQLite::Statement parts(database, "SELECT name FROM pragma_index_info(?, ?) ORDER BY seqno");
    parts.bind(1, unique.getColumn(0).getString());
    parts.bind(2, schema);
    while (parts.executeStep()) shape.natural_key.push_back(parts.getColumn(0).getString());
  } else if (const auto known = kUndeclaredKeys.find(shape.name); known != kUndeclaredKeys.end()) {
    shape.natural_key = known->second;
  }
}

// Runs inside SQLite: no exception may leave it.
void text_function(sqlite3_context* context, int, sqlite3_value** values) {
  try {
    std::string out;
    sqlite3_value* value = values[0];
    switch (sqlite3_value_type(value)) {
      case SQLITE_NULL:
        out = "\\N";
        break;
      case SQLITE_FLOAT:
        out = fmt::format("{:a}", sqlite3_value_double(value));
        break;
      case SQLITE_BLOB: {
        const auto* bytes = static_cast<const unsigned char*>(sqlite3_value_blob(value));
        for (int i = 0; i < sqlite3_value_bytes(value); ++i) out += fmt::format("{:02x}", bytes[i]);
        break;
      }
      default: {
        const auto* text = static_cast<const char*>(static_cast<const void*>(sqlite3_value_text(value)));
        append_escaped(out, {text, static_cast<std::size_t>(sqlite3_value_bytes(value))});
      }
    }
    sqlite3_result_text64(context, out.data(), out.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  } catch (const std::exception&) {
    sqlite3_result_error_nomem(context);
  }
}

}  // namespace

const ColumnShape& TableShape::column(std::string_view column_name) const {
  return column_of(const_cast<TableShape&>(*this), column_name);
}

std::vector<TableShape> read_table_shapes(SQLite::Database& database, const std::string& schema) {
  std::vector<TableShape> shapes;
  for (std::string& name : table_names(database, schema)) {
    TableShape& shape = shapes.emplace_back();
    shape.name = std::move(name);
    read_columns(database, schema, shape);
    read_references(database, schema, shape);
    read_id(shape);
    read_natural_key(database, schema, shape);
  }
  return shapes;
}

const TableShape& find_shape(const std::vector<TableShape>& shapes, std::string_view name) {
  for (const TableShape& shape : shapes) {
    if (shape.name == name) return shape;
  }
  throw std::out_of_range(fmt::format("no table {}", name));
}

std::vector<std::string> check_table_shapes(const std::vector<TableShape>& shapes) {
  std::vector<std::string> faults;
  std::set<std::string> referred;
  for (const TableShape& shape : shapes) {
    for (const ColumnShape& column : shape.columns) {
      if (!column.refers_to.empty()) referred.insert(column.refers_to);
      const bool looks_like_id = column.name.ends_with("_id") && column.name != shape.id;
      const bool is_engines = std::find(kForeignNumbers.begin(), kForeignNumbers.end(), column.name) !=
                              kForeignNumbers.end();
      if (looks_like_id && column.refers_to.empty() && !is_engines) {
        faults.push_back(fmt::format("{}.{} looks like an id of ours but refers to no table", shape.name, column.name));
      }
    }
  }
  for (const TableShape& shape : shapes) {
    if (referred.contains(shape.name) && shape.natural_key.empty()) {
      faults.push_back(fmt::format("{} is referred to and has no natural key", shape.name));
    }
  }
  return faults;
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '\\': out += "\\\\"; break;
      case '\t': out += "\\t"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '|': out += "\\p"; break;
      default: out += c;
    }
  }
}

void add_text_function(SQLite::Database& database) {
  const int rc = sqlite3_create_function_v2(database.getHandle(), "mecadex_text", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                            nullptr, &text_function, nullptr, nullptr, nullptr);
  if (rc != SQLITE_OK) throw SQLite::Exception(database.getHandle(), rc);
}

std::string key_expression(const std::vector<TableShape>& shapes, const std::string& schema, const std::string& table,
                           const std::string& id) {
  const TableShape& shape = find_shape(shapes, table);
  const auto key_of = [&](const std::string& other, const std::string& other_id) {
    return key_expression(shapes, schema, other, other_id);
  };
  if (!shape.same_as.empty()) return key_of(shape.same_as, id);
  const std::string alias = "k_" + table;
  return fmt::format("(SELECT {} FROM {}.\"{}\" AS {} WHERE {}.\"{}\" = {})", row_key(shape, alias, key_of), schema,
                     table, alias, alias, shape.id, id);
}

}  // namespace mecadex::schema
