// An indexing run: from ROOTs to a published snapshot.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "indexer/crawl/read_file.hpp"
#include "indexer/crawl/source_walk.hpp"

namespace mecadex::crawl {

struct IndexOptions {
  std::filesystem::path data = "./corpus";
  std::vector<std::filesystem::path> roots;
  WalkOptions walk;
  std::vector<std::string> remove;             // labels of sources to drop
  std::optional<std::string> assume_version;   // as the user wrote it
  std::size_t jobs = 0;                        // decoding threads; 0: one per processor
  std::uint64_t max_memory = 256 * bytes::kMiB;
};

/// Where a run stands; shown while it goes on.
struct Progress {
  std::uint64_t files_done = 0, files_total = 0;
  std::uint64_t bytes_total = 0;  // of all files on disk
  std::uint64_t bytes_done = 0;   // of the files that are done
  std::string_view step;          // "reading", "indexing the database", ...
};

/// Is told of progress, from one thread, once a file and at each step.
class ProgressListener {
 public:
  ProgressListener() = default;
  ProgressListener(const ProgressListener&) = delete;
  ProgressListener& operator=(const ProgressListener&) = delete;
  virtual ~ProgressListener() = default;
  virtual void progress(const Progress& progress) = 0;
};

struct IndexResult {
  std::map<std::string, std::uint64_t> files_by_status;
  std::uint64_t files = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t failed = 0;              // files of the statuses that make exit code 1
  bool nothing_readable = false;         // not one serialized file in all files of the run
  bool was_stopped = false;              // a signal: nothing was published
  std::optional<std::string> revision;   // published; empty when nothing was
  std::vector<std::string> reasons;      // when nothing was readable: the first findings, a line each
};

/// Runs. Throws UsageError, MissingRoot, corpus::DataDirectoryLocked, corpus::RefusedToPublish,
/// schema::IncompatibleDatabase, SQLite::Exception, std::filesystem::filesystem_error. `stop`: set by a
/// signal.
IndexResult run_index(const IndexOptions& options, const std::atomic<bool>& stop, ProgressListener& listener);

}  // namespace mecadex::crawl
