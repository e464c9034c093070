// The database of a run: made from the current snapshot or from nothing, filled, checked, published.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "indexer/corpus/corpus_writer.hpp"
#include "indexer/corpus/data_directory.hpp"

namespace mecadex::corpus {

/// The finished database is not sound: nothing is published. `what()` says which check failed.
class RefusedToPublish : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class WorkCopy {
 public:
  /// Starts from the current snapshot (whose other sources stay as they are), or empty. Throws
  /// schema::IncompatibleDatabase when the current snapshot is of a newer schema or another program.
  explicit WorkCopy(const DataDirectory& directory);
  ~WorkCopy();

  /// Labels of the sources in it.
  std::vector<std::string> labels();
  void remove_sources(const std::vector<std::string>& labels);
  CorpusWriter& writer() { return *writer_; }
  /// Starts writing; to be called after remove_sources().
  void start_writing();

  /// Ends the load: what a file alone cannot tell, references to other files of its source and what clips
  /// animate.
  void link();
  /// After link(): makes indexes and views, records the run, computes the revision, checks. `settings`: those that change rows, as text. Throws RefusedToPublish.
  std::string finish(const std::string& started_at, const std::string& settings);
  /// Closes the database and publishes it.
  void publish(DataDirectory& directory, const std::string& revision);

 private:
  void open(const DataDirectory& directory);
  void write_info(const std::string& revision);
  void write_run(const std::string& started_at, const std::string& revision);
  void check();

  std::filesystem::path path_;
  std::unique_ptr<SQLite::Database> database_;
  std::unique_ptr<CorpusWriter> writer_;
  std::optional<std::string> revision_before_;
  std::int64_t first_source_ = 1;  // the first source of this run
};

/// Now, as the corpus writes times: "2026-11-30T12:00:00Z".
std::string utc_now();

}  // namespace mecadex::corpus
