// Whole runs over folders that were made to break them: each test is a fault that once did.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <chrono>

#include "indexer/bytes/reader.hpp"
#include "tests/support/corpus_fixture.hpp"
#include "tests/support/made_game.hpp"
#include "tests/support/made_objects.hpp"

namespace mecadex::testing {
namespace {

namespace fs = std::filesystem;

class HostileFolders : public ::testing::Test {
 protected:
  static std::vector<std::byte> clip_bytes() {
    SerializedFileOptions options;
    options.format = 21;
    options.unity_version = "2019.4.0f1";
    MadeFile made(options);
    made.add(74, 10, clip("Walk", 1));
    return made.bytes();
  }

  fs::path game() const { return folder_.path() / "game"; }

  crawl::IndexResult index(bool each = false, const std::string& data = "corpus") {
    crawl::IndexOptions options;
    options.data = folder_.path() / data;
    options.roots = {game()};
    options.walk.each = each;
    return index_now(options);
  }

  std::string select(const std::string& sql) const {
    SQLite::Database database((folder_.path() / "corpus" / "current.db").string(), SQLite::OPEN_READONLY);
    return rows(database, sql);
  }

  TemporaryFolder folder_;
};

TEST_F(HostileFolders, ALabelThatIsNotUtf8CanBeIndexedAgain) {
  write_files(game(), {{"caf\xE9/level0", clip_bytes()}});
  EXPECT_EQ(index(true).revision, index(true).revision);
  EXPECT_EQ(select("SELECT label FROM sources"), "game/caf\\xE9\n");
}

TEST_F(HostileFolders, FilesWhoseNamesAreStoredAlikeAreBothKept) {
  write_files(game(), {{"\xC3", clip_bytes()}, {"\\xC3", clip_bytes()}});
  index();
  EXPECT_EQ(select("SELECT path FROM files ORDER BY path"), "\\xC3\n\\xC3#2\n");
  // The bytes of each are its own: no name on disk has the number.
  EXPECT_EQ(select("SELECT path, path_bytes FROM files ORDER BY path"), "\\xC3|-\n\\xC3#2|c3\n");
}

TEST_F(HostileFolders, EntriesOfOneNameAreAllKept) {
  std::vector<NamedFile> entries(300, NamedFile{"same", clip_bytes()});
  entries.push_back({"same#2", clip_bytes()});
  write_files(game(), {{"same.zip", make_zip(entries)}});
  index();
  EXPECT_EQ(select("SELECT count(*), count(DISTINCT node_path) FROM serialized_files"), "301|301\n");
}

TEST_F(HostileFolders, ANumberThatTheContainerUsesItselfIsPassedOver) {
  write_files(game(), {{"before.zip", make_zip({{"x#2", clip_bytes()}, {"x", clip_bytes()}, {"x", clip_bytes()}})},
                       {"after.zip", make_zip({{"x", clip_bytes()}, {"x", clip_bytes()}, {"x#2", clip_bytes()}})}});
  index();
  EXPECT_EQ(select("SELECT f.path, node_path FROM serialized_files JOIN files f USING (file_id) ORDER BY 1, 2"),
            "after.zip|x\nafter.zip|x#2\nafter.zip|x#2#2\nbefore.zip|x\nbefore.zip|x#2\nbefore.zip|x#3\n");
}

TEST_F(HostileFolders, ALinkThatLeadsToItselfIsOneSourceAmongOthers) {
  write_files(game(), {{"good/level0", clip_bytes()}});
  fs::create_symlink("loop", game() / "loop");
  const crawl::IndexResult result = index(true);
  EXPECT_TRUE(result.revision.has_value());
  EXPECT_EQ(select("SELECT count(*) FROM clips"), "1\n");
}

TEST_F(HostileFolders, TheDataDirectoryInsideTheRootIsNoPartOfIt) {
  write_files(game(), {{"level0", clip_bytes()}});
  const auto first = index(false, "game/corpus");
  const auto second = index(false, "game/corpus");
  EXPECT_EQ(first.revision, second.revision);
  EXPECT_EQ(second.files, 1U);
}

TEST_F(HostileFolders, AnArchiveWhoseSerializedFileIsUnreadableSaysSo) {
  const std::vector<std::byte> noise(4096, std::byte{0x5A});
  write_files(game(), {{"lost.ab", make_unityfs({{"CAB-x", noise}})},
                       {"mixed.ab", make_unityfs({{"CAB-y", clip_bytes()}, {"CAB-x", noise}})},
                       {"payload.ab", make_unityfs({{"CAB-z", clip_bytes()}, {"CAB-z.bin", noise, 0}})}});
  index();
  EXPECT_EQ(select("SELECT path, status FROM files ORDER BY path"),
            "lost.ab|damaged\nmixed.ab|partial\npayload.ab|indexed\n");
  EXPECT_EQ(select("SELECT code, node_path FROM findings ORDER BY finding_id"),
            "container.damaged|CAB-x\ncontainer.damaged|CAB-x\n");
}

TEST_F(HostileFolders, ABombInABombCostsOnlyItself) {
  const std::vector<std::byte> zeroes(8 << 20);
  std::vector<NamedFile> bombs(200, NamedFile{"zeroes", zeroes});
  for (std::size_t i = 0; i < bombs.size(); ++i) bombs[i].path += std::to_string(i);
  write_files(game(), {{"bomb.gz", make_gzip(make_gzip(make_zip({{"inner.zip", make_zip(bombs)}})))}, {"level0", clip_bytes()}});
  const auto start = std::chrono::steady_clock::now();
  index();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
  EXPECT_EQ(select("SELECT count(*) FROM clips"), "1\n");
}

TEST(HostileReader, EmptyElementsOfManyArraysAddUpToTheLimit) {
  std::vector<std::byte> data;
  for (int i = 0; i < 3; ++i) {  // 600,000, little endian
    for (const unsigned b : {0xC0U, 0x27U, 0x09U, 0x00U}) data.push_back(static_cast<std::byte>(b));
  }
  bytes::Reader reader(data);
  EXPECT_EQ(reader.count(0, bytes::FindingCode::object_count), 600'000U);
  EXPECT_THROW(reader.count(0, bytes::FindingCode::object_count), bytes::ParseError);
}

}  // namespace
}  // namespace mecadex::testing
