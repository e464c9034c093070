// Stamps of files as rows: `files` of state.db, and work_stamps of a database being built. Both have the columns
// label, path, size, mtime_ns, shape, status, read_hash, ranges (state.sql).
#pragma once

#include <SQLiteCpp/Statement.h>

#include <functional>
#include <string>

#include "indexer/corpus/file_stamp.hpp"

namespace mecadex::corpus {

class StampTable {
 public:
  using Take = std::function<void(const std::string& label, const std::string& path, const FileStamp& stamp)>;

  /// The table exists. Throws SQLite::Exception, as all functions do.
  StampTable(SQLite::Database& database, const std::string& table);

  /// Replaces the stamp of this file.
  void put(const std::string& label, const std::string& path, const FileStamp& stamp);
  void for_each(const Take& take) { walk(all_, take); }
  void for_each_of(const std::string& label, const Take& take);

 private:
  static void walk(SQLite::Statement& list, const Take& take);

  SQLite::Statement put_, all_, of_label_;
};

}  // namespace mecadex::corpus
