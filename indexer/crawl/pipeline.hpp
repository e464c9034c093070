// N decoding workers, one writer, one order.
//
// Jobs are taken by the workers in order and may end in any; the writer takes each job's events in order of
// jobs, so that the same input gives the same rows. Memory is bounded: the job whose turn it is (the head)
// may always go on, as the writer is taking its events; the others wait when together they hold too much.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "indexer/corpus/reading.hpp"

namespace mecadex::crawl {

struct PipelineLimits {
  std::size_t workers = 2;
  std::size_t held_weight = 32 * bytes::kMiB;  // events that wait for the writer, all jobs together
  std::size_t head_weight = 8 * bytes::kMiB;   // events of the head that wait
};

/// Runs jobs 0..count-1: `work(job, sink)` on the workers, `take(job, event)` on the calling thread. When
/// `stop` becomes true no further job begins and the head's events still come to their end. An exception of
/// `take` or `work` ends everything and is thrown from here. Returns the number of jobs that were taken whole.
std::size_t run_pipeline(std::size_t count, const PipelineLimits& limits, const std::atomic<bool>& stop,
                         const std::function<void(std::size_t, corpus::EventSink&)>& work,
                         const std::function<void(std::size_t, const corpus::Event&)>& take);

}  // namespace mecadex::crawl
