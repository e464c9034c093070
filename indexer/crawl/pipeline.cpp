#include "indexer/crawl/pipeline.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace mecadex::crawl {

using corpus::Event;

namespace {

// Thrown through a job whose events nobody will take.
struct Abandoned {};

// Decoded structs take about three times their bytes on disk.
std::size_t weight_of(const Event& event) {
  const auto* piece = std::get_if<corpus::Piece>(&event);
  return piece == nullptr ? 256 : 256 + 3 * piece->weight;
}

class Pipeline {
 public:
  Pipeline(std::size_t count, const PipelineLimits& limits, const std::atomic<bool>& stop) : count_(count), limits_(limits), stop_(stop) {}

  std::size_t run(const std::function<void(std::size_t, corpus::EventSink&)>& work,
                  const std::function<void(std::size_t, const Event&)>& take) {
    std::vector<std::thread> workers;
    for (std::size_t i = 0; i < limits_.workers; ++i) workers.emplace_back([&] { run_jobs(work); });
    try {
      while (head_ < count_ && take_job(take)) {
      }
    } catch (...) {
      fail(std::current_exception());
    }
    fail(nullptr);  // nothing more is wanted
    for (std::thread& worker : workers) worker.join();
    if (error_) std::rethrow_exception(error_);
    return head_;
  }

 private:
  struct Channel {
    std::deque<Event> events;
    std::size_t weight = 0;
    bool is_closed = false;
  };

  class ChannelSink final : public corpus::EventSink {
   public:
    ChannelSink(Pipeline& pipeline, std::size_t job) : pipeline_(pipeline), job_(job) {}
    void put(Event event) override { pipeline_.put(job_, std::move(event)); }

   private:
    Pipeline& pipeline_;
    std::size_t job_;
  };

  // ---- workers ----
  void run_jobs(const std::function<void(std::size_t, corpus::EventSink&)>& work) {
    while (const std::optional<std::size_t> job = begin_job()) {
      try {
        ChannelSink sink(*this, *job);
        work(*job, sink);
      } catch (const Abandoned&) {
        return;
      } catch (...) {
        return fail(std::current_exception());
      }
      const std::lock_guard lock(mutex_);
      channels_[*job].is_closed = true;
      wake_writer_.notify_one();
    }
  }

  std::optional<std::size_t> begin_job() {
    std::unique_lock lock(mutex_);
    wake_workers_.wait(lock, [&] { return is_over_ || next_ >= count_ || stop_ || next_ == head_ || held_ < limits_.held_weight; });
    if (is_over_ || next_ >= count_ || stop_) {
      no_more_ = true;
      wake_writer_.notify_one();
      return std::nullopt;
    }
    channels_[next_];
    return next_++;
  }

  void put(std::size_t job, Event event) {
    const std::size_t weight = weight_of(event);
    std::unique_lock lock(mutex_);
    Channel& channel = channels_[job];
    wake_workers_.wait(lock, [&] {
      return is_over_ || (job == head_ ? channel.weight < limits_.head_weight : held_ < limits_.held_weight);
    });
    if (is_over_) throw Abandoned{};
    channel.events.push_back(std::move(event));
    channel.weight += weight;
    held_ += weight;
    if (job == head_) wake_writer_.notify_one();
  }

  void fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (error && !error_) error_ = error;
    is_over_ = true;
    wake_workers_.notify_all();
    wake_writer_.notify_all();
  }

  // ---- the writer ----
  // Takes all events of the head; false when no job is left.
  bool take_job(const std::function<void(std::size_t, const Event&)>& take) {
    for (;;) {
      std::deque<Event> events;
      bool is_closed = false;
      {
        std::unique_lock lock(mutex_);
        wake_writer_.wait(lock, [&] {
          if (is_over_) return true;
          const auto head = channels_.find(head_);
          if (head == channels_.end()) return no_more_ && next_ <= head_;
          return head->second.is_closed || !head->second.events.empty();
        });
        const auto head = channels_.find(head_);
        if (is_over_ || head == channels_.end()) return false;
        events.swap(head->second.events);
        held_ -= head->second.weight;
        head->second.weight = 0;
        is_closed = head->second.is_closed;
        wake_workers_.notify_all();
      }
      for (const Event& event : events) take(head_, event);
      if (!is_closed) continue;
      const std::lock_guard lock(mutex_);
      channels_.erase(head_);
      ++head_;
      wake_workers_.notify_all();
      return true;
    }
  }

  const std::size_t count_;
  const PipelineLimits limits_;
  const std::atomic<bool>& stop_;
  std::mutex mutex_;
  std::condition_variable wake_workers_, wake_writer_;
  std::map<std::size_t, Channel> channels_;  // of jobs that began and are not taken whole
  std::size_t next_ = 0;                     // the next job to begin
  std::size_t head_ = 0;                     // the job whose events are taken
  std::size_t held_ = 0;
  bool no_more_ = false;
  bool is_over_ = false;
  std::exception_ptr error_;
};

}  // namespace

std::size_t run_pipeline(std::size_t count, const PipelineLimits& limits, const std::atomic<bool>& stop,
                         const std::function<void(std::size_t, corpus::EventSink&)>& work,
                         const std::function<void(std::size_t, const Event&)>& take) {
  return Pipeline(count, limits, stop).run(work, take);
}

}  // namespace mecadex::crawl
