#include "indexer/corpus/link_references.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "indexer/bytes/finding_code.hpp"
#include "indexer/corpus/insert.hpp"
#include "indexer/serialized/class_id.hpp"
#include "indexer/serialized/external_name.hpp"

namespace mecadex::corpus {
namespace {

using SQLite::Statement;

// A serialized file as a place to look in.
struct Place {
  std::int64_t id = 0;
  std::int64_t file_id = 0;
  std::string folder;     // of the file on disk
  std::string container;  // node path of the container it is in; "" for a loose file
  bool is_loose = false;
  std::string name;       // of the file or node, in its own case
  std::string content;    // equal for files of equal bytes: content hash and node path
  bool was_read = false;  // its object table, at least
};

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string below(const std::string& folder, const char* name) { return folder.empty() ? name : folder + "/" + name; }

bool same_text(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return lower(x) == lower(y);
  });
}

// CROSS JOIN below fixes the order of the loops: from the source's files downwards. There are no statistics
// yet, and another order would walk the whole corpus once a source.
class SourceLinker {
 public:
  SourceLinker(SQLite::Database& database, std::int64_t source_id)
      : db_(database),
        source_id_(source_id),
        find_object_(db_, "SELECT object_id, class_id, fingerprint FROM objects WHERE serialized_file_id = ? AND path_id = ?"),
        find_script_(db_, "SELECT byte_offset, byte_size, name, layout_source FROM mono_scripts "
                          "WHERE serialized_file_id = ? AND path_id = ?"),
        set_ref_(db_, "UPDATE object_refs SET target_object_id = ?, resolution = ? "
                      "WHERE object_id = ? AND field = ? AND element_index = ?"),
        set_slot_(db_, "UPDATE controller_clips SET clip_id = ?, resolution = ? WHERE controller_id = ? AND slot = ?"),
        set_original_(db_, "UPDATE override_clips SET original_clip_id = ?, original_resolution = ? "
                           "WHERE override_controller_id = ? AND pair_index = ?"),
        set_override_(db_, "UPDATE override_clips SET override_clip_id = ?, override_resolution = ? "
                           "WHERE override_controller_id = ? AND pair_index = ?"),
        set_base_(db_, "UPDATE override_controllers SET base_object_id = ?, base_resolution = ? "
                       "WHERE override_controller_id = ?"),
        set_controller_(db_, "UPDATE animators SET controller_id = ?, override_controller_id = ?, controller_resolution = ? "
                             "WHERE animator_id = ?"),
        set_avatar_(db_, "UPDATE animators SET avatar_id = ?, avatar_resolution = ? WHERE animator_id = ?"),
        objects_(db_, "objects",
                 {"object_id", "serialized_file_id", "path_id", "class_id", "name", "byte_offset", "byte_size",
                  "layout_source"}),
        next_object_(next_id(db_, "objects", "object_id")),
        candidates_(db_, "object_ref_candidates", {"object_id", "field", "element_index", "target_object_id"}),
        findings_(db_, "findings",
                  {"finding_id", "file_id", "node_path", "serialized_file_id", "object_id", "stage", "code", "severity",
                   "field_path", "message"}),
        next_finding_(next_id(db_, "findings", "finding_id")) {}

  void run() {
    read_places();
    link_externals();
    link_pointers();
  }

 private:
  struct Target {
    std::int64_t object_id = 0;
    std::int64_t class_id = 0;
    std::string fingerprint;
  };
  struct Pointer {
    std::int64_t object_id, object_class, serialized_file_id, file_index, path_id, element_index;
    std::string field;
  };

  // ---- files by name ----
  void read_places() {
    Statement list(db_, "SELECT s.serialized_file_id, f.file_id, f.path, s.node_path, f.content_hash, s.status "
                        "FROM files f CROSS JOIN serialized_files s USING (file_id) WHERE f.source_id = ? "
                        "ORDER BY f.path, s.node_path");
    list.bind(1, source_id_);
    while (list.executeStep()) {
      const std::string path = list.getColumn(2).getString();
      const std::string node = list.getColumn(3).getString();
      Place place;
      place.id = list.getColumn(0).getInt64();
      place.file_id = list.getColumn(1).getInt64();
      place.folder = folder_of(path);
      place.container = folder_of(node);
      place.is_loose = node.empty();
      place.name = name_of(node.empty() ? path : node);
      place.content = list.getColumn(4).getString() + "!" + node;
      const std::string status = list.getColumn(5).getString();
      place.was_read = status == "indexed" || status == "partial";
      places_[place.id] = place;
      by_key_[serialized::file_key(node.empty() ? path : node)].push_back(place.id);
    }
  }

  // How near a candidate is; smaller is nearer, nothing: not to be looked in.
  static std::optional<int> distance(const Place& from, const Place& to, bool is_archive) {
    if (from.file_id == to.file_id && !from.is_loose && from.container == to.container) return 0;
    if (from.file_id == to.file_id && !from.is_loose) return 1;
    const bool same_folder = from.folder == to.folder;
    const bool in_resources = same_text(to.folder, below(from.folder, "Resources")) ||
                              same_text(from.folder, below(to.folder, "Resources"));
    if (same_folder && (is_archive || from.is_loose == to.is_loose)) return 2;
    if (in_resources && !is_archive) return 3;
    if (is_archive) return 4;
    return std::nullopt;
  }

  std::vector<std::int64_t> candidates(std::int64_t from, const serialized::ExternalName& name) const {
    const auto named = by_key_.find(name.key);
    if (named == by_key_.end()) return {};
    const Place& place = places_.at(from);
    std::optional<int> nearest;
    std::vector<std::int64_t> found;
    for (const std::int64_t id : named->second) {
      if (id == from) continue;
      const auto d = distance(place, places_.at(id), name.is_archive);
      if (!d || (nearest && *d > *nearest)) continue;
      if (!nearest || *d < *nearest) found.clear();
      nearest = d;
      found.push_back(id);
    }
    // Unity asks for names in any case; where the file system has two that differ in case only, the exact one counts.
    const auto is_exact = [&](std::int64_t id) { return places_.at(id).name == name.file_name; };
    if (std::any_of(found.begin(), found.end(), is_exact)) std::erase_if(found, [&](std::int64_t id) { return !is_exact(id); });
    return found;
  }

  void link_externals() {
    Statement list(db_, "SELECT e.serialized_file_id, e.external_index, e.path FROM files f "
                        "CROSS JOIN serialized_files s USING (file_id) CROSS JOIN externals e USING (serialized_file_id) "
                        "WHERE f.source_id = ? ORDER BY 1, 2");
    list.bind(1, source_id_);
    Statement set(db_, "UPDATE externals SET target_serialized_file_id = ?, resolution = ? "
                       "WHERE serialized_file_id = ? AND external_index = ?");
    while (list.executeStep()) {
      const std::int64_t from = list.getColumn(0).getInt64();
      const std::int64_t index = list.getColumn(1).getInt64();
      const std::string path = list.getColumn(2).getString();
      std::vector<std::int64_t> found = path.empty() ? std::vector<std::int64_t>{} : candidates(from, serialized::external_name(path));
      const bool is_one = !found.empty() && std::all_of(found.begin(), found.end(), [&](std::int64_t id) {
        return places_.at(id).content == places_.at(found.front()).content;
      });
      bind_id(set, 1, is_one ? found.front() : 0);
      set.bind(2, path.empty() ? "null" : found.empty() ? "missing" : is_one ? "resolved" : "ambiguous");
      set.bind(3, from);
      set.bind(4, index);
      set.exec();
      set.reset();
      if (!found.empty()) targets_[{from, index}] = std::move(found);
    }
  }

  // ---- pointers ----
  void link_pointers() {
    // Copied first: the table is changed while the list is walked.
    db_.exec("CREATE TEMP TABLE pointers_to_link (object_id, class_id, serialized_file_id, file_index, path_id, element_index, field)");
    Statement copy(db_, "INSERT INTO pointers_to_link "
                        "SELECT r.object_id, o.class_id, o.serialized_file_id, r.file_index, r.path_id, r.element_index, r.field "
                        "FROM files f CROSS JOIN serialized_files s USING (file_id) "
                        "CROSS JOIN objects o USING (serialized_file_id) CROSS JOIN object_refs r USING (object_id) WHERE f.source_id = ? AND r.resolution IS NULL");
    copy.bind(1, source_id_);
    copy.exec();
    {
      Statement list(db_, "SELECT * FROM pointers_to_link ORDER BY rowid");
      while (list.executeStep()) {
        link({list.getColumn(0).getInt64(), list.getColumn(1).getInt64(), list.getColumn(2).getInt64(),
              list.getColumn(3).getInt64(), list.getColumn(4).getInt64(), list.getColumn(5).getInt64(),
              list.getColumn(6).getString()});
      }
    }
    db_.exec("DROP TABLE pointers_to_link");
  }

  std::optional<Target> find(std::int64_t serialized_file_id, std::int64_t path_id) {
    find_object_.bind(1, serialized_file_id);
    find_object_.bind(2, path_id);
    std::optional<Target> target;
    if (find_object_.executeStep()) {
      target = Target{find_object_.getColumn(0).getInt64(), find_object_.getColumn(1).getInt64(),
                      find_object_.getColumn(2).getString()};
    }
    find_object_.reset();
    return target ? target : script(serialized_file_id, path_id);
  }

  // A script that a behaviour of another file needs becomes an object now.
  std::optional<Target> script(std::int64_t serialized_file_id, std::int64_t path_id) {
    find_script_.bind(1, serialized_file_id);
    find_script_.bind(2, path_id);
    std::optional<Target> target;
    if (find_script_.executeStep()) {
      target = Target{next_object_++, serialized::kMonoScript, ""};
      objects_.row(target->object_id, serialized_file_id, path_id, std::int32_t{serialized::kMonoScript}, find_script_.getColumn(2).getString(),
                   find_script_.getColumn(0).getInt64(), find_script_.getColumn(1).getInt64(),
                   find_script_.getColumn(3).getString());
    }
    find_script_.reset();
    return target;
  }

  void link(const Pointer& pointer) {
    const auto files = targets_.find({pointer.serialized_file_id, pointer.file_index - 1});
    if (files == targets_.end()) return settle(pointer, "missing", std::nullopt);
    std::vector<Target> found;
    for (const std::int64_t file : files->second) {
      if (auto target = find(file, pointer.path_id)) found.push_back(std::move(*target));
    }
    if (found.empty()) {
      const bool was_read = std::all_of(files->second.begin(), files->second.end(), [&](std::int64_t id) { return places_.at(id).was_read; });
      if (was_read && is_always_stored(pointer.field)) {
        report(pointer, bytes::FindingCode::reference_no_object,
               "path id " + std::to_string(pointer.path_id) + " of " + places_.at(files->second.front()).name);
      }
      return settle(pointer, "not_indexed", std::nullopt);
    }
    const bool is_one = std::all_of(found.begin(), found.end(), [&](const Target& target) {
      return target.object_id == found.front().object_id ||
             (!target.fingerprint.empty() && target.fingerprint == found.front().fingerprint);
    });
    if (is_one) return settle(pointer, "resolved", found.front());
    for (const Target& target : found) {
      candidates_.row(pointer.object_id, pointer.field, pointer.element_index, target.object_id);
    }
    settle(pointer, "ambiguous", std::nullopt);
  }

  // Writes what became of a pointer, in object_refs and where the contract repeats it.
  void settle(const Pointer& p, const char* resolution, const std::optional<Target>& target) {
    bind_id(set_ref_, 1, target ? target->object_id : 0);
    set_ref_.bind(2, resolution);
    set_ref_.bind(3, p.object_id);
    set_ref_.bind(4, p.field);
    set_ref_.bind(5, p.element_index);
    run(set_ref_);
    const auto of_class = [&](std::int64_t class_id) { return target && target->class_id == class_id ? target->object_id : 0; };
    const std::int64_t clip = of_class(serialized::kAnimationClip);
    const std::int64_t controller = of_class(serialized::kAnimatorController);
    const std::int64_t override_controller = of_class(serialized::kAnimatorOverrideController);
    const bool is_clip_field = p.field == "m_AnimationClips" || p.field.starts_with("m_Clips.");
    bool fits = true;
    if (p.field == "m_AnimationClips") {
      set_indexed(set_slot_, clip, resolution, p);
    } else if (p.field == "m_Clips.m_OriginalClip") {
      set_indexed(set_original_, clip, resolution, p);
    } else if (p.field == "m_Clips.m_OverrideClip") {
      set_indexed(set_override_, clip, resolution, p);
    } else if (p.field == "m_Controller" && p.object_class == serialized::kAnimator) {
      bind_id(set_controller_, 1, controller);
      bind_id(set_controller_, 2, override_controller);
      set_controller_.bind(3, resolution);
      set_controller_.bind(4, p.object_id);
      run(set_controller_);
      fits = controller != 0 || override_controller != 0;
    } else if (p.field == "m_Controller") {
      set_single(set_base_, controller != 0 ? controller : override_controller, resolution, p.object_id);
      fits = controller != 0 || override_controller != 0;
    } else if (p.field == "m_Avatar") {
      set_single(set_avatar_, of_class(serialized::kAvatar), resolution, p.object_id);
      fits = of_class(serialized::kAvatar) != 0;
    }
    if (is_clip_field) fits = clip != 0;
    if (target && !fits) report(p, bytes::FindingCode::reference_wrong_class, "class " + std::to_string(target->class_id));
  }

  // Whether all objects that the field may point to have a row, readable or not (scripts: in mono_scripts).
  static bool is_always_stored(const std::string& field) {
    return field == "m_AnimationClips" || field.starts_with("m_Clips.") || field == "m_Controller" || field == "m_Avatar" ||
           field == "m_Script";
  }

  void report(const Pointer& p, bytes::FindingCode finding, const std::string& message) {
    const bytes::FindingCodeInfo& code = bytes::info(finding);
    Statement where(db_, "SELECT f.file_id, s.node_path FROM serialized_files s JOIN files f USING (file_id) "
                         "WHERE s.serialized_file_id = ?");
    where.bind(1, p.serialized_file_id);
    where.executeStep();
    const std::string node = where.getColumn(1).getString();
    findings_.row(next_finding_++, where.getColumn(0).getInt64(), node.empty() ? std::nullopt : std::optional(node),
                  p.serialized_file_id, p.object_id, code.stage, code.text, to_string(code.severity),
                  p.field + "[" + std::to_string(p.element_index) + "]", message);
  }

  static void bind_id(Statement& statement, int index, std::int64_t id) {
    if (id == 0) {
      statement.bind(index);
    } else {
      statement.bind(index, id);
    }
  }
  static void run(Statement& statement) {
    statement.exec();
    statement.reset();
  }
  static void set_indexed(Statement& statement, std::int64_t target, const char* resolution, const Pointer& p) {
    bind_id(statement, 1, target);
    statement.bind(2, resolution);
    statement.bind(3, p.object_id);
    statement.bind(4, p.element_index);
    run(statement);
  }
  static void set_single(Statement& statement, std::int64_t target, const char* resolution, std::int64_t object_id) {
    bind_id(statement, 1, target);
    statement.bind(2, resolution);
    statement.bind(3, object_id);
    run(statement);
  }

  SQLite::Database& db_;
  std::int64_t source_id_;
  Statement find_object_, find_script_, set_ref_, set_slot_, set_original_, set_override_, set_base_, set_controller_, set_avatar_;
  Insert objects_;
  std::int64_t next_object_;
  Insert candidates_, findings_;
  std::int64_t next_finding_;
  std::unordered_map<std::int64_t, Place> places_;
  std::unordered_map<std::string, std::vector<std::int64_t>> by_key_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::int64_t>> targets_;  // (file, external) -> files
};

}  // namespace

void link_references(SQLite::Database& database) {
  std::vector<std::int64_t> sources;
  Statement list(database, "SELECT source_id FROM work_sources ORDER BY source_id");
  while (list.executeStep()) sources.push_back(list.getColumn(0).getInt64());
  for (const std::int64_t source : sources) SourceLinker(database, source).run();
}

}  // namespace mecadex::corpus
