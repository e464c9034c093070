// The entities of the corpus as the service shows them, each described by one file of entities/.
//
//   entities/<name>.sql -> Entity -> GET /v1/<name>        list: filters, order, cursor, fields
//                                    GET /v1/<name>/{id}   document: a row and its sections
//                                    OpenAPI, the page /
//
// A file is a head of "-- key: value" lines, then filters and sections, each followed by its SQL:
//
//   name      of the list and its route
//   one       the word for a single one
//   table     where rows are found, by and in the order of the key
//   view      where rows are shown from; its columns are those of the list
//   key       integer primary key of the table, a column of the view
//   sort      columns of the table that a list can be ordered by
//   doc       what they are
//   example   an id for the documentation's examples
//   history   yes: newer rows may lie in the history beside the snapshots (state.db)
//   filter    NAME TYPE [pattern] [known KIND] [in a|b] -- meaning. A condition on the table's row
//             `b` with :NAME; TYPE is text or int. With `pattern`, * and ? in the value stand for
//             any characters, and @ in the condition becomes = or GLOB. With `known`, a value that
//             names no source, file, controller or avatar of the corpus is an error, not an empty list
//   section   a.b.c: the rows that the document holds under this name. A :parameter is a column of
//             the enclosing rows, the nearest first
//
// Types and meanings of columns come from the schema itself (schema_docs).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "queries/query_spec.hpp"

namespace mecadex::server {

struct EntityFilter {
  std::string name;
  queries::ValueType type = queries::ValueType::text;  // text or integer
  bool is_pattern = false;
  std::string known;                 // kind of name (queries/known_names.hpp) that it must be; "": any text
  std::vector<std::string> choices;  // empty: any value
  std::string doc;
  std::string condition;
};

/// Rows that a document nests in each row of what encloses them.
struct Section {
  std::string name;
  std::string sql;
  std::vector<std::string> params;  // columns of enclosing rows
  std::vector<Section> sections;
};

/// A column as the schema describes it.
struct EntityColumn {
  std::string name;
  std::string type;  // INTEGER, REAL, TEXT, BLOB; "" for an expression
  std::string doc;
  bool is_list = false;  // its text is a JSON array
};

struct Entity {
  std::string name;
  std::string one;
  std::string table;
  std::string view;
  std::string key;
  std::vector<std::string> sorts;
  std::string doc;
  std::string example = "1";
  bool has_history = false;
  std::vector<EntityFilter> filters;
  std::vector<Section> sections;
  std::vector<EntityColumn> columns;

  const EntityColumn* find_column(std::string_view column) const;
};

/// Reads one file, without the columns. Throws std::runtime_error "entities/<name>: what is wrong".
Entity parse_entity(std::string_view name, std::string_view text);

/// Whether this column's text is a JSON array: its meaning in the schema begins with "JSON list".
bool is_list_column(std::string_view doc);

class EntityCatalogue {
 public:
  explicit EntityCatalogue(std::vector<Entity> entities) : entities_(std::move(entities)) {}
  std::span<const Entity> all() const { return entities_; }

  /// Null when there is none of this name.
  const Entity* find(std::string_view name) const;

 private:
  std::vector<Entity> entities_;
};

/// Those that the program carries, by name, with their columns. Made once; thread-safe.
const EntityCatalogue& builtin_entities();

}  // namespace mecadex::server
