#include "indexer/corpus/link_overrides.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <string>
#include <vector>

#include "indexer/animator/fingerprint.hpp"

namespace mecadex::corpus {
namespace {

using animator::OverrideController;
using animator::OverrideTargets;

// An override as it was stored, put together again from its references.
struct Stored {
  OverrideController controller;
  OverrideTargets targets;
};

Stored read_override(SQLite::Statement& references, std::int64_t id, const std::string& name) {
  Stored stored;
  stored.controller.name = name;
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

}  // namespace

void fingerprint_overrides(SQLite::Database& database) {
  SQLite::Statement list(database,
                         "SELECT v.override_controller_id, v.name FROM files f "
                         "CROSS JOIN serialized_files s USING (file_id) CROSS JOIN objects o USING (serialized_file_id) "
                         "CROSS JOIN override_controllers v ON v.override_controller_id = o.object_id "
                         "WHERE f.source_id IN (SELECT source_id FROM work_sources) ORDER BY 1");
  std::vector<std::pair<std::int64_t, std::string>> overrides;
  while (list.executeStep()) overrides.emplace_back(list.getColumn(0).getInt64(), list.getColumn(1).getString());
  SQLite::Statement references(database,
                               "SELECT r.field, r.element_index, r.file_index, r.path_id, t.class_id, t.name "
                               "FROM object_refs r LEFT JOIN objects t ON t.object_id = r.target_object_id "
                               "WHERE r.object_id = ? ORDER BY r.field, r.element_index");
  SQLite::Statement set(database, "UPDATE objects SET fingerprint = ? WHERE object_id = ?");
  for (const auto& [id, name] : overrides) {
    const Stored stored = read_override(references, id, name);
    set.bind(1, animator::fingerprint(stored.controller, stored.targets));
    set.bind(2, id);
    set.exec();
    set.reset();
  }
}

}  // namespace mecadex::corpus
