#include "indexer/corpus/link_rigs.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "indexer/bytes/crc32.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/corpus/insert.hpp"

namespace mecadex::corpus {
namespace {

using SQLite::Statement;

// Override controllers followed from an Animator; real chains have one or two.
constexpr int kMaxOverrides = 32;

struct Outer {
  std::int64_t animator_id, serialized_file_id;
  std::int64_t controller_id = 0;  // or
  std::int64_t override_id = 0;
};

// A Transform of the file in hand.
struct Node {
  std::int64_t animator_id = 0;
  std::string name;
  std::vector<std::int64_t> children;
};

struct Binding {
  std::int64_t clip_id;
  std::int64_t attribute_hash;
  std::int64_t type_id;
  bool has_type;
};

class RigLinker {
 public:
  explicit RigLinker(SQLite::Database& database)
      : db_(database),
        targets_(db_, "outer_clip_targets",
                 {"outer_clip_target_id", "outer_animator_id", "inner_animator_id", "is_inner_root", "clip_id",
                  "path_hash", "attribute_hash", "type_id", "transform_path"}),
        next_target_(next_id(db_, "outer_clip_targets", "outer_clip_target_id")),
        base_(db_, "SELECT base_object_id FROM override_controllers WHERE override_controller_id = ?"),
        pairs_(db_, "SELECT original_clip_id, override_clip_id FROM override_clips WHERE override_controller_id = ? "
                    "AND original_clip_id IS NOT NULL AND override_clip_id IS NOT NULL ORDER BY pair_index"),
        slots_(db_, "SELECT clip_id FROM controller_clips WHERE controller_id = ? AND clip_id IS NOT NULL ORDER BY slot"),
        bindings_(db_, "SELECT path_hash, attribute_hash, type_id FROM clip_bindings WHERE clip_id = ? ORDER BY binding_index") {}

  void run() {
    Statement list(db_, "SELECT a.animator_id, o.serialized_file_id, a.controller_id, a.override_controller_id "
                        "FROM files f CROSS JOIN serialized_files s USING (file_id) CROSS JOIN objects o USING (serialized_file_id) "
                        "CROSS JOIN animators a ON a.animator_id = o.object_id "
                        "WHERE f.source_id IN (SELECT source_id FROM work_sources) AND (a.controller_id IS NOT NULL OR a.override_controller_id IS NOT NULL) "
                        "AND a.animator_id IN (SELECT outer_animator_id FROM animator_nestings) "
                        "ORDER BY o.serialized_file_id, a.animator_id");
    std::vector<Outer> outers;
    while (list.executeStep()) {
      outers.push_back({list.getColumn(0).getInt64(), list.getColumn(1).getInt64(), list.getColumn(2).getInt64(),
                        list.getColumn(3).getInt64()});
    }
    for (const Outer& outer : outers) {
      if (outer.serialized_file_id != loaded_file_) load_transforms(outer.serialized_file_id);
      match(outer);
    }
  }

 private:
  // Stored Transforms of one file: all that stand at or below a nested Animator are among them.
  void load_transforms(std::int64_t serialized_file_id) {
    loaded_file_ = serialized_file_id;
    nodes_.clear();
    transform_of_.clear();
    Statement list(db_, "SELECT t.transform_id, t.parent_transform_id, t.name, t.animator_id FROM objects o "
                        "CROSS JOIN transforms t ON t.transform_id = o.object_id WHERE o.serialized_file_id = ? "
                        "ORDER BY t.transform_id");
    list.bind(1, serialized_file_id);
    while (list.executeStep()) {
      const std::int64_t id = list.getColumn(0).getInt64();
      Node& node = nodes_[id];
      node.name = list.getColumn(2).getString();
      node.animator_id = list.getColumn(3).getInt64();
      if (node.animator_id != 0) transform_of_[node.animator_id] = id;
      const std::int64_t parent = list.getColumn(1).getInt64();
      if (parent != 0) nodes_[parent].children.push_back(id);
    }
  }

  // The controller's clips as the Animator plays them.
  std::vector<std::int64_t> effective_clips(const Outer& outer) {
    std::vector<std::int64_t> overrides;  // from the Animator down to the controller
    std::int64_t controller = outer.controller_id;
    std::int64_t at = outer.override_id;
    while (controller == 0 && at != 0 && overrides.size() < kMaxOverrides &&
           std::find(overrides.begin(), overrides.end(), at) == overrides.end()) {
      overrides.push_back(at);
      base_.reset();
      base_.bind(1, at);
      at = base_.executeStep() ? base_.getColumn(0).getInt64() : 0;
      if (at != 0 && is_controller(at)) controller = at;
    }
    std::vector<std::int64_t> clips;
    slots_.reset();
    slots_.bind(1, controller);
    while (slots_.executeStep()) clips.push_back(slots_.getColumn(0).getInt64());
    std::vector<std::int64_t> played = clips;
    for (auto it = overrides.rbegin(); it != overrides.rend(); ++it) replace(*it, clips, played);
    std::sort(played.begin(), played.end());
    played.erase(std::unique(played.begin(), played.end()), played.end());
    return played;
  }

  bool is_controller(std::int64_t object_id) {
    Statement find(db_, "SELECT 1 FROM controllers WHERE controller_id = ?");
    find.bind(1, object_id);
    return find.executeStep();
  }

  // An override names the controller's clip, or what an override below made of it.
  void replace(std::int64_t override_id, const std::vector<std::int64_t>& clips, std::vector<std::int64_t>& played) {
    std::unordered_map<std::int64_t, std::int64_t> replaced;
    pairs_.reset();
    pairs_.bind(1, override_id);
    while (pairs_.executeStep()) replaced.try_emplace(pairs_.getColumn(0).getInt64(), pairs_.getColumn(1).getInt64());
    for (std::size_t i = 0; i < clips.size(); ++i) {
      auto found = replaced.find(played[i]);
      if (found == replaced.end()) found = replaced.find(clips[i]);
      if (found != replaced.end()) played[i] = found->second;
    }
  }

  std::unordered_map<std::int64_t, std::vector<Binding>> bindings_by_path(const std::vector<std::int64_t>& clips) {
    std::unordered_map<std::int64_t, std::vector<Binding>> found;
    for (const std::int64_t clip : clips) {
      bindings_.reset();
      bindings_.bind(1, clip);
      while (bindings_.executeStep()) {
        found[bindings_.getColumn(0).getInt64()].push_back(
            {clip, bindings_.getColumn(1).getInt64(), bindings_.getColumn(2).getInt64(), !bindings_.getColumn(2).isNull()});
      }
    }
    return found;
  }

  // Walks down from the outer Animator; below an inner one every Transform's path is looked up.
  void match(const Outer& outer) {
    const auto top = transform_of_.find(outer.animator_id);
    if (top == transform_of_.end()) return;
    const auto bindings = bindings_by_path(effective_clips(outer));
    if (bindings.empty()) return;
    struct Visit {
      std::int64_t transform;
      std::int64_t inner;  // nearest Animator at or above, below the outer one; 0 none yet
      std::string path;
      std::uint32_t hash;
      int depth;
    };
    std::size_t rows = 0;
    std::vector<Visit> stack{{top->second, 0, "", 0, 0}};
    while (!stack.empty() && rows < kMaxTargetsPerAnimator) {
      const Visit visit = std::move(stack.back());
      stack.pop_back();
      const Node& node = nodes_.at(visit.transform);
      const bool is_inner_root = node.animator_id != 0 && visit.transform != top->second;
      const std::int64_t inner = is_inner_root ? node.animator_id : visit.inner;
      if (inner != 0) {
        const auto found = bindings.find(visit.hash);
        for (std::size_t i = 0; found != bindings.end() && i < found->second.size() && rows < kMaxTargetsPerAnimator; ++i, ++rows) {
          const Binding& b = found->second[i];
          targets_.row(next_target_++, outer.animator_id, inner, is_inner_root, b.clip_id, visit.hash, b.attribute_hash,
                       b.has_type ? std::optional(b.type_id) : std::nullopt, visit.path);
        }
      }
      if (visit.depth >= bytes::kMaxTransformDepth) continue;
      for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
        const std::string& name = nodes_.at(*child).name;
        const std::string separator = visit.path.empty() && visit.depth == 0 ? "" : "/";
        if (visit.path.size() + name.size() > bytes::kMaxValueBytes) continue;
        stack.push_back({*child, inner, visit.path + separator + name,
                         bytes::name_hash_continue(bytes::name_hash_continue(visit.hash, separator), name), visit.depth + 1});
      }
    }
  }

  SQLite::Database& db_;
  Insert targets_;
  std::int64_t next_target_;
  Statement base_, pairs_, slots_, bindings_;
  std::int64_t loaded_file_ = 0;
  std::unordered_map<std::int64_t, Node> nodes_;
  std::unordered_map<std::int64_t, std::int64_t> transform_of_;  // by Animator
};

}  // namespace

void link_rigs(SQLite::Database& database) { RigLinker(database).run(); }

}  // namespace mecadex::corpus
