// The guarded connection: the only way by which a user's SQL and the named queries reach a corpus.
//
// A corpus is opened read-only and immutable, refused unless it is one
// (schema::require_compatible), and then locked down, in this order: pragmas, table-valued
// functions used once (SQLite declares them by a step that the authorizer would refuse), limits,
// authorizer. From then on a statement can do nothing but SELECT. Two things cannot be done here
// and belong to the process: a cap on memory, and an end to a single operation that does not yield
// (GuardLimits::value_bytes keeps these short).
//
// A deadline is of one statement, or, between begin_request() and end_request(), of all statements
// of a request together. It counts working time: while whoever writes the rows waits for a slow
// reader the clock stands still (pause_deadline).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "queries/name_pattern.hpp"
#include "queries/parameters.hpp"
#include "queries/value.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace mecadex::queries {

/// SQLite's limits for one connection, and the deadline of each statement.
struct GuardLimits {
  int value_bytes =
      100'000;  // longest text or blob; instr() over more takes seconds and yields to nobody
  int sql_bytes = 65'536;                     // longest statement
  int columns = 200;                          // of a table, result or clause
  int expression_depth = 100;                 // nesting of expressions
  int compound_selects = 50;                  // terms of UNION and the like
  int program_steps = 25'000;                 // instructions of a compiled statement
  int function_arguments = 16;                // of one call
  int like_pattern_bytes = kPatternBytes;     // longer patterns backtrack for seconds
  int variables = 100;                        // of a statement
  std::chrono::milliseconds deadline{1'000};  // 0: none
  bool sorts_in_files = false;  // what is too big for the cache is sorted in temporary files, not in memory
};

/// Limits for SQL that a user wrote.
GuardLimits ad_hoc_limits();

/// Limits for the catalogue's queries: lists may be long, and there is no deadline.
GuardLimits catalogue_limits();

/// Caps SQLite's memory in this whole process; a statement that needs more ends with sql.memory.
void limit_process_heap(std::int64_t bytes);

/// A corpus is published and never written again; a changing database is written by others
/// meanwhile and need not be a corpus.
enum class OpenAs { corpus, changing };

class GuardedStatement;

/// One thread at a time. Destroy its statements before it.
class GuardedConnection {
 public:
  /// Opens `database` (a file; links are followed once, at the opening). Throws SQLite::Exception
  /// when it cannot be opened, schema::IncompatibleDatabase when it is no corpus of ours.
  /// `shown_name` is how messages call it.
  GuardedConnection(const std::filesystem::path& database, const std::string& shown_name,
                    const GuardLimits& limits, OpenAs open_as = OpenAs::corpus);
  ~GuardedConnection();
  GuardedConnection(const GuardedConnection&) = delete;
  GuardedConnection& operator=(const GuardedConnection&) = delete;

  /// Revision of the corpus (corpus_info); '' when it has none.
  const std::string& revision() const;

  /// The file that was opened, links resolved; a published snapshot lies beside those of other revisions.
  const std::filesystem::path& path() const;

  /// Prepares one statement that only reads, and starts its deadline unless a request is running.
  /// Throws QueryError (kind sql) for anything else; sql.deadline when the request's is over.
  GuardedStatement prepare(std::string_view sql);

  /// The same for statements of our own that come again and again: compiled once per connection.
  GuardedStatement prepare_kept(const std::string& sql);

  /// From here to end_request() one deadline holds for all statements, and they end with
  /// sql.cancelled soon after `is_cancelled` has become true (from any thread; may be null).
  /// `deadline` stands in for that of the limits.
  void begin_request(const std::atomic<bool>* is_cancelled,
                     std::optional<std::chrono::milliseconds> deadline = std::nullopt);
  void end_request();

  /// Whether the running request is over its deadline or cancelled; for work between statements and
  /// the progress handlers of other connections.
  bool must_stop() const;

  /// Throws QueryError (sql.deadline, sql.cancelled) when must_stop().
  void check_deadline() const;

  /// The deadline's clock stands still from pause_deadline() to resume_deadline().
  void pause_deadline();
  void resume_deadline();

 private:
  friend class GuardedStatement;
  struct State;
  std::unique_ptr<State> state_;
};

class GuardedStatement {
 public:
  GuardedStatement(GuardedStatement&&) = default;

  /// Binds a parameter by name (without ':'); a name that the statement lacks is passed over.
  void bind(const std::string& name, const BoundValue& value);

  /// The next row, if there is one. Throws QueryError (sql.deadline, sql.cancelled, sql.memory,
  /// sql.too_big, sql.error).
  bool step();

  int column_count() const;
  std::string column_name(int column) const;

  /// "INTEGER", "TEXT" ... of the table's column that is shown, also through views; "" for an
  /// expression.
  std::string declared_type(int column) const;
  Value value(int column) const;

 private:
  friend class GuardedConnection;
  /// A kept statement is only reset: the connection finalizes it.
  struct Release {
    bool* is_in_use = nullptr;
    void operator()(sqlite3_stmt* statement) const;
  };
  GuardedStatement(sqlite3_stmt* statement, bool* is_in_use)
      : statement_(statement, Release{is_in_use}) {}
  std::unique_ptr<sqlite3_stmt, Release> statement_;
};

}  // namespace mecadex::queries
