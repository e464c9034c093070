#include "queries/run_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "queries/compose.hpp"
#include "queries/cursor.hpp"
#include "queries/evaluators.hpp"
#include "queries/known_names.hpp"
#include "queries/query_error.hpp"

namespace mecadex::queries {
namespace {

[[noreturn]] void bad(const char* code, const std::string& message) {
  throw QueryError(QueryErrorKind::bad_parameter, code, message);
}

std::int64_t integer(const Value& value) {
  const auto* held = std::get_if<std::int64_t>(&value);
  return held == nullptr ? 0 : *held;
}

/// A copy that outlives the row.
BoundValue keep(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  return {};
}

void bind_all(GuardedStatement& statement, const Arguments& arguments) {
  for (const auto& [name, value] : arguments.bound) statement.bind(name, value);
}

Scope read_scope(GuardedConnection& connection, const Arguments& arguments) {
  GuardedStatement statement = connection.prepare_kept(compose_scope_counts());
  bind_all(statement, arguments);
  if (!statement.step()) return {};
  return {integer(statement.value(0)), integer(statement.value(1)), integer(statement.value(2)),
          integer(statement.value(3))};
}

/// copies=distinct in a database that was written before there were fingerprints would count every
/// copy; a database without objects that can have one has no copies either.
void require_fingerprints(GuardedConnection& connection, const Arguments& arguments) {
  const auto copies = arguments.bound.find("copies");
  if (copies == arguments.bound.end() || copies->second != BoundValue("distinct")) return;
  GuardedStatement statement = connection.prepare(
      "SELECT EXISTS (SELECT 1 FROM objects"
      "  WHERE class_id IN (74, 90, 91, 221) AND fingerprint IS NOT NULL)"
      " OR NOT EXISTS (SELECT 1 FROM objects WHERE class_id IN (74, 90, 91, 221))");
  if (statement.step() && integer(statement.value(0)) != 0) return;
  throw QueryError(QueryErrorKind::unprocessable, "copies.unavailable",
                   "copies=distinct needs fingerprints, which this database was written without: "
                   "index its sources again");
}

/// Sources, files, controllers and avatars that were asked for must be known in this corpus.
void require_known_names(GuardedConnection& connection, const QueryRequest& request) {
  for (const auto& [name, value] : request.params) {
    if (is_looked_up(name)) require_known(connection, name, value);
  }
}

/// A user's SQL has no cursor: its order is the user's affair.
constexpr const char* kMoreOfSql =
    "there are more rows: raise the limit, take the format ndjson or csv, which without a limit gives every row, or "
    "page in the statement with ORDER BY ... LIMIT n OFFSET m";

/// What makes two requests the same for a cursor: all but limit and cursor.
std::uint32_t request_hash(const QueryRequest& request) {
  auto params = request.params;
  std::sort(params.begin(), params.end());
  std::string text = request.name;
  for (const auto& [name, value] : params) {
    if (name == "limit" || name == "cursor") continue;
    text += fmt::format("\n{}={}:{}", name, value.size(), value);
  }
  return name_hash(text);
}

Cursor read_cursor(const Arguments& arguments, const std::string& revision, std::uint32_t request) {
  if (arguments.cursor.empty()) return {};
  Cursor cursor = decode_cursor(arguments.cursor);
  if (cursor.request != request) {
    bad("cursor.invalid", "the cursor is damaged or belongs to another request");
  }
  if (cursor.revision != revision) {
    bad("cursor.revision", fmt::format("the cursor belongs to revision {}; this is {}: begin again",
                                       cursor.revision, revision));
  }
  return cursor;
}

std::optional<std::int64_t> row_limit(const Arguments& arguments, const QueryRequest& request) {
  const auto limit = arguments.limit ? arguments.limit : request.limit;
  if (limit && request.max_limit && *limit > *request.max_limit) {
    bad("parameter.range", fmt::format("limit is at most {}", *request.max_limit));
  }
  return limit;
}

/// One row more than wanted, -1 for all.
std::int64_t page_rows(std::optional<std::int64_t> limit) {
  return limit && *limit < std::numeric_limits<std::int64_t>::max() ? *limit + 1 : -1;
}

/// Steps through the rows of a page. One row more than asked for was requested: it says whether
/// there is a next page, which begins behind the last row shown.
class Pager {
 public:
  Pager(GuardedStatement& statement, const Composed& composed, std::optional<std::int64_t> limit)
      : statement_(statement),
        columns_(composed.columns.size()),
        keys_(composed.order.size()),
        limit_(limit) {}

  /// Hands all rows to the sink; true when there are more than the limit.
  bool run(RowSink& sink) {
    std::vector<Value> values(columns_);
    for (std::int64_t n = 0; statement_.step(); ++n) {
      if (limit_ && n == *limit_) return true;
      for (std::size_t i = 0; i < columns_; ++i) values[i] = statement_.value(static_cast<int>(i));
      if (limit_ && n + 1 == *limit_) keep_keys();
      sink.row(values);
    }
    return false;
  }

  std::vector<BoundValue> last_keys() && { return std::move(last_keys_); }

 private:
  void keep_keys() {
    for (std::size_t i = 0; i < keys_; ++i) {
      last_keys_.push_back(keep(statement_.value(static_cast<int>(columns_ + i))));
    }
  }

  GuardedStatement& statement_;
  std::size_t columns_;
  std::size_t keys_;
  std::optional<std::int64_t> limit_;
  std::vector<BoundValue> last_keys_;
};

/// A user's SQL may name two columns alike; a row is keyed by column, so the second is "a_2".
std::vector<Column> distinct_columns(const GuardedStatement& statement) {
  std::vector<Column> columns;
  std::set<std::string> taken;
  for (int i = 0; i < statement.column_count(); ++i) {
    std::string name = statement.column_name(i);
    for (int n = 2; !taken.insert(name).second; ++n) {
      name = fmt::format("{}_{}", statement.column_name(i), n);
    }
    columns.push_back({std::move(name), ValueType::text, Rollup::key, ""});
  }
  return columns;
}

/// The answer of an evaluator. Its cursor holds how many rows came before.
class EvaluatedAnswer {
 public:
  EvaluatedAnswer(AnswerHeader header, const Cursor& cursor, std::optional<std::int64_t> limit, RowSink& sink)
      : header_(std::move(header)), skip_(rows_before(cursor)), limit_(limit), sink_(sink) {}

  /// What is wrong with the arguments is thrown before the sink has seen anything.
  bool take(const std::vector<Value>& values) {
    if (values.size() != header_.columns.size()) {
      throw std::logic_error(fmt::format("{} has another number of columns", *header_.query));
    }
    if (n_ < skip_) return ++n_, true;
    if (limit_ && n_ - skip_ == *limit_) {
      end_.is_truncated = true;
      return false;
    }
    begin();
    sink_.row(values);
    return ++n_, true;
  }

  void end(std::uint32_t request) {
    begin();
    if (end_.is_truncated) end_.next = encode_cursor({header_.revision, request, {n_}});
    sink_.end(end_);
  }

 private:
  static std::int64_t rows_before(const Cursor& cursor) {
    if (cursor.keys.empty()) return 0;
    const auto* rows = std::get_if<std::int64_t>(&cursor.keys.front());
    if (cursor.keys.size() != 1 || rows == nullptr || *rows < 0) {
      bad("cursor.invalid", "the cursor is damaged or belongs to another request");
    }
    return *rows;
  }

  void begin() {
    if (!has_begun_) sink_.begin(header_);
    has_begun_ = true;
  }

  AnswerHeader header_;
  std::int64_t n_ = 0;  // rows taken, those before the cursor included
  std::int64_t skip_;
  std::optional<std::int64_t> limit_;
  RowSink& sink_;
  AnswerEnd end_;
  bool has_begun_ = false;
};

void run_evaluator(const QuerySpec& spec, GuardedConnection& connection, const Arguments& arguments,
                   const Cursor& cursor, std::optional<std::int64_t> limit, std::uint32_t request, RowSink& sink) {
  const Evaluator evaluator = find_evaluator(spec.evaluates);
  if (evaluator == nullptr) throw std::logic_error(fmt::format("{} has no evaluator", spec.name));
  const Scope scope = read_scope(connection, arguments);
  EvaluatedAnswer answer({spec.name, connection.revision(), spec.columns, scope}, cursor, limit, sink);
  evaluator(connection, arguments, [&](const std::vector<Value>& values) { return answer.take(values); });
  answer.end(request);
}

}  // namespace

void run_query(const Catalogue& catalogue, GuardedConnection& connection,
               const QueryRequest& request, RowSink& sink) {
  const QuerySpec& spec = catalogue.find(request.name);
  const Arguments arguments = parse_arguments(spec, request.params);
  const auto limit = row_limit(arguments, request);
  const std::uint32_t request_id = request_hash(request);
  const Cursor cursor = read_cursor(arguments, connection.revision(), request_id);
  if (!spec.evaluates.empty()) {
    require_fingerprints(connection, arguments);
    return run_evaluator(spec, connection, arguments, cursor, limit, request_id, sink);
  }
  const Composed composed = compose(spec, arguments.group_by, !cursor.keys.empty());
  if (!cursor.keys.empty() && cursor.keys.size() != composed.order.size()) {
    bad("cursor.invalid", "the cursor is damaged or belongs to another request");
  }

  require_known_names(connection, request);
  require_fingerprints(connection, arguments);
  const Scope scope = read_scope(connection, arguments);
  GuardedStatement statement = connection.prepare_kept(composed.sql);
  bind_all(statement, arguments);
  statement.bind("page_rows", page_rows(limit));
  for (std::size_t i = 0; i < cursor.keys.size(); ++i) {
    statement.bind(fmt::format("after_{}", i + 1), cursor.keys[i]);
  }
  sink.begin({spec.name, connection.revision(), composed.columns, scope});
  Pager pager(statement, composed, limit);
  AnswerEnd end;
  end.is_truncated = pager.run(sink);
  if (end.is_truncated && !composed.order.empty()) {
    end.next = encode_cursor({connection.revision(), request_id, std::move(pager).last_keys()});
  }
  sink.end(end);
}

void run_sql(GuardedConnection& connection, std::string_view sql,
             std::optional<std::int64_t> max_rows, RowSink& sink,
             const std::map<std::string, BoundValue>& params) {
  GuardedStatement statement = connection.prepare(sql);
  for (const auto& [name, value] : params) statement.bind(name, value);
  Composed composed;
  composed.columns = distinct_columns(statement);
  sink.begin({std::nullopt, connection.revision(), composed.columns, std::nullopt});
  AnswerEnd end;
  end.is_truncated = Pager(statement, composed, max_rows).run(sink);
  if (end.is_truncated) end.hint = kMoreOfSql;
  sink.end(end);
}

}  // namespace mecadex::queries
