// The database of a run: a copy of the current snapshot (or a new one), in which the files that changed are
// replaced, then linked, checked and published.
//
//   open            work/build-<key>.db: made anew, or what a killed run of the same key left
//   remove, move    rows of files that changed or went
//   write           events of the files that are read; committed several times a second, between files
//   link            names, kinds, references and rigs of the sources that changed
//   finish          indexes, views, revision, checks
//   publish         the data directory takes the file
//
// The file is in WAL mode while it is built, so that what is committed outlives a kill. Until it is published
// it holds two tables more (work_tables.sql), and everything after the last commit of rows can be done again.
#pragma once

#include <SQLiteCpp/Database.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "indexer/corpus/corpus_writer.hpp"
#include "indexer/corpus/data_directory.hpp"
#include "indexer/corpus/file_stamp.hpp"
#include "indexer/corpus/state_database.hpp"

namespace mecadex::corpus {

/// The finished database is not sound, or a gate says no: nothing is published. `what()` says why.
class RefusedToPublish : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class WorkCopy {
 public:
  /// `key`: what the run is made of; a database that an earlier run of another key left is thrown away. Throws
  /// schema::IncompatibleDatabase when the current snapshot is of a newer schema or another program, DiskTooFull.
  WorkCopy(DataDirectory& directory, const std::string& key);
  ~WorkCopy();
  WorkCopy(const WorkCopy&) = delete;
  WorkCopy& operator=(const WorkCopy&) = delete;

  /// Whether a database of this key waits to be gone on with.
  static bool is_waiting(const DataDirectory& directory, const std::string& key);

  SQLite::Database& database() { return *database_; }

  // ---- before the load, between begin() and commit() ----
  void begin() { database_->exec("BEGIN"); }
  void commit() { database_->exec("COMMIT"); }
  /// The source's id; a row is made when there is none. `read_settings`: as the column.
  std::int64_t add_source(const std::string& label, const std::optional<std::string>& read_settings);
  /// The source is to be described and linked anew. `folder_kind` as for describe_source().
  void mark_changed(std::int64_t source_id, const std::optional<std::string>& folder_kind);
  void remove_source(const std::string& label);
  void remove_files(const std::vector<std::int64_t>& file_ids);
  /// The file's rows stay; it is now at `path` (bytes as the file system has them) of another or the same source.
  void move_file(std::int64_t file_id, std::int64_t source_id, const std::string& path,
                 const std::string& own_path = {});
  /// The file was not read again although the decoders changed: nothing in it concerns them.
  void mark_current(const std::vector<std::int64_t>& file_ids);

  /// Keeps a stamp until the corpus is published.
  void put_stamp(const std::string& label, const std::string& path, const FileStamp& stamp) { stamps_->put(label, path, stamp); }

  // ---- the load ----
  /// Starts writing. `many`: so many rows come that indexes are better made after them.
  void start_writing(bool many);
  void write(const Event& event);
  /// The file that was just written (`path` as stored) looked like this before it was read; its rows may be
  /// committed now.
  void end_file(const std::string& label, const std::string& path, const FileStamp& stamp);
  /// Commits what is written and leaves it for the next run; a run that is stopped ends with this. Else the
  /// destructor throws away what was not published.
  void keep();
  const WriteCounts& counts() const { return writer_->counts(); }
  /// Stamps of the files read for this database, also by the run before that was killed.
  void for_each_stamp(const StampTable::Take& take) { stamps_->for_each(take); }

  /// Ends the load: what a file alone cannot tell, references to other files of its source and what clips
  /// animate.
  void link();
  /// The revision that the corpus has now.
  std::string revision();
  /// After link(): the history, indexes and views, checks. Throws RefusedToPublish.
  void finish(StateDatabase& state, const std::string& revision);
  /// Closes the database and publishes it.
  void publish(const std::string& revision);

 private:
  void open();
  void open_new();
  void make_work_tables();
  void close();
  void make_indexes();
  void check();

  DataDirectory& directory_;
  std::filesystem::path path_;
  std::unique_ptr<SQLite::Database> database_;
  std::optional<StampTable> stamps_;
  std::unique_ptr<CorpusWriter> writer_;
  bool is_new_ = false;     // made from nothing by this run: there is nothing to unlink
  bool is_kept_ = false;
  std::chrono::steady_clock::time_point committed_;
};

/// Now, as the corpus writes times: "2026-11-30T12:00:00Z".
std::string utc_now();

}  // namespace mecadex::corpus
