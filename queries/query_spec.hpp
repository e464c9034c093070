// A named query as its .sql file describes it: what it asks, takes and answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mecadex::queries {

/// Type of a parameter or column. A hash is a CRC-32: as a parameter it may be written in decimal,
/// in 0x hex or as the plain name. A list is a repeated parameter, or a column that holds a JSON
/// array.
enum class ValueType { text, integer, real, hash, boolean, list };

/// The word for it in front matter: text, int, real, hash, bool, list.
std::string_view to_string(ValueType type);

struct Param {
  std::string name;
  ValueType type = ValueType::text;
  bool is_required = true;
  std::optional<std::string> default_text;
  std::optional<std::int64_t> max;
  std::vector<std::string> choices;  // empty: any value
  std::string doc;
  bool is_pattern = false;  // * and ? are wildcards; the statement gets :name, and :name_glob when there are any
};

/// What grouping does with a column: rows are told apart by it, or its values are added up, ...
enum class Rollup { key, sum, min, max };

struct Column {
  std::string name;
  ValueType type = ValueType::text;
  Rollup rollup = Rollup::key;
  std::string doc;
};

enum class Returns { rows, row, value };

struct OrderKey {
  std::string column;
  bool is_descending = false;
};

/// The parameters that the runner itself implements, for queries that ask for them.
struct CommonParams {
  bool source = false;
  bool file = false;
  bool controller = false;
  bool unity_version = false;
};

struct QuerySpec {
  std::string name;   // kebab-case, unique: the file's stem
  std::string topic;  // the file's folder
  std::string title;
  std::string description;
  std::vector<Param> params;  // its own; without the common ones
  CommonParams common;
  bool takes_copies = false;                 // scope.sql: scope_controllers, scope_repeats
  std::optional<std::string> default_group;  // set: the query takes group_by
  bool groups_itself = false;                // its rows have the columns of every group; else a controller_id
  std::vector<Column> columns;
  std::vector<OrderKey> order;
  Returns returns = Returns::rows;
  int since = 1;           // schema version that first had it
  std::string deprecated;  // name of the query that replaces it
  std::string scan;        // why reading a whole big table is accepted
  std::string sql;         // empty when it evaluates
  std::string evaluates;   // name of the evaluator (evaluators.hpp) that answers in place of SQL
};

}  // namespace mecadex::queries
