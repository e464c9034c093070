// Two steps for each source: follow the bases of every override, then lay the pairs over the slots, inner
// overrides before outer ones, so that each begins with what its base plays. The work is that of the pairs read
// and the rows written; both are bounded.
#include "indexer/corpus/link_overrides.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "indexer/animator/fingerprint.hpp"
#include "indexer/bytes/finding_code.hpp"
#include "indexer/corpus/insert.hpp"
#include "indexer/serialized/external_name.hpp"

namespace mecadex::corpus {
namespace {

using animator::OverrideController;
using animator::OverrideTargets;
using SQLite::Statement;

std::optional<std::string> text_or_null(const SQLite::Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getString());
}

// ---- bases and slots ----

struct Override {
  std::int64_t id = 0;
  std::int64_t base_override = 0;    // 0: the base is none
  std::int64_t base_controller = 0;  // 0: the base is none
  std::string base_resolution;
  std::int64_t file_id = 0, serialized_file_id = 0;
  std::string node_path;
  std::string own_file;  // key of the file that holds it
  // found by following
  bool is_followed = false;
  std::size_t depth = 0;  // overrides down to the controller, itself included; 0 when the way does not end there
  std::int64_t controller = 0;
  std::string resolution;
};

// A clip as a slot or pair points to it. `name` is equal for pointers to the same clip, known or not, and empty
// for a null pointer.
struct ClipRef {
  std::int64_t clip_id = 0;
  std::string resolution;
  std::string name;

  bool is_null() const { return name.empty(); }
};

struct Replacement {
  ClipRef clip;
  std::int64_t by = 0;  // override controller
  std::int64_t pair_index = 0;
};

using Replacements = std::map<std::int64_t, Replacement>;  // by slot

class OverrideLinker {
 public:
  OverrideLinker(SQLite::Database& database, std::int64_t source_id)
      : db_(database),
        source_id_(source_id),
        slots_(db_, "SELECT k.slot, k.clip_id, k.resolution, k.file_index, k.path_id, r.target_file_name, o.fingerprint "
                    "FROM controller_clips k "
                    "LEFT JOIN object_refs r ON r.object_id = k.controller_id AND r.field = 'm_AnimationClips' "
                    "AND r.element_index = k.slot "
                    "LEFT JOIN objects o ON o.object_id = k.clip_id WHERE k.controller_id = ?"),
        pairs_(db_, "SELECT p.pair_index, "
                    "p.original_clip_id, p.original_resolution, a.file_index, a.path_id, a.target_file_name, f.fingerprint, "
                    "p.override_clip_id, p.override_resolution, b.file_index, b.path_id, b.target_file_name, g.fingerprint "
                    "FROM override_clips p "
                    "JOIN object_refs a ON a.object_id = p.override_controller_id AND a.field = 'm_Clips.m_OriginalClip' "
                    "AND a.element_index = p.pair_index "
                    "JOIN object_refs b ON b.object_id = p.override_controller_id AND b.field = 'm_Clips.m_OverrideClip' "
                    "AND b.element_index = p.pair_index "
                    "LEFT JOIN objects f ON f.object_id = p.original_clip_id "
                    "LEFT JOIN objects g ON g.object_id = p.override_clip_id "
                    "WHERE p.override_controller_id = ? ORDER BY p.pair_index"),
        file_of_(db_, "SELECT f.path, s.node_path FROM objects o JOIN serialized_files s USING (serialized_file_id) "
                      "JOIN files f USING (file_id) WHERE o.object_id = ?"),
        set_(db_, "UPDATE override_controllers SET effective_controller_id = ?, effective_resolution = ? "
                  "WHERE override_controller_id = ?"),
        rows_(db_, "override_slots",
              {"override_controller_id", "slot", "clip_id", "resolution", "replaced_by_id", "pair_index"}),
        findings_(db_, "findings",
                  {"finding_id", "file_id", "node_path", "serialized_file_id", "object_id", "stage", "code", "severity",
                   "message"}),
        next_finding_(next_id(db_, "findings", "finding_id")) {}

  void run() {
    read_overrides();
    for (auto& [id, override] : overrides_) follow(override);
    lay_pairs();
    for (const auto& [id, override] : overrides_) store(override);
  }

 private:
  void read_overrides() {
    Statement list(db_, "SELECT v.override_controller_id, b.override_controller_id, c.controller_id, v.base_resolution, "
                        "f.file_id, s.serialized_file_id, s.node_path, f.path "
                        "FROM files f CROSS JOIN serialized_files s USING (file_id) "
                        "CROSS JOIN objects o USING (serialized_file_id) "
                        "CROSS JOIN override_controllers v ON v.override_controller_id = o.object_id "
                        "LEFT JOIN override_controllers b ON b.override_controller_id = v.base_object_id "
                        "LEFT JOIN controllers c ON c.controller_id = v.base_object_id "
                        "WHERE f.source_id = ? AND o.class_id = 221");
    list.bind(1, source_id_);
    while (list.executeStep()) {
      Override v;
      v.id = list.getColumn(0).getInt64();
      v.base_override = list.getColumn(1).getInt64();
      v.base_controller = list.getColumn(2).getInt64();
      v.base_resolution = list.getColumn(3).getString();
      v.file_id = list.getColumn(4).getInt64();
      v.serialized_file_id = list.getColumn(5).getInt64();
      v.node_path = list.getColumn(6).getString();
      v.own_file = serialized::file_key(v.node_path.empty() ? list.getColumn(7).getString() : v.node_path);
      overrides_.emplace(v.id, std::move(v));
    }
  }

  // Walks down until something is known, then tells everything on the way.
  void follow(Override& from) {
    std::vector<Override*> way;
    std::map<std::int64_t, std::size_t> places;  // on the way
    Override* at = &from;
    while (at != nullptr && !at->is_followed && !places.contains(at->id)) {
      places.emplace(at->id, way.size());
      way.push_back(at);
      const auto base = overrides_.find(at->base_override);
      at = base == overrides_.end() ? nullptr : &base->second;
    }
    if (at != nullptr && !at->is_followed) return close_cycle(way, places.at(at->id));
    for (auto it = way.rbegin(); it != way.rend(); ++it) {
      conclude(**it, at);
      at = *it;
    }
  }

  // What is known of an override whose base, if it is an override, is known.
  void conclude(Override& v, const Override* base) {
    v.is_followed = true;
    if (base != nullptr) {
      v.resolution = base->resolution;
      v.controller = base->controller;
      if (base->depth == 0) return;
      v.depth = base->depth + 1;
      if (v.depth <= kMaxOverrides) return;
      report(v, bytes::FindingCode::override_chain_limit, std::to_string(kMaxOverrides) + " are followed");
      v.depth = 0;
      v.controller = 0;
      v.resolution = "limit";
      return;
    }
    v.controller = v.base_controller;
    v.depth = v.controller != 0 ? 1 : 0;
    v.resolution = v.controller == 0 && v.base_resolution == "resolved" ? "wrong_class" : v.base_resolution;
  }

  void close_cycle(const std::vector<Override*>& way, std::size_t first) {
    const std::size_t length = way.size() - first;
    for (std::size_t i = 0; i < way.size(); ++i) {
      way[i]->is_followed = true;
      way[i]->resolution = "cycle";
      if (i >= first) report(*way[i], bytes::FindingCode::override_cycle, "a circle of " + std::to_string(length));
    }
  }

  // ---- slots ----
  // Overrides of one controller stand together, inner ones first.
  void lay_pairs() {
    std::vector<Override*> order;
    for (auto& [id, override] : overrides_) {
      if (override.controller != 0) order.push_back(&override);
    }
    std::stable_sort(order.begin(), order.end(), [](const Override* a, const Override* b) {
      return a->controller != b->controller ? a->controller < b->controller : a->depth < b->depth;
    });
    for (Override* override : order) {
      if (override->controller != loaded_controller_) load_slots(override->controller);
      lay(*override);
    }
  }

  void load_slots(std::int64_t controller) {
    loaded_controller_ = controller;
    played_.clear();
    slots_by_clip_.clear();
    clips_.clear();
    file_of_.reset();
    file_of_.bind(1, controller);
    file_of_.executeStep();
    const std::string node = file_of_.getColumn(1).getString();
    const std::string own_file = serialized::file_key(node.empty() ? file_of_.getColumn(0).getString() : node);
    file_of_.reset();
    slots_.reset();
    slots_.bind(1, controller);
    while (slots_.executeStep()) {
      const ClipRef clip = read_clip(slots_, 1, own_file);
      if (clip.is_null()) continue;
      const std::int64_t slot = slots_.getColumn(0).getInt64();
      slots_by_clip_[clip.name].push_back(slot);
      clips_.emplace(slot, clip.name);
    }
  }

  // Six columns from `first`: clip, resolution, m_FileID, m_PathID, name of that file, fingerprint. A clip that is
  // known has its content in its name: of two copies of one file, a slot may lead to one and a pair to the other.
  static ClipRef read_clip(const Statement& row, int first, const std::string& own_file) {
    ClipRef clip;
    clip.clip_id = row.getColumn(first).getInt64();
    clip.resolution = row.getColumn(first + 1).getString();
    const bool is_own = row.getColumn(first + 2).getInt64() == 0;
    const std::int64_t path_id = row.getColumn(first + 3).getInt64();
    if (is_own && path_id == 0) return {};
    clip.name = is_own ? own_file : serialized::file_key(row.getColumn(first + 4).getString());
    clip.name += '/' + std::to_string(path_id) + '/';
    if (clip.clip_id != 0) {
      const std::string fingerprint = row.getColumn(first + 5).getString();
      clip.name += fingerprint.empty() ? "#" + std::to_string(clip.clip_id) : fingerprint;
    }
    return clip;
  }

  void lay(Override& v) {
    Replacements own;
    const auto below = played_.find(v.base_override);
    if (below != played_.end()) own = below->second;
    std::map<std::string, Replacement> pairs;  // by original
    pairs_.reset();
    pairs_.bind(1, v.id);
    while (pairs_.executeStep()) {
      const ClipRef original = read_clip(pairs_, 1, v.own_file);
      ClipRef clip = read_clip(pairs_, 7, v.own_file);
      if (original.is_null() || clip.is_null()) continue;
      pairs.try_emplace(original.name, Replacement{std::move(clip), v.id, pairs_.getColumn(0).getInt64()});
    }
    std::size_t matches = own.size();
    for (const auto& [name, pair] : pairs) {
      const auto found = slots_by_clip_.find(name);
      if (found != slots_by_clip_.end()) matches += found->second.size();
    }
    if (is_full_ || rows_kept_ + matches > kMaxOverrideSlots) return give_up(v);
    for (auto& [slot, replacement] : own) {
      auto pair = pairs.find(replacement.clip.name);
      if (pair == pairs.end()) pair = pairs.find(clips_.at(slot));
      if (pair != pairs.end()) replacement = pair->second;
    }
    for (const auto& [name, pair] : pairs) {
      const auto found = slots_by_clip_.find(name);
      if (found == slots_by_clip_.end()) continue;
      for (const std::int64_t slot : found->second) own.try_emplace(slot, pair);
    }
    rows_kept_ += own.size();
    for (const auto& [slot, r] : own) {
      rows_.row(v.id, slot, Id{r.clip.clip_id}, r.clip.resolution, r.by, r.pair_index);
    }
    played_.emplace(v.id, std::move(own));
  }

  // What plays in the slots is not known: no controller rather than a wrong one.
  void give_up(Override& v) {
    if (!is_full_) {
      report(v, bytes::FindingCode::override_slot_limit, std::to_string(kMaxOverrideSlots) + " are kept for a source");
    }
    is_full_ = true;
    v.controller = 0;
    v.resolution = "limit";
  }

  void store(const Override& v) {
    if (v.controller == 0) {
      set_.bind(1);
    } else {
      set_.bind(1, v.controller);
    }
    set_.bind(2, v.resolution);
    set_.bind(3, v.id);
    set_.exec();
    set_.reset();
  }

  void report(const Override& v, bytes::FindingCode code, const std::string& message) {
    const bytes::FindingCodeInfo& info = bytes::info(code);
    findings_.row(next_finding_++, v.file_id, v.node_path.empty() ? std::nullopt : std::optional(v.node_path),
                  v.serialized_file_id, v.id, info.stage, info.text, to_string(info.severity), message);
  }

  SQLite::Database& db_;
  std::int64_t source_id_;
  Statement slots_, pairs_, file_of_, set_;
  Insert rows_, findings_;
  std::int64_t next_finding_;
  std::map<std::int64_t, Override> overrides_;
  // Of the controller in hand:
  std::int64_t loaded_controller_ = 0;
  std::unordered_map<std::string, std::vector<std::int64_t>> slots_by_clip_;
  std::unordered_map<std::int64_t, std::string> clips_;  // name by slot
  std::map<std::int64_t, Replacements> played_;  // by override
  std::size_t rows_kept_ = 0;
  bool is_full_ = false;
};

// ---- fingerprints ----
// An override is nothing but pointers: what it is can be told only when they are linked, by class and name of what
// they lead to (data-model.md 1).

// An override as it was stored, put together again from its references.
struct Stored {
  OverrideController controller;
  OverrideTargets targets;
};

Stored read_override(Statement& references, std::int64_t id, const std::optional<std::string>& name) {
  Stored stored;
  stored.controller.name = name.value_or("");
  references.bind(1, id);
  while (references.executeStep()) {
    const std::string field = references.getColumn(0).getString();
    const auto index = static_cast<std::size_t>(references.getColumn(1).getInt64());
    const animator::PPtr pointer{references.getColumn(2).getInt(), references.getColumn(3).getInt64()};
    OverrideTargets::Target target;
    if (!references.getColumn(4).isNull()) {
      target = animator::PointerTarget{references.getColumn(4).getInt(), references.getColumn(5).getString()};
    }
    if (field == "m_Controller") {
      stored.controller.controller = pointer;
      stored.targets.controller = target;
      continue;
    }
    if (index >= stored.controller.clips.size()) {
      stored.controller.clips.resize(index + 1);
      stored.targets.clips.resize(index + 1);
    }
    const bool is_original = field == "m_Clips.m_OriginalClip";
    auto& pair = stored.controller.clips[index];
    (is_original ? pair.original : pair.replacement) = pointer;
    auto& targets = stored.targets.clips[index];
    (is_original ? targets.first : targets.second) = target;
  }
  references.reset();
  return stored;
}

void fingerprint_overrides(SQLite::Database& database) {
  Statement list(database,
                 "SELECT v.override_controller_id, v.name FROM files f "
                 "CROSS JOIN serialized_files s USING (file_id) CROSS JOIN objects o USING (serialized_file_id) "
                 "CROSS JOIN override_controllers v ON v.override_controller_id = o.object_id "
                 "WHERE f.source_id IN (SELECT source_id FROM work_sources) ORDER BY 1");
  std::vector<std::pair<std::int64_t, std::optional<std::string>>> overrides;
  while (list.executeStep()) overrides.emplace_back(list.getColumn(0).getInt64(), text_or_null(list.getColumn(1)));
  Statement references(database,
                       "SELECT r.field, r.element_index, r.file_index, r.path_id, t.class_id, t.name "
                       "FROM object_refs r LEFT JOIN objects t ON t.object_id = r.target_object_id "
                       "WHERE r.object_id = ? ORDER BY r.field, r.element_index");
  Statement set(database, "UPDATE objects SET fingerprint = ? WHERE object_id = ?");
  for (const auto& [id, name] : overrides) {
    const Stored stored = read_override(references, id, name);
    set.bind(1, animator::fingerprint(stored.controller, stored.targets));
    set.bind(2, id);
    set.exec();
    set.reset();
  }
}

}  // namespace

void link_overrides(SQLite::Database& database) {
  std::vector<std::int64_t> sources;
  Statement list(database, "SELECT source_id FROM work_sources ORDER BY source_id");
  while (list.executeStep()) sources.push_back(list.getColumn(0).getInt64());
  for (const std::int64_t source : sources) OverrideLinker(database, source).run();
  fingerprint_overrides(database);
}

}  // namespace mecadex::corpus
