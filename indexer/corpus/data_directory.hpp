// The data directory: published snapshots, and the work that becomes the next one.
//
//   snapshots/<revision>.db   whole corpora, never written again
//   current.db                a link to the newest, swapped by rename
//   state.db                  the indexer's memory (state_database.hpp)
//   unread.db                 what the last run found, where it could read nothing and so published nothing
//   work/                     the database being built, and decoded streams (unlinked files)
//   lock                      held by the one run that may publish; dies with its process
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace mecadex::corpus {

/// The name of the database that a run leaves in place of a snapshot when nothing could be read.
inline constexpr const char* kUnreadName = "unread.db";

/// Another run holds the lock.
class DataDirectoryLocked : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// There is no room for another copy of the corpus.
class DiskTooFull : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class DataDirectory {
 public:
  /// Creates the folders where they are missing and takes the lock. Throws DataDirectoryLocked, or
  /// std::filesystem::filesystem_error.
  explicit DataDirectory(std::filesystem::path root);
  DataDirectory(const DataDirectory&) = delete;
  DataDirectory& operator=(const DataDirectory&) = delete;
  ~DataDirectory();

  std::filesystem::path work_folder() const { return root_ / "work"; }
  std::filesystem::path current() const { return root_ / "current.db"; }
  std::filesystem::path state() const { return root_ / "state.db"; }
  /// What the last run found when it could read nothing: a database that is not published.
  std::filesystem::path unread() const { return root_ / kUnreadName; }
  /// The snapshot that current.db leads to; nothing before the first.
  std::optional<std::filesystem::path> current_snapshot() const;
  /// Removes what runs left in work/, but not `keep` (a database being built) and what belongs to it.
  void clean_work(const std::filesystem::path& keep = {});
  /// Copies the current snapshot to `target` (in work_folder()); a clone where the file system makes one.
  /// Throws DiskTooFull when there is not 2.2 times its size free, the copy, its growth and SQLite's journal.
  void copy_current_to(const std::filesystem::path& target);
  /// Makes `work_file` (complete, in work_folder()) the snapshot of `revision` and current. A snapshot of
  /// that revision that exists already is kept and pointed to. Everything is on disk before the link moves.
  void publish(const std::filesystem::path& work_file, const std::string& revision);
  /// Makes a closed database of the work folder unread(), which replaces an earlier one.
  void set_aside(const std::filesystem::path& work_file);
  /// Removes unread(); a run begins so.
  void forget_unread();

 private:
  std::filesystem::path root_;
  int lock_ = -1;
};

}  // namespace mecadex::corpus
