#include "indexer/crawl/index_run.hpp"

#include <algorithm>
#include <thread>

#include "indexer/corpus/data_directory.hpp"
#include "indexer/corpus/work_copy.hpp"
#include "indexer/crawl/pipeline.hpp"

namespace mecadex::crawl {
namespace {

// What the pipeline works on: a file, with the starts and ends of sources around it.
struct Job {
  const Source* starts = nullptr;   // the source that begins with this job
  const FileEntry* file = nullptr;  // none in a source without files
  const SourceFiles* ends = nullptr;
};

// Reasons shown when nothing could be read.
constexpr std::size_t kShownReasons = 10;

std::vector<Job> make_jobs(const std::vector<Source>& sources, const std::vector<SourceFiles>& listings) {
  std::vector<Job> jobs;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    jobs.push_back({&sources[s]});
    for (const FileEntry& file : listings[s].files) jobs.push_back({nullptr, &file});
    jobs.push_back({nullptr, nullptr, &listings[s]});
  }
  return jobs;
}

// The settings that change rows, as they stand in the revision.
std::string settings_text(const IndexOptions& options) {
  return "assume-version=" + options.assume_version.value_or("") + ";max-mem=" + std::to_string(options.max_memory);
}

ReadOptions read_options(const IndexOptions& options, const corpus::DataDirectory& directory) {
  ReadOptions read;
  read.spool_folder = directory.work_folder();
  read.max_object_bytes = options.max_memory / 4;
  if (options.assume_version) {
    read.assume_version = layouts::parse_unity_version(*options.assume_version);
    if (!read.assume_version) throw UsageError("--assume-version " + *options.assume_version + " is no Unity version");
  }
  return read;
}

PipelineLimits pipeline_limits(const IndexOptions& options) {
  PipelineLimits limits;
  limits.workers = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  limits.held_weight = options.max_memory / 8;
  limits.head_weight = options.max_memory / 32;
  return limits;
}

void count_result(const corpus::RunCounts& counts, IndexResult& result) {
  result.files_by_status = counts.files_by_status;
  result.files = counts.files;
  result.bytes_read = counts.bytes_read;
  result.nothing_readable = counts.readable == 0;
  result.failed = counts.failed();
}

}  // namespace

IndexResult run_index(const IndexOptions& options, const std::atomic<bool>& stop, ProgressListener& listener) {
  const std::string started_at = corpus::utc_now();
  IndexResult result;
  Progress progress;
  const auto step = [&](std::string_view name) {
    progress.step = name;
    listener.progress(progress);
  };

  // What is to be read. From here on the list of files does not change.
  const std::vector<Source> sources = find_sources(options.roots, options.walk);
  corpus::DataDirectory directory(options.data);
  const ReadOptions read = read_options(options, directory);
  step("listing files");
  std::vector<SourceFiles> listings;
  WalkOptions walk = options.walk;
  walk.data = options.data;
  for (const Source& source : sources) {
    listings.push_back(list_files(source, walk));
    progress.files_total += listings.back().files.size();
    progress.bytes_total += listings.back().bytes;
  }
  const std::vector<Job> jobs = make_jobs(sources, listings);

  // The database of this run: the other sources of the current snapshot, and what follows.
  corpus::WorkCopy work(directory);
  std::vector<std::string> replaced = options.remove;
  const std::vector<std::string> known = work.labels();
  for (const std::string& label : options.remove) {
    if (std::find(known.begin(), known.end(), label) == known.end()) {
      throw UsageError("--remove " + label + ": the corpus has no such source");
    }
  }
  for (const Source& source : sources) replaced.push_back(source.label);
  std::sort(replaced.begin(), replaced.end());
  replaced.erase(std::unique(replaced.begin(), replaced.end()), replaced.end());
  work.remove_sources(replaced);
  work.start_writing();

  // Decode in parallel, write in order.
  step("reading");
  const auto decode = [&](std::size_t job, corpus::EventSink& sink) {
    if (jobs[job].starts != nullptr) sink.put(corpus::SourceStart{jobs[job].starts->label});
    if (jobs[job].file != nullptr) read_file(*jobs[job].file, read, sink);
    if (jobs[job].ends != nullptr) sink.put(corpus::SourceEnd{jobs[job].ends->kind});
  };
  const auto write = [&](std::size_t, const corpus::Event& event) {
    work.writer().write(event);
    if (const auto* finding = std::get_if<corpus::FindingItem>(&event); finding && result.reasons.size() < kShownReasons) {
      result.reasons.push_back(std::string(bytes::info(finding->note.code).text) + ": " + finding->note.message);
    }
    if (const auto* end = std::get_if<corpus::FileEnd>(&event)) {
      ++progress.files_done;
      progress.bytes_done += end->size.value_or(0);
      listener.progress(progress);
    }
  };
  const std::size_t done = run_pipeline(jobs.size(), pipeline_limits(options), stop, decode, write);
  count_result(work.writer().counts(), result);
  result.was_stopped = done < jobs.size();
  if (result.was_stopped) return result;

  // Nothing readable says more about the roots than about the games: it replaces no snapshot.
  if (result.nothing_readable && !sources.empty() && directory.current_snapshot()) return result;

  // All rows are there; what remains is to make them a sound database and to publish it.
  step("linking references");
  work.link();
  step("indexing the database");
  const std::string revision = work.finish(started_at, settings_text(options));
  step("publishing");
  work.publish(directory, revision);
  result.revision = revision;
  return result;
}

}  // namespace mecadex::crawl
