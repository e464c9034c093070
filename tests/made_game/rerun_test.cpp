// Indexing again: equal input gives equal rows, other sources stay, a removed one leaves nothing
// behind.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "tests/support/corpus_fixture.hpp"
#include "tests/support/made_game.hpp"

namespace mecadex::testing {
namespace {

namespace fs = std::filesystem;

class Rerun : public ::testing::Test {
 protected:
  void SetUp() override { write_files(folder_.path() / "game", made_game()); }

  fs::path game() const { return folder_.path() / "game"; }

  crawl::IndexOptions options(const std::string& data = "corpus", std::size_t jobs = 0) const {
    crawl::IndexOptions out;
    out.data = folder_.path() / data;
    out.roots = {game()};
    out.walk.each = true;
    out.jobs = jobs;
    return out;
  }

  // Every table's rows; without runs, whose times differ.
  static std::map<std::string, std::string> content(const crawl::IndexOptions& options) {
    SQLite::Database database((options.data / "current.db").string(), SQLite::OPEN_READONLY);
    std::map<std::string, std::string> tables;
    std::istringstream names(
        rows(database,
             "SELECT name FROM sqlite_schema WHERE type = 'table'"
             " AND name NOT LIKE 'sqlite_%' AND name <> 'runs' AND name NOT LIKE 'names_fts%'"));
    for (std::string name; std::getline(names, name);) {
      tables[name] = rows(database, "SELECT * FROM " + name);
    }
    return tables;
  }

  static std::string select(const crawl::IndexOptions& options, const std::string& sql) {
    SQLite::Database database((options.data / "current.db").string(), SQLite::OPEN_READONLY);
    return rows(database, sql);
  }

  TemporaryFolder folder_;
};

void expect_equal(const std::map<std::string, std::string>& a,
                  const std::map<std::string, std::string>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, content] : a) EXPECT_EQ(content, b.at(name)) << name;
}

TEST_F(Rerun, TwoCorporaOfOneGameAreEqual) {
  const auto first = options("first", 1);
  const auto second = options("second", 4);
  const auto a = index_now(first);
  const auto b = index_now(second);
  EXPECT_EQ(a.revision, b.revision);
  expect_equal(content(first), content(second));
}

TEST_F(Rerun, TheSameGameAgainKeepsTheSnapshot) {
  const auto a = index_now(options());
  const auto before = content(options());
  const auto snapshot = fs::canonical(options().data / "current.db");
  const auto written = fs::last_write_time(snapshot);
  const auto b = index_now(options());
  EXPECT_EQ(a.revision, b.revision);
  EXPECT_EQ(fs::canonical(options().data / "current.db"), snapshot);
  EXPECT_EQ(fs::last_write_time(snapshot), written);
  expect_equal(before, content(options()));
}

TEST_F(Rerun, OneSourceAgainLeavesTheOthers) {
  index_now(options());
  const std::string others =
      "SELECT s.label, count(o.object_id), group_concat(o.path_id) FROM sources s"
      " JOIN files USING (source_id) JOIN serialized_files USING (file_id)"
      " JOIN objects o USING (serialized_file_id) GROUP BY 1 ORDER BY 1";
  const std::string before = select(options(), others);
  auto one = options();
  one.roots = {game() / "tower-player"};
  one.walk.each = false;
  one.walk.label = "game/tower-player";
  const auto result = index_now(one);
  EXPECT_EQ(result.files, 7U);
  EXPECT_EQ(select(options(), others), before);
  EXPECT_EQ(select(options(), "PRAGMA foreign_key_check"), "");
}

TEST_F(Rerun, AChangedFileChangesTheRevisionAndItsRows) {
  const auto a = index_now(options());
  fs::remove(game() / "tower-player" / "Tower_Data" / "resources.assets");
  const auto b = index_now(options());
  EXPECT_NE(a.revision, b.revision);
  EXPECT_EQ(select(options(), "SELECT count(*) FROM controllers WHERE name = 'Ambience'"), "7\n");
  write_files(game(), made_game());
  EXPECT_EQ(index_now(options()).revision, a.revision);  // content that returns, returns
  EXPECT_EQ(select(options(), "SELECT count(*) FROM controllers WHERE name = 'Ambience'"), "8\n");
}

TEST_F(Rerun, RemovingASourceLeavesNothingOfIt) {
  index_now(options());
  auto remove = options();
  remove.roots.clear();
  remove.walk.each = false;
  remove.remove = {"game/tower-bundles"};
  index_now(remove);
  EXPECT_EQ(select(options(), "PRAGMA foreign_key_check"), "");
  EXPECT_EQ(select(options(), "SELECT count(*) FROM sources"), "7\n");
  // The same as if it had never been there, names and all.
  fs::remove_all(game() / "tower-bundles");
  const auto without = options("without");
  index_now(without);
  for (const auto& [name, rows_without] : content(without)) {
    EXPECT_EQ(select(options(), "SELECT count(*) FROM " + name),
              select(without, "SELECT count(*) FROM " + name))
        << name;
  }
}

TEST_F(Rerun, RemovingEverySourceLeavesEmptyTables) {
  index_now(options());
  auto remove = options();
  remove.roots.clear();
  remove.walk.each = false;
  std::istringstream labels(select(options(), "SELECT label FROM sources"));
  for (std::string label; std::getline(labels, label);) remove.remove.push_back(label);
  index_now(remove);
  for (const auto& [name, rows_left] : content(options())) {
    static const std::set<std::string> kOurs{"builtin_names", "corpus_info", "finding_codes",
                                             "names", "schema_docs"};
    const bool is_about_us = kOurs.contains(name);
    if (!is_about_us) {
      EXPECT_EQ(rows_left, "") << name;
    }
  }
  // Of names only Unity's own remain.
  EXPECT_EQ(select(options(), "SELECT count(*) FROM names WHERE text LIKE 'Base%'"), "0\n");
}

TEST_F(Rerun, AnUnknownLabelIsAUsageError) {
  index_now(options());
  auto remove = options();
  remove.roots.clear();
  remove.walk.each = false;
  remove.remove = {"game/nowhere"};
  EXPECT_THROW(index_now(remove), crawl::UsageError);
}

TEST_F(Rerun, NothingReadableReplacesNoSnapshot) {
  const auto a = index_now(options());
  auto empty = options();
  write_files(folder_.path() / "empty", {{"notes.txt", to_bytes("nothing of Unity's")}});
  empty.roots = {folder_.path() / "empty"};
  empty.walk.each = false;
  const auto b = index_now(empty);
  EXPECT_TRUE(b.nothing_readable);
  EXPECT_FALSE(b.revision.has_value());
  EXPECT_EQ(select(options(), "SELECT value FROM corpus_info WHERE key = 'revision'"),
            a.revision.value() + "\n");
}

TEST_F(Rerun, AStopPublishesNothing) {
  const std::atomic<bool> stop{true};
  SilentProgress progress;
  const auto result = crawl::run_index(options(), stop, progress);
  EXPECT_TRUE(result.was_stopped);
  EXPECT_FALSE(fs::exists(options().data / "current.db"));
  EXPECT_TRUE(fs::is_empty(options().data / "work"));
}

}  // namespace
}  // namespace mecadex::testing
