// How far is indexing from its floor?
//
//   floor   the same bytes fetched and decompressed: every file opened, every container walked, and in each
//           serialized file just those ranges read that the indexer reads, on the same number of threads;
//           nothing is hashed beyond that, nothing decoded, nothing stored
//   decode  the floor plus decoding into records, which are thrown away
//   index   everything: decode, SQLite, indexes, views, checks, publication
//
// The workloads take turns in one process, so that a busy machine slows all of them alike; the ratios of
// the medians are the figures. Memory is the process's peak after the index runs.
//
//   index_bench --rounds 5 --jobs 2 ../shared/corpus/players ... > result.json
#include <sqlite3.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "indexer/crawl/index_run.hpp"
#include "indexer/crawl/pipeline.hpp"
#include "tests/bench/step_times.hpp"

namespace {

using namespace mecadex;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Range {
  std::uint64_t offset;
  std::size_t size;
};

// Passes reads on and notes them.
class RecordingSource final : public bytes::ByteSource {
 public:
  RecordingSource(bytes::ByteSource& source, std::vector<Range>& log) : source_(source), log_(log) {}
  std::uint64_t size() override { return source_.size(); }
  bool readable(std::uint64_t offset, std::uint64_t n) override { return source_.readable(offset, n); }
  void read_at(std::uint64_t offset, std::span<std::byte> out) override {
    log_.push_back({offset, out.size()});
    source_.read_at(offset, out);
  }
  std::span<const std::byte> view(std::uint64_t offset, std::size_t n, std::vector<std::byte>& scratch) override {
    log_.push_back({offset, n});
    return source_.view(offset, n, scratch);
  }

 private:
  bytes::ByteSource& source_;
  std::vector<Range>& log_;
};

class NullSink final : public corpus::EventSink {
 public:
  void put(corpus::Event) override {}
};

struct Plan {
  std::vector<crawl::Source> sources;
  std::vector<crawl::SourceFiles> listings;
  std::vector<const crawl::FileEntry*> files;
  crawl::ReadOptions read;
  std::size_t jobs = 2;
  // what the indexer reads of each serialized file: (file, node path) -> ranges
  std::map<std::pair<const crawl::FileEntry*, std::string>, std::vector<Range>> ranges;
};

// Runs `work` over all files on the plan's threads.
template <typename Work>
void on_all_threads(const Plan& plan, const Work& work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < plan.jobs; ++t) {
    threads.emplace_back([&] {
      for (std::size_t i = next++; i < plan.files.size(); i = next++) work(*plan.files[i]);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void record_ranges(Plan& plan) {
  std::mutex mutex;
  on_all_threads(plan, [&](const crawl::FileEntry& file) {
    NullSink sink;
    crawl::read_file(file, plan.read, sink,
                     [&](bytes::ByteSource& source, const std::string& node, const crawl::SerializedOptions& options,
                         corpus::EventSink& inner) {
                       std::vector<Range> log;
                       RecordingSource recording(source, log);
                       const std::string status = crawl::read_serialized(recording, node, options, inner);
                       const std::lock_guard lock(mutex);
                       plan.ranges[{&file, node}] = std::move(log);
                       return status;
                     });
  });
}

std::atomic<std::uint64_t> checksum{0};

void run_floor(const Plan& plan) {
  on_all_threads(plan, [&](const crawl::FileEntry& file) {
    NullSink sink;
    crawl::read_file(file, plan.read, sink,
                     [&](bytes::ByteSource& source, const std::string& node, const crawl::SerializedOptions&,
                         corpus::EventSink&) {
                       std::vector<std::byte> scratch;
                       std::uint64_t sum = 0;
                       const auto found = plan.ranges.find({&file, node});
                       if (found == plan.ranges.end()) return std::string("indexed");
                       for (const Range& range : found->second) {
                         const auto view = source.view(range.offset, range.size, scratch);
                         if (!view.empty()) sum += static_cast<std::uint64_t>(view.front());
                       }
                       checksum += sum;
                       return std::string("indexed");
                     });
  });
}

void run_decode(const Plan& plan) {
  on_all_threads(plan, [&](const crawl::FileEntry& file) {
    NullSink sink;
    crawl::read_file(file, plan.read, sink);
  });
}

std::map<std::string, double> run_index(const crawl::IndexOptions& options) {
  fs::remove_all(options.data);
  std::atomic<bool> stop{false};
  bench::StepTimes times;
  crawl::run_index(options, stop, times);
  times.end();
  return times.seconds();
}

// Processor time of all threads so far: what a busy machine disturbs least.
double cpu_now() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("indexing against its floor");
  crawl::IndexOptions options;
  std::size_t rounds = 5;
  bool each = true;
  options.jobs = 2;
  app.add_option("ROOT", options.roots)->required();
  app.add_option("--rounds", rounds)->capture_default_str();
  app.add_option("--jobs", options.jobs)->capture_default_str();
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);  // as `mecadex index` does
  app.add_flag("--each,!--whole", each, "every entry of a ROOT is a source (the default)");
  CLI11_PARSE(app, argc, argv);
  options.walk.each = each;
  options.data = fs::temp_directory_path() / ("mecadex-bench-" + std::to_string(::getpid()));

  Plan plan;
  plan.sources = crawl::find_sources(options.roots, options.walk);
  for (const crawl::Source& source : plan.sources) plan.listings.push_back(crawl::list_files(source, options.walk));
  for (const crawl::SourceFiles& listing : plan.listings) {
    for (const crawl::FileEntry& file : listing.files) plan.files.push_back(&file);
  }
  plan.jobs = options.jobs;
  plan.read.spool_folder = fs::temp_directory_path();
  record_ranges(plan);

  std::map<std::string, std::vector<double>> seconds;
  std::map<std::string, std::vector<double>> cpu_seconds;
  const auto timed = [&](const std::string& name, const auto& work) {
    const auto start = Clock::now();
    const double cpu_start = cpu_now();
    work();
    seconds[name].push_back(std::chrono::duration<double>(Clock::now() - start).count());
    cpu_seconds[name].push_back(cpu_now() - cpu_start);
  };
  std::map<std::string, double> steps;
  for (std::size_t round = 0; round < rounds; ++round) {
    timed("floor", [&] { run_floor(plan); });
    timed("decode", [&] { run_decode(plan); });
    timed("index", [&] { steps = run_index(options); });
  }
  fs::remove_all(options.data);

  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const double floor = median(seconds["floor"]);
  const nlohmann::json result{{"files", plan.files.size()},
                              {"jobs", plan.jobs},
                              {"rounds", rounds},
                              {"seconds", seconds},
                              {"cpu_seconds", cpu_seconds},
                              {"last_index_steps", steps},
                              {"decode_to_floor_cpu", median(cpu_seconds["decode"]) / median(cpu_seconds["floor"])},
                              {"index_to_floor_cpu", median(cpu_seconds["index"]) / median(cpu_seconds["floor"])},
                              {"decode_to_floor", median(seconds["decode"]) / floor},
                              {"index_to_floor", median(seconds["index"]) / floor},
                              {"peak_memory_mib", usage.ru_maxrss / 1024}};
  std::cout << result.dump(2) << '\n';
}
