// A published corpus that is being served.
//
// A snapshot's file is never written again, so everything read from it stays true. current.db is a
// link that is moved to newer snapshots; a Snapshot remembers the file behind it. While one exists
// it holds a shared lock on the file, which keeps `mecadex prune` from deleting it.
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "queries/sql_guard.hpp"

namespace mecadex::server {

/// A file with its links resolved; differs when another file takes its place.
struct FileIdentity {
  std::string path;
  dev_t device = 0;
  ino_t inode = 0;

  bool operator==(const FileIdentity&) const = default;
};

/// The file that `path` leads to now; none when there is none.
std::optional<FileIdentity> identify(const std::string& path);

/// The rows of corpus_info.
std::map<std::string, std::string> read_info(queries::GuardedConnection& connection);

/// The file has just been deleted, or is about to be.
class SnapshotGone : public std::runtime_error {
 public:
  SnapshotGone() : std::runtime_error("the snapshot is being deleted") {}
};

class Snapshot {
 public:
  /// Opens it once to read what it is. Throws SnapshotGone, SQLite::Exception or
  /// schema::IncompatibleDatabase.
  Snapshot(FileIdentity file, const queries::GuardLimits& limits);

  /// A kept one whose name says its revision: only locked here, which takes microseconds. Throws
  /// SnapshotGone.
  Snapshot(FileIdentity file, const queries::GuardLimits& limits, std::string revision);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  const FileIdentity& file() const { return file_; }
  const std::string& revision() const { return revision_; }

  /// The rows of corpus_info; none for a kept one.
  const std::map<std::string, std::string>& info() const { return info_; }

  /// A new connection to it, for one thread. Throws SQLite::Exception or
  /// schema::IncompatibleDatabase.
  std::unique_ptr<queries::GuardedConnection> connect() const;

 private:
  /// Holds the shared lock on the file.
  class Lock {
   public:
    explicit Lock(const FileIdentity& file);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    int descriptor_ = -1;
  };

  FileIdentity file_;
  Lock lock_;
  queries::GuardLimits limits_;
  std::string revision_;
  std::map<std::string, std::string> info_;
};

}  // namespace mecadex::server
