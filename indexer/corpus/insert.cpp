#include "indexer/corpus/insert.hpp"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

namespace mecadex::corpus {

std::vector<std::string> columns(std::string_view prefix, std::string_view suffixes) {
  std::vector<std::string> out;
  for (const char suffix : suffixes) out.push_back(std::string(prefix) + "_" + suffix);
  return out;
}

std::vector<std::string> xform_columns(std::string_view prefix) {
  const std::string p(prefix);
  return join({columns(p + "_t", "xyz"), columns(p + "_q", "xyzw"), columns(p + "_s", "xyz")});
}

std::vector<std::string> join(std::vector<std::vector<std::string>> lists) {
  std::vector<std::string> out;
  for (auto& list : lists) out.insert(out.end(), list.begin(), list.end());
  return out;
}

std::int64_t next_id(SQLite::Database& database, std::string_view table, std::string_view column) {
  std::string sql = "SELECT coalesce(max(";
  sql.append(column).append("), 0) + 1 FROM ").append(table);
  return database.execAndGet(sql).getInt64();
}

Insert::Insert(SQLite::Database& database, std::string_view table, const std::vector<std::string>& columns,
               std::string_view verb)
    : database_(database) {
  std::string names;
  std::string marks;
  for (const std::string& column : columns) {
    names += (names.empty() ? "" : ", ");
    names += column;
    marks += marks.empty() ? "?" : ", ?";
  }
  std::string sql(verb);
  sql.append(" INTO ").append(table).append(" (").append(names).append(") VALUES (").append(marks).append(")");
  if (sqlite3_prepare_v3(database.getHandle(), sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr) !=
      SQLITE_OK) {
    throw SQLite::Exception(database.getHandle());
  }
}

Insert::~Insert() { sqlite3_finalize(statement_); }

void Insert::bind(std::string_view text) {
  ++index_;
  if (bytes::is_storable_text(text)) {
    const std::string_view cut = bytes::cut_text(text);
    check(sqlite3_bind_text(statement_, index_, cut.data() == nullptr ? "" : cut.data(), static_cast<int>(cut.size()),
                            SQLITE_STATIC));
    return;
  }
  const std::string escaped = bytes::escape_text(text);
  const std::string_view cut = bytes::cut_text(escaped);
  check(sqlite3_bind_text(statement_, index_, cut.data(), static_cast<int>(cut.size()), SQLITE_TRANSIENT));
}

void Insert::step() {
  if (bind_error_ != SQLITE_OK) throw SQLite::Exception(database_.getHandle(), bind_error_);
  const int rc = sqlite3_step(statement_);
  sqlite3_reset(statement_);
  if (rc != SQLITE_DONE) throw SQLite::Exception(database_.getHandle());
}

}  // namespace mecadex::corpus
