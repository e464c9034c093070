#include "tests/server/data_folder.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "schema/schema.hpp"
#include "tests/queries/fixture_corpus.hpp"

namespace mecadex::server {
namespace {

constexpr const char* kExtra = R"sql(
WITH RECURSIVE counter(n) AS (SELECT 1 WHERE :extra > 0 UNION ALL SELECT n + 1 FROM counter WHERE n < :extra)
INSERT INTO transitions (transition_id, controller_id, state_machine_id, owner_kind, selector_id,
  transition_index, destination_raw, destination_kind, condition_count)
SELECT 1000 + n, 1, 1, 'entry', 1, n, 4294967295, 'none', 0 FROM counter
)sql";

}  // namespace

DataFolder::DataFolder() {
  std::string name = testing::TempDir() + "mecadex-data-XXXXXX";
  path_ = ::mkdtemp(name.data());
  std::filesystem::create_directory(path_ / "snapshots");
}

DataFolder::~DataFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void DataFolder::publish(const std::string& revision, int extra) {
  const std::string file = "snapshots/" + revision + ".db";
  std::filesystem::copy_file(queries::fixture_corpus(), path_ / file,
                             std::filesystem::copy_options::overwrite_existing);
  {
    SQLite::Database database((path_ / file).string(), SQLite::OPEN_READWRITE);
    SQLite::Statement change(database, "UPDATE corpus_info SET value = ? WHERE key = 'revision'");
    change.bind(1, revision);
    change.exec();
    database.exec(
        "INSERT OR IGNORE INTO runs (run_id, started_at) VALUES (1, '2026-01-31T10:00:00Z')");
    SQLite::Statement insert(database, kExtra);
    insert.bind(":extra", extra);
    insert.exec();
    schema::create_search_index(database);
  }
  std::filesystem::create_symlink(file, path_ / "next");
  std::filesystem::rename(path_ / "next", path_ / "current.db");
}

}  // namespace mecadex::server
