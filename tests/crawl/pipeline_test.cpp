#include "indexer/crawl/pipeline.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace mecadex::crawl {
namespace {

using corpus::Event;

// An event that carries a number.
Event numbered(std::size_t n) { return corpus::FileStart{std::to_string(n)}; }
std::string number_of(const Event& event) { return std::get<corpus::FileStart>(event).path; }

Event heavy(std::size_t weight) {
  corpus::Piece piece;
  piece.weight = weight;
  return piece;
}

const std::atomic<bool> kGoOn{false};

PipelineLimits limits(std::size_t workers) {
  PipelineLimits out;
  out.workers = workers;
  return out;
}

TEST(Pipeline, KeepsTheOrderOfJobsAndEvents) {
  for (const std::size_t workers : {1U, 2U, 7U}) {
    std::string taken;
    std::string expected;
    for (std::size_t job = 0; job < 60; ++job) {
      for (std::size_t n = 0; n < job % 4; ++n) expected += std::to_string(100 * job + n) + " ";
    }
    const auto work = [](std::size_t job, corpus::EventSink& sink) {
      std::this_thread::sleep_for(std::chrono::microseconds((job * 7919) % 1500));  // any order
      for (std::size_t n = 0; n < job % 4; ++n) sink.put(numbered(100 * job + n));
    };
    const auto take = [&](std::size_t, const Event& event) { taken += number_of(event) + " "; };
    EXPECT_EQ(run_pipeline(60, limits(workers), kGoOn, work, take), 60U);
    EXPECT_EQ(taken, expected) << workers;
  }
}

TEST(Pipeline, OfNoJobsEnds) {
  const auto never = [](std::size_t, auto&&) { FAIL(); };
  EXPECT_EQ(run_pipeline(0, limits(3), kGoOn, never, never), 0U);
}

// What is held is what was put and not yet taken; the limits are in decoded weight, three times the
// pieces' own, and one event of each worker may exceed them.
TEST(Pipeline, HoldsNoMoreThanItsLimits) {
  PipelineLimits bounded = limits(4);
  bounded.held_weight = 300'000;
  bounded.head_weight = 100'000;
  std::mutex mutex;
  std::size_t held = 0;
  std::size_t most = 0;
  const auto work = [&](std::size_t, corpus::EventSink& sink) {
    for (int i = 0; i < 20; ++i) {
      sink.put(heavy(10'000));
      const std::lock_guard lock(mutex);
      most = std::max(most, held += 1);
    }
  };
  const auto take = [&](std::size_t, const Event&) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));  // the writer is the slower one
    const std::lock_guard lock(mutex);
    if (held > 0) --held;
  };
  EXPECT_EQ(run_pipeline(30, bounded, kGoOn, work, take), 30U);
  EXPECT_LT(most, 30U);  // of 600 events; 300 kB are 10 of them, the head's 4, a batch being taken
}

TEST(Pipeline, AJobBeyondTheLimitsStillEnds) {
  PipelineLimits tiny = limits(3);
  tiny.held_weight = 1;
  tiny.head_weight = 1;
  std::size_t events = 0;
  const auto work = [](std::size_t, corpus::EventSink& sink) {
    for (int i = 0; i < 10; ++i) sink.put(heavy(1'000'000));
  };
  EXPECT_EQ(run_pipeline(8, tiny, kGoOn, work, [&](std::size_t, const Event&) { ++events; }), 8U);
  EXPECT_EQ(events, 80U);
}

TEST(Pipeline, AWorkersExceptionEndsIt) {
  std::size_t last = 0;
  const auto work = [](std::size_t job, corpus::EventSink& sink) {
    sink.put(numbered(job));
    if (job == 5) throw std::runtime_error("job 5");
  };
  const auto take = [&](std::size_t job, const Event&) { last = job; };
  EXPECT_THROW(run_pipeline(100'000, limits(3), kGoOn, work, take), std::runtime_error);
  EXPECT_LE(last, 5U);
}

TEST(Pipeline, TheWritersExceptionEndsIt) {
  PipelineLimits bounded = limits(3);
  bounded.held_weight = 1'000;  // workers wait when it happens
  const auto work = [](std::size_t, corpus::EventSink& sink) {
    for (int i = 0; i < 10; ++i) sink.put(heavy(1'000));
  };
  const auto take = [](std::size_t job, const Event&) {
    if (job == 3) throw std::logic_error("the disk is full");
  };
  EXPECT_THROW(run_pipeline(1'000, bounded, kGoOn, work, take), std::logic_error);
}

TEST(Pipeline, AStopLetsTheBegunJobsEndAndStartsNoMore) {
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> begun{0};
  const auto work = [&](std::size_t job, corpus::EventSink& sink) {
    ++begun;
    sink.put(numbered(job));
  };
  const auto take = [&](std::size_t job, const Event&) {
    if (job == 10) stop = true;
  };
  const std::size_t done = run_pipeline(1'000'000, limits(2), stop, work, take);
  EXPECT_GE(done, 11U);
  EXPECT_EQ(done, begun.load());
  EXPECT_LT(done, 1'000'000U);
}

}  // namespace
}  // namespace mecadex::crawl
