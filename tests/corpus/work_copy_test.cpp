#include "indexer/corpus/work_copy.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <regex>

#include "indexer/corpus/revision.hpp"
#include "schema/schema.hpp"
#include "tests/support/corpus_fixture.hpp"

namespace mecadex::corpus {
namespace {

namespace fs = std::filesystem;

class WorkCopyTest : public ::testing::Test {
 protected:
  fs::path root() const { return folder_.path() / "corpus"; }

  // A run that reads the one file of one source anew.
  std::string run(const std::string& label, const std::string& hash,
                  const std::optional<std::string>& settings = std::nullopt) {
    DataDirectory directory(root());
    StateDatabase state(directory.state(), directory.current_snapshot());
    const auto before = directory.current_snapshot();
    RunRecord record;
    if (before) record.revision_before = before->stem().string();
    const std::int64_t run_id = state.begin_run(utc_now(), record.revision_before);
    WorkCopy work(directory, kKey);
    start(work, label, settings);
    write_file(work, label, "level0", hash);
    work.link();
    record.revision_after = work.revision();
    state.write_run(run_id, record, utc_now());
    work.finish(state, *record.revision_after);
    work.publish(*record.revision_after);
    return *record.revision_after;
  }

  static void start(WorkCopy& work, const std::string& label,
                    const std::optional<std::string>& settings = std::nullopt) {
    work.begin();
    work.remove_source(label);
    work.mark_changed(work.add_source(label, settings), std::nullopt);
    work.commit();
    work.start_writing(true);
  }

  static void write_file(WorkCopy& work, const std::string& label, const std::string& path,
                         const std::string& hash) {
    for (const Event& event :
         {Event(SourceStart{label}), Event(FileStart{path}), Event(SerializedStart{"", "2021.3.1f1", 22}),
          Event(SerializedEnd{"indexed"}), Event(FileEnd{"indexed", 10, hash, "serialized", 10})}) {
      work.write(event);
    }
    work.end_file(label, path, {{10, 1, ""}, "indexed", hash, {{0, 10}}});
  }

  static constexpr const char* kKey = "0123456789abcdef";

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

TEST_F(WorkCopyTest, AFileThatAnotherDecoderReadChangesTheRevision) {
  const std::string revision = run("game", "aa");
  SQLite::Database corpus(fs::canonical(root() / "current.db").string(), SQLite::OPEN_READWRITE);
  const RevisionInputs inputs = stored_inputs(corpus).value();
  EXPECT_EQ(compute_revision(corpus, inputs), revision);
  corpus.exec("UPDATE files SET decoder_version = decoder_version - 1");
  EXPECT_NE(compute_revision(corpus, inputs), revision);
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
    WorkCopy work(directory, kKey);
    start(work, "game");
    write_file(work, "game", "level0", "bb");
  }
  EXPECT_EQ(rows("SELECT content_hash FROM files"), "aa\n");
  EXPECT_TRUE(fs::is_empty(root() / "work"));
}

TEST_F(WorkCopyTest, AStoppedRunIsGoneOnWithByTheNextOfItsKey) {
  run("game", "aa");
  DataDirectory directory(root());
  {
    WorkCopy work(directory, kKey);
    start(work, "game");
    write_file(work, "game", "level0", "bb");
    work.keep();
  }
  EXPECT_TRUE(WorkCopy::is_waiting(directory, kKey));
  EXPECT_FALSE(WorkCopy::is_waiting(directory, "ffff"));
  {
    WorkCopy work(directory, kKey);
    EXPECT_EQ(testing::rows(work.database(), "SELECT content_hash FROM files"), "bb\n");
    std::string stamps;
    work.for_each_stamp([&](const std::string& label, const std::string& path, const FileStamp& stamp) {
      stamps += label + " " + path + " " + stamp.read_hash + " " + std::to_string(stamp.ranges.size()) + "\n";
    });
    EXPECT_EQ(stamps, "game level0 bb 1\n");
    work.keep();
  }
  { WorkCopy other(directory, "ffff"); }
  EXPECT_FALSE(WorkCopy::is_waiting(directory, kKey));
}

TEST_F(WorkCopyTest, RefusesADatabaseWithDanglingRows) {
  DataDirectory directory(root());
  StateDatabase state(directory.state(), std::nullopt);
  WorkCopy work(directory, kKey);
  start(work, "game");
  Piece piece;
  piece.refs.push_back({7, "m_Controller", 0, {}});  // of an object that is not stored
  for (const Event& event :
       {Event(SourceStart{"game"}), Event(FileStart{"level0"}),
        Event(SerializedStart{"", "2021.3.1f1", 22}), Event(std::move(piece)),
        Event(SerializedEnd{"indexed"}), Event(FileEnd{"indexed"})}) {
    work.write(event);
  }
  work.link();
  EXPECT_THROW(work.finish(state, "aaaa"), RefusedToPublish);
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
  EXPECT_THROW(WorkCopy work(directory, kKey), schema::IncompatibleDatabase);
}

TEST(UtcNow, IsIso8601) {
  EXPECT_TRUE(std::regex_match(utc_now(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
}

}  // namespace
}  // namespace mecadex::corpus
