// Files, containers, serialized files and findings as rows.
//
// A row that others name (a file, a serialized file) gets its id when its reading starts and is written
// when it ends, because its status is known only then; foreign keys are checked as a whole before a
// snapshot is published.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "indexer/corpus/insert.hpp"
#include "indexer/corpus/object_ids.hpp"
#include "indexer/corpus/reading.hpp"

namespace mecadex::corpus {

/// What was written.
struct WriteCounts {
  std::uint64_t files = 0;
  std::uint64_t bytes_read = 0;
};

class FileRows {
 public:
  explicit FileRows(SQLite::Database& database);

  /// The source has a row. Throws std::logic_error when it has none.
  void start(const SourceStart& event);
  void start(const FileStart& event);
  void start(const SerializedStart& event);
  void write(const ContainerItem& item);
  void write(const FindingItem& item, bool inside_serialized_file);
  void end(const SerializedEnd& event);
  void end(const FileEnd& event);

  ObjectIds object_ids() const { return {next_object_}; }
  std::int64_t serialized_file_id() const { return serialized_id_; }
  const WriteCounts& counts() const { return counts_; }

 private:
  SQLite::Database& database_;
  Insert files_, containers_, serialized_files_, scenes_, classes_, externals_, findings_;
  std::int64_t next_object_, next_container_, next_finding_;
  std::int64_t source_id_ = 0;                 // the current ones
  std::int64_t file_id_, serialized_id_;
  FileStart file_;
  SerializedStart serialized_;
  bool inside_file_ = false;
  WriteCounts counts_;
};

}  // namespace mecadex::corpus
