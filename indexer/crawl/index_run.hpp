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

/// One of `count` parts of the sources, told by their labels' hash, so that it does not change when others come.
struct Shard {
  std::uint64_t index = 0;  // below count
  std::uint64_t count = 1;
};

/// Whether the source of this label is in the shard.
bool is_in(const Shard& shard, const std::string& label);

/// More of the known files gone than this share: the run refuses to publish.
inline constexpr double kMaxVanished = 0.2;

struct IndexOptions {
  std::filesystem::path data = "./corpus";
  std::vector<std::filesystem::path> roots;
  WalkOptions walk;
  std::vector<std::string> remove;             // labels of sources to drop
  std::optional<std::string> assume_version;   // as the user wrote it
  std::size_t jobs = 0;                        // decoding threads; 0: one per processor
  bool verify = false;                         // look at the bytes of every file, whatever its time
  bool allow_missing_root = false;             // a root that is missing or empty has lost its files
  bool force = false;                          // publish although more than kMaxVanished of the files went
  bool moved = false;                          // the sources may be found under other roots than before
  std::optional<Shard> shard;                  // only the sources of this shard
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
  std::map<std::string, std::uint64_t> files_by_status;  // of all files of the run's sources
  std::uint64_t files = 0;               // all of them
  std::uint64_t parsed = 0;              // read anew; payload is only named
  std::uint64_t kept = 0;                // unchanged since the run before
  std::uint64_t hashed = 0;              // whose bytes were compared
  std::uint64_t moved = 0;               // found elsewhere, not read again
  std::uint64_t vanished = 0;            // gone from disk
  std::uint64_t bytes_read = 0;          // by decoding
  std::uint64_t quoll_files = 0;         // named as Quoll animators, which are not read yet
  std::uint64_t failed = 0;              // files of the statuses that make exit code 1
  bool nothing_readable = false;         // not one serialized file in all files of the run
  bool was_stopped = false;              // a signal: nothing was published, what was read is kept
  bool is_unchanged = false;             // the corpus stays as it is
  std::optional<std::string> revision;   // of the corpus now; empty when nothing was published
  std::optional<std::filesystem::path> unread;  // a database of what was found, where nothing was readable and nothing published
  std::vector<std::string> reasons;      // when nothing was readable: the first findings, a line each
};

/// Runs. Throws UsageError, MissingRoot, corpus::DataDirectoryLocked, corpus::RefusedToPublish,
/// schema::IncompatibleDatabase, SQLite::Exception, std::filesystem::filesystem_error. `stop`: set by a
/// signal.
IndexResult run_index(const IndexOptions& options, const std::atomic<bool>& stop, ProgressListener& listener);

}  // namespace mecadex::crawl
