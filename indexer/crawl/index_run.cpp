#include "indexer/crawl/index_run.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "indexer/bytes/sha256.hpp"
#include "indexer/corpus/data_directory.hpp"
#include "indexer/corpus/decoder_version.hpp"
#include "indexer/corpus/state_database.hpp"
#include "indexer/corpus/work_copy.hpp"
#include "indexer/crawl/pipeline.hpp"
#include "indexer/crawl/run_plan.hpp"
#include "schema/schema.hpp"

namespace mecadex::crawl {
namespace {

using Action = PlannedFile::Action;

// Reasons shown when nothing could be read.
constexpr std::size_t kShownReasons = 10;

// A file changed again within the clock's tick (4 or 10 ms) would keep its mtime: what is younger than this is
// looked at once more.
constexpr std::chrono::milliseconds kClockTick{20};

// More bytes to read than this share of all: indexes are made after the rows, not with them.
constexpr std::uint64_t kManyRowsShare = 8;

// The settings that change rows, where they are not the defaults.
std::optional<std::string> settings_text(const IndexOptions& options) {
  std::string text;
  if (options.assume_version) text = "assume-version=" + *options.assume_version;
  if (options.max_memory != IndexOptions().max_memory) {
    text += (text.empty() ? "" : ";") + ("max-mem=" + std::to_string(options.max_memory));
  }
  return text.empty() ? std::nullopt : std::optional(text);
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

std::size_t thread_count(const IndexOptions& options) {
  return options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
}

PipelineLimits pipeline_limits(const IndexOptions& options) {
  PipelineLimits limits;
  limits.workers = thread_count(options);
  limits.held_weight = options.max_memory / 8;
  limits.head_weight = options.max_memory / 32;
  return limits;
}

class IndexRun {
 public:
  IndexRun(const IndexOptions& options, const std::atomic<bool>& stop, ProgressListener& listener)
      : options_(options), stop_(stop), listener_(listener), settings_(settings_text(options)) {}

  IndexResult run() {
    const std::string started_at = corpus::utc_now();
    find();
    directory_.emplace(options_.data);  // takes the lock
    directory_->forget_unread();
    read_ = read_options(options_, *directory_);
    const auto snapshot = directory_->current_snapshot();
    if (snapshot) open_snapshot(*snapshot);
    state_.emplace(directory_->state(), snapshot);
    run_id_ = state_->begin_run(started_at, record_.revision_before);
    try {
      check_roots();
      list();
      run_planned();
    } catch (const std::exception& error) {
      note_failure(error.what());
      throw;
    }
    state_->write_run(run_id_, record_, corpus::utc_now());
    return result_;
  }

 private:
  void step(std::string_view name) {
    progress_.step = name;
    listener_.progress(progress_);
  }

  // ---- what there is ----
  void find() {
    const bool has_corpus = std::filesystem::exists(options_.data / "state.db");
    sources_ = find_sources(options_.roots, options_.walk, has_corpus ? &missing_ : nullptr);
  }

  // The snapshot that the run starts from, unless a killed run left something to go on with.
  void open_snapshot(const std::filesystem::path& path) {
    snapshot_.emplace(path.string(), SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX);
    schema::require_compatible(*snapshot_, directory_->current().string());
    record_.revision_before = path.stem().string();
  }

  // A source is its label: it is found where it was found before, unless the user says otherwise.
  void check_roots() {
    std::set<std::string> roots;
    for (const Source& source : sources_) {
      const auto known = state_->source(source.label);
      const std::string root = absolute_root(source.root);
      if (known && known->root != root && !options_.moved && !options_.walk.label) {
        throw UsageError("the source " + source.label + " was indexed from " + known->root + ", not from " + root +
                         ": give it another name with --label, or say --moved if the same game moved");
      }
      if (source.each_root) roots.insert(*source.each_root);
    }
    if (options_.walk.each) {
      for (const auto& root : options_.roots) roots.insert(absolute_root(root));
    }
    for (const MissingRoot& missing : missing_) note_missing(missing, roots);
    for (const std::string& root : roots) add_gone_entries(root);
    std::stable_sort(sources_.begin(), sources_.end(), [](const auto& a, const auto& b) { return a.label < b.label; });
    check_removals();
    if (options_.shard) {
      std::erase_if(sources_, [&](const Source& source) { return !is_in(*options_.shard, source.label); });
    }
  }

  void note_missing(const MissingRoot& missing, const std::set<std::string>& each_roots) {
    const bool has_entries = each_roots.contains(missing.root()) && !state_->entries_of(missing.root()).empty();
    const bool is_known = state_->source(missing.label()).has_value() && !options_.walk.each;
    if (!has_entries && !is_known) throw missing;
    if (!options_.allow_missing_root) {
      throw corpus::RefusedToPublish(std::string(missing.what()) + ": is its disk mounted? " +
                                     "With --allow-missing-root its files leave the corpus");
    }
    if (is_known) sources_.push_back({missing.label(), missing.root(), {}, std::nullopt, true});
  }

  // Entries of an --each ROOT that were indexed and are gone.
  void add_gone_entries(const std::string& root) {
    for (const corpus::KnownSource& known : state_->entries_of(root)) {
      const bool is_there = std::any_of(sources_.begin(), sources_.end(), [&](const Source& s) { return s.label == known.label; });
      if (!is_there) sources_.push_back({known.label, known.root, {}, root, true});
    }
  }

  void check_removals() {
    for (const std::string& label : options_.remove) {
      bool is_known = false;
      if (snapshot_) {
        SQLite::Statement find(*snapshot_, "SELECT 1 FROM sources WHERE label = ?");
        find.bind(1, label);
        is_known = find.executeStep();
      }
      if (!is_known) throw UsageError("--remove " + label + ": the corpus has no such source");
    }
  }

  void list() {
    step("listing files");
    WalkOptions walk = options_.walk;
    walk.data = options_.data;
    const auto now_ns = [] {
      return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    };
    for (const Source& source : sources_) {
      listings_.push_back(source.is_gone ? SourceFiles{} : list_files(source, walk));
      const auto is_young = [&](const FileEntry& file) {
        const std::int64_t age = now_ns() - file.look.mtime_ns.value_or(0);
        return age >= 0 && age < std::chrono::nanoseconds(kClockTick).count();
      };
      if (std::any_of(listings_.back().files.begin(), listings_.back().files.end(), is_young)) {
        std::this_thread::sleep_for(kClockTick);
        listings_.back() = list_files(source, walk);
      }
      progress_.bytes_total += listings_.back().bytes;
    }
  }

  // ---- the run ----
  void run_planned() {
    const std::string key = work_key();
    const bool goes_on = corpus::WorkCopy::is_waiting(*directory_, key);
    const bool is_older = snapshot_ && snapshot_->execAndGet("PRAGMA user_version").getInt() != schema::kSchemaVersion;
    if (goes_on || is_older) work_.emplace(*directory_, key);  // an earlier schema is migrated first
    make_plan_from(work_ ? &work_->database() : snapshot_ ? &*snapshot_ : nullptr);
    if (stop_) return stopped();
    check_gates();
    if (!work_ && snapshot_ && is_snapshot_current() && options_.remove.empty() && plan_.changes_nothing()) return unchanged();
    if (!work_) work_.emplace(*directory_, key);
    snapshot_.reset();
    read_files();
    if (result_.was_stopped) return stopped();
    count_files(work_->database());
    // Nothing readable says more about the roots than about the games: it replaces no snapshot.
    if (result_.nothing_readable) return set_aside();
    publish();
  }

  // A database that a killed run left is gone on with when it started from the same snapshot and has the same
  // sources and settings.
  std::string work_key() const {
    bytes::Sha256 hash;
    const auto add = [&hash](const std::string& part) {
      hash.update_u64(part.size());
      hash.update(part);
    };
    add(record_.revision_before.value_or(""));
    add(std::to_string(schema::kSchemaVersion) + "." + std::to_string(corpus::kDecoderVersion));
    add(settings_.value_or(""));
    for (const Source& source : sources_) {
      add(source.label);
      add(absolute_root(source.root));
    }
    add("removed");
    for (const std::string& label : options_.remove) add(label);
    for (const std::string& glob : options_.walk.exclude) add("excluded " + glob);
    return hash.hex_digest().substr(0, 16);
  }

  void make_plan_from(SQLite::Database* base) {
    step("comparing files");
    StampsByLabel newer;
    if (work_) {
      work_->for_each_stamp([&](const std::string& label, const std::string& path, const corpus::FileStamp& stamp) {
        newer[label].insert_or_assign(path, stamp);
      });
    }
    PlanOptions options;
    options.read_settings = settings_;
    options.verify = options_.verify;
    options.jobs = thread_count(options_);
    plan_ = make_plan(sources_, listings_, base, *state_, newer, options, stop_);
    result_.kept = plan_.count(Action::keep);
    result_.moved = plan_.count(Action::move);
    result_.hashed = plan_.hashed;
    result_.vanished = plan_.vanished();
    for (const SourceFiles& listing : listings_) {
      result_.files += listing.files.size();
      for (const FileEntry& file : listing.files) result_.quoll_files += file.path.ends_with(".animator") ? 1U : 0U;
    }
    record_.files_seen = result_.files;
    record_.files_skipped = result_.kept + result_.moved;
    progress_.files_total = plan_.count(Action::read);
  }

  void check_gates() {
    std::map<std::string, std::uint64_t> gone;
    for (const GoneFile& file : plan_.gone) gone[file.label] += file.was_opened && !file.is_moved ? 1 : 0;
    std::uint64_t vanished = plan_.vanished();
    for (const PlannedSource& source : plan_.sources) {
      const bool is_emptied = source.files.empty() && !source.source->is_gone && gone[source.source->label] > 0;
      if (is_emptied && !options_.allow_missing_root) {
        throw corpus::RefusedToPublish(source.source->root.string() + " is empty and was not before: is its disk mounted? " +
                                       "With --allow-missing-root its files leave the corpus");
      }
      const bool is_allowed = source.files.empty() && options_.allow_missing_root;
      if (is_allowed) vanished -= gone[source.source->label];
    }
    if (options_.force || static_cast<double>(vanished) <= kMaxVanished * static_cast<double>(plan_.known_files)) return;
    throw corpus::RefusedToPublish(std::to_string(vanished) + " of " + std::to_string(plan_.known_files) +
                                   " files are gone, more than a fifth; the corpus stays as it was. " +
                                   "If this is meant, say --force");
  }

  bool is_snapshot_current() {
    const int schema_version = snapshot_->execAndGet("PRAGMA user_version").getInt();
    SQLite::Statement find(*snapshot_, "SELECT 1 FROM corpus_info WHERE key = 'decoder_version' AND value = ?");
    find.bind(1, std::to_string(corpus::kDecoderVersion));
    return schema_version == schema::kSchemaVersion && find.executeStep();
  }

  // What is to be read, in the order of labels and paths.
  struct Job {
    const PlannedSource* source;
    const PlannedFile* file;
  };

  // Rows that changed go, what was read is written.
  void read_files() {
    std::vector<Job> jobs;
    step("removing what changed");
    bool many = false;
    prepare(jobs, many);
    work_->start_writing(many);
    step("reading");
    const auto decode = [&](std::size_t job, corpus::EventSink& sink) {
      sink.put(corpus::SourceStart{jobs[job].source->source->label});
      read_file(*jobs[job].file->entry, read_, sink);
    };
    const auto write = [&](std::size_t job, const corpus::Event& event) {
      work_->write(event);
      if (const auto* finding = std::get_if<corpus::FindingItem>(&event); finding && result_.reasons.size() < kShownReasons) {
        result_.reasons.push_back(std::string(bytes::info(finding->note.code).text) + ": " + finding->note.message);
      }
      if (const auto* end = std::get_if<corpus::FileEnd>(&event)) end_file(jobs[job], *end);
    };
    const std::size_t done = run_pipeline(jobs.size(), pipeline_limits(options_), stop_, decode, write);
    result_.bytes_read = work_->counts().bytes_read;
    record_.files_parsed = result_.parsed;
    record_.bytes_read = result_.bytes_read;
    result_.was_stopped = done < jobs.size();
  }

  void end_file(const Job& job, const corpus::FileEnd& end) {
    work_->end_file(job.source->source->label, job.file->path,
                    {job.file->entry->look, end.status, end.read_hash, end.ranges});
    ++progress_.files_done;
    ++result_.parsed;
    progress_.bytes_done += end.size.value_or(0);
    listener_.progress(progress_);
  }

  // Takes out what changed or went, moves what moved, and lists what is to be read.
  void prepare(std::vector<Job>& jobs, bool& many) {
    for (const std::string& label : options_.remove) work_->remove_source(label);
    std::vector<std::int64_t> removed, outdated;
    std::set<std::string> changed;  // labels
    for (const GoneFile& file : plan_.gone) {
      changed.insert(file.label);
      if (!file.is_moved) removed.push_back(file.known.file_id);
    }
    std::uint64_t bytes_to_read = 0;
    std::vector<std::pair<const PlannedSource*, const PlannedFile*>> moved;
    for (const PlannedSource& source : plan_.sources) {
      if (!source.is_known || source.are_settings_new) changed.insert(source.source->label);
      for (const PlannedFile& file : source.files) {
        if (file.action == Action::keep) {
          if (file.known->is_outdated) outdated.push_back(file.known->file_id);
          continue;
        }
        changed.insert(source.source->label);
        if (file.action == Action::move) {
          moved.emplace_back(&source, &file);
          continue;
        }
        if (file.known) removed.push_back(file.known->file_id);
        bytes_to_read += file.entry->look.size.value_or(0);
        jobs.push_back({&source, &file});
      }
    }
    many = bytes_to_read > progress_.bytes_total / kManyRowsShare;
    work_->begin();
    work_->remove_files(removed);
    work_->mark_current(outdated);
    std::map<std::string, std::int64_t> ids;
    for (const PlannedSource& source : plan_.sources) {
      const std::string& label = source.source->label;
      if (source.source->is_gone) continue;
      ids[label] = work_->add_source(label, settings_);
      if (changed.contains(label)) work_->mark_changed(ids[label], source.listing->kind);
    }
    for (const auto& [source, file] : moved) {
      work_->move_file(file->known->file_id, ids.at(source->source->label), file->entry->path,
                       file->entry->own_path);
      work_->put_stamp(source->source->label, file->path, *file->stamp);
    }
    for (const PlannedSource& source : plan_.sources) {
      if (source.source->is_gone) work_->remove_source(source.source->label);
    }
    work_->commit();
  }

  // ---- ends ----
  // Of all files of the run's sources, as they stand in the corpus.
  void count_files(SQLite::Database& corpus) {
    SQLite::Statement list(corpus, "SELECT status, count(*) FROM files "
                                   "WHERE source_id = (SELECT source_id FROM sources WHERE label = ?) GROUP BY status");
    std::uint64_t readable = 0;
    for (const Source& source : sources_) {
      list.reset();
      list.bind(1, source.label);
      while (list.executeStep()) {
        const std::string status = list.getColumn(0).getString();
        const auto n = static_cast<std::uint64_t>(list.getColumn(1).getInt64());
        result_.files_by_status[status] += n;
        if (status == "indexed" || status == "partial") readable += n;
        if (status != "indexed" && status != "not_unity") result_.failed += n;
      }
    }
    result_.nothing_readable = readable == 0 && !sources_.empty();
    record_.files_failed = result_.failed;
  }

  void stopped() {
    result_.was_stopped = true;
    if (work_) work_->keep();
    record_.outcome = "stopped";
  }

  void unchanged() {
    count_files(*snapshot_);
    remember();
    record_.outcome = "unchanged";
    record_.revision_after = record_.revision_before;
    result_.revision = record_.revision_before;
    result_.is_unchanged = true;
  }

  // All rows are there; what remains is to make them a sound database and to publish it.
  void publish() {
    step("linking references");
    work_->link();
    const std::string revision = work_->revision();
    record_.revision_after = revision;
    record_.outcome = "published";
    state_->write_run(run_id_, record_, corpus::utc_now());
    remember();
    step("indexing the database");
    work_->finish(*state_, revision);
    step("publishing");
    work_->publish(revision);
    result_.revision = revision;
    result_.is_unchanged = revision == record_.revision_before;
    if (result_.is_unchanged) record_.outcome = "unchanged";
  }

  // Nothing is published; what was found can be asked for nevertheless.
  void set_aside() {
    record_.outcome = "nothing readable";
    if (result_.files == 0) return;
    work_->link();
    work_->finish(*state_, work_->revision());
    work_->set_aside();
    result_.unread = directory_->unread();
  }

  // What the files look like now, and which are gone.
  void remember() {
    state_->begin();
    for (const PlannedSource& source : plan_.sources) {
      const std::string& label = source.source->label;
      if (source.source->is_gone) {
        state_->bury_source(run_id_, label, "gone");
        continue;
      }
      remember_source(*source.source);
      std::set<std::string> moved;
      for (const GoneFile& file : plan_.gone) {
        if (file.is_moved && file.label == label) moved.insert(file.path);
      }
      for (const std::string& path : source.stale_stamps) {
        state_->bury(run_id_, label, path, moved.contains(path) ? "moved" : "gone");
      }
      for (const PlannedFile& file : source.files) {
        if (file.is_stamp_new && file.action == Action::keep) state_->put_stamp(label, file.path, *file.stamp);
      }
    }
    for (const std::string& label : options_.remove) state_->bury_source(run_id_, label, "removed");
    if (work_) {
      work_->for_each_stamp([&](const std::string& label, const std::string& path, const corpus::FileStamp& stamp) {
        state_->put_stamp(label, path, stamp);
      });
    }
    state_->commit();
  }

  // A source that was an entry of a ROOT stays one when it is indexed by itself, from the same place.
  void remember_source(const Source& source) {
    corpus::KnownSource now{source.label, absolute_root(source.root), source.each_root};
    const auto before = state_->source(source.label);
    if (before && before->root == now.root && !now.each_root) now.each_root = before->each_root;
    if (!before || before->root != now.root || before->each_root != now.each_root) state_->put_source(now);
  }

  // A run that failed is history too, if that can still be written.
  void note_failure(const std::string& reason) {
    record_.outcome = reason;
    record_.revision_after.reset();
    try {
      work_.reset();  // a full disk: first give back what the run took
      state_->write_run(run_id_, record_, corpus::utc_now());
    } catch (const std::exception&) {  // the reason of the run's end counts more
    }
  }

  const IndexOptions& options_;
  const std::atomic<bool>& stop_;
  ProgressListener& listener_;
  const std::optional<std::string> settings_;
  std::vector<Source> sources_;
  std::vector<MissingRoot> missing_;
  std::vector<SourceFiles> listings_;
  std::optional<corpus::DataDirectory> directory_;
  ReadOptions read_;
  std::optional<corpus::StateDatabase> state_;
  std::optional<SQLite::Database> snapshot_;
  std::optional<corpus::WorkCopy> work_;
  std::int64_t run_id_ = 0;
  RunPlan plan_;
  Progress progress_;
  corpus::RunRecord record_;
  IndexResult result_;
};

}  // namespace

bool is_in(const Shard& shard, const std::string& label) {
  bytes::Sha256 hash;
  hash.update(label);
  return std::stoull(hash.hex_digest().substr(0, 15), nullptr, 16) % shard.count == shard.index;
}

IndexResult run_index(const IndexOptions& options, const std::atomic<bool>& stop, ProgressListener& listener) {
  return IndexRun(options, stop, listener).run();
}

}  // namespace mecadex::crawl
