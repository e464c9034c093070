// Sources, files, containers, serialized files and findings as rows.
//
// A row that others name (a file, a serialized file) gets its id when its reading starts and is written
// when it ends, because its status is known only then; foreign keys are checked as a whole before a
// snapshot is published.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "indexer/corpus/insert.hpp"
#include "indexer/corpus/object_ids.hpp"
#include "indexer/corpus/reading.hpp"

namespace mecadex::corpus {

/// Counts that the end of a run shows.
struct RunCounts {
  std::map<std::string, std::uint64_t> files_by_status;
  std::uint64_t files = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t readable = 0;  // files from which at least one serialized file was read

  /// Files that make exit code 1: all but those that were read whole and those that are not Unity's.
  std::uint64_t failed() const;
};

class FileRows {
 public:
  explicit FileRows(SQLite::Database& database);

  void start(const SourceStart& event);
  void start(const FileStart& event);
  void start(const SerializedStart& event);
  void write(const ContainerItem& item);
  void write(const FindingItem& item, bool inside_serialized_file);
  void end(const SerializedEnd& event);
  void end(const FileEnd& event);
  void end(const SourceEnd& event);

  ObjectIds object_ids() const { return {next_object_}; }
  std::int64_t serialized_file_id() const { return serialized_id_; }
  const RunCounts& counts() const { return counts_; }

 private:
  // A serialized file of the current source that may be a scene.
  struct Level {
    std::int64_t serialized_file_id;
    std::string folder;  // file path and node path up to the last '/'
    std::string name;
  };
  struct Scenes {
    std::string folder;
    std::vector<std::string> paths;
  };

  void note_level();
  void write_scene_paths();
  std::string source_kind(const SourceEnd& event) const;

  SQLite::Database& database_;
  Insert sources_, files_, containers_, serialized_files_, classes_, externals_, findings_;
  std::int64_t next_object_, next_container_, next_finding_;
  std::int64_t source_id_, file_id_, serialized_id_;  // the current ones
  std::string label_;
  FileStart file_;
  SerializedStart serialized_;
  std::vector<Level> levels_;
  std::vector<Scenes> scenes_;
  std::string company_name_, product_name_;
  std::set<std::string> kinds_;  // container kinds of the source; "player" for a loose player file
  bool has_unity_ = false;
  bool inside_file_ = false;
  RunCounts counts_;
};

}  // namespace mecadex::corpus
