// Old snapshots go. Which ones: the newest N by the time of the file stay, and so does the one that current.db leads
// to. A server holds a shared lock (flock) on each snapshot that it answers from; such a one stays, too.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "indexer/corpus/data_directory.hpp"

namespace mecadex::corpus {

struct PruneStep {
  std::filesystem::path path;
  bool is_removed = false;
  const char* reason = "";  // why it stays, or went
};

/// Goes through the snapshots of `data`, newest first, and removes what may go; with `dry_run` it only says so. The
/// caller's `directory` holds the lock of `data`. Files that are no snapshots by name are never touched.
/// Throws std::filesystem::filesystem_error.
std::vector<PruneStep> prune_snapshots(const std::filesystem::path& data, const DataDirectory& directory,
                                       std::size_t keep, bool dry_run);

}  // namespace mecadex::corpus
