#include "indexer/corpus/name_rows.hpp"

#include "indexer/bytes/crc32.hpp"
#include "indexer/corpus/builtin_names.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace mecadex::corpus {

NameRows::NameRows(SQLite::Database& database)
    : database_(database),
      names_(database, "names", {"name_id", "hash", "text"}),
      uses_(database, "stored_name_uses", {"object_id", "origin", "name_id"}, "INSERT OR IGNORE"),
      find_(database, "SELECT name_id FROM names WHERE hash = ? AND text = ?"),
      next_id_(corpus::next_id(database, "names", "name_id")) {
  is_complete_ = next_id_ == 1;
}

std::int64_t NameRows::stored(std::uint32_t hash, std::string_view text) {
  find_.reset();
  find_.bind(1, static_cast<std::int64_t>(hash));
  find_.bind(2, std::string(bytes::cut_text(bytes::escape_text(text))));
  const std::int64_t id = find_.executeStep() ? find_.getColumn(0).getInt64() : 0;
  find_.reset();
  return id;
}

std::int64_t NameRows::intern(std::uint32_t hash, std::string_view text) {
  key_.assign(reinterpret_cast<const char*>(&hash), sizeof hash);
  key_ += text;
  const auto found = held_.find(key_);
  if (found != held_.end()) return found->second;
  if (held_.size() >= kMaxHeld) {
    held_.clear();
    is_complete_ = false;
  }
  // Two texts may become one when bytes are escaped or cut: the table decides then.
  const bool is_plain = text.size() <= bytes::kMaxValueBytes && bytes::is_storable_text(text);
  std::int64_t id = is_complete_ && is_plain ? 0 : stored(hash, text);
  if (id == 0) {
    id = next_id_++;
    names_.row(id, hash, text);
    if (!is_plain) is_complete_ = false;
  }
  held_.emplace(key_, id);
  return id;
}

void NameRows::add_builtins() {
  Insert builtins(database_, "builtin_names", {"name_id"}, "INSERT OR IGNORE");
  for (const std::string& name : builtin_names()) builtins.row(intern(bytes::name_hash(name), name));
}

void NameRows::use(std::int64_t object_id, NameOrigin origin, std::int64_t name_id) {
  uses_.row(object_id, static_cast<std::uint8_t>(origin), name_id);
}

}  // namespace mecadex::corpus
