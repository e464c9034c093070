#include "indexer/corpus/data_directory.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/support/corpus_fixture.hpp"

namespace mecadex::corpus {
namespace {

namespace fs = std::filesystem;

class DataDirectoryTest : public ::testing::Test {
 protected:
  fs::path root() const { return folder_.path() / "deep" / "corpus"; }

  static void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string read(const fs::path& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
  }
  static void publish(DataDirectory& directory, const std::string& revision,
                      const std::string& text) {
    write(directory.work_folder() / "new.db", text);
    directory.publish(directory.work_folder() / "new.db", revision);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(DataDirectoryTest, MakesItsFoldersAndHasNoSnapshotAtFirst) {
  const DataDirectory directory(root());
  EXPECT_TRUE(fs::is_directory(root() / "snapshots"));
  EXPECT_TRUE(fs::is_directory(root() / "work"));
  EXPECT_FALSE(directory.current_snapshot().has_value());
}

TEST_F(DataDirectoryTest, IsLockedWhileItLives) {
  {
    const DataDirectory directory(root());
    EXPECT_THROW(DataDirectory second(root()), DataDirectoryLocked);
  }
  EXPECT_NO_THROW(DataDirectory later(root()));
}

TEST_F(DataDirectoryTest, PublishesByALinkThatSaysTheRevision) {
  DataDirectory directory(root());
  publish(directory, "aaaa", "first");
  EXPECT_EQ(read(root() / "current.db"), "first");
  EXPECT_EQ(fs::read_symlink(root() / "current.db"), "snapshots/aaaa.db");
  publish(directory, "bbbb", "second");
  EXPECT_EQ(read(root() / "current.db"), "second");
  EXPECT_EQ(read(root() / "snapshots" / "aaaa.db"), "first");
  EXPECT_EQ(directory.current_snapshot(), fs::canonical(root() / "snapshots" / "bbbb.db"));
  EXPECT_TRUE(fs::is_empty(root() / "work"));
}

TEST_F(DataDirectoryTest, KeepsASnapshotThatExists) {
  DataDirectory directory(root());
  const auto publish_database = [&](const std::string& revision, const std::string& text) {
    SQLite::Database database((directory.work_folder() / "new.db").string(),
                              SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec("CREATE TABLE t AS SELECT '" + text + "' AS text");
    directory.publish(directory.work_folder() / "new.db", revision);
  };
  publish_database("aaaa", "first");
  publish_database("bbbb", "second");
  publish_database("aaaa", "FIRST");  // equal revisions are equal corpora
  SQLite::Database current((root() / "current.db").string(), SQLite::OPEN_READONLY);
  EXPECT_EQ(testing::rows(current, "SELECT text FROM t"), "first\n");
  EXPECT_TRUE(fs::is_empty(root() / "work"));
}

TEST_F(DataDirectoryTest, ReplacesASnapshotThatWasCutOff) {
  DataDirectory directory(root());
  publish(directory, "aaaa", "first");
  write(root() / "snapshots" / "aaaa.db", "");
  publish(directory, "aaaa", "first");
  EXPECT_EQ(read(root() / "current.db"), "first");
}

TEST_F(DataDirectoryTest, SaysThatTheCurrentSnapshotIsGone) {
  DataDirectory directory(root());
  publish(directory, "aaaa", "first");
  fs::remove(root() / "snapshots" / "aaaa.db");
  EXPECT_THROW(directory.current_snapshot(), fs::filesystem_error);
}

TEST_F(DataDirectoryTest, ClearsWhatAKilledRunLeftAndNothingElse) {
  { const DataDirectory directory(root()); }
  write(root() / "work" / "build-1.db", "half");
  write(root() / "work" / "build-2.db-wal", "half");
  write(root() / "work" / "thesis.txt", "a user's own");
  fs::create_directories(root() / "work" / "build-photos.db.d");
  DataDirectory directory(root());
  directory.clean_work();
  EXPECT_FALSE(fs::exists(root() / "work" / "build-1.db"));
  EXPECT_FALSE(fs::exists(root() / "work" / "build-2.db-wal"));
  EXPECT_EQ(read(root() / "work" / "thesis.txt"), "a user's own");
  EXPECT_TRUE(fs::exists(root() / "work" / "build-photos.db.d"));
}

TEST_F(DataDirectoryTest, AReadersOpenSnapshotStaysReadable) {
  DataDirectory directory(root());
  publish(directory, "aaaa", "first");
  std::ifstream open(root() / "current.db");
  publish(directory, "bbbb", "second");
  std::string text;
  open >> text;
  EXPECT_EQ(text, "first");
}

TEST_F(DataDirectoryTest, OnAFileIsAFilesystemError) {
  write(folder_.path() / "file", "");
  EXPECT_THROW(DataDirectory(folder_.path() / "file"), fs::filesystem_error);
}

}  // namespace
}  // namespace mecadex::corpus
