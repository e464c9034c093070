#include "indexer/crawl/run_plan.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "indexer/bytes/error.hpp"

namespace mecadex::crawl {
namespace {

using corpus::FileStamp;
using Action = PlannedFile::Action;

// Files of one size that went: so many are compared with a new one. Copies of one file have one size; beyond a
// few the reading costs no more than the comparison.
constexpr int kMoveCandidates = 8;

std::string extension_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? "" : name.substr(dot);
}

bool can_be_opened(const FileEntry& entry) {
  return std::all_of(entry.parts.begin(), entry.parts.end(),
                     [](const auto& part) { return ::access(part.c_str(), R_OK) == 0; });
}

bool is_equal(const FileEntry& entry, const FileStamp& stamp) {
  try {
    return bytes::content_hash_over(entry.parts, stamp.ranges) == stamp.read_hash;
  } catch (const bytes::ParseError&) {  // the reading will say what is wrong
    return false;
  }
}

// Rows of a source's files.
class KnownFiles {
 public:
  KnownFiles(SQLite::Database& corpus, const std::vector<corpus::DecoderChange>& changes)
      : list_(corpus, "SELECT file_id, path, size, content_hash, status, decoder_version FROM files "
                      "WHERE source_id = (SELECT source_id FROM sources WHERE label = ?)"),
        holds_(corpus, "SELECT 1 FROM serialized_files s JOIN serialized_file_classes c USING (serialized_file_id) "
                       "WHERE s.file_id = ? AND c.class_id = ?"),
        changes_(changes) {}

  std::map<std::string, KnownFile> of(const std::string& label) {
    std::map<std::string, KnownFile> found;
    list_.reset();
    list_.bind(1, label);
    while (list_.executeStep()) {
      KnownFile file;
      file.file_id = list_.getColumn(0).getInt64();
      if (!list_.getColumn(2).isNull()) file.size = static_cast<std::uint64_t>(list_.getColumn(2).getInt64());
      if (!list_.getColumn(3).isNull()) file.content_hash = list_.getColumn(3).getString();
      file.status = list_.getColumn(4).getString();
      const int version = list_.getColumn(5).getInt();
      for (const corpus::DecoderChange& change : changes_) {
        if (change.version <= version) continue;
        file.is_outdated = true;
        file.is_concerned = file.is_concerned || concerns(change, file.file_id);
      }
      found.emplace(list_.getColumn(1).getString(), std::move(file));
    }
    return found;
  }

 private:
  bool concerns(const corpus::DecoderChange& change, std::int64_t file_id) {
    if (change.classes.empty()) return true;
    return std::any_of(change.classes.begin(), change.classes.end(), [&](std::int32_t class_id) {
      holds_.reset();
      holds_.bind(1, file_id);
      holds_.bind(2, class_id);
      return holds_.executeStep();
    });
  }

  SQLite::Statement list_, holds_;
  const std::vector<corpus::DecoderChange>& changes_;
};

// Whether the stamp is of the rows that the corpus has.
bool counts(const FileStamp& stamp, const KnownFile& known) {
  return stamp.status == known.status && (!known.content_hash || stamp.read_hash == *known.content_hash);
}

class Planner {
 public:
  Planner(corpus::StateDatabase& state, const StampsByLabel& newer, const PlanOptions& options, const std::atomic<bool>& stop)
      : state_(state), newer_(newer), options_(options), stop_(stop) {}

  void add(const Source& source, const SourceFiles& listing, SQLite::Database* corpus) {
    PlannedSource planned{&source, &listing, {}, {}, false, false};
    std::map<std::string, KnownFile> known;
    if (corpus != nullptr) {
      look_up(*corpus, planned);
      known = KnownFiles(*corpus, *options_.decoder_changes).of(source.label);
    }
    plan_.known_files += known.size();
    std::map<std::string, FileStamp> stamps = state_.stamps(source.label);
    const auto newer = newer_.find(source.label);
    if (newer != newer_.end()) {
      for (const auto& [path, stamp] : newer->second) stamps.insert_or_assign(path, stamp);
    }
    for (const FileEntry& entry : listing.files) {
      PlannedFile file;
      file.entry = &entry;
      file.path = corpus::stored_path(entry.path);
      const auto row = known.find(file.path);
      const auto stamp = stamps.find(file.path);
      if (row != known.end()) {
        file.known = row->second;
        if (stamp != stamps.end() && counts(stamp->second, row->second)) file.stamp = std::move(stamp->second);
        known.erase(row);
      }
      if (stamp != stamps.end()) stamps.erase(stamp);
      file.action = action(file, planned);
      planned.files.push_back(std::move(file));
    }
    for (auto& [path, row] : known) {
      GoneFile gone{source.label, path, row, std::nullopt};
      const auto stamp = stamps.find(path);
      const bool is_movable = stamp != stamps.end() && counts(stamp->second, row) && !planned.are_settings_new &&
                              !row.is_concerned && !stamp->second.read_hash.empty() && stamp->second.look.shape.empty();
      if (is_movable) gone.stamp = stamp->second;
      gone.was_opened = stamp == stamps.end() || !stamp->second.read_hash.empty();
      plan_.gone.push_back(std::move(gone));
    }
    for (const auto& [path, stamp] : stamps) planned.stale_stamps.push_back(path);
    plan_.sources.push_back(std::move(planned));
  }

  RunPlan run() {
    check_files();
    find_moved();
    return std::move(plan_);
  }

 private:
  void look_up(SQLite::Database& corpus, PlannedSource& planned) const {
    SQLite::Statement find(corpus, "SELECT read_settings FROM sources WHERE label = ?");
    find.bind(1, planned.source->label);
    planned.is_known = find.executeStep();
    if (!planned.is_known) return;
    const SQLite::Column settings = find.getColumn(0);
    planned.are_settings_new = (settings.isNull() ? std::nullopt : std::optional(settings.getString())) != options_.read_settings;
  }

  Action action(const PlannedFile& file, const PlannedSource& source) const {
    if (!file.stamp || source.are_settings_new || file.known->is_concerned) return Action::read;
    const corpus::FileLook& before = file.stamp->look;
    const corpus::FileLook& now = file.entry->look;
    if (before.shape != now.shape || before.size != now.size) return Action::read;
    if (!file.entry->is_readable) return Action::keep;
    if (file.stamp->status == "unreadable" && can_be_opened(*file.entry)) return Action::read;  // no longer forbidden
    if (before.mtime_ns == now.mtime_ns && !options_.verify) return Action::keep;
    return file.stamp->read_hash.empty() ? Action::read : Action::check;
  }

  void check_files() {
    std::vector<PlannedFile*> files;
    for (PlannedSource& source : plan_.sources) {
      for (PlannedFile& file : source.files) {
        if (file.action == Action::check) files.push_back(&file);
      }
    }
    plan_.hashed = files.size();
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < files.size() && !stop_; i = next++) {
        PlannedFile& file = *files[i];
        const bool is_same = is_equal(*file.entry, *file.stamp);
        file.action = is_same ? Action::keep : Action::read;
        if (!is_same || file.stamp->look == file.entry->look) continue;
        file.stamp->look = file.entry->look;
        file.is_stamp_new = true;
      }
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < std::min(options_.jobs, files.size()); ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
  }

  // A name decides in few cases what a file is taken for (detect.cpp, is_ignored_name), by its extension: a file
  // whose extension changed is read.
  void find_moved() {
    std::multimap<std::uint64_t, GoneFile*> by_size;
    for (GoneFile& gone : plan_.gone) {
      if (gone.stamp) by_size.emplace(gone.stamp->look.size.value_or(0), &gone);
    }
    for (PlannedSource& source : plan_.sources) {
      for (PlannedFile& file : source.files) {
        const bool is_new = file.action == Action::read && !file.known && file.entry->is_readable &&
                            file.entry->look.shape.empty() && !source.are_settings_new && !stop_;
        if (!is_new) continue;
        auto [at, end] = by_size.equal_range(file.entry->look.size.value_or(0));
        for (int tried = 0; at != end && tried < kMoveCandidates; ++at, ++tried) {
          GoneFile& gone = *at->second;
          if (extension_of(gone.path) != extension_of(file.path)) continue;
          ++plan_.hashed;
          if (!is_equal(*file.entry, *gone.stamp)) continue;
          file.action = Action::move;
          file.known = gone.known;
          file.stamp = gone.stamp;
          file.stamp->look = file.entry->look;
          file.is_stamp_new = true;
          gone.is_moved = true;
          by_size.erase(at);
          break;
        }
      }
    }
  }

  corpus::StateDatabase& state_;
  const StampsByLabel& newer_;
  const PlanOptions& options_;
  const std::atomic<bool>& stop_;
  RunPlan plan_;
};

}  // namespace

std::uint64_t RunPlan::count(PlannedFile::Action action) const {
  std::uint64_t n = 0;
  for (const PlannedSource& source : sources) {
    n += static_cast<std::uint64_t>(std::count_if(source.files.begin(), source.files.end(),
                                                  [&](const PlannedFile& file) { return file.action == action; }));
  }
  return n;
}

std::uint64_t RunPlan::vanished() const {
  return static_cast<std::uint64_t>(std::count_if(gone.begin(), gone.end(), [](const GoneFile& file) { return file.was_opened && !file.is_moved; }));
}

bool RunPlan::changes_nothing() const {
  return gone.empty() && std::all_of(sources.begin(), sources.end(), [](const PlannedSource& source) {
    return source.is_known && !source.are_settings_new && !source.source->is_gone &&
           std::all_of(source.files.begin(), source.files.end(), [](const PlannedFile& file) {
             return file.action == Action::keep && !file.known->is_outdated;
           });
  });
}

RunPlan make_plan(const std::vector<Source>& sources, const std::vector<SourceFiles>& listings, SQLite::Database* corpus,
                  corpus::StateDatabase& state, const StampsByLabel& newer, const PlanOptions& options,
                  const std::atomic<bool>& stop) {
  Planner planner(state, newer, options, stop);
  for (std::size_t i = 0; i < sources.size(); ++i) planner.add(sources[i], listings[i], corpus);
  return planner.run();
}

}  // namespace mecadex::crawl
