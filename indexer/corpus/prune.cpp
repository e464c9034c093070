#include "indexer/corpus/prune.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "indexer/corpus/verify.hpp"

namespace mecadex::corpus {
namespace fs = std::filesystem;
namespace {

struct Snapshot {
  fs::path path;
  fs::file_time_type written;
};

std::vector<Snapshot> newest_first(const fs::path& data) {
  std::vector<Snapshot> all;
  for (const fs::path& path : list_snapshots(data)) all.push_back({path, fs::last_write_time(path)});
  std::stable_sort(all.begin(), all.end(), [](const Snapshot& a, const Snapshot& b) { return a.written > b.written; });
  return all;
}

// The exclusive lock is held until the name is gone, so that no server takes up the file in between.
PruneStep remove_unused(const fs::path& path, bool dry_run) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) throw fs::filesystem_error("cannot open", path, std::error_code(errno, std::generic_category()));
  const bool is_free = ::flock(file, LOCK_EX | LOCK_NB) == 0;
  int error = 0;
  if (is_free && !dry_run && ::unlink(path.c_str()) != 0) error = errno;
  ::close(file);
  if (error != 0) throw fs::filesystem_error("cannot remove", path, std::error_code(error, std::generic_category()));
  return {path, is_free, is_free ? "old" : "a server uses it"};
}

}  // namespace

std::vector<PruneStep> prune_snapshots(const fs::path& data, const DataDirectory& directory, std::size_t keep,
                                       bool dry_run) {
  std::vector<PruneStep> steps;
  const auto current = directory.current_snapshot();
  for (const Snapshot& snapshot : newest_first(data)) {
    const std::size_t rank = steps.size();
    if (current && fs::equivalent(*current, snapshot.path)) {
      steps.push_back({snapshot.path, false, "current"});
    } else if (rank < keep) {
      steps.push_back({snapshot.path, false, "among the newest"});
    } else {
      steps.push_back(remove_unused(snapshot.path, dry_run));
    }
  }
  return steps;
}

}  // namespace mecadex::corpus
