// state.db: the history of all runs, where sources were found, and what their files looked like.
//
// Its stamps are hints, never truth: a stamp counts only when the corpus holds the same status and hash for the
// file. So a run that dies between writing state.db and publishing leaves nothing wrong behind.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "indexer/corpus/stamp_table.hpp"

namespace mecadex::corpus {

struct KnownSource {
  std::string label;
  std::string root;                      // absolute
  std::optional<std::string> each_root;  // the ROOT whose entry it is
};

/// What a run did, as a row of `runs`.
struct RunRecord {
  std::uint64_t files_seen = 0, files_parsed = 0, files_skipped = 0, files_failed = 0, bytes_read = 0;
  std::optional<std::string> revision_before, revision_after;
  std::string outcome;
};

class StateDatabase {
 public:
  /// Opens `path`, or creates it. `snapshot`: where a new state.db takes its history from. Throws
  /// schema::IncompatibleDatabase for a file of another kind, SQLite::Exception.
  StateDatabase(const std::filesystem::path& path, const std::optional<std::filesystem::path>& snapshot);

  // ---- runs ----
  /// Starts a row; nothing is known yet but that the run began.
  std::int64_t begin_run(const std::string& started_at, const std::optional<std::string>& revision_before);
  /// Fills the row. `ended_at` is empty while the run goes on.
  void write_run(std::int64_t run_id, const RunRecord& record, const std::string& ended_at);
  /// Replaces the table `runs` of a corpus by a copy of the history.
  void copy_runs_to(SQLite::Database& corpus);

  // ---- what was known before ----
  std::optional<KnownSource> source(const std::string& label);
  /// Sources that were entries of this ROOT.
  std::vector<KnownSource> entries_of(const std::string& each_root);
  std::map<std::string, FileStamp> stamps(const std::string& label);

  // ---- what is known now; between begin() and commit() ----
  void begin() { database_.exec("BEGIN IMMEDIATE"); }
  void commit() { database_.exec("COMMIT"); }
  void put_source(const KnownSource& source);
  void put_stamp(const std::string& label, const std::string& path, const FileStamp& stamp) { stamps_->put(label, path, stamp); }
  void bury(std::int64_t run_id, const std::string& label, const std::string& path, const std::string& reason);
  /// Forgets a source; its files get tombstones.
  void bury_source(std::int64_t run_id, const std::string& label, const std::string& reason);

 private:
  bool is_ours(const std::filesystem::path& path);
  void create(const std::optional<std::filesystem::path>& snapshot);

  SQLite::Database database_;
  std::optional<StampTable> stamps_;
};

}  // namespace mecadex::corpus
