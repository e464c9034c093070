#include "indexer/corpus/describe_source.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <set>
#include <vector>

namespace mecadex::corpus {
namespace {

using SQLite::Statement;

std::pair<std::string, std::string> split_last(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

// "level12" -> 12.
std::optional<std::size_t> level_number(const std::string& name) {
  static constexpr std::string_view kPrefix = "level";
  if (name.size() <= kPrefix.size() || name.size() > kPrefix.size() + 6 || !name.starts_with(kPrefix)) {
    return std::nullopt;
  }
  std::size_t number = 0;
  for (const char c : name.substr(kPrefix.size())) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::size_t>(c - '0');
  }
  return number;
}

// A serialized file that may be a scene, and the folder (path and node path up to the last '/') it is in.
struct Level {
  std::int64_t serialized_file_id;
  std::string folder, name;
};

class SourceDescription {
 public:
  SourceDescription(SQLite::Database& database, std::int64_t source_id) : db_(database), id_(source_id) {}

  void run(const std::optional<std::string>& folder_kind) {
    read_containers();
    read_serialized_files();
    Statement set(db_, "UPDATE sources SET kind = ?, company_name = ?, product_name = ?, engine = ? WHERE source_id = ?");
    bind(set, 1, folder_kind.value_or(kind()));
    bind(set, 2, company_);
    bind(set, 3, product_);
    bind(set, 4, has_unity_ ? "unity" : "");
    set.bind(5, id_);
    set.exec();
    set_scene_paths();
  }

 private:
  static void bind(Statement& statement, int index, const std::string& text) {
    if (text.empty()) {
      statement.bind(index);
    } else {
      statement.bind(index, text);
    }
  }

  void read_containers() {
    Statement list(db_, "SELECT DISTINCT c.kind FROM files f CROSS JOIN containers c USING (file_id) "
                        "WHERE f.source_id = ? AND c.kind <> 'split'");
    list.bind(1, id_);
    while (list.executeStep()) kinds_.insert(list.getColumn(0).getString());
  }

  // By path, so that the first PlayerSettings give the names whatever the order of reading.
  void read_serialized_files() {
    Statement list(db_, "SELECT s.serialized_file_id, f.path, s.node_path, s.company_name, s.product_name FROM files f "
                        "CROSS JOIN serialized_files s USING (file_id) WHERE f.source_id = ? ORDER BY f.path, s.node_path");
    list.bind(1, id_);
    while (list.executeStep()) {
      has_unity_ = true;
      if (company_.empty()) company_ = list.getColumn(3).getString();
      if (product_.empty()) product_ = list.getColumn(4).getString();
      const std::string path = list.getColumn(1).getString();
      const std::string node = list.getColumn(2).getString();
      auto [folder, name] = split_last(node.empty() ? path : path + "/" + node);
      const bool is_player_file = name == "globalgamemanagers" || name == "mainData" || name == "data.unity3d" ||
                                  name == "unity default resources" || level_number(name).has_value();
      if (node.empty()) kinds_.insert(is_player_file ? "player" : "loose");
      if (level_number(name) || name == "mainData") levels_.push_back({list.getColumn(0).getInt64(), folder, name});
    }
  }

  std::string kind() const {
    const auto has = [&](const char* kind) { return kinds_.contains(kind); };
    if (has("zip")) return has("player") ? "mixed" : "package";
    if (has("web_data") || has("gzip") || has("brotli")) return has("player") ? "mixed" : "webgl";
    const bool bundles = has("unityfs") || has("unityweb") || has("unityraw");
    if (has("player")) return "player";
    if (bundles) return "bundles";
    return has("loose") ? "player" : "";
  }

  // Scene n of the build is file level<n>; before Unity 5 the first scene is mainData and level<n> is scene
  // n + 1. The list stands in BuildSettings of the same folder.
  void set_scene_paths() {
    Statement clear(db_, "UPDATE serialized_files SET scene_path = NULL WHERE scene_path IS NOT NULL "
                         "AND file_id IN (SELECT file_id FROM files WHERE source_id = ?)");
    clear.bind(1, id_);
    clear.exec();
    Statement lists(db_, "SELECT s.serialized_file_id, f.path, s.node_path FROM files f "
                         "CROSS JOIN serialized_files s USING (file_id) WHERE f.source_id = ? AND EXISTS "
                         "(SELECT 1 FROM build_scenes b WHERE b.serialized_file_id = s.serialized_file_id) "
                         "ORDER BY f.path, s.node_path");
    lists.bind(1, id_);
    while (lists.executeStep()) {
      const std::string node = lists.getColumn(2).getString();
      const std::string path = lists.getColumn(1).getString();
      set_scene_paths(split_last(node.empty() ? path : path + "/" + node).first, lists.getColumn(0).getInt64());
    }
  }

  void set_scene_paths(const std::string& folder, std::int64_t build_settings) {
    const bool has_main_data = std::any_of(levels_.begin(), levels_.end(), [&](const Level& level) {
      return level.folder == folder && level.name == "mainData";
    });
    Statement set(db_, "UPDATE serialized_files SET scene_path = (SELECT path FROM build_scenes "
                       "WHERE serialized_file_id = ?1 AND scene_index = ?2) WHERE serialized_file_id = ?3 "
                       "AND EXISTS (SELECT 1 FROM build_scenes WHERE serialized_file_id = ?1 AND scene_index = ?2)");
    for (const Level& level : levels_) {
      if (level.folder != folder) continue;
      const std::size_t number = level.name == "mainData" ? 0 : *level_number(level.name) + (has_main_data ? 1 : 0);
      set.bind(1, build_settings);
      set.bind(2, static_cast<std::int64_t>(number));
      set.bind(3, level.serialized_file_id);
      set.exec();
      set.reset();
    }
  }

  SQLite::Database& db_;
  std::int64_t id_;
  std::set<std::string> kinds_;  // container kinds; "player" and "loose" for loose serialized files
  std::vector<Level> levels_;
  std::string company_, product_;
  bool has_unity_ = false;
};

}  // namespace

void describe_source(SQLite::Database& database, std::int64_t source_id, const std::optional<std::string>& folder_kind) {
  SourceDescription(database, source_id).run(folder_kind);
}

}  // namespace mecadex::corpus
