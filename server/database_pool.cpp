#include "server/database_pool.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace mecadex::server {
namespace {

std::size_t worker_count(std::size_t wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

queries::GuardLimits limits_with(std::chrono::milliseconds deadline) {
  queries::GuardLimits limits = queries::catalogue_limits();
  limits.deadline = deadline;
  return limits;
}

}  // namespace

DatabasePool::DatabasePool(PoolOptions options)
    : options_(std::move(options)), limits_(limits_with(options_.deadline)) {
  refresh();
  for (std::size_t n = worker_count(options_.workers); n > 0; --n) {
    threads_.emplace_back([this] { work(); });
  }
  if (options_.poll.count() > 0) threads_.emplace_back([this] { watch(); });
}

DatabasePool::~DatabasePool() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    tasks_.clear();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

DatabasePool::SnapshotPtr DatabasePool::current() const {
  const std::lock_guard lock(mutex_);
  return current_;
}

void DatabasePool::refresh() {
  const std::lock_guard one_at_a_time(refresh_mutex_);
  const auto file = identify(options_.path);
  const SnapshotPtr held = current();
  if (!file || (held && held->file() == *file)) return;
  const auto snapshot = std::make_shared<const Snapshot>(*file, limits_);
  {
    const std::lock_guard lock(mutex_);
    current_ = snapshot;
  }
  changed_.notify_all();
  if (held && options_.report) options_.report("now serves revision " + snapshot->revision());
}

bool DatabasePool::submit(SnapshotPtr snapshot, Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (is_stopping_ || tasks_.size() >= options_.queue) return false;
    tasks_.push_back({std::move(snapshot), std::move(job)});
  }
  changed_.notify_all();
  return true;
}

/// Waits for a task. None when the pool stops, or when `held` has been replaced meanwhile.
std::optional<DatabasePool::Task> DatabasePool::next_task(const SnapshotPtr& held) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return is_stopping_ || !tasks_.empty() || (held != nullptr && held != current_);
  });
  if (is_stopping_ || tasks_.empty()) return std::nullopt;
  Task task = std::move(tasks_.front());
  tasks_.pop_front();
  return task;
}

void DatabasePool::work() {
  SnapshotPtr held;
  std::unique_ptr<queries::GuardedConnection> connection;
  const auto is_stopping = [&] {
    const std::lock_guard lock(mutex_);
    return is_stopping_;
  };
  while (!is_stopping()) {
    std::optional<Task> task = next_task(held);
    if (!task) {
      connection.reset();
      held.reset();
      continue;
    }
    task->job([&]() -> queries::GuardedConnection& {
      if (held != task->snapshot || !connection) {
        connection.reset();
        held.reset();
        connection = task->snapshot->connect();
        held = task->snapshot;
      }
      return *connection;
    });
  }
}

void DatabasePool::watch() {
  std::optional<FileIdentity> reported;
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, options_.poll, [this] { return is_stopping_; })) {
    lock.unlock();
    try {
      refresh();
      reported.reset();
    } catch (const std::exception& error) {
      const auto file = identify(options_.path);
      if (options_.report && file != reported) {
        options_.report(std::string("the new snapshot cannot be served: ") + error.what());
      }
      reported = file;
    }
    lock.lock();
  }
}

}  // namespace mecadex::server
