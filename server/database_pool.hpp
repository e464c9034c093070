// The workers that read the corpus, and the snapshot that they read.
//
//   submit(snapshot, job) -> bounded queue -> worker with a connection of its own to that snapshot
//   every `poll`: does the path lead to another file? -> open it -> it is current() from then on
//
// A job names the snapshot that its answer is about, so a request that began on an old snapshot
// ends on it. Workers keep their connection between jobs and drop it when its snapshot is no longer
// the current one. A new file that cannot be opened is reported once; the old one stays.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "server/snapshot.hpp"

namespace mecadex::server {

struct PoolOptions {
  std::string path;         // of the database; links are followed anew at each poll
  std::size_t workers = 0;  // 0: one per processor
  std::size_t queue = 64;   // jobs that may wait
  std::chrono::milliseconds deadline{10'000};      // of each query
  std::chrono::milliseconds poll{1'000};           // 0: only refresh() looks
  std::function<void(const std::string&)> report;  // a line for the operator
};

class DatabasePool {
 public:
  using SnapshotPtr = std::shared_ptr<const Snapshot>;
  /// `connect` gives the worker's connection, or throws as GuardedConnection does.
  using Connect = std::function<queries::GuardedConnection&()>;
  using Job = std::function<void(const Connect&)>;

  /// Opens the database if there is one. Throws as Snapshot does when it cannot be served.
  explicit DatabasePool(PoolOptions options);

  /// Waits for running jobs; those that still wait are dropped.
  ~DatabasePool();
  DatabasePool(const DatabasePool&) = delete;
  DatabasePool& operator=(const DatabasePool&) = delete;

  /// The newest snapshot; null when there is no corpus yet.
  SnapshotPtr current() const;

  /// Looks for a new snapshot now. Throws as Snapshot does; the old one then stays.
  void refresh();

  /// Hands a job to a worker; false when the queue is full. A job must not throw.
  bool submit(SnapshotPtr snapshot, Job job);

 private:
  struct Task {
    SnapshotPtr snapshot;
    Job job;
  };

  void work();
  void watch();
  std::optional<Task> next_task(const SnapshotPtr& held);

  PoolOptions options_;
  queries::GuardLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  SnapshotPtr current_;
  std::deque<Task> tasks_;
  bool is_stopping_ = false;
  std::mutex refresh_mutex_;
  std::vector<std::thread> threads_;
};

}  // namespace mecadex::server
