// What a run does with each file: nothing, a look at its bytes, or a reading.
//
//   new, or no stamp, or other size          read
//   equal size and mtime                     keep
//   equal size, other mtime (or --verify)    check: hash the ranges that were read; equal: keep, else read
//   known, but not on disk any more          gone
//   new, and the bytes of one that is gone   moved
//
// A stamp counts only when the corpus holds the same status and hash for the file (state_database.hpp), was
// read with the same settings, and no change of the decoders since concerns it.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "indexer/corpus/decoder_version.hpp"
#include "indexer/corpus/file_stamp.hpp"
#include "indexer/corpus/state_database.hpp"
#include "indexer/crawl/source_walk.hpp"

namespace mecadex::crawl {

/// A file of the corpus, as it was when it was read last.
struct KnownFile {
  std::int64_t file_id = 0;
  std::optional<std::uint64_t> size;
  std::optional<std::string> content_hash;
  std::string status;
  bool is_outdated = false;  // read by earlier decoders
  bool is_concerned = false;  // and a change since concerns it
};

struct PlannedFile {
  enum class Action : unsigned char { keep, check, read, move };
  Action action = Action::read;
  const FileEntry* entry = nullptr;
  std::string path;                          // as stored
  std::optional<KnownFile> known;            // its rows; those of the old path for a moved file
  std::optional<corpus::FileStamp> stamp;    // what was known of it, where it counts
  bool is_stamp_new = false;                 // other than state.db has it: to be written
};

/// A file whose rows are in the corpus and that is not on disk any more.
struct GoneFile {
  std::string label, path;
  KnownFile known;
  std::optional<corpus::FileStamp> stamp;
  bool was_opened = true;  // false for payload and the like, which nothing was read from
  bool is_moved = false;
};

struct PlannedSource {
  const Source* source = nullptr;
  const SourceFiles* listing = nullptr;
  std::vector<PlannedFile> files;
  std::vector<std::string> stale_stamps;  // paths that state.db knows and the disk does not
  bool is_known = false;                  // it has a row
  bool are_settings_new = false;
};

struct RunPlan {
  std::vector<PlannedSource> sources;
  std::vector<GoneFile> gone;
  std::uint64_t known_files = 0;          // rows that the sources of the run had
  std::uint64_t hashed = 0;               // files whose bytes were looked at

  std::uint64_t count(PlannedFile::Action action) const;
  /// Files that were opened once, went, and did not turn up elsewhere.
  std::uint64_t vanished() const;
  /// True when every row stays as it is.
  bool changes_nothing() const;
};

struct PlanOptions {
  std::optional<std::string> read_settings;  // as sources.read_settings
  bool verify = false;                       // look at the bytes of every file
  std::size_t jobs = 1;
  const std::vector<corpus::DecoderChange>* decoder_changes = &corpus::kDecoderChanges;
};

/// Stamps by label and stored path.
using StampsByLabel = std::map<std::string, std::map<std::string, corpus::FileStamp>>;

/// Plans: `corpus` (the database that the run starts from; none for the first run) says what is known, `state`
/// how it looked, and `newer` (of a run that was killed) comes before `state`. Looks at bytes where it must,
/// with `jobs` threads, until `stop`. The plan points into `sources` and `listings`. Throws SQLite::Exception.
RunPlan make_plan(const std::vector<Source>& sources, const std::vector<SourceFiles>& listings, SQLite::Database* corpus,
                  corpus::StateDatabase& state, const StampsByLabel& newer, const PlanOptions& options,
                  const std::atomic<bool>& stop);

}  // namespace mecadex::crawl
