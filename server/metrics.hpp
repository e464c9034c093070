// What the server counts about itself, as Prometheus' text format (/metrics).
//
// Used on the I/O thread only: requests are counted where they are logged.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "server/access_log.hpp"

namespace mecadex::server {

/// What becomes of users' SQL in the worker processes.
struct SqlCounts {
  std::uint64_t statements = 0;  // handed to a process
  std::uint64_t timeouts = 0;    // ended at their deadline
  std::uint64_t cancelled = 0;   // their client left
  std::uint64_t kills = 0;       // processes killed, for either reason
  std::uint64_t failures = 0;    // processes that ended by themselves
  std::uint64_t started = 0;     // processes started
  std::size_t busy = 0;          // processes at work
  std::size_t idle = 0;          // processes that wait for work
  std::size_t waiting = 0;       // statements that wait for a process
};

/// What other parts know, gathered when somebody asks.
struct Gauges {
  std::string revision;             // "" when there is no corpus
  double snapshot_age_seconds = 0;  // since the snapshot was written
  std::size_t connections = 0;
  std::size_t requests_running = 0;
  std::uint64_t corpus_jobs = 0;  // answers that were read from the corpus
  std::size_t corpus_jobs_running = 0;
  std::size_t corpus_jobs_waiting = 0;
  std::uint64_t cache_hits = 0;
  std::uint64_t cache_misses = 0;
  std::size_t cache_bytes = 0;
};

class Metrics {
 public:
  void record(const AccessRecord& record);
  SqlCounts& sql() { return sql_; }

  std::string text(const Gauges& gauges) const;

 private:
  /// Upper bounds in seconds.
  static constexpr std::array kBounds{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                      0.05,   0.1,   0.25,   0.5,   1.0,  5.0};
  struct Latency {
    std::array<std::uint64_t, kBounds.size()> buckets{};
    std::uint64_t count = 0;
    double sum = 0;
  };

  std::map<std::pair<std::string_view, unsigned>, std::uint64_t> requests_;  // route, status
  std::map<std::string_view, Latency> latencies_;                            // by route
  std::uint64_t broken_off_ = 0;
  std::uint64_t bytes_ = 0;
  SqlCounts sql_;
};

/// Resident memory of this process in bytes; 0 when it cannot be read.
std::size_t resident_bytes();

}  // namespace mecadex::server
