#include "indexer/bytes/file_source.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <random>

#include "tests/support/container_writer.hpp"
#include "tests/support/corpus_fixture.hpp"
#include "tests/support/made_game.hpp"

namespace mecadex::bytes {
namespace {

namespace fs = std::filesystem;

class FileSourceTest : public ::testing::Test {
 protected:
  fs::path file(std::size_t size, const std::string& name = "file") {
    content_ = testing::make_filler(size, 5);
    testing::write_files(folder_.path(), {{name, content_}});
    return folder_.path() / name;
  }

  void expect_read(FileSource& source, std::uint64_t offset, std::size_t n) {
    std::vector<std::byte> out(n);
    source.read_at(offset, out);
    EXPECT_TRUE(
        std::equal(out.begin(), out.end(), content_.begin() + static_cast<std::ptrdiff_t>(offset)));
    std::vector<std::byte> scratch;
    const auto view = source.view(offset, n, scratch);
    EXPECT_TRUE(std::equal(view.begin(), view.end(), out.begin(), out.end()));
  }

  testing::TemporaryFolder folder_;
  testing::Bytes content_;
};

constexpr std::size_t kWindow = FileSource::kWindow;

TEST_F(FileSourceTest, ReadsAnyRange) {
  FileSource source(file(10 * kWindow + 77), std::make_shared<ReadLog>());
  EXPECT_EQ(source.size(), 10 * kWindow + 77);
  const std::pair<std::uint64_t, std::size_t> ranges[] = {{0, 1},
                                                          {kWindow - 1, 2},
                                                          {3, 5 * kWindow},
                                                          {2 * kWindow, 3 * kWindow},
                                                          {10 * kWindow, 77},
                                                          {10 * kWindow + 76, 1}};
  for (const auto& [offset, n] : ranges) expect_read(source, offset, n);
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t offset = random() % source.size();
    expect_read(source, offset,
                random() % std::min<std::uint64_t>(3 * kWindow, source.size() - offset + 1));
  }
}

TEST_F(FileSourceTest, RefusesRangesBeyondTheEnd) {
  FileSource source(file(100), nullptr);
  std::vector<std::byte> out(2);
  EXPECT_THROW(source.read_at(99, out), ParseError);
  EXPECT_THROW(source.read_at(UINT64_MAX, out), ParseError);
  std::vector<std::byte> scratch;
  EXPECT_THROW(source.view(50, 51, scratch), ParseError);
}

TEST_F(FileSourceTest, OpensRegularFilesOnlyAndNeverWaits) {
  const auto code = [](const fs::path& path) {
    try {
      FileSource(path, nullptr);
    } catch (const ParseError& error) {
      return error.code();
    }
    return FindingCode::value_nan;
  };
  file(10);
  ASSERT_EQ(::mkfifo((folder_.path() / "pipe").c_str(), 0600), 0);
  fs::create_symlink("file", folder_.path() / "link");
  EXPECT_EQ(code(folder_.path() / "pipe"), FindingCode::file_special);
  EXPECT_EQ(code(folder_.path()), FindingCode::file_special);
  EXPECT_EQ(code(folder_.path() / "link"), FindingCode::file_unreadable);
  EXPECT_EQ(code(folder_.path() / "nothing"), FindingCode::file_unreadable);
}

TEST_F(FileSourceTest, NoticesAFileThatShrinks) {
  const fs::path path = file(3 * kWindow);
  FileSource source(path, nullptr);
  EXPECT_FALSE(source.size_changed());
  fs::resize_file(path, kWindow);
  EXPECT_TRUE(source.size_changed());
  std::vector<std::byte> out(10);
  try {
    source.read_at(2 * kWindow, out);
    FAIL();
  } catch (const ParseError& error) {
    EXPECT_EQ(error.code(), FindingCode::file_changed);
  }
}

// ---- the log ----

std::string hash_of(const fs::path& path,
                    const std::vector<std::pair<std::uint64_t, std::size_t>>& reads) {
  const auto log = std::make_shared<ReadLog>();
  FileSource source(path, log);
  for (const auto& [offset, n] : reads) {
    std::vector<std::byte> out(n);
    source.read_at(offset, out);
  }
  return log->content_hash(source.size());
}

TEST_F(FileSourceTest, TheHashCoversAWindowOnceHoweverOftenItIsRead) {
  const fs::path path = file(20 * kWindow);
  const std::string once = hash_of(path, {{0, 10}, {5 * kWindow, 10}});
  EXPECT_EQ(hash_of(path, {{0, 10}, {20, 10}, {5 * kWindow + 7, 100}, {0, 10}}), once);
  // Windows that were thrown out of the few that are held, and read again.
  std::vector<std::pair<std::uint64_t, std::size_t>> many;
  for (std::uint64_t i = 0; i < 20; ++i) many.emplace_back(i * kWindow, 1);
  const std::string all = hash_of(path, many);
  many.insert(many.end(), {{0, 1}, {7 * kWindow, 1}, {3 * kWindow, 1}});
  EXPECT_EQ(hash_of(path, many), all);
  EXPECT_NE(all, once);
}

TEST_F(FileSourceTest, TheHashDependsOnTheBytesReadAndTheSizeOnly) {
  const fs::path path = file(4 * kWindow);
  const std::string before = hash_of(path, {{0, 10}});
  const auto write_at = [&](std::uint64_t offset) {
    std::fstream out(path, std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(static_cast<std::streamoff>(offset));
    out.put('!');
  };
  write_at(2 * kWindow);
  EXPECT_EQ(hash_of(path, {{0, 10}}), before);
  EXPECT_NE(hash_of(path, {{0, 10}, {2 * kWindow, 1}}), before);
  write_at(5);
  EXPECT_NE(hash_of(path, {{0, 10}}), before);
  write_at(4 * kWindow);  // one byte longer
  EXPECT_NE(hash_of(path, {{3 * kWindow, 1}}), hash_of(path, {{0, 10}}));
}

TEST_F(FileSourceTest, TheLogListsRangesAndCountsBytes) {
  const auto log = std::make_shared<ReadLog>();
  FileSource source(file(6 * kWindow + 5), log, 1'000'000);
  std::vector<std::byte> out(1);
  source.read_at(0, out);
  source.read_at(kWindow, out);
  source.read_at(6 * kWindow, out);
  ASSERT_EQ(log->ranges().size(), 2U);
  EXPECT_EQ(log->ranges()[0].offset, 1'000'000U);
  EXPECT_EQ(log->ranges()[0].length, 2 * kWindow);
  EXPECT_EQ(log->ranges()[1].length, 5U);
  EXPECT_EQ(log->bytes_read(), 2 * kWindow + 5);
}

TEST_F(FileSourceTest, BigReadsAreLoggedByWindowToo) {
  const fs::path path = file(8 * kWindow);
  std::vector<std::pair<std::uint64_t, std::size_t>> small;
  for (std::uint64_t i = 0; i < 8; ++i) small.emplace_back(i * kWindow, 1);
  EXPECT_EQ(hash_of(path, {{0, 8 * kWindow}}), hash_of(path, small));
}

}  // namespace
}  // namespace mecadex::bytes
