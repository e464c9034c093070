#include "server/metrics.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

namespace mecadex::server {
namespace {

/// The lines of one metric: HELP, TYPE, then values.
class Family {
 public:
  Family(std::string& out, std::string_view name, std::string_view type, std::string_view help)
      : out_(out), name_(name) {
    fmt::format_to(std::back_inserter(out_), "# HELP mecadex_{0} {1}\n# TYPE mecadex_{0} {2}\n",
                   name, help, type);
  }

  template <typename Number>
  Family& value(const Number& number, std::string_view labels = {}, std::string_view suffix = {}) {
    fmt::format_to(std::back_inserter(out_), "mecadex_{}{}{}{}{} {}\n", name_, suffix,
                   labels.empty() ? "" : "{", labels, labels.empty() ? "" : "}", number);
    return *this;
  }

 private:
  std::string& out_;
  std::string_view name_;
};

template <typename Number>
void single(std::string& out, std::string_view name, std::string_view type, std::string_view help,
            const Number& number) {
  Family(out, name, type, help).value(number);
}

std::string route_label(std::string_view route) {
  return fmt::format("route=\"{}\"", route.empty() ? "none" : route);
}

void sql_metrics(std::string& out, const SqlCounts& sql) {
  single(out, "sql_statements_total", "counter", "Users' statements handed to a worker process.",
         sql.statements);
  single(out, "sql_timeouts_total", "counter", "Users' statements ended at their deadline.",
         sql.timeouts);
  single(out, "sql_cancelled_total", "counter", "Users' statements whose client left.",
         sql.cancelled);
  single(out, "sql_kills_total", "counter", "Worker processes killed.", sql.kills);
  single(out, "sql_worker_failures_total", "counter", "Worker processes that ended by themselves.",
         sql.failures);
  single(out, "sql_workers_started_total", "counter", "Worker processes started.", sql.started);
  Family(out, "sql_workers", "gauge", "Worker processes.")
      .value(sql.busy, "state=\"busy\"")
      .value(sql.idle, "state=\"idle\"");
  single(out, "sql_queue", "gauge", "Users' statements that wait for a worker process.",
         sql.waiting);
}

}  // namespace

void Metrics::record(const AccessRecord& record) {
  ++requests_[{record.route, record.status}];
  if (!record.is_complete) ++broken_off_;
  bytes_ += record.bytes;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - record.began).count();
  Latency& latency = latencies_[record.route];
  ++latency.count;
  latency.sum += seconds;
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    if (seconds <= kBounds[i]) ++latency.buckets[i];
  }
}

std::string Metrics::text(const Gauges& gauges) const {
  std::string out;
  Family requests(out, "http_requests_total", "counter", "Answered requests.");
  for (const auto& [key, count] : requests_) {
    requests.value(count, fmt::format("{},status=\"{}\"", route_label(key.first), key.second));
  }
  Family latencies(out, "http_request_duration_seconds", "histogram",
                   "From a request's first byte to the last of its answer.");
  for (const auto& [route, latency] : latencies_) {
    const std::string label = route_label(route);
    for (std::size_t i = 0; i < kBounds.size(); ++i) {
      latencies.value(latency.buckets[i], fmt::format("{},le=\"{}\"", label, kBounds[i]),
                      "_bucket");
    }
    latencies.value(latency.count, label + ",le=\"+Inf\"", "_bucket");
    latencies.value(latency.sum, label, "_sum").value(latency.count, label, "_count");
  }
  single(out, "http_broken_off_total", "counter", "Answers that did not reach their client whole.",
         broken_off_);
  single(out, "http_response_bytes_total", "counter", "Bytes of bodies sent.", bytes_);
  single(out, "http_connections", "gauge", "Open connections.", gauges.connections);
  single(out, "http_requests_running", "gauge", "Requests being answered.",
         gauges.requests_running);
  single(out, "corpus_reads_total", "counter", "Answers that were read from the corpus.",
         gauges.corpus_jobs);
  single(out, "corpus_reads_running", "gauge", "Answers being read from the corpus.",
         gauges.corpus_jobs_running);
  single(out, "corpus_queue", "gauge", "Answers that wait for a worker thread.",
         gauges.corpus_jobs_waiting);
  single(out, "answer_cache_hits_total", "counter", "Answers found in memory.", gauges.cache_hits);
  single(out, "answer_cache_misses_total", "counter", "Answers not found in memory.",
         gauges.cache_misses);
  single(out, "answer_cache_bytes", "gauge", "Memory of the kept answers.", gauges.cache_bytes);
  sql_metrics(out, sql_);
  Family(out, "snapshot_info", "gauge", "The revision that is served.")
      .value(1, fmt::format("revision=\"{}\"", gauges.revision));
  single(out, "snapshot_age_seconds", "gauge", "Since the served snapshot was written.",
         gauges.snapshot_age_seconds);
  single(out, "resident_memory_bytes", "gauge", "Resident memory of the server.", resident_bytes());
  Family(out, "build_info", "gauge", "The program.").value(1, "version=\"" MECADEX_VERSION "\"");
  return out;
}

std::size_t resident_bytes() {
  std::size_t size = 0;
  std::size_t resident = 0;
  std::ifstream statm("/proc/self/statm");
  statm >> size >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace mecadex::server
