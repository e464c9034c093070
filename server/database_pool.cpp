#include "server/database_pool.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
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

/// A thread's connection, kept between jobs on one snapshot.
class DatabasePool::PoolWorker : public DatabasePool::Worker {
 public:
  explicit PoolWorker(DatabasePool& pool) : pool_(pool) {}

  void take(SnapshotPtr snapshot) { wanted_ = std::move(snapshot); }
  const SnapshotPtr& held() const { return held_; }
  void let_go() {
    connection_.reset();
    held_.reset();
    wanted_.reset();
  }

  queries::GuardedConnection& connection() override {
    if (held_ != wanted_ || !connection_) {
      connection_.reset();
      held_.reset();
      connection_ = wanted_->connect();
      held_ = wanted_;
    }
    return *connection_;
  }
  void begin_wait() override { pool_.begin_wait(); }
  void end_wait() override { pool_.end_wait(); }

 private:
  DatabasePool& pool_;
  SnapshotPtr wanted_;  // of the running job
  SnapshotPtr held_;
  std::unique_ptr<queries::GuardedConnection> connection_;
};

DatabasePool::DatabasePool(PoolOptions options)
    : options_(std::move(options)), limits_(limits_with(options_.deadline)) {
  options_.workers = worker_count(options_.workers);
  refresh();
  for (std::size_t n = options_.workers; n > 0; --n) {
    threads_.emplace_back([this] { work(false); });
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
  // No thread is added any more: begin_wait() looks at is_stopping_.
  for (std::thread& thread : threads_) thread.join();
}

DatabasePool::SnapshotPtr DatabasePool::current() const {
  const std::lock_guard lock(mutex_);
  return current_;
}

DatabasePool::SnapshotPtr DatabasePool::at_revision(const std::string& revision) {
  const SnapshotPtr newest = current();
  if (newest && newest->revision() == revision) return newest;
  const bool is_name = !revision.empty() && revision.size() <= 64 &&
                       revision.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!newest || !options_.has_kept || !is_name) return nullptr;
  const auto folder = std::filesystem::path(newest->file().path).parent_path();
  const auto file = identify((folder / (revision + ".db")).string());
  if (!file) return nullptr;
  const std::lock_guard lock(mutex_);
  std::erase_if(kept_, [](const auto& entry) { return entry.second.expired(); });
  SnapshotPtr kept = kept_[revision].lock();
  if (!kept || kept->file() != *file) {
    try {
      kept = std::make_shared<const Snapshot>(*file, limits_, revision);
    } catch (const SnapshotGone&) {
      return nullptr;
    }
    kept_[revision] = kept;
  }
  return kept;
}

std::size_t DatabasePool::jobs_waiting() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

std::size_t DatabasePool::jobs_running() const {
  const std::lock_guard lock(mutex_);
  return running_ + waiting_;
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

/// Waits for a task and a turn. None when the pool stops, or when `held` has been replaced
/// meanwhile.
std::optional<DatabasePool::Task> DatabasePool::next_task(const SnapshotPtr& held) {
  std::unique_lock lock(mutex_);
  const auto has_turn = [&] { return !tasks_.empty() && running_ < options_.workers; };
  changed_.wait(
      lock, [&] { return is_stopping_ || has_turn() || (held != nullptr && held != current_); });
  if (is_stopping_ || !has_turn()) return std::nullopt;
  Task task = std::move(tasks_.front());
  tasks_.pop_front();
  ++running_;
  return task;
}

void DatabasePool::begin_wait() {
  {
    const std::lock_guard lock(mutex_);
    --running_;
    ++waiting_;
    if (!is_stopping_ && spares_ < options_.spares && spares_ < waiting_) {
      ++spares_;
      threads_.emplace_back([this] { work(true); });
    }
  }
  changed_.notify_all();
}

/// More than `workers` may then run for a moment: the one that waited was here first.
void DatabasePool::end_wait() {
  const std::lock_guard lock(mutex_);
  --waiting_;
  ++running_;
}

void DatabasePool::work(bool is_spare) {
  PoolWorker worker(*this);
  const auto is_stopping = [&] {
    const std::lock_guard lock(mutex_);
    return is_stopping_;
  };
  while (!is_stopping()) {
    std::optional<Task> task = next_task(worker.held());
    if (!task) {
      worker.let_go();
      continue;
    }
    worker.take(task->snapshot);
    ++jobs_begun_;
    task->job(worker);
    task.reset();
    // A spare thread keeps no page cache while it has nothing to do.
    if (is_spare) worker.let_go();
    {
      const std::lock_guard lock(mutex_);
      --running_;
    }
    changed_.notify_one();
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
