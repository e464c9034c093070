#include "indexer/corpus/stamp_table.hpp"

#include <SQLiteCpp/Database.h>

namespace mecadex::corpus {
namespace {

constexpr const char* kColumns = "label, path, size, mtime_ns, shape, status, read_hash, ranges";

}  // namespace

StampTable::StampTable(SQLite::Database& database, const std::string& table)
    : put_(database, "INSERT OR REPLACE INTO " + table + " (" + kColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      all_(database, std::string("SELECT ") + kColumns + " FROM " + table),
      of_label_(database, std::string("SELECT ") + kColumns + " FROM " + table + " WHERE label = ?") {}

void StampTable::put(const std::string& label, const std::string& path, const FileStamp& stamp) {
  put_.reset();
  put_.bind(1, label);
  put_.bind(2, path);
  stamp.look.size ? put_.bind(3, static_cast<std::int64_t>(*stamp.look.size)) : put_.bind(3);
  stamp.look.mtime_ns ? put_.bind(4, *stamp.look.mtime_ns) : put_.bind(4);
  put_.bind(5, stamp.look.shape);
  put_.bind(6, stamp.status);
  put_.bind(7, stamp.read_hash);
  const std::string ranges = pack_ranges(stamp.ranges);
  put_.bind(8, ranges.data(), static_cast<int>(ranges.size()));
  put_.exec();
  put_.reset();
}

void StampTable::for_each_of(const std::string& label, const Take& take) {
  of_label_.bind(1, label);
  walk(of_label_, take);
}

void StampTable::walk(SQLite::Statement& list, const Take& take) {
  while (list.executeStep()) {
    FileStamp stamp;
    if (!list.getColumn(2).isNull()) stamp.look.size = static_cast<std::uint64_t>(list.getColumn(2).getInt64());
    if (!list.getColumn(3).isNull()) stamp.look.mtime_ns = list.getColumn(3).getInt64();
    stamp.look.shape = list.getColumn(4).getString();
    stamp.status = list.getColumn(5).getString();
    stamp.read_hash = list.getColumn(6).getString();
    stamp.ranges = unpack_ranges(list.getColumn(7).getString());
    take(list.getColumn(0).getString(), list.getColumn(1).getString(), stamp);
  }
  list.reset();
}

}  // namespace mecadex::corpus
