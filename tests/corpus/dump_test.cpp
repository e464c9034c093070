#include "indexer/corpus/dump.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "schema/table_shapes.hpp"
#include "tests/corpus/made_shards.hpp"

namespace mecadex::corpus {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Dump, IsEqualWhateverTheOrderAndTheThreads) {
  MadeShards shards;
  std::vector<std::string> entries = made_entries();
  const std::string forward = MadeShards::dump(shards.index("a", entries, 1));
  std::reverse(entries.begin(), entries.end());
  fs::path database;
  for (const std::string& entry : entries) database = shards.index("b", {entry}, 4);  // other ids, several runs
  EXPECT_EQ(MadeShards::dump(database), forward);
}

TEST(Dump, IsInTheOrderOfBytesAndLeavesNoRowOut) {
  MadeShards shards;
  const fs::path database = shards.index("a");
  const auto lines = lines_of(MadeShards::dump(database));
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end()));
  SQLite::Database opened = open_snapshot(database);
  const std::set<std::string> not_dumped{"runs", "schema_docs", "finding_codes", "builtin_names"};
  for (const schema::TableShape& shape : schema::read_table_shapes(opened)) {
    auto rows = opened.execAndGet("SELECT count(*) FROM " + shape.name).getInt64();
    if (not_dumped.contains(shape.name)) rows = 0;
    if (shape.name == "names") rows -= opened.execAndGet("SELECT count(*) FROM builtin_names").getInt64();
    if (shape.name == "corpus_info") rows -= 1;  // tool_version
    const auto dumped = std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.starts_with(shape.name + "\t");
    });
    EXPECT_EQ(dumped, rows) << shape.name;
  }
}

TEST(Dump, ShowsOneChangedValueAsOneLine) {
  MadeShards shards;
  const fs::path database = shards.index("a");
  const auto before = lines_of(MadeShards::dump(database));
  SQLite::Database writable(fs::canonical(database).string(), SQLite::OPEN_READWRITE);
  ASSERT_EQ(writable.exec("UPDATE transitions SET duration = 0.1 WHERE transition_id = 2"), 1);
  writable.exec("UPDATE runs SET started_at = 'never'; UPDATE corpus_info SET value = 'x' WHERE key = 'tool_version'");
  const auto after = lines_of(MadeShards::dump(database));
  std::vector<std::string> added;
  std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(added));
  ASSERT_EQ(added.size(), 1U);
  EXPECT_TRUE(added[0].starts_with("transitions\tgame/")) << added[0];
  EXPECT_NE(added[0].find("\tduration=0x1.999999999999ap-4"), std::string::npos) << added[0];
}

TEST(Dump, CoversTablesAndColumnsThatItHasNotHeardOf) {
  MadeShards shards;
  const fs::path database = shards.index("a");
  SQLite::Database writable(fs::canonical(database).string(), SQLite::OPEN_READWRITE);
  writable.exec("CREATE TABLE moods (controller_id INTEGER NOT NULL REFERENCES controllers (controller_id),"
                " mood TEXT NOT NULL, weight REAL, PRIMARY KEY (controller_id, mood)) STRICT, WITHOUT ROWID");
  writable.exec("INSERT INTO moods SELECT min(controller_id), 'calm', 0.5 FROM controllers");
  writable.exec("ALTER TABLE files ADD COLUMN colour TEXT; UPDATE files SET colour = 'red' WHERE file_id = 1");
  const std::string text = MadeShards::dump(database);
  EXPECT_NE(text.find("\nmoods\tgame/"), std::string::npos);
  EXPECT_NE(text.find("|calm\tweight=0x1p-1\n"), std::string::npos);
  EXPECT_NE(text.find("\tcolour=red\n"), std::string::npos);
}

}  // namespace
}  // namespace mecadex::corpus
