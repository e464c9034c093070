// Runs over a corpus that exists: what is read again, what is only compared, what leaves, what is refused.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "indexer/corpus/data_directory.hpp"
#include "indexer/corpus/work_copy.hpp"
#include "indexer/crawl/run_plan.hpp"
#include "schema/schema.hpp"
#include "tests/support/corpus_fixture.hpp"
#include "tests/support/made_game.hpp"

namespace mecadex::testing {
namespace {

namespace fs = std::filesystem;

class Nightly : public ::testing::Test {
 protected:
  void SetUp() override {
    write_files(game(), made_game());
    options_.data = folder_.path() / "corpus";
    options_.roots = {game()};
    options_.walk.each = true;
  }

  fs::path game() const { return folder_.path() / "game"; }
  fs::path player() const { return game() / "tower-player" / "Tower_Data"; }
  crawl::IndexResult index() const { return index_now(options_); }

  std::string corpus(const std::string& sql) const {
    SQLite::Database database((options_.data / "current.db").string(), SQLite::OPEN_READONLY);
    return rows(database, sql);
  }
  std::string state(const std::string& sql) const {
    SQLite::Database database((options_.data / "state.db").string(), SQLite::OPEN_READONLY);
    return rows(database, sql);
  }
  /// What the natural keys, hashes and links of a corpus are, in a fixed order.
  std::string content() const {
    return corpus("SELECT label, path, size, content_hash, status FROM files JOIN sources USING (source_id) ORDER BY 1, 2") +
           corpus("SELECT source, file, path_id, class_id, fingerprint FROM objects_view ORDER BY 1, 2, 3") +
           corpus("SELECT r.source, r.file, r.object_path_id, r.field, r.element_index, r.resolution, t.file, t.path_id "
                  "FROM object_refs_view r LEFT JOIN object_places t ON t.object_id = r.target_object_id "
                  "ORDER BY 1, 2, 3, 4, 5") +
           corpus("SELECT hash, text FROM names ORDER BY 1, 2") +
           corpus("SELECT label, kind, company_name, product_name, engine FROM sources ORDER BY 1") +
           corpus("SELECT source, file, scene_path FROM serialized_files_view ORDER BY 1, 2");
  }
  /// content() of a corpus made from nothing.
  std::string fresh_content() {
    const fs::path kept = options_.data;
    options_.data = folder_.path() / "fresh";
    fs::remove_all(options_.data);
    index();
    const std::string fresh = content();
    options_.data = kept;
    return fresh;
  }

  static void change_last_byte(const fs::path& path) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(-1, std::ios::end);
    const auto byte = static_cast<char>(file.get() ^ 1);
    file.seekp(-1, std::ios::end);
    file.put(byte);
  }
  static void touch(const fs::path& path) {
    const auto time = fs::last_write_time(path);
    fs::last_write_time(path, time + std::chrono::seconds(5));
  }

  TemporaryFolder folder_;
  crawl::IndexOptions options_;
};

TEST_F(Nightly, ASecondRunReadsNothingAndKeepsTheRevision) {
  const auto first = index();
  const auto second = index();
  EXPECT_EQ(first.parsed, first.files);
  EXPECT_EQ(second.parsed, 0U);
  EXPECT_EQ(second.hashed, 0U);
  EXPECT_EQ(second.kept, second.files);
  EXPECT_TRUE(second.is_unchanged);
  EXPECT_EQ(second.revision, first.revision);
  EXPECT_EQ(second.files_by_status, first.files_by_status);  // and so the exit code
  EXPECT_EQ(state("SELECT run_id, files_parsed, files_skipped, outcome FROM runs"),
            "1|22|0|published\n2|0|22|unchanged\n");
}

TEST_F(Nightly, ATouchedFileIsComparedOnceAndNotRead) {
  const auto first = index();
  touch(player() / "level0");
  const auto second = index();
  EXPECT_EQ(second.hashed, 1U);
  EXPECT_EQ(second.parsed, 0U);
  EXPECT_EQ(second.revision, first.revision);
  EXPECT_EQ(index().hashed, 0U);
}

TEST_F(Nightly, AFileChangedAtOnceAfterTheRunIsSeen) {
  index();
  change_last_byte(player() / "level0");  // of equal size, within the clock's tick perhaps
  EXPECT_EQ(index().parsed, 1U);
}

TEST_F(Nightly, AChangedByteIsReadAndNothingElse) {
  const auto first = index();
  change_last_byte(player() / "sharedassets0.assets");
  const auto second = index();
  EXPECT_EQ(second.parsed, 1U);
  EXPECT_EQ(second.kept, second.files - 1);
  EXPECT_NE(second.revision, first.revision);
  EXPECT_EQ(corpus("PRAGMA foreign_key_check"), "");
  EXPECT_EQ(content(), fresh_content());
}

// Every file in turn is read again: what other files link to it, and it to them, is as from nothing.
TEST_F(Nightly, AnyFileReadAgainGivesTheRowsOfAFreshCorpus) {
  const auto first = index();
  const std::string before = content();
  options_.allow_missing_root = true;
  for (const auto& entry : fs::recursive_directory_iterator(game())) {
    if (!entry.is_regular_file()) continue;
    const fs::path path = entry.path();
    const fs::path aside = folder_.path() / "aside";
    fs::rename(path, aside);
    options_.force = true;
    index();
    fs::rename(aside, path);
    const auto again = index();
    EXPECT_EQ(again.parsed, 1U) << path;
    EXPECT_EQ(again.revision, first.revision) << path;
  }
  // The snapshot of the first revision was kept: look at one that is made anew.
  fs::remove(fs::canonical(options_.data / "current.db"));
  fs::remove(options_.data / "current.db");
  EXPECT_EQ(before, fresh_content());
}

TEST_F(Nightly, AFileOutAndInAgainLinksAsBefore) {
  index();
  const std::string before = content();
  for (const char* name : {"sharedassets0.assets", "globalgamemanagers", "globalgamemanagers.assets", "level0"}) {
    const fs::path path = player() / name;
    if (!fs::exists(path)) continue;
    fs::rename(path, folder_.path() / "aside");
    options_.force = true;
    index();
    const fs::path without = fs::canonical(options_.data / "current.db");
    EXPECT_EQ(content(), fresh_content()) << "without " << name;
    fs::rename(folder_.path() / "aside", path);
    for (const auto& snapshot : fs::directory_iterator(options_.data / "snapshots")) {
      if (snapshot.path() != without) fs::remove(snapshot.path());  // so that the run must make it anew
    }
    index();
    EXPECT_EQ(content(), before) << "with " << name;
  }
}

TEST_F(Nightly, AMovedFileIsNotReadAgain) {
  index();
  fs::rename(game() / "tower-bundles" / "heroes", game() / "tower-bundles" / "champions");
  fs::rename(player(), game() / "tower-player" / "Spire_Data");
  const auto moved = index();
  EXPECT_EQ(moved.parsed, 1U);
  EXPECT_EQ(moved.moved, 5U);  // the payload beside them is only named
  EXPECT_EQ(moved.vanished, 0U);
  EXPECT_EQ(state("SELECT count(*) FROM tombstones WHERE reason = 'moved'"), "5\n");
  EXPECT_EQ(content(), fresh_content());
  EXPECT_EQ(index().hashed, 0U);
}

TEST_F(Nightly, ARenamedEntryTakesItsFilesAlong) {
  index();
  fs::rename(game() / "tower-player", game() / "spire-player");
  const auto moved = index();
  EXPECT_EQ(moved.parsed, 1U);  // payload
  EXPECT_EQ(corpus("SELECT label FROM sources WHERE label LIKE '%-player' ORDER BY 1"),
            "game/spire-player\ngame/tower-web-player\n");
  EXPECT_EQ(content(), fresh_content());
}

TEST_F(Nightly, AFileThatIsGoneLeavesATombstone) {
  index();
  fs::remove(player() / "resources.assets");
  const auto second = index();
  EXPECT_EQ(second.vanished, 1U);
  EXPECT_EQ(second.parsed, 0U);
  EXPECT_EQ(state("SELECT run_id, label, path, length(read_hash), reason FROM tombstones"),
            "2|game/tower-player|Tower_Data/resources.assets|64|gone\n");
  EXPECT_EQ(content(), fresh_content());
}

TEST_F(Nightly, AnAddedFileAloneIsRead) {
  index();
  fs::copy_file(player() / "level0", player() / "level7");
  const auto second = index();
  EXPECT_EQ(second.parsed, 1U);
  EXPECT_EQ(content(), fresh_content());
}

TEST_F(Nightly, AnEntryThatIsGoneLeavesWithItsRows) {
  index();
  fs::remove_all(game() / "tower-console");
  const auto second = index();
  EXPECT_GT(second.vanished, 0U);
  EXPECT_EQ(corpus("SELECT count(*) FROM sources"), "7\n");
  EXPECT_EQ(state("SELECT count(*) FROM sources"), "7\n");
  EXPECT_EQ(content(), fresh_content());
}

TEST_F(Nightly, AnEmptiedRootIsRefusedAndNamesTheOption) {
  options_.roots = {game() / "tower-player"};
  options_.walk.each = false;
  const auto first = index();
  fs::rename(game() / "tower-player", folder_.path() / "elsewhere");
  for (const bool is_there : {false, true}) {
    if (is_there) fs::create_directory(game() / "tower-player");
    try {
      index();
      ADD_FAILURE() << "published";
    } catch (const corpus::RefusedToPublish& error) {
      EXPECT_NE(std::string(error.what()).find("--allow-missing-root"), std::string::npos) << error.what();
    }
    EXPECT_EQ(fs::canonical(options_.data / "current.db").stem(), *first.revision);
  }
  options_.allow_missing_root = true;
  index();
  EXPECT_EQ(fs::canonical(options_.data / "current.db").stem(), *first.revision);  // nothing readable
}

TEST_F(Nightly, AnEmptiedEntryIsRefused) {
  index();
  fs::remove_all(game() / "tower-console");
  fs::create_directory(game() / "tower-console");
  EXPECT_THROW(index(), corpus::RefusedToPublish);
  options_.allow_missing_root = true;
  index();
  EXPECT_EQ(corpus("SELECT count(*) FROM files JOIN sources USING (source_id) WHERE label = 'game/tower-console'"), "0\n");
  EXPECT_EQ(content(), fresh_content());
}

TEST_F(Nightly, AMissingRootThatNobodyKnowsIsTheUsersMistake) {
  index();
  options_.roots = {folder_.path() / "nowhere"};
  EXPECT_THROW(index(), crawl::MissingRoot);
}

TEST_F(Nightly, MoreThanAFifthGoneIsRefusedUnlessForced) {
  const auto first = index();
  fs::remove_all(game() / "tower-bundles");
  EXPECT_THROW(index(), corpus::RefusedToPublish);
  EXPECT_EQ(fs::canonical(options_.data / "current.db").stem(), *first.revision);
  EXPECT_NE(state("SELECT outcome FROM runs WHERE run_id = 2").find("more than a fifth"), std::string::npos);
  options_.force = true;
  options_.allow_missing_root = true;
  index();
  EXPECT_EQ(content(), fresh_content());
}

TEST_F(Nightly, AnotherFolderOfOneLabelIsRefusedUnlessItMoved) {
  options_.roots = {game() / "tower-player"};
  options_.walk.each = false;
  index();
  fs::create_directory(folder_.path() / "disk2");
  fs::rename(game() / "tower-player", folder_.path() / "disk2" / "tower-player");
  options_.roots = {folder_.path() / "disk2" / "tower-player"};
  EXPECT_THROW(index(), crawl::UsageError);
  options_.moved = true;
  EXPECT_EQ(index().parsed, 0U);
  options_.moved = false;
  EXPECT_EQ(index().parsed, 0U);
}

TEST_F(Nightly, VerifyComparesEveryFileThatWasOpened) {
  const auto first = index();
  options_.verify = true;
  const auto second = index();
  EXPECT_GT(second.hashed, 15U);
  EXPECT_EQ(second.parsed, 0U);
  EXPECT_TRUE(second.is_unchanged);
  // A change that keeps size and time is seen by --verify alone.
  const auto time = fs::last_write_time(player() / "level0");
  change_last_byte(player() / "level0");
  fs::last_write_time(player() / "level0", time);
  options_.verify = false;
  EXPECT_EQ(index().parsed, 0U);
  options_.verify = true;
  EXPECT_EQ(index().parsed, 1U);
}

TEST_F(Nightly, OtherSettingsReadEverythingAgain) {
  const auto first = index();
  options_.assume_version = "2019.4.1f1";
  const auto second = index();
  EXPECT_EQ(second.parsed, first.parsed);
  EXPECT_NE(second.revision, first.revision);
  EXPECT_EQ(corpus("SELECT DISTINCT read_settings FROM sources"), "assume-version=2019.4.1f1\n");
  EXPECT_EQ(index().parsed, 0U);
}

TEST_F(Nightly, ALostStateCostsOneReadingAndNoHistory) {
  const auto first = index();
  fs::remove(options_.data / "state.db");
  const auto second = index();
  EXPECT_EQ(second.parsed, first.parsed);
  EXPECT_EQ(second.revision, first.revision);
  EXPECT_EQ(state("SELECT run_id, revision_after FROM runs"), "1|" + *first.revision + "\n2|" + *first.revision + "\n");
  EXPECT_EQ(index().parsed, 0U);
}

TEST_F(Nightly, ADamagedStateIsNamed) {
  index();
  std::ofstream(options_.data / "state.db") << std::string(9000, 'x');
  EXPECT_THROW(index(), schema::IncompatibleDatabase);
}

TEST_F(Nightly, ContentThatReturnsPointsAtTheOldSnapshot) {
  const auto first = index();
  const fs::path snapshot = fs::canonical(options_.data / "current.db");
  change_last_byte(player() / "level0");
  index();
  change_last_byte(player() / "level0");
  EXPECT_EQ(index().revision, first.revision);
  EXPECT_EQ(fs::canonical(options_.data / "current.db"), snapshot);
  const auto again = index();
  EXPECT_EQ(again.parsed, 0U);
  EXPECT_TRUE(again.is_unchanged);
}

TEST_F(Nightly, AStoppedRunKeepsWhatItReadAndTheNextGoesOn) {
  std::atomic<bool> stop{false};
  class StopAfter final : public crawl::ProgressListener {
   public:
    explicit StopAfter(std::atomic<bool>& stop) : stop_(stop) {}
    void progress(const crawl::Progress& progress) override {
      if (progress.files_done >= 5) stop_ = true;
    }

   private:
    std::atomic<bool>& stop_;
  } listener(stop);
  options_.jobs = 1;
  for (int i = 0; i < 1500; ++i) fs::copy_file(player() / "level0", player() / ("copy" + std::to_string(i)));
  const auto stopped = crawl::run_index(options_, stop, listener);
  EXPECT_TRUE(stopped.was_stopped);
  EXPECT_FALSE(fs::exists(options_.data / "current.db"));
  const auto second = index();
  EXPECT_GE(second.kept, 5U);
  EXPECT_EQ(second.kept + second.parsed, second.files);
  EXPECT_EQ(content(), fresh_content());
  EXPECT_TRUE(fs::is_empty(options_.data / "work"));
  EXPECT_EQ(state("SELECT outcome FROM runs"), "stopped\npublished\n");
}

TEST_F(Nightly, ARunOfOtherSourcesDoesNotPublishWhatAStoppedOneLeft) {
  index();
  fs::create_directory(game() / "late");
  std::ofstream(game() / "late" / "level0") << "not Unity's";
  change_last_byte(player() / "level0");
  std::atomic<bool> stop{false};
  class StopAtReading final : public crawl::ProgressListener {
   public:
    explicit StopAtReading(std::atomic<bool>& stop) : stop_(stop) {}
    void progress(const crawl::Progress& progress) override {
      if (progress.step == "reading") stop_ = true;
    }

   private:
    std::atomic<bool>& stop_;
  } listener(stop);
  EXPECT_TRUE(crawl::run_index(options_, stop, listener).was_stopped);
  auto other = options_;
  other.roots = {game() / "late"};
  other.walk.each = false;
  other.walk.label = "other";
  index_now(other);
  EXPECT_EQ(corpus("SELECT count(*) FROM files f JOIN sources s USING (source_id) "
                   "WHERE s.label = 'game/tower-player' AND f.path LIKE '%level0'"), "1\n");
}

TEST_F(Nightly, ACorpusOfTheFirstSchemaIsMigratedAndReadAgain) {
  // The tables as the first version had them: without what the second added.
  const auto first = index();
  const fs::path snapshot = fs::canonical(options_.data / "current.db");
  {
    SQLite::Database old(snapshot.string(), SQLite::OPEN_READWRITE);
    std::istringstream views(rows(old, "SELECT name FROM sqlite_schema WHERE type = 'view'"));
    for (std::string view; std::getline(views, view);) old.exec("DROP VIEW " + view);
    old.exec("PRAGMA legacy_alter_table = ON; DROP TABLE mono_scripts; DROP TABLE build_scenes; ALTER TABLE sources RENAME TO newer;"
             "CREATE TABLE sources (source_id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, kind TEXT, "
             "company_name TEXT, product_name TEXT, engine TEXT) STRICT;"
             "INSERT INTO sources SELECT source_id, label, kind, company_name, product_name, engine FROM newer;"
             "DROP TABLE newer;"
             "UPDATE files SET decoder_version = 1; UPDATE corpus_info SET value = '1' WHERE key = 'decoder_version';"
             "PRAGMA user_version = 1");
  }
  const fs::path old = options_.data / "snapshots" / "1111111111111111.db";
  fs::rename(snapshot, old);
  fs::remove(options_.data / "current.db");
  fs::create_symlink("snapshots/1111111111111111.db", options_.data / "current.db");
  const auto second = index();
  EXPECT_EQ(second.parsed, first.parsed);
  EXPECT_EQ(second.revision, first.revision);
  EXPECT_EQ(corpus("PRAGMA user_version"), std::to_string(schema::kSchemaVersion) + "\n");
  EXPECT_EQ(content(), fresh_content());
}

TEST_F(Nightly, ARaisedDecoderVersionConcernsTheFilesThatHoldItsClasses) {
  index();
  const auto sources = crawl::find_sources(options_.roots, options_.walk);
  std::vector<crawl::SourceFiles> listings;
  for (const auto& source : sources) listings.push_back(crawl::list_files(source, options_.walk));
  SQLite::Database corpus((options_.data / "current.db").string(), SQLite::OPEN_READONLY);
  corpus::StateDatabase state(options_.data / "state.db", std::nullopt);
  const std::atomic<bool> stop{false};
  const auto plan_with = [&](std::vector<corpus::DecoderChange> changes) {
    crawl::PlanOptions options;
    options.decoder_changes = &changes;
    return crawl::make_plan(sources, listings, &corpus, state, {}, options, stop);
  };
  const int next = corpus::kDecoderVersion + 1;
  const auto all = plan_with({{next, {}}});
  EXPECT_EQ(all.count(crawl::PlannedFile::Action::keep), 0U);
  const auto avatars = plan_with({{next, {90}}});
  const std::string holders = rows(corpus, "SELECT count(DISTINCT file_id) FROM serialized_files "
                                           "JOIN serialized_file_classes USING (serialized_file_id) WHERE class_id = 90");
  EXPECT_EQ(std::to_string(avatars.count(crawl::PlannedFile::Action::read)) + "\n", holders);
  EXPECT_FALSE(avatars.changes_nothing());
  EXPECT_TRUE(plan_with({}).changes_nothing());
}

TEST_F(Nightly, ShardsTakeEachSourceOnce) {
  std::string labels;
  for (const std::uint64_t count : {1U, 2U, 7U}) {
    std::uint64_t files = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      options_.data = folder_.path() / ("shard" + std::to_string(count) + "-" + std::to_string(i));
      options_.shard = crawl::Shard{i, count};
      files += index().files;
    }
    EXPECT_EQ(files, 22U) << count;
  }
}

}  // namespace
}  // namespace mecadex::testing
