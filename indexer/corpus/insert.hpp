// Prepared INSERTs, bound value by value.
//
//   insert.row(id, hash, optional_text, real_value);
//
// Values become SQL values by the contract's rules: an empty optional is NULL, a NaN is NULL, text is made
// storable (valid UTF-8 without NUL, at most 64 KiB), integers keep their unsigned value.
#pragma once

#include <sqlite3.h>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/animator/common.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/text.hpp"

namespace SQLite {
class Database;
}

namespace mecadex::corpus {

/// An id that may be absent: 0 is NULL. Our ids begin at 1.
struct Id {
  std::int64_t value = 0;
};

/// A sequence of bytes stored as BLOB.
struct Blob {
  std::span<const std::byte> data;
};

/// Column names for vectors: columns("pose_t", "xyz") -> pose_t_x, pose_t_y, pose_t_z.
std::vector<std::string> columns(std::string_view prefix, std::string_view suffixes);
/// The ten columns of an Xform: t xyz, q xyzw, s xyz.
std::vector<std::string> xform_columns(std::string_view prefix);
/// Lists of column names one after the other.
std::vector<std::string> join(std::vector<std::vector<std::string>> lists);

/// The id that the next row of `table` gets: one more than the highest.
std::int64_t next_id(SQLite::Database& database, std::string_view table, std::string_view column);

class Insert {
 public:
  /// `columns` in the order in which row() is given their values. `verb`: INSERT or INSERT OR IGNORE.
  Insert(SQLite::Database& database, std::string_view table, const std::vector<std::string>& columns,
         std::string_view verb = "INSERT");
  Insert(const Insert&) = delete;
  Insert& operator=(const Insert&) = delete;
  ~Insert();

  /// Inserts one row. Throws SQLite::Exception.
  template <typename... Values>
  void row(const Values&... values) {
    index_ = 0;
    (bind(values), ...);
    step();
  }

 private:
  void bind(std::nullopt_t) { check(sqlite3_bind_null(statement_, ++index_)); }
  // Exactly bool: an enumerator must not become one unseen.
  void bind(std::same_as<bool> auto value) { check(sqlite3_bind_int(statement_, ++index_, value ? 1 : 0)); }
  void bind(std::integral auto value)
    requires(!std::same_as<decltype(value), bool>)
  {
    check(sqlite3_bind_int64(statement_, ++index_, static_cast<sqlite3_int64>(value)));
  }
  void bind(std::floating_point auto value) {
    if (std::isnan(value)) {
      bind(std::nullopt);
    } else {
      check(sqlite3_bind_double(statement_, ++index_, static_cast<double>(value)));
    }
  }
  void bind(Id id) {
    if (id.value == 0) {
      bind(std::nullopt);
    } else {
      bind(id.value);
    }
  }
  void bind(std::string_view text);
  void bind(const std::string& text) { bind(std::string_view(text)); }
  void bind(const char* text) { bind(std::string_view(text)); }
  void bind(Blob blob) {
    check(sqlite3_bind_blob(statement_, ++index_, blob.data.data(), static_cast<int>(blob.data.size()), SQLITE_STATIC));
  }
  void bind(const animator::Float3& v) { bind(v.x), bind(v.y), bind(v.z); }
  void bind(const animator::Float4& v) { bind(v.x), bind(v.y), bind(v.z), bind(v.w); }
  void bind(const animator::Xform& v) { bind(v.t), bind(v.q), bind(v.s); }
  void bind(const std::optional<animator::Xform>& v) {
    if (v) {
      bind(*v);
    } else {
      for (int i = 0; i < 10; ++i) bind(std::nullopt);
    }
  }
  template <typename T>
  void bind(const std::optional<T>& value) {
    if (value) {
      bind(*value);
    } else {
      bind(std::nullopt);
    }
  }
  // A value that could not be bound (no memory) would be stored as NULL.
  void check(int rc) {
    if (rc != SQLITE_OK) bind_error_ = rc;
  }
  void step();

  SQLite::Database& database_;
  sqlite3_stmt* statement_ = nullptr;
  int index_ = 0;
  int bind_error_ = SQLITE_OK;
};

}  // namespace mecadex::corpus
