#include "indexer/corpus/work_copy.hpp"

#include <SQLiteCpp/Statement.h>
#include <unistd.h>

#include <ctime>

#include "indexer/bytes/finding_code.hpp"
#include "indexer/corpus/decoder_version.hpp"
#include "indexer/corpus/link_overrides.hpp"
#include "indexer/corpus/link_references.hpp"
#include "indexer/corpus/link_rigs.hpp"
#include "indexer/corpus/revision.hpp"
#include "schema/schema.hpp"

namespace mecadex::corpus {
namespace fs = std::filesystem;
namespace {

struct Script {
  std::string_view name;
  const char* text;
};

constexpr Script kScripts[] = {
#include "corpus_scripts.inc"
};

void run_script(SQLite::Database& database, std::string_view name) {
  for (const Script& script : kScripts) {
    if (script.name == name) database.exec(script.text);
  }
}

void drop_all(SQLite::Database& database, const char* type) {
  std::vector<std::string> names;
  SQLite::Statement list(database, "SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL");
  list.bind(1, type);
  while (list.executeStep()) names.push_back(list.getColumn(0).getString());
  list.reset();
  for (const std::string& name : names) {
    std::string sql = "DROP ";
    sql.append(type).append(" \"").append(name).append("\"");
    database.exec(sql);
  }
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

WorkCopy::WorkCopy(const DataDirectory& directory)
    : path_(directory.work_folder() / ("build-" + std::to_string(::getpid()) + ".db")) {
  try {
    open(directory);
  } catch (...) {  // a full disk: what was written must not keep it full
    database_.reset();
    std::error_code ignored;
    fs::remove(path_, ignored);
    throw;
  }
}

void WorkCopy::open(const DataDirectory& directory) {
  const auto current = directory.current_snapshot();
  if (current) {
    SQLite::Database snapshot(current->string(), SQLite::OPEN_READONLY);
    schema::require_compatible(snapshot, directory.current().string());
    revision_before_ = current->stem().string();
    fs::copy_file(*current, path_, fs::copy_options::overwrite_existing);
  }
  database_ = std::make_unique<SQLite::Database>(path_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX);
  // The file is ours alone and is thrown away unless it is finished: no journal, no waiting for the disk.
  database_->exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;"
                  "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = OFF");
  if (current) {
    database_->exec("DROP TABLE IF EXISTS names_fts");
    drop_all(*database_, "view");
    drop_all(*database_, "index");
  } else {
    database_->exec("PRAGMA page_size = 8192");
    schema::create_tables(*database_);
  }
}

WorkCopy::~WorkCopy() {
  writer_.reset();
  database_.reset();
  std::error_code ignored;
  fs::remove(path_, ignored);
}

std::vector<std::string> WorkCopy::labels() {
  std::vector<std::string> found;
  SQLite::Statement list(*database_, "SELECT label FROM sources ORDER BY label");
  while (list.executeStep()) found.push_back(list.getColumn(0).getString());
  return found;
}

void WorkCopy::remove_sources(const std::vector<std::string>& labels) {
  database_->exec("CREATE TEMP TABLE removed_sources (source_id INTEGER PRIMARY KEY)");
  SQLite::Statement add(*database_, "INSERT INTO removed_sources SELECT source_id FROM sources WHERE label = ?");
  int found = 0;
  for (const std::string& label : labels) {
    add.bind(1, label);
    found += add.exec();
    add.reset();
  }
  if (found > 0) run_script(*database_, "remove_source");
  database_->exec("DROP TABLE removed_sources");
}

void WorkCopy::start_writing() {
  database_->exec("BEGIN");
  first_source_ = next_id(*database_, "sources", "source_id");
  run_script(*database_, "script_pool");
  writer_ = std::make_unique<CorpusWriter>(*database_);
}

std::string WorkCopy::finish(const std::string& started_at, const std::string& settings) {
  const std::string revision = compute_revision(*database_, {schema::kSchemaVersion, kDecoderVersion, settings});
  write_info(revision);
  store_settings(*database_, settings);
  write_run(started_at, revision);
  writer_.reset();
  database_->exec("COMMIT");
  schema::create_indexes(*database_);
  schema::create_views(*database_);
  schema::fill_schema_docs(*database_);
  schema::create_search_index(*database_);
  database_->exec("ANALYZE");
  check();
  return revision;
}

void WorkCopy::link() {
  schema::create_link_indexes(*database_);
  link_references(*database_, first_source_);
  run_script(*database_, "script_classes");
  run_script(*database_, "settle");
  link_rigs(*database_, first_source_);
  fingerprint_overrides(*database_, first_source_);
}

void WorkCopy::write_info(const std::string& revision) {
  database_->exec("DELETE FROM corpus_info; DELETE FROM finding_codes");
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

void WorkCopy::write_run(const std::string& started_at, const std::string& revision) {
  const RunCounts& counts = writer_->counts();
  Insert runs(*database_, "runs",
              {"run_id", "started_at", "ended_at", "tool_version", "schema_version", "decoder_version", "files_seen",
               "files_parsed", "files_skipped", "files_failed", "bytes_read", "revision_before", "revision_after"});
  runs.row(next_id(*database_, "runs", "run_id"), started_at, utc_now(), MECADEX_VERSION, schema::kSchemaVersion,
           kDecoderVersion, counts.files, counts.files, 0, counts.failed(), counts.bytes_read, revision_before_, revision);
}

void WorkCopy::check() {
  const std::string quick = database_->execAndGet("PRAGMA quick_check(1)").getString();
  if (quick != "ok") throw RefusedToPublish("the new database failed its quick check: " + quick);
  SQLite::Statement broken(*database_, "PRAGMA foreign_key_check");
  if (broken.executeStep()) {
    throw RefusedToPublish("the new database has a row of " + broken.getColumn(0).getString() +
                           " that refers to a missing row of " + broken.getColumn(2).getString());
  }
}

void WorkCopy::publish(DataDirectory& directory, const std::string& revision) {
  writer_.reset();
  database_.reset();
  directory.publish(path_, revision);
}

}  // namespace mecadex::corpus
