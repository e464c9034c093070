// One function per step of the lock-down. Where a number or a refusal looks odd, an attack that was
// tried is the reason; the tests try them all.
#include "queries/sql_guard.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <map>

#include "queries/query_error.hpp"
#include "queries/sql_suggestion.hpp"
#include "schema/schema.hpp"

namespace mecadex::queries {
namespace {

using Clock = std::chrono::steady_clock;

/// Steps of SQLite's machine between two looks at the clock: costs nothing, exact to 0.02 ms.
constexpr int kStepsPerCheck = 1'000;

/// Kept statements of a connection; at the limit those that are not in use are dropped.
constexpr std::size_t kKeptStatements = 256;

/// How long a changing database is waited for while another writes it.
constexpr int kBusyMilliseconds = 200;

/// Functions that reach outside the database.
constexpr std::array<std::string_view, 2> kRefusedFunctions{"load_extension", "fts3_tokenizer"};

[[noreturn]] void refuse(const char* code, const std::string& message) {
  throw QueryError(QueryErrorKind::sql, code, message);
}

/// A file: URI for SQLite: everything but unreserved characters and '/' is escaped.
std::string read_only_uri(const std::filesystem::path& database, OpenAs open_as) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(database).string()) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '/' || c == '-' || c == '_' || c == '.' ||
                          c == '~';
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri + (open_as == OpenAs::corpus ? "?mode=ro&immutable=1" : "?mode=ro");
}

/// SQLite asks before it compiles each part of a statement. What is not listed is refused.
int authorize(void*, int action, const char* first, const char* second, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION: {
      const std::string_view name = second == nullptr ? "" : second;
      const bool refused = std::find(kRefusedFunctions.begin(), kRefusedFunctions.end(), name) !=
                           kRefusedFunctions.end();
      return refused ? SQLITE_DENY : SQLITE_OK;
    }
    case SQLITE_PRAGMA:  // full text search asks for this one with each query
      return std::string_view(first) == "data_version" && second == nullptr ? SQLITE_OK
                                                                            : SQLITE_DENY;
    default:
      return SQLITE_DENY;
  }
}

void set_limits(sqlite3* handle, const GuardLimits& limits) {
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, limits.value_bytes);
  sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, limits.sql_bytes);
  sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, limits.columns);
  sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, limits.expression_depth);
  sqlite3_limit(handle, SQLITE_LIMIT_COMPOUND_SELECT, limits.compound_selects);
  sqlite3_limit(handle, SQLITE_LIMIT_VDBE_OP, limits.program_steps);
  sqlite3_limit(handle, SQLITE_LIMIT_FUNCTION_ARG, limits.function_arguments);
  sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, limits.like_pattern_bytes);
  sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, limits.variables);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 0);
  sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0);
}

void set_pragmas(SQLite::Database& database, const GuardLimits& limits) {
  sqlite3* handle = database.getHandle();
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  database.exec("PRAGMA query_only = 1");
  database.exec(limits.sorts_in_files ? "PRAGMA temp_store = FILE" : "PRAGMA temp_store = MEMORY");
  database.exec("PRAGMA mmap_size = 0");
}

/// Virtual tables are set up at their first use, with statements that the authorizer would refuse:
/// they are all used once before it is there.
void warm_virtual_tables(SQLite::Database& database) {
  database.execAndGet("SELECT count(*) FROM json_each('[]'), json_tree('[]')");
  SQLite::Statement list(database,
                         "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'");
  while (list.executeStep()) {
    const std::string name = list.getColumn(0).getString();
    database.execAndGet("SELECT count(*) FROM (SELECT 1 FROM \"" + name + "\" LIMIT 1)");
  }
}

[[noreturn]] void throw_deadline() {
  throw QueryError(QueryErrorKind::deadline, "sql.deadline",
                   "the query took too long and was ended");
}

[[noreturn]] void throw_cancelled() {
  throw QueryError(QueryErrorKind::deadline, "sql.cancelled", "nobody waits for the answer");
}

[[noreturn]] void throw_error(sqlite3* handle, int code) {
  const std::string message = sqlite3_errmsg(handle);
  switch (code & 0xFF) {
    case SQLITE_INTERRUPT:
      throw_deadline();
    case SQLITE_NOMEM:
      refuse("sql.memory", "the query needs more memory than it may have");
    case SQLITE_TOOBIG:
      refuse("sql.too_big", message);
    case SQLITE_AUTH:
    case SQLITE_READONLY:
      refuse("sql.refused", fmt::format("only reading is allowed here: {}", message));
    case SQLITE_IOERR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_BUSY:
    case SQLITE_CANTOPEN:
      throw SQLite::Exception(handle, code);
    default:
      refuse("sql.error", message);
  }
}

sqlite3_stmt* prepare_raw(sqlite3* handle, std::string_view sql, std::string_view* tail) {
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const int code =
      sqlite3_prepare_v2(handle, sql.data(), static_cast<int>(sql.size()), &statement, &rest);
  if (code == SQLITE_ERROR) {
    const std::string message = sqlite3_errmsg(handle);
    refuse("sql.error", message + sql_suggestion(handle, sql, message));
  }
  if (code != SQLITE_OK) throw_error(handle, code);
  *tail = sql.substr(static_cast<std::size_t>(rest - sql.data()));
  return statement;
}

}  // namespace

struct GuardedConnection::State {
  State(const std::filesystem::path& file, const std::string& shown_name, const GuardLimits& limits,
        OpenAs open_as)
      : path(std::filesystem::weakly_canonical(file)),
        database(read_only_uri(path, open_as),
                 SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX),
        deadline(limits.deadline) {
    if (open_as == OpenAs::corpus) {
      schema::require_compatible(database, shown_name);
    } else {
      database.setBusyTimeout(kBusyMilliseconds);
    }
    set_pragmas(database, limits);
    warm_virtual_tables(database);
    if (open_as == OpenAs::corpus) {
      SQLite::Statement query(database, "SELECT value FROM corpus_info WHERE key = 'revision'");
      if (query.executeStep()) revision = query.getColumn(0).getString();
    }
    set_limits(database.getHandle(), limits);
    sqlite3_set_authorizer(database.getHandle(), authorize, nullptr);
    sqlite3_progress_handler(database.getHandle(), kStepsPerCheck, must_stop, this);
  }

  ~State() {
    for (auto& [sql, statement] : kept) sqlite3_finalize(statement.statement);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  bool is_late() const { return deadline.count() > 0 && Clock::now() > end; }
  bool is_over() const { return is_cancelled != nullptr && is_cancelled->load(); }
  static int must_stop(void* state) {
    const auto* self = static_cast<State*>(state);
    return self->is_over() || self->is_late() ? 1 : 0;
  }

  /// A statement begins: its own deadline, or what is left of the request's.
  void begin_statement() {
    if (!in_request) {
      end = Clock::now() + deadline;
    } else if (is_over()) {
      throw_cancelled();
    } else if (is_late()) {
      throw_deadline();
    }
  }

  sqlite3_stmt* prepare_one(std::string_view sql);

  struct Kept {
    sqlite3_stmt* statement = nullptr;
    bool is_in_use = false;
  };

  std::filesystem::path path;
  SQLite::Database database;
  std::string revision;
  std::chrono::milliseconds deadline;
  Clock::time_point end{};
  Clock::time_point paused_at{};
  bool in_request = false;
  const std::atomic<bool>* is_cancelled = nullptr;
  std::map<std::string, Kept, std::less<>> kept;  // by SQL; a node's address stays
};

GuardLimits ad_hoc_limits() { return {}; }

GuardLimits catalogue_limits() {
  GuardLimits limits;
  limits.value_bytes = 64 * 1024 * 1024;
  limits.deadline = std::chrono::milliseconds{0};
  limits.sorts_in_files = true;  // an answer may be every row of a big corpus in an order that no index has
  return limits;
}

void limit_process_heap(std::int64_t bytes) { sqlite3_hard_heap_limit64(bytes); }

GuardedConnection::GuardedConnection(const std::filesystem::path& database,
                                     const std::string& shown_name, const GuardLimits& limits,
                                     OpenAs open_as)
    : state_(std::make_unique<State>(database, shown_name, limits, open_as)) {}

GuardedConnection::~GuardedConnection() = default;

const std::string& GuardedConnection::revision() const { return state_->revision; }

const std::filesystem::path& GuardedConnection::path() const { return state_->path; }

bool GuardedConnection::must_stop() const {
  return state_->in_request && (state_->is_over() || state_->is_late());
}

void GuardedConnection::check_deadline() const {
  if (!state_->in_request) return;
  if (state_->is_over()) throw_cancelled();
  if (state_->is_late()) throw_deadline();
}

/// Compiles the one statement of `sql`, which must only read.
sqlite3_stmt* GuardedConnection::State::prepare_one(std::string_view sql) {
  sqlite3* handle = database.getHandle();
  std::string_view tail;
  GuardedStatement statement(prepare_raw(handle, sql, &tail), nullptr);
  if (statement.statement_ == nullptr) refuse("sql.not_one_statement", "there is no statement");
  std::string_view nothing;
  const GuardedStatement second(tail.empty() ? nullptr : prepare_raw(handle, tail, &nothing),
                                nullptr);
  if (second.statement_ != nullptr) {
    refuse("sql.not_one_statement", "there is more than one statement");
  }
  if (sqlite3_stmt_readonly(statement.statement_.get()) == 0) {
    refuse("sql.refused", "only reading is allowed here");
  }
  return statement.statement_.release();
}

GuardedStatement GuardedConnection::prepare(std::string_view sql) {
  state_->begin_statement();
  return {state_->prepare_one(sql), nullptr};
}

GuardedStatement GuardedConnection::prepare_kept(const std::string& sql) {
  auto& kept = state_->kept;
  const auto found = kept.find(sql);
  if (found != kept.end() && found->second.is_in_use) return prepare(sql);
  state_->begin_statement();
  State::Kept* entry = found == kept.end() ? nullptr : &found->second;
  if (entry == nullptr) {
    for (auto old = kept.size() < kKeptStatements ? kept.end() : kept.begin(); old != kept.end();) {
      if (!old->second.is_in_use) sqlite3_finalize(old->second.statement);
      old = old->second.is_in_use ? std::next(old) : kept.erase(old);
    }
    entry = &kept.emplace(sql, State::Kept{state_->prepare_one(sql), false}).first->second;
  }
  entry->is_in_use = true;
  return {entry->statement, &entry->is_in_use};
}

void GuardedConnection::begin_request(const std::atomic<bool>* is_cancelled,
                                      std::optional<std::chrono::milliseconds> deadline) {
  state_->end = Clock::now() + deadline.value_or(state_->deadline);
  state_->is_cancelled = is_cancelled;
  state_->in_request = true;
}

void GuardedConnection::end_request() {
  state_->is_cancelled = nullptr;
  state_->in_request = false;
}

void GuardedConnection::pause_deadline() { state_->paused_at = Clock::now(); }

void GuardedConnection::resume_deadline() { state_->end += Clock::now() - state_->paused_at; }

void GuardedStatement::Release::operator()(sqlite3_stmt* statement) const {
  if (is_in_use == nullptr) {
    sqlite3_finalize(statement);
    return;
  }
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  *is_in_use = false;
}

void GuardedStatement::bind(const std::string& name, const BoundValue& value) {
  const int index = sqlite3_bind_parameter_index(statement_.get(), (":" + name).c_str());
  if (index == 0) return;
  int code = SQLITE_OK;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    code = sqlite3_bind_int64(statement_.get(), index, *integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    code = sqlite3_bind_double(statement_.get(), index, *real);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    code = sqlite3_bind_text64(statement_.get(), index, text->data(), text->size(),
                               SQLITE_TRANSIENT, SQLITE_UTF8);
  }
  if (code != SQLITE_OK) throw_error(sqlite3_db_handle(statement_.get()), code);
}

bool GuardedStatement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  throw_error(sqlite3_db_handle(statement_.get()), code);
}

int GuardedStatement::column_count() const { return sqlite3_column_count(statement_.get()); }

std::string GuardedStatement::column_name(int column) const {
  const char* name = sqlite3_column_name(statement_.get(), column);
  return name == nullptr ? std::string() : name;
}

std::string GuardedStatement::declared_type(int column) const {
  const char* type = sqlite3_column_decltype(statement_.get(), column);
  return type == nullptr ? std::string() : type;
}

Value GuardedStatement::value(int column) const {
  sqlite3_stmt* statement = statement_.get();
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: {
      const void* text = sqlite3_column_text(statement, column);
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
      return std::string_view(static_cast<const char*>(text), size);
    }
    case SQLITE_BLOB: {
      const void* bytes = sqlite3_column_blob(statement, column);
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
      return Blob{{static_cast<const char*>(bytes), size}};
    }
    default:
      return {};
  }
}

}  // namespace mecadex::queries
