// Corpora for tests: folders that vanish, indexing in-process, rows as text.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer/crawl/index_run.hpp"

namespace SQLite {
class Database;
}

namespace mecadex::testing {

/// A new folder below the system's folder for temporary files; gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Keeps nothing of an indexing run's progress.
class SilentProgress final : public crawl::ProgressListener {
 public:
  void progress(const crawl::Progress&) override {}
};

/// Runs to the end, without a word.
crawl::IndexResult index_now(const crawl::IndexOptions& options);

/// The rows of a SELECT: columns joined by "|", a line each. NULL is "-", a blob is hex.
std::string rows(SQLite::Database& database, std::string_view sql);

/// The answer of a named query over `database`, as CSV with "\n" behind each line.
std::string answer(const std::filesystem::path& database, const std::string& query,
                   const std::vector<std::pair<std::string, std::string>>& params = {});

/// The made game, indexed once in the life of the program.
class MadeCorpus {
 public:
  static MadeCorpus& get();

  std::filesystem::path game() const { return folder_.path() / "game"; }
  std::filesystem::path database() const { return folder_.path() / "corpus" / "current.db"; }
  const crawl::IndexResult& result() const { return result_; }
  /// Rows of a SELECT, as above.
  std::string rows(std::string_view sql) const;
  std::string answer(const std::string& query,
                     const std::vector<std::pair<std::string, std::string>>& params = {}) const {
    return testing::answer(database(), query, params);
  }

  MadeCorpus(const MadeCorpus&) = delete;
  MadeCorpus& operator=(const MadeCorpus&) = delete;
  ~MadeCorpus();

 private:
  MadeCorpus();

  TemporaryFolder folder_;
  crawl::IndexResult result_;
  std::unique_ptr<SQLite::Database> connection_;
};

}  // namespace mecadex::testing
