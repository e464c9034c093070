// The workers that read the corpus, and the snapshot that they read.
//
//   submit(snapshot, job) -> bounded queue -> worker with a connection of its own to that snapshot
//   every `poll`: does the path lead to another file? -> open it -> it is current() from then on
//
// A job names the snapshot that its answer is about, so a request that began on an old snapshot
// ends on it; older ones that the data directory still has are found by their revision. Workers
// keep their connection between jobs and drop it when its snapshot is no longer the current one. A
// new file that cannot be opened is reported once; the old one stays.
//
// A job whose reader is slow says so (Worker::begin_wait): meanwhile a spare thread does the work
// of the one that waits, so that slow readers take no worker from the others.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
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
  std::size_t spares = 64;  // further threads while jobs wait for their readers
  bool has_kept = false;    // older snapshots lie beside the newest as <revision>.db
  std::chrono::milliseconds deadline{10'000};      // of each query
  std::chrono::milliseconds poll{1'000};           // 0: only refresh() looks
  std::function<void(const std::string&)> report;  // a line for the operator
};

class DatabasePool {
 public:
  using SnapshotPtr = std::shared_ptr<const Snapshot>;

  /// What a job works with.
  class Worker {
   public:
    virtual ~Worker() = default;

    /// A connection to the job's snapshot, its own until the job ends. Throws as GuardedConnection
    /// does.
    virtual queries::GuardedConnection& connection() = 0;

    /// The job waits for something other than the database, until end_wait().
    virtual void begin_wait() {}
    virtual void end_wait() {}
  };
  using Job = std::function<void(Worker&)>;

  /// Opens the database if there is one. Throws as Snapshot does when it cannot be served.
  explicit DatabasePool(PoolOptions options);

  /// Waits for running jobs; those that still wait are dropped.
  ~DatabasePool();
  DatabasePool(const DatabasePool&) = delete;
  DatabasePool& operator=(const DatabasePool&) = delete;

  /// The newest snapshot; null when there is no corpus yet.
  SnapshotPtr current() const;

  /// The snapshot of this revision: the newest, or one that is kept; null when there is none. A
  /// kept one is not opened here: its connections check that the file is what its name says.
  SnapshotPtr at_revision(const std::string& revision);

  /// Looks for a new snapshot now. Throws as Snapshot does; the old one then stays.
  void refresh();

  /// Hands a job to a worker; false when the queue is full. A job must not throw.
  bool submit(SnapshotPtr snapshot, Job job);

  /// Jobs done or begun so far; jobs that wait for a worker; jobs at work.
  std::uint64_t jobs_begun() const { return jobs_begun_; }
  std::size_t jobs_waiting() const;
  std::size_t jobs_running() const;

 private:
  struct Task {
    SnapshotPtr snapshot;
    Job job;
  };
  class PoolWorker;

  void work(bool is_spare);
  void watch();
  std::optional<Task> next_task(const SnapshotPtr& held);
  void begin_wait();
  void end_wait();

  PoolOptions options_;
  queries::GuardLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  SnapshotPtr current_;
  std::map<std::string, std::weak_ptr<const Snapshot>> kept_;  // by revision, while in use
  std::deque<Task> tasks_;
  std::size_t running_ = 0;  // jobs at work, without those that wait
  std::size_t waiting_ = 0;  // jobs that wait for their readers
  std::size_t spares_ = 0;   // threads beyond options_.workers
  std::atomic<std::uint64_t> jobs_begun_ = 0;
  bool is_stopping_ = false;
  std::mutex refresh_mutex_;
  std::vector<std::thread> threads_;
};

}  // namespace mecadex::server
