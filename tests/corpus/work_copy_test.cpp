#include "indexer/corpus/work_copy.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <regex>

#include "schema/schema.hpp"
#include "tests/support/corpus_fixture.hpp"

namespace mecadex::corpus {
namespace {

namespace fs = std::filesystem;

class WorkCopyTest : public ::testing::Test {
 protected:
  fs::path root() const { return folder_.path() / "corpus"; }

  // A run that writes one source of one file.
  std::string run(const std::string& label, const std::string& hash,
                  const std::string& settings = "") {
    DataDirectory directory(root());
    WorkCopy work(directory);
    work.remove_sources({label});
    work.start_writing();
    FileEnd end{"indexed", 10, hash, "serialized", 10};
    for (const Event& event : {Event(SourceStart{label}), Event(FileStart{"level0"}),
                               Event(SerializedStart{"", "2021.3.1f1", 22}),
                               Event(SerializedEnd{"indexed"}), Event(end), Event(SourceEnd{})}) {
      work.writer().write(event);
    }
    work.link();
    const std::string revision = work.finish(utc_now(), settings);
    work.publish(directory, revision);
    return revision;
  }

  std::string rows(const std::string& sql) const {
    SQLite::Database db((root() / "current.db").string(), SQLite::OPEN_READONLY);
    return testing::rows(db, sql);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(WorkCopyTest, MakesADatabaseThatIsOurs) {
  run("game", "aa");
  SQLite::Database db((root() / "current.db").string(), SQLite::OPEN_READONLY);
  EXPECT_NO_THROW(schema::require_compatible(db, "current.db"));
  EXPECT_EQ(rows("SELECT count(*) > 100 FROM schema_docs"), "1\n");
  EXPECT_EQ(rows("SELECT source, file, unity_version FROM serialized_files_view"),
            "game|level0|2021.3.1f1\n");
}

TEST_F(WorkCopyTest, TheRevisionFollowsLabelPathSizeHashStatusAndSettings) {
  const std::string first = run("game", "aa");
  EXPECT_TRUE(std::regex_match(first, std::regex("[0-9a-f]{16}")));
  EXPECT_EQ(run("game", "aa"), first);
  EXPECT_NE(run("game", "bb"), first);
  EXPECT_EQ(run("game", "aa"), first);
  EXPECT_NE(run("game", "aa", "assume-version=2021.3.1f1"), first);
}

TEST_F(WorkCopyTest, OtherSourcesStayAndTheHistoryGrows) {
  const std::string first = run("a", "aa");
  const std::string second = run("b", "bb");
  EXPECT_EQ(rows("SELECT label FROM sources ORDER BY 1"), "a\nb\n");
  EXPECT_EQ(rows("SELECT run_id, revision_before, revision_after FROM runs ORDER BY 1"),
            "1|-|" + first + "\n2|" + first + "|" + second + "\n");
}

TEST_F(WorkCopyTest, AnUnfinishedRunLeavesNothing) {
  run("game", "aa");
  {
    DataDirectory directory(root());
    WorkCopy work(directory);
    work.remove_sources({"game"});
    work.start_writing();
    EXPECT_EQ(work.labels(), std::vector<std::string>{});
  }
  EXPECT_EQ(rows("SELECT label FROM sources"), "game\n");
  EXPECT_TRUE(fs::is_empty(root() / "work"));
}

TEST_F(WorkCopyTest, RefusesADatabaseWithDanglingRows) {
  DataDirectory directory(root());
  WorkCopy work(directory);
  work.start_writing();
  Piece piece;
  piece.refs.push_back({7, "m_Controller", 0, {}});  // of an object that is not stored
  for (const Event& event :
       {Event(SourceStart{"game"}), Event(FileStart{"level0"}),
        Event(SerializedStart{"", "2021.3.1f1", 22}), Event(std::move(piece)),
        Event(SerializedEnd{"indexed"}), Event(FileEnd{"indexed"}), Event(SourceEnd{})}) {
    work.writer().write(event);
  }
  work.link();
  EXPECT_THROW(work.finish(utc_now(), ""), RefusedToPublish);
}

TEST_F(WorkCopyTest, RefusesToGoOnFromAStrangersDatabase) {
  {
    DataDirectory directory(root());
    SQLite::Database stranger((root() / "work" / "x.db").string(),
                              SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    stranger.exec("CREATE TABLE t (a)");
    directory.publish(root() / "work" / "x.db", "cccc");
  }
  DataDirectory directory(root());
  EXPECT_THROW(WorkCopy work(directory), schema::IncompatibleDatabase);
}

TEST(UtcNow, IsIso8601) {
  EXPECT_TRUE(std::regex_match(utc_now(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
}

}  // namespace
}  // namespace mecadex::corpus
