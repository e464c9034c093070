#include "indexer/corpus/prune.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

#include "tests/support/corpus_fixture.hpp"

namespace mecadex::corpus {
namespace {

namespace fs = std::filesystem;

// Five snapshots, 1 the oldest; current.db leads to 2.
class Prune : public ::testing::Test {
 protected:
  Prune() : directory_(data()) {
    const auto now = fs::file_time_type::clock::now();
    for (int i = 1; i <= 5; ++i) {
      std::ofstream(snapshot(i)) << i;
      fs::last_write_time(snapshot(i), now - std::chrono::hours(10 - i));
    }
    fs::create_symlink("snapshots/2222222222222222.db", data() / "current.db");
  }

  fs::path data() const { return folder_.path() / "corpus"; }
  fs::path snapshot(int i) const {
    return data() / "snapshots" / (std::string(16, static_cast<char>('0' + i)) + ".db");
  }
  // "5+ 4+ ...": what stays (+) and goes (-), newest first.
  std::string prune(std::size_t keep, bool dry_run = false) {
    std::string text;
    for (const PruneStep& step : prune_snapshots(data(), directory_, keep, dry_run)) {
      text += step.path.filename().string().substr(0, 1) + (step.is_removed ? "- " : "+ ");
      EXPECT_EQ(fs::exists(step.path), dry_run || !step.is_removed);
    }
    return text;
  }

  testing::TemporaryFolder folder_;
  DataDirectory directory_;
};

TEST_F(Prune, TheNewestAndTheCurrentStay) {
  EXPECT_EQ(prune(2), "5+ 4+ 3- 2+ 1- ");
  EXPECT_EQ(prune(2), "5+ 4+ 2+ ");
  EXPECT_EQ(prune(0), "5- 4- 2+ ");
}

TEST_F(Prune, ADryRunRemovesNothing) {
  EXPECT_EQ(prune(1, true), "5+ 4- 3- 2+ 1- ");
  EXPECT_EQ(prune(9), "5+ 4+ 3+ 2+ 1+ ");
}

TEST_F(Prune, WhatAServerUsesStays) {
  const int held = ::open(snapshot(1).c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(::flock(held, LOCK_SH | LOCK_NB), 0);
  EXPECT_EQ(prune(1), "5+ 4- 3- 2+ 1+ ");
  ::close(held);
  EXPECT_EQ(prune(1), "5+ 2+ 1- ");
}

TEST_F(Prune, WhatIsNotOursStays) {
  const fs::path folder = data() / "snapshots";
  std::ofstream(folder / "notes.txt") << "mine";
  std::ofstream(folder / "backup.db") << "mine";
  fs::create_directory(folder / "aaaaaaaaaaaaaaaa.db");
  fs::create_symlink(folder / "backup.db", folder / "bbbbbbbbbbbbbbbb.db");
  EXPECT_EQ(prune(0), "5- 4- 3- 2+ 1- ");
  for (const char* name : {"notes.txt", "backup.db", "aaaaaaaaaaaaaaaa.db", "bbbbbbbbbbbbbbbb.db"}) {
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  }
}

}  // namespace
}  // namespace mecadex::corpus
