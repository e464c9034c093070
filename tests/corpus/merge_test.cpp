#include "indexer/corpus/merge.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "indexer/corpus/verify.hpp"
#include "schema/schema.hpp"
#include "tests/corpus/made_shards.hpp"

namespace mecadex::corpus {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Gives a published database another value in corpus_info.
void change_info(const fs::path& database, const std::string& key, const std::string& value) {
  SQLite::Database writable(fs::canonical(database).string(), SQLite::OPEN_READWRITE);
  SQLite::Statement change(writable, "UPDATE corpus_info SET value = ? WHERE key = ?");
  change.bind(1, value);
  change.bind(2, key);
  ASSERT_EQ(change.exec(), 1);
}

class Merge : public ::testing::Test {
 protected:
  // The made game in n databases.
  std::vector<fs::path> shards(std::size_t n) {
    std::vector<std::vector<std::string>> parts(n);
    for (std::size_t i = 0; i < made_entries().size(); ++i) parts[i % n].push_back(made_entries()[i]);
    std::vector<fs::path> databases;
    for (std::size_t i = 0; i < n; ++i) {
      databases.push_back(made_.index("shard" + std::to_string(n) + "-" + std::to_string(i), parts[i]));
    }
    return databases;
  }

  MadeShards made_;
};

TEST_F(Merge, OfShardsDumpsAsTheSingleRun) {
  const fs::path whole = made_.index("whole", made_entries());
  const std::string expected = MadeShards::dump(whole);
  for (const std::size_t n : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
    const fs::path merged = made_.folder() / ("merged" + std::to_string(n) + ".db");
    EXPECT_EQ(merge_corpora(shards(n), merged), fs::canonical(whole).stem().string());
    EXPECT_EQ(MadeShards::dump(merged), expected) << n;
    EXPECT_EQ(verify_corpus(merged, false).damage, std::vector<std::string>{}) << n;
  }
}

TEST_F(Merge, AnswersQueriesAsTheSingleRun) {
  const fs::path whole = made_.index("whole", made_entries());
  const fs::path merged = made_.folder() / "merged.db";
  merge_corpora(shards(3), merged);
  for (const char* query : {"corpus-census", "destination-kinds", "files-not-read"}) {
    EXPECT_EQ(testing::answer(merged, query).empty(), false);
  }
  EXPECT_EQ(testing::answer(merged, "corpus-census"), testing::answer(whole, "corpus-census"));
  SQLite::Database a = open_snapshot(whole);
  SQLite::Database b = open_snapshot(merged);
  for (const char* sql : {"SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY 1, 2",
                          "SELECT * FROM schema_docs ORDER BY 1, 2", "SELECT * FROM finding_codes ORDER BY 1",
                          "SELECT text FROM names_fts WHERE names_fts MATCH '\"Layer\"' ORDER BY 1"}) {
    EXPECT_EQ(testing::rows(b, sql), testing::rows(a, sql));
  }
}

TEST_F(Merge, GivesEqualBytesInWhateverOrder) {
  std::vector<fs::path> databases = shards(3);
  merge_corpora(databases, made_.folder() / "a.db");
  std::reverse(databases.begin(), databases.end());
  merge_corpora(databases, made_.folder() / "b.db");
  EXPECT_TRUE(bytes_of(made_.folder() / "a.db") == bytes_of(made_.folder() / "b.db"));
}

TEST_F(Merge, NamesTheSourceThatIsInTwo) {
  const fs::path a = made_.index("a", {"tower-player", "tower.apk"});
  const fs::path b = made_.index("b", {"tower.apk"});
  const fs::path output = made_.folder() / "merged.db";
  try {
    merge_corpora({a, b}, output);
    FAIL();
  } catch (const SourcesOverlap& error) {
    EXPECT_NE(std::string(error.what()).find("tower.apk"), std::string::npos) << error.what();
  }
  EXPECT_FALSE(fs::exists(output));
}

TEST_F(Merge, RefusesOtherVersions) {
  const fs::path a = made_.index("a", {"tower-player"});
  const fs::path output = made_.folder() / "merged.db";
  for (const char* key : {"decoder_version", "schema_version"}) {
    const fs::path b = made_.index(std::string("b-") + key, {"tower.apk"});
    change_info(b, key, "77");
    EXPECT_THROW(merge_corpora({a, b}, output), schema::IncompatibleDatabase) << key;
  }
  const fs::path c = made_.index("c", {"tower.apk"});
  SQLite::Database(fs::canonical(c).string(), SQLite::OPEN_READWRITE).exec("ALTER TABLE files ADD COLUMN extra TEXT");
  EXPECT_THROW(merge_corpora({a, c}, output), schema::IncompatibleDatabase);
  EXPECT_FALSE(fs::exists(output));
}

TEST_F(Merge, RefusesWhatWouldNotBeSound) {
  const fs::path a = made_.index("a", {"tower-player"});
  SQLite::Database(fs::canonical(a).string(), SQLite::OPEN_READWRITE)
      .exec("UPDATE animators SET avatar_id = 999999 WHERE animator_id = (SELECT min(animator_id) FROM animators)");
  EXPECT_ANY_THROW(merge_corpora({a}, made_.folder() / "merged.db"));
  EXPECT_FALSE(fs::exists(made_.folder() / "merged.db"));
}

}  // namespace
}  // namespace mecadex::corpus
