#include "indexer/corpus/work_copy.hpp"

#include <SQLiteCpp/Statement.h>
#include <sqlite3.h>

#include <ctime>

#include "indexer/bytes/finding_code.hpp"
#include "indexer/bytes/text.hpp"
#include "indexer/corpus/corpus_scripts.hpp"
#include "indexer/corpus/decoder_version.hpp"
#include "indexer/corpus/describe_source.hpp"
#include "indexer/corpus/link_overrides.hpp"
#include "indexer/corpus/link_references.hpp"
#include "indexer/corpus/link_rigs.hpp"
#include "indexer/corpus/revision.hpp"
#include "schema/schema.hpp"

namespace mecadex::corpus {
namespace fs = std::filesystem;

using SQLite::Statement;

namespace {

// Rows are committed at the first end of a file after this time: what a kill loses is read again.
constexpr std::chrono::milliseconds kCommitInterval{250};

fs::path build_path(const DataDirectory& directory, const std::string& key) {
  return directory.work_folder() / ("build-" + key + ".db");
}

// Drops every view, or every index that is not part of a table.
void drop_all(SQLite::Database& database, const std::string& type) {
  std::vector<std::string> names;
  {
    Statement list(database, "SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL");
    list.bind(1, type);
    while (list.executeStep()) names.push_back(list.getColumn(0).getString());
  }
  for (const std::string& name : names) database.exec("DROP " + type + " \"" + name + "\"");
}

}  // namespace

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return {text, length};
}

bool WorkCopy::is_waiting(const DataDirectory& directory, const std::string& key) {
  return fs::exists(build_path(directory, key));
}

WorkCopy::WorkCopy(DataDirectory& directory, const std::string& key)
    : directory_(directory), path_(build_path(directory, key)) {
  directory_.clean_work(path_);
  try {
    if (fs::exists(path_)) {
      try {
        open();
        schema::require_compatible(*database_, path_.string());
        make_work_tables();
        return;
      } catch (const schema::IncompatibleDatabase&) {  // killed before its tables were there
        close();
        directory_.clean_work();
      }
    }
    open_new();
  } catch (...) {
    close();
    directory_.clean_work();
    throw;
  }
}

void WorkCopy::open() {
  database_ = std::make_unique<SQLite::Database>(path_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX);
  // A checkpoint each 16 MiB: it is the only wait for the disk while rows are written.
  database_->exec("PRAGMA page_size = 8192; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
                  "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 2048;"
                  "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = OFF");
}

void WorkCopy::open_new() {
  const auto current = directory_.current_snapshot();
  int version = 0;
  if (current) {
    SQLite::Database snapshot(current->string(), SQLite::OPEN_READONLY);
    schema::require_compatible(snapshot, directory_.current().string());
    version = snapshot.execAndGet("PRAGMA user_version").getInt();
  }
  if (current && version == schema::kSchemaVersion) directory_.copy_current_to(path_);
  is_new_ = !current;
  open();
  if (!current) {
    database_->exec("BEGIN");
    schema::create_tables(*database_);
    database_->exec("COMMIT");
  } else if (version != schema::kSchemaVersion) {
    schema::migrate_from(*database_, current->string());
  }
  make_work_tables();
}

void WorkCopy::make_work_tables() {
  run_script(*database_, "work_tables");
  stamps_.emplace(*database_, "work_stamps");
}

void WorkCopy::close() {
  writer_.reset();
  stamps_.reset();
  database_.reset();
}

WorkCopy::~WorkCopy() {
  close();
  if (!is_kept_) {
    try {
      directory_.clean_work();
    } catch (const fs::filesystem_error&) {  // the next run tries again
    }
  }
}

std::int64_t WorkCopy::add_source(const std::string& label, const std::optional<std::string>& read_settings) {
  Statement add(*database_, "INSERT INTO sources (label, read_settings) VALUES (?1, ?2) "
                            "ON CONFLICT (label) DO UPDATE SET read_settings = ?2");
  add.bind(1, label);
  read_settings ? add.bind(2, *read_settings) : add.bind(2);
  add.exec();
  Statement find(*database_, "SELECT source_id FROM sources WHERE label = ?");
  find.bind(1, label);
  find.executeStep();
  return find.getColumn(0).getInt64();
}

void WorkCopy::mark_changed(std::int64_t source_id, const std::optional<std::string>& folder_kind) {
  Statement mark(*database_, "INSERT OR REPLACE INTO work_sources (source_id, folder_kind) VALUES (?, ?)");
  mark.bind(1, source_id);
  folder_kind ? mark.bind(2, *folder_kind) : mark.bind(2);
  mark.exec();
}

void WorkCopy::remove_files(const std::vector<std::int64_t>& file_ids) {
  if (file_ids.empty()) return;
  database_->exec("CREATE TEMP TABLE removed_files (file_id INTEGER PRIMARY KEY)");
  {
    Statement add(*database_, "INSERT INTO removed_files VALUES (?)");
    for (const std::int64_t id : file_ids) {
      add.bind(1, id);
      add.exec();
      add.reset();
    }
  }
  run_script(*database_, "remove_files");
  database_->exec("DROP TABLE removed_files");
}

void WorkCopy::remove_source(const std::string& label) {
  std::vector<std::int64_t> files;
  {
    Statement list(*database_, "SELECT file_id FROM files WHERE source_id = (SELECT source_id FROM sources WHERE label = ?)");
    list.bind(1, label);
    while (list.executeStep()) files.push_back(list.getColumn(0).getInt64());
  }
  remove_files(files);
  for (const char* sql : {"DELETE FROM work_sources WHERE source_id = (SELECT source_id FROM sources WHERE label = ?)",
                          "DELETE FROM work_stamps WHERE label = ?", "DELETE FROM sources WHERE label = ?"}) {
    Statement forget(*database_, sql);
    forget.bind(1, label);
    forget.exec();
  }
}

void WorkCopy::move_file(std::int64_t file_id, std::int64_t source_id, const std::string& path,
                         const std::string& own_path) {
  Statement move(*database_, "UPDATE files SET source_id = ?, path = ?, path_bytes = ? WHERE file_id = ?");
  move.bind(1, source_id);
  move.bind(2, stored_path(path));
  const std::string_view own = own_path_bytes(path, own_path);
  own.empty() ? move.bind(3) : move.bind(3, own.data(), static_cast<int>(own.size()));
  move.bind(4, file_id);
  move.exec();
}

void WorkCopy::mark_current(const std::vector<std::int64_t>& file_ids) {
  Statement mark(*database_, "UPDATE files SET decoder_version = ? WHERE file_id = ?");
  for (const std::int64_t id : file_ids) {
    mark.bind(1, kDecoderVersion);
    mark.bind(2, id);
    mark.exec();
    mark.reset();
  }
}

void WorkCopy::start_writing(bool many) {
  if (many) drop_all(*database_, "index");
  database_->exec("BEGIN");
  writer_ = std::make_unique<CorpusWriter>(*database_);
  committed_ = std::chrono::steady_clock::now();
}

void WorkCopy::write(const Event& event) { writer_->write(event); }

void WorkCopy::end_file(const std::string& label, const std::string& path, const FileStamp& stamp) {
  stamps_->put(label, path, stamp);
  const auto now = std::chrono::steady_clock::now();
  if (now - committed_ < kCommitInterval) return;
  database_->exec("COMMIT");
  database_->exec("BEGIN");
  committed_ = now;
}

void WorkCopy::keep() {
  if (sqlite3_get_autocommit(database_->getHandle()) == 0) database_->exec("COMMIT");
  is_kept_ = true;
}

void WorkCopy::link() {
  writer_.reset();
  schema::create_link_indexes(*database_);
  if (!is_new_) {
    run_script(*database_, "unlink");
    run_script(*database_, "forget_names");
  }
  {
    Statement list(*database_, "SELECT source_id, folder_kind FROM work_sources ORDER BY source_id");
    while (list.executeStep()) {
      const SQLite::Column kind = list.getColumn(1);
      describe_source(*database_, list.getColumn(0).getInt64(), kind.isNull() ? std::nullopt : std::optional(kind.getString()));
    }
  }
  link_references(*database_);
  run_script(*database_, "script_classes");
  run_script(*database_, "settle");
  link_overrides(*database_);
  link_rigs(*database_);
}

std::string WorkCopy::revision() { return compute_revision(*database_, {schema::kSchemaVersion, kDecoderVersion}); }

void WorkCopy::finish(StateDatabase& state, const std::string& revision) {
  database_->exec("DELETE FROM corpus_info; DELETE FROM finding_codes; DROP TABLE work_sources; DROP TABLE work_stamps");
  {
    Insert info(*database_, "corpus_info", {"key", "value"});
    info.row("schema_version", std::to_string(schema::kSchemaVersion));
    info.row("decoder_version", std::to_string(kDecoderVersion));
    info.row("revision", revision);
    info.row("tool_version", MECADEX_VERSION);
    Insert codes(*database_, "finding_codes", {"code", "stage", "severity", "text"});
    for (const bytes::FindingCodeInfo& code : bytes::kFindingCodes) {
      codes.row(code.text, code.stage, to_string(code.severity), code.meaning);
    }
  }
  state.copy_runs_to(*database_);
  database_->exec("COMMIT");
  database_->exec("BEGIN");  // one transaction: each statement of its own would write the same pages again
  make_indexes();
  database_->exec("COMMIT");
  check();
  database_->exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
}

void WorkCopy::make_indexes() {
  schema::create_indexes(*database_);
  drop_all(*database_, "view");
  schema::create_views(*database_);
  schema::fill_schema_docs(*database_);
  schema::create_search_index(*database_);
  database_->exec("ANALYZE");
}

void WorkCopy::check() {
  const std::string quick = database_->execAndGet("PRAGMA quick_check(1)").getString();
  if (quick != "ok") throw RefusedToPublish("the new database failed its quick check: " + quick);
  Statement broken(*database_, "PRAGMA foreign_key_check");
  if (broken.executeStep()) {
    throw RefusedToPublish("the new database has a row of " + broken.getColumn(0).getString() +
                           " that refers to a missing row of " + broken.getColumn(2).getString());
  }
}

void WorkCopy::publish(const std::string& revision) {
  close();
  directory_.publish(path_, revision);
  is_kept_ = true;
}

}  // namespace mecadex::corpus
