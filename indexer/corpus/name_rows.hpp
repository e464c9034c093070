// The dictionary of names: each distinct (hash, text) once, and where it was read.
#pragma once

#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "indexer/corpus/insert.hpp"
#include "indexer/corpus/reading.hpp"

namespace mecadex::corpus {

class NameRows {
 public:
  explicit NameRows(SQLite::Database& database);

  /// The name_id of the pair, which is stored when it is new. The hash is over the original bytes.
  std::int64_t intern(std::uint32_t hash, std::string_view text);
  /// Notes Unity's own names: properties that clips animate by their hash.
  void add_builtins();
  /// Notes that `object_id` has the name from `origin`; a second time changes nothing.
  void use(std::int64_t object_id, NameOrigin origin, std::int64_t name_id);

 private:
  // Names held in memory; beyond it the table's own unique index answers (about 100 MiB).
  static constexpr std::size_t kMaxHeld = 1'000'000;

  std::int64_t stored(std::uint32_t hash, std::string_view text);

  SQLite::Database& database_;
  Insert names_;
  Insert uses_;
  SQLite::Statement find_;
  std::unordered_map<std::string, std::int64_t> held_;  // hash bytes + text
  std::string key_;
  bool is_complete_ = true;  // held_ has every name of the table
  std::int64_t next_id_;
};

}  // namespace mecadex::corpus
