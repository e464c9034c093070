#include "indexer/crawl/source_walk.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "indexer/bytes/limits.hpp"
#include "tests/support/corpus_fixture.hpp"
#include "tests/support/made_game.hpp"

namespace mecadex::crawl {
namespace {

namespace fs = std::filesystem;

class SourceWalk : public ::testing::Test {
 protected:
  fs::path root() const { return folder_.path() / "games"; }

  void make(const std::vector<std::string>& paths) {
    std::vector<testing::NamedFile> files;
    for (const std::string& path : paths)
      files.push_back({path, testing::to_bytes("content of " + path)});
    testing::write_files(root(), files);
  }

  static std::string labels(const std::vector<Source>& sources) {
    std::string out;
    for (const Source& source : sources) out += source.label + "\n";
    return out;
  }

  // Paths of a source's files; behind one that is not opened its finding.
  static std::string paths(const Source& source, const WalkOptions& options = {}) {
    std::string out;
    for (const FileEntry& file : list_files(source, options).files) {
      out += file.path;
      if (file.finding) out += " " + std::string(bytes::info(file.finding->code).text);
      out += file.is_readable ? "\n" : " (not opened)\n";
    }
    return out;
  }

  static WalkOptions each() {
    WalkOptions options;
    options.each = true;
    return options;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(SourceWalk, ARootIsLabelledByItsFolder) {
  make({"a/x"});
  EXPECT_EQ(labels(find_sources({root()}, {})), "games\n");
  EXPECT_EQ(labels(find_sources({root() / ""}, {})), "games\n");
  EXPECT_EQ(labels(find_sources({root() / "a" / ".."}, {})), "games\n");
  EXPECT_EQ(labels(find_sources({root() / "."}, {})), "games\n");
  WalkOptions named;
  named.label = "mine";
  EXPECT_EQ(labels(find_sources({root()}, named)), "mine\n");
}

TEST_F(SourceWalk, EachEntryIsASourceInOrder) {
  make({"b/x", "a/x", "lone.bundle", "data.split1", "data.split0"});
  const auto sources = find_sources({root()}, each());
  EXPECT_EQ(labels(sources), "games/a\ngames/b\ngames/data\ngames/lone.bundle\n");
  EXPECT_EQ(sources[2].parts.size(), 2U);
  EXPECT_EQ(paths(sources[2]), "data\n");
  EXPECT_EQ(paths(sources[3]), "lone.bundle\n");
}

TEST_F(SourceWalk, TwoSourcesOfOneLabelAreAUsageError) {
  make({"a/game/x", "b/game/x"});
  EXPECT_THROW(find_sources({root() / "a/game", root() / "b/game"}, {}), UsageError);
  EXPECT_THROW(find_sources({root() / "a/game", root() / "a/game"}, {}), UsageError);
  WalkOptions named;
  named.label = "one";
  EXPECT_THROW(find_sources({root() / "a", root() / "b"}, named), UsageError);
  named.each = true;
  EXPECT_THROW(find_sources({root() / "a"}, named), UsageError);
}

TEST_F(SourceWalk, AMissingRootIsNamed) {
  try {
    find_sources({root() / "nowhere"}, {});
    FAIL();
  } catch (const MissingRoot& error) {
    EXPECT_EQ(error.label(), "nowhere");
    EXPECT_NE(std::string(error.what()).find("does not exist"), std::string::npos);
  }
  make({"file"});
  EXPECT_THROW(find_sources({root() / "file"}, each()), UsageError);
}

TEST_F(SourceWalk, FilesAreListedByTheirBytes) {
  make({"b", "a/z", "a.x", "B", "a-b/c",
        "\xFF"
        "odd",
        "z.split1", "z.split0", "z.split2"});
  const Source source{"games", root(), {}};
  EXPECT_EQ(paths(source),
            "B\na-b/c\na.x\na/z\nb\nz\n\xFF"
            "odd\n");
  const auto files = list_files(source, {}).files;
  EXPECT_TRUE(files[5].is_split);
  EXPECT_EQ(files[5].parts.size(), 3U);
  EXPECT_EQ(files[5].parts[2].filename(), "z.split2");
}

TEST_F(SourceWalk, AGapInASplitFileIsAFinding) {
  make({"z.split0", "z.split2"});
  EXPECT_EQ(paths({"games", root(), {}}), "z file.split_gap (not opened)\n");
}

TEST_F(SourceWalk, ExcludesByPathOrName) {
  make({"keep/a", "keep/b.tmp", "cache/x", "top.tmp"});
  WalkOptions options;
  options.exclude = {"*.tmp", "cache"};
  EXPECT_EQ(paths({"games", root(), {}}, options), "keep/a\n");
}

TEST_F(SourceWalk, PayloadIsListedAndNotOpened) {
  make({"level0.resS", "a.dll", "level0"});
  EXPECT_EQ(paths({"games", root(), {}}), "a.dll (not opened)\nlevel0\nlevel0.resS (not opened)\n");
}

TEST_F(SourceWalk, FifosAndLinksAreNamedAndPassedOver) {
  make({"file", "folder/inner"});
  ASSERT_EQ(::mkfifo((root() / "pipe").c_str(), 0600), 0);
  fs::create_symlink(root() / "folder", root() / "link");
  fs::create_symlink("..", root() / "folder" / "loop");
  fs::create_symlink("nowhere", root() / "dangling");
  EXPECT_EQ(paths({"games", root(), {}}),
            "dangling file.symlink (not opened)\nfile\nfolder/inner\nfolder/loop file.symlink (not "
            "opened)\n"
            "link file.symlink (not opened)\npipe file.special (not opened)\n");
}

TEST_F(SourceWalk, AnUnreadableFolderIsNamed) {
  if (::geteuid() == 0) GTEST_SKIP() << "SKIPPED: root may read everything";
  make({"open/x", "closed/y"});
  fs::permissions(root() / "closed", fs::perms::none);
  const std::string listed = paths({"games", root(), {}});
  fs::permissions(root() / "closed", fs::perms::owner_all);
  EXPECT_EQ(listed, "closed/ file.unreadable (not opened)\nopen/x\n");
}

TEST_F(SourceWalk, FoldersBeyondTheDepthLimitAreNamed) {
  fs::path deep = root();
  for (int i = 0; i < bytes::kMaxFolderDepth + 3; ++i) deep /= "d";
  fs::create_directories(deep);
  const auto files = list_files({"games", root(), {}}, {}).files;
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].finding->code, bytes::FindingCode::file_too_deep);
}

TEST_F(SourceWalk, AUnityProjectIsRecognised) {
  make({"Assets/a.controller", "ProjectSettings/ProjectSettings.asset"});
  EXPECT_EQ(list_files({"games", root(), {}}, {}).kind, "project");
  EXPECT_FALSE(list_files({"games", root() / "Assets", {}}, {}).kind.has_value());
}

TEST_F(SourceWalk, BytesOfAllFilesAreSummed) {
  make({"a", "b"});
  EXPECT_EQ(list_files({"games", root(), {}}, {}).bytes, 24U);
}

}  // namespace
}  // namespace mecadex::crawl
