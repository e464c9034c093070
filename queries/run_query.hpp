// Runs a named query, or a user's SQL, and hands its rows on one by one.
//
//   QueryRequest -> parameters -> compose -> guarded connection -> RowSink: begin, row..., end
//
// Memory does not grow with the number of rows (beyond what SQLite needs to sort them). An error
// before `begin` leaves the sink untouched; a later one (a deadline) ends it in the middle, without
// `end`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "queries/catalogue.hpp"
#include "queries/sql_guard.hpp"
#include "queries/value.hpp"

namespace mecadex::queries {

/// What was considered: the denominators of an answer.
struct Scope {
  std::int64_t sources = 0;
  std::int64_t serialized_files = 0;
  std::int64_t controllers = 0;
  std::int64_t controllers_unreadable = 0;
};

struct AnswerHeader {
  std::optional<std::string> query;  // name; none for a user's SQL
  std::string revision;
  std::vector<Column> columns;
  std::optional<Scope> scope;  // none for a user's SQL
};

struct AnswerEnd {
  bool is_truncated = false;        // there are more rows
  std::optional<std::string> next;  // cursor for them, if the query can go on
  std::string hint;                 // how to get them when there is no cursor; "" otherwise
};

/// Takes an answer as it is made.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual void begin(const AnswerHeader& header) = 0;
  /// As many values as the header has columns; valid during the call.
  virtual void row(const std::vector<Value>& values) = 0;
  virtual void end(const AnswerEnd& end) = 0;
};

struct QueryRequest {
  std::string name;
  std::vector<std::pair<std::string, std::string>> params;  // limit and cursor may be among them
  std::optional<std::int64_t> limit;      // rows when no parameter says how many; none: all
  std::optional<std::int64_t> max_limit;  // more are refused (parameter.range)
};

/// Throws QueryError for what is wrong with the request, SQLite::Exception when the database cannot
/// be read.
void run_query(const Catalogue& catalogue, GuardedConnection& connection,
               const QueryRequest& request, RowSink& sink);

/// One statement of a user's, at most `max_rows` rows (none: all); `params` are bound by name.
void run_sql(GuardedConnection& connection, std::string_view sql,
             std::optional<std::int64_t> max_rows, RowSink& sink,
             const std::map<std::string, BoundValue>& params = {});

}  // namespace mecadex::queries
