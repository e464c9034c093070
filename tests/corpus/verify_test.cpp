#include "indexer/corpus/verify.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/corpus/made_shards.hpp"

namespace mecadex::corpus {
namespace {

namespace fs = std::filesystem;

class Verify : public ::testing::Test {
 protected:
  Verify() : database_(fs::canonical(made_.index("a", {"tower-bundles"}))) {}

  void change(const std::string& sql) { SQLite::Database(database_.string(), SQLite::OPEN_READWRITE).exec(sql); }

  std::string damage(bool is_snapshot = true) {
    std::string text;
    for (const std::string& line : verify_corpus(database_, is_snapshot).damage) text += line + "\n";
    return text;
  }

  MadeShards made_;
  fs::path database_;
};

TEST_F(Verify, ASnapshotIsSound) {
  const Verdict verdict = verify_corpus(database_, true);
  EXPECT_EQ(verdict.damage, std::vector<std::string>{});
  EXPECT_EQ(verdict.unchecked, std::vector<std::string>{});
  EXPECT_EQ(verdict.revision + ".db", database_.filename().string());
}

TEST_F(Verify, FindsARowThatLeadsNowhere) {
  change("DELETE FROM sources");
  EXPECT_NE(damage().find("foreign_key_check: row 1 of files refers to a missing row of sources"), std::string::npos)
      << damage();
}

TEST_F(Verify, FindsAFileThatIsNotTheOneTheRevisionSays) {
  change("UPDATE files SET size = size + 1 WHERE file_id = 1");
  EXPECT_NE(damage().find("its files give"), std::string::npos) << damage();
}

TEST_F(Verify, FindsARenamedSnapshot) {
  const fs::path other = database_.parent_path() / "0123456789abcdef.db";
  fs::rename(database_, other);
  database_ = other;
  EXPECT_NE(damage().find("the file is called 0123456789abcdef.db, its revision is"), std::string::npos) << damage();
  EXPECT_EQ(damage(false), "");
}

TEST_F(Verify, FindsAnIndexThatMissesItsTable) {
  change("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '(name)', '(format)')"
         " WHERE name = 'controllers_by_name'");
  EXPECT_NE(damage().find("integrity_check: "), std::string::npos) << damage();
}

TEST_F(Verify, FindsOverwrittenPages) {
  std::fstream file(database_, std::ios::in | std::ios::out | std::ios::binary);
  const auto size = static_cast<std::streamoff>(fs::file_size(database_));
  for (std::streamoff page = 8192; page < size; page += 8192) file.seekp(page) << "overwritten!";
  file.close();
  EXPECT_NE(damage(), "");
}

TEST_F(Verify, FindsOtherMarks) {
  change("PRAGMA application_id = 1");
  EXPECT_NE(damage().find("is not a Mecadex corpus"), std::string::npos) << damage();
  change("PRAGMA application_id = 1296254040; PRAGMA user_version = 99");
  EXPECT_NE(damage(), "");
  std::ofstream(database_, std::ios::trunc) << "this was a database until somebody wrote a letter over it";
  EXPECT_NE(damage(), "");
}

TEST(IsSnapshotName, IsSixteenHexDigits) {
  EXPECT_TRUE(is_snapshot_name("0123456789abcdef.db"));
  for (const char* name : {"0123456789abcde.db", "0123456789abcdeF.db", "0123456789abcdef.dbx", "current.db",
                           "0123456789abcdef.db-journal"}) {
    EXPECT_FALSE(is_snapshot_name(name)) << name;
  }
}

}  // namespace
}  // namespace mecadex::corpus
