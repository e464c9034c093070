#include "indexer/corpus/state_database.hpp"

#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>

#include "indexer/corpus/corpus_scripts.hpp"
#include "indexer/corpus/decoder_version.hpp"
#include "indexer/corpus/insert.hpp"
#include "schema/schema.hpp"

namespace mecadex::corpus {
namespace {

using SQLite::Statement;

constexpr std::int32_t kStateApplicationId = 0x4D434453;  // "MCDS"
constexpr int kStateVersion = 1;

constexpr const char* kRunColumns =
    "run_id, started_at, ended_at, tool_version, schema_version, decoder_version, files_seen, files_parsed, "
    "files_skipped, files_failed, bytes_read, revision_before, revision_after";

void bind_or_null(Statement& statement, int index, const std::optional<std::string>& text) {
  if (text) {
    statement.bind(index, *text);
  } else {
    statement.bind(index);
  }
}

[[noreturn]] void throw_foreign(const std::filesystem::path& path, const char* what) {
  throw schema::IncompatibleDatabase(path.string() + what + "; move it away to start a new history");
}

}  // namespace

StateDatabase::StateDatabase(const std::filesystem::path& path, const std::optional<std::filesystem::path>& snapshot)
    : database_(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX, 10'000) {
  if (!is_ours(path)) create(snapshot);
  stamps_.emplace(database_, "files");
}

// Whether it has its tables; a new file has none.
bool StateDatabase::is_ours(const std::filesystem::path& path) {
  try {
    const int application = database_.execAndGet("PRAGMA application_id").getInt();
    const int version = database_.execAndGet("PRAGMA user_version").getInt();
    if (application == kStateApplicationId && version == kStateVersion) return true;
    if (application == kStateApplicationId) throw_foreign(path, " was written by a newer Mecadex");
    if (application != 0 || database_.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() > 0) {
      throw_foreign(path, " is not the indexer's state");
    }
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() == SQLITE_NOTADB || error.getErrorCode() == SQLITE_CORRUPT) {
      throw_foreign(path, " is damaged");
    }
    throw;
  }
  return false;
}

void StateDatabase::create(const std::optional<std::filesystem::path>& snapshot) {
  if (snapshot) {
    Statement attach(database_, "ATTACH ? AS snapshot");
    attach.bind(1, "file:" + snapshot->string() + "?mode=ro");
    attach.exec();
  }
  database_.exec("BEGIN IMMEDIATE");
  run_script(database_, "state");
  database_.exec("PRAGMA application_id = " + std::to_string(kStateApplicationId));
  database_.exec("PRAGMA user_version = " + std::to_string(kStateVersion));
  if (snapshot) {
    database_.exec(std::string("INSERT INTO runs (") + kRunColumns + ", outcome) SELECT " + kRunColumns +
                   ", 'published' FROM snapshot.runs");
  }
  database_.exec("COMMIT");
  if (snapshot) database_.exec("DETACH snapshot");
}

std::int64_t StateDatabase::begin_run(const std::string& started_at, const std::optional<std::string>& revision_before) {
  Statement insert(database_, "INSERT INTO runs (started_at, tool_version, schema_version, decoder_version, "
                              "revision_before, outcome) VALUES (?, ?, ?, ?, ?, 'running')");
  insert.bind(1, started_at);
  insert.bind(2, MECADEX_VERSION);
  insert.bind(3, schema::kSchemaVersion);
  insert.bind(4, kDecoderVersion);
  bind_or_null(insert, 5, revision_before);
  insert.exec();
  return database_.getLastInsertRowid();
}

void StateDatabase::write_run(std::int64_t run_id, const RunRecord& record, const std::string& ended_at) {
  Statement update(database_, "UPDATE runs SET ended_at = nullif(?, ''), files_seen = ?, files_parsed = ?, "
                              "files_skipped = ?, files_failed = ?, bytes_read = ?, revision_before = ?, "
                              "revision_after = ?, outcome = ? WHERE run_id = ?");
  update.bind(1, ended_at);
  int index = 1;
  for (const std::uint64_t n : {record.files_seen, record.files_parsed, record.files_skipped, record.files_failed, record.bytes_read}) {
    update.bind(++index, static_cast<std::int64_t>(n));
  }
  bind_or_null(update, ++index, record.revision_before);
  bind_or_null(update, ++index, record.revision_after);
  update.bind(++index, record.outcome);
  update.bind(++index, run_id);
  update.exec();
}

void StateDatabase::copy_runs_to(SQLite::Database& corpus) {
  corpus.exec("DELETE FROM runs");
  Statement list(database_, std::string("SELECT ") + kRunColumns + " FROM runs ORDER BY run_id");
  Statement insert(corpus, std::string("INSERT INTO runs (") + kRunColumns + ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)");
  while (list.executeStep()) {
    for (int i = 0; i < list.getColumnCount(); ++i) {
      const SQLite::Column column = list.getColumn(i);
      if (column.isNull()) {
        insert.bind(i + 1);
      } else if (column.isInteger()) {
        insert.bind(i + 1, column.getInt64());
      } else {
        insert.bind(i + 1, column.getString());
      }
    }
    insert.exec();
    insert.reset();
  }
}

std::optional<KnownSource> StateDatabase::source(const std::string& label) {
  Statement find(database_, "SELECT label, root, each_root FROM sources WHERE label = ?");
  find.bind(1, label);
  if (!find.executeStep()) return std::nullopt;
  KnownSource source{find.getColumn(0).getString(), find.getColumn(1).getString(), std::nullopt};
  if (!find.getColumn(2).isNull()) source.each_root = find.getColumn(2).getString();
  return source;
}

std::vector<KnownSource> StateDatabase::entries_of(const std::string& each_root) {
  Statement list(database_, "SELECT label, root FROM sources WHERE each_root = ? ORDER BY label");
  list.bind(1, each_root);
  std::vector<KnownSource> found;
  while (list.executeStep()) found.push_back({list.getColumn(0).getString(), list.getColumn(1).getString(), each_root});
  return found;
}

std::map<std::string, FileStamp> StateDatabase::stamps(const std::string& label) {
  std::map<std::string, FileStamp> found;
  stamps_->for_each_of(label, [&](const std::string&, const std::string& path, const FileStamp& stamp) {
    found.insert_or_assign(found.end(), path, stamp);
  });
  return found;
}

void StateDatabase::put_source(const KnownSource& source) {
  Statement put(database_, "INSERT OR REPLACE INTO sources (label, root, each_root) VALUES (?, ?, ?)");
  put.bind(1, source.label);
  put.bind(2, source.root);
  bind_or_null(put, 3, source.each_root);
  put.exec();
}

void StateDatabase::bury(std::int64_t run_id, const std::string& label, const std::string& path, const std::string& reason) {
  Statement add(database_, "INSERT INTO tombstones SELECT ?, label, path, read_hash, ? FROM files WHERE label = ? AND path = ?");
  add.bind(1, run_id);
  add.bind(2, reason);
  add.bind(3, label);
  add.bind(4, path);
  add.exec();
  Statement forget(database_, "DELETE FROM files WHERE label = ? AND path = ?");
  forget.bind(1, label);
  forget.bind(2, path);
  forget.exec();
}

void StateDatabase::bury_source(std::int64_t run_id, const std::string& label, const std::string& reason) {
  Statement add(database_, "INSERT INTO tombstones SELECT ?, label, path, read_hash, ? FROM files WHERE label = ?");
  add.bind(1, run_id);
  add.bind(2, reason);
  add.bind(3, label);
  add.exec();
  for (const char* table : {"files", "sources"}) {
    Statement forget(database_, std::string("DELETE FROM ") + table + " WHERE label = ?");
    forget.bind(1, label);
    forget.exec();
  }
}

}  // namespace mecadex::corpus
