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
#include "indexer/bytes/finding_code.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/corpus/insert.hpp"

namespace mecadex::corpus {
namespace {

using SQLite::Statement;

struct Outer {
  std::int64_t animator_id, serialized_file_id;
  std::int64_t controller_id = 0;  // that plays
  std::int64_t override_id = 0;    // 0: none
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
        findings_(db_, "findings",
                  {"finding_id", "file_id", "node_path", "serialized_file_id", "object_id", "stage", "code", "severity",
                   "message"}),
        next_finding_(next_id(db_, "findings", "finding_id")),
        clips_(db_, "SELECT CASE WHEN s.slot IS NULL THEN k.clip_id ELSE s.clip_id END FROM controller_clips k "
                    "LEFT JOIN override_slots s ON s.override_controller_id = ?2 AND s.slot = k.slot "
                    "WHERE k.controller_id = ?1"),
        bindings_(db_, "SELECT path_hash, attribute_hash, type_id FROM clip_bindings WHERE clip_id = ? ORDER BY binding_index") {}

  void run() {
    Statement list(db_, "SELECT a.animator_id, o.serialized_file_id, "
                        "coalesce(a.controller_id, v.effective_controller_id) AS played_id, a.override_controller_id "
                        "FROM work_sources w CROSS JOIN files f USING (source_id) "
                        "CROSS JOIN serialized_files s USING (file_id) CROSS JOIN objects o USING (serialized_file_id) "
                        "CROSS JOIN animators a ON a.animator_id = o.object_id "
                        "LEFT JOIN override_controllers v USING (override_controller_id) "
                        "WHERE o.class_id = 95 AND played_id IS NOT NULL "
                        "AND EXISTS (SELECT 1 FROM animator_nestings n WHERE n.outer_animator_id = a.animator_id) "
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

  // The clips that the Animator plays, in any slot.
  std::vector<std::int64_t> effective_clips(const Outer& outer) {
    std::vector<std::int64_t> clips;
    clips_.reset();
    clips_.bind(1, outer.controller_id);
    clips_.bind(2, outer.override_id);
    while (clips_.executeStep()) {
      if (!clips_.getColumn(0).isNull()) clips.push_back(clips_.getColumn(0).getInt64());
    }
    std::sort(clips.begin(), clips.end());
    clips.erase(std::unique(clips.begin(), clips.end()), clips.end());
    return clips;
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
    while (!stack.empty()) {
      const Visit visit = std::move(stack.back());
      stack.pop_back();
      const Node& node = nodes_.at(visit.transform);
      const bool is_inner_root = node.animator_id != 0 && visit.transform != top->second;
      const std::int64_t inner = is_inner_root ? node.animator_id : visit.inner;
      if (inner != 0) {
        const auto found = bindings.find(visit.hash);
        for (std::size_t i = 0; found != bindings.end() && i < found->second.size(); ++i, ++rows) {
          if (rows == kMaxTargetsPerAnimator) return report_limit(outer);
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

  void report_limit(const Outer& outer) {
    const bytes::FindingCodeInfo& code = bytes::info(bytes::FindingCode::rig_target_limit);
    Statement where(db_, "SELECT s.file_id, s.node_path FROM serialized_files s WHERE s.serialized_file_id = ?");
    where.bind(1, outer.serialized_file_id);
    where.executeStep();
    const std::string node = where.getColumn(1).getString();
    findings_.row(next_finding_++, where.getColumn(0).getInt64(), node.empty() ? std::nullopt : std::optional(node),
                  outer.serialized_file_id, outer.animator_id, code.stage, code.text, to_string(code.severity),
                  std::to_string(kMaxTargetsPerAnimator) + " are kept");
  }

  SQLite::Database& db_;
  Insert targets_;
  std::int64_t next_target_;
  Insert findings_;
  std::int64_t next_finding_;
  Statement clips_, bindings_;
  std::int64_t loaded_file_ = 0;
  std::unordered_map<std::int64_t, Node> nodes_;
  std::unordered_map<std::int64_t, std::int64_t> transform_of_;  // by Animator
};

}  // namespace

void link_rigs(SQLite::Database& database) { RigLinker(database).run(); }

}  // namespace mecadex::corpus
