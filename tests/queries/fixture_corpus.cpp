#include "tests/queries/fixture_corpus.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "schema/schema.hpp"

namespace mecadex::queries {
namespace {

constexpr const char* kSources = R"sql(
INSERT INTO corpus_info VALUES ('revision', '00112233aabbccdd'), ('schema_version', '1');
INSERT INTO finding_codes VALUES ('container.damaged', 'container', 'error', 'damaged'),
  ('container.trailing', 'container', 'info', 'trailing'),
  ('controller.editor_form', 'object', 'info', 'editor'), ('object.truncated', 'object', 'error', 'short');
INSERT INTO sources (source_id, label, kind) VALUES (1, 'alpha', 'player'), (2, 'beta', 'bundles');
INSERT INTO files (file_id, source_id, path, container_kind, status) VALUES
  (1, 1, 'level0', 'serialized', 'indexed'), (2, 1, 'data.unity3d', 'unityfs', 'indexed'),
  (3, 2, 'game.bundle', 'unityfs', 'partial'), (4, 2, 'broken.bundle', 'unityfs', 'damaged'),
  (5, 2, 'readme.txt', NULL, 'not_unity'), (6, 2, 'secret.bundle', 'unityfs', 'encrypted'),
  (7, 2, 'hero.animator', 'quoll', 'indexed');
INSERT INTO containers (container_id, file_id, node_path, kind, engine_version, status) VALUES
  (1, 2, '', 'unityfs', '2019.1.0f2', 'indexed'), (2, 3, '', 'unityfs', '2021.3.1f1', 'partial'),
  (3, 4, '', 'unityfs', '2021.3.2f1', 'damaged'), (4, 6, '', 'unityfs', NULL, 'encrypted');
INSERT INTO serialized_files
  (serialized_file_id, file_id, node_path, unity_version, has_type_tree, status) VALUES
  (1, 1, '', '2019.1.0f2', 0, 'indexed'), (2, 2, 'sharedassets0.assets', '2019.1.0f2', 0, 'indexed'),
  (3, 3, 'CAB-1', '2021.3.1f1', 1, 'partial'), (4, 7, '', NULL, NULL, 'indexed');
INSERT INTO objects (object_id, serialized_file_id, path_id, class_id, name) VALUES
  (1, 1, 21, 91, 'Gem'), (2, 2, 5, 91, 'Player'), (3, 3, -1399971041133135777, 91, 'Gem'),
  (6, 2, 6, 91, 'Old'), (7, 3, 8, 91, NULL), (8, 4, 0, NULL, 'hero'),
  (10, 1, 30, 95, NULL), (11, 1, 31, 95, NULL), (12, 2, 40, 90, 'Body'), (13, 3, 50, 74, 'Spin'),
  (14, 3, 51, 221, 'Other');
INSERT INTO findings (finding_id, file_id, object_id, stage, code, severity, message) VALUES
  (1, 4, NULL, 'container', 'container.trailing', 'info', '3 bytes follow'),
  (2, 4, NULL, 'container', 'container.damaged', 'error', 'the block table is short'),
  (3, 2, 6, 'object', 'controller.editor_form', 'info', 'not compiled'),
  (4, 3, 7, 'object', 'object.truncated', 'error', 'ends in m_Controller');
INSERT INTO animators (animator_id) VALUES (10), (11);
INSERT INTO avatars (avatar_id, name, is_human, node_count) VALUES (12, 'Body', 0, 0);
INSERT INTO clips (clip_id, name) VALUES (13, 'Spin');
INSERT INTO override_controllers (override_controller_id, name) VALUES (14, 'Other');
)sql";

constexpr const char* kControllers = R"sql(
INSERT INTO controllers (controller_id, format, name) VALUES
  (1, 'unity', 'Gem'), (2, 'unity', 'Player'), (3, 'unity', 'Gem'), (8, 'quoll', 'hero');
INSERT INTO state_machines (state_machine_id, controller_id, machine_index, default_state_index,
  default_state_id, state_count, selector_count) VALUES
  (1, 1, 0, 0, NULL, 0, 2), (2, 2, 0, 0, 1, 2, 4), (3, 2, 1, 0, NULL, 0, 0), (4, 3, 0, 0, NULL, 0, 2),
  (5, 8, 0, 0, 3, 1, 0);
INSERT INTO layers (layer_id, controller_id, layer_index, name, machine_index, state_machine_id) VALUES
  (1, 1, 0, 'Base Layer', 0, 1), (2, 2, 0, 'Base Layer', 0, 2), (3, 2, 1, 'Arms', 0, 2),
  (4, 2, 2, 'Face', 1, 3), (5, 3, 0, 'Base Layer', 0, 4), (6, 8, 0, NULL, 0, 5);
INSERT INTO states (state_id, state_machine_id, state_index, name) VALUES
  (1, 2, 0, 'Idle'), (2, 2, 1, 'Run'), (3, 5, 0, 'stand');
INSERT INTO selectors (selector_id, state_machine_id, selector_index, is_entry) VALUES
  (1, 1, 0, 1), (2, 1, 1, 0), (3, 2, 0, 1), (4, 2, 1, 0), (5, 2, 2, 1), (6, 2, 3, 0), (7, 4, 0, 1),
  (8, 4, 1, 0);
)sql";

constexpr const char* kTransitions = R"sql(
INSERT INTO transitions (transition_id, controller_id, state_machine_id, owner_kind, state_id,
  selector_id, transition_index, destination_raw, destination_kind, destination_state_id,
  destination_selector_id, condition_count) VALUES
  (1, 1, 1, 'entry', NULL, 1, 0, 4294967295, 'none', NULL, NULL, 0),
  (2, 1, 1, 'exit', NULL, 2, 0, 30000, 'selector', NULL, 1, 0),
  (3, 2, 2, 'state', 1, NULL, 0, 1, 'state', 2, NULL, 1),
  (4, 2, 2, 'state', 2, NULL, 0, 30001, 'selector', NULL, 4, 0),
  (5, 2, 2, 'state', 2, NULL, 1, 9, 'out_of_range', NULL, NULL, 0),
  (6, 2, 2, 'any_state', NULL, NULL, 0, 0, 'state', 1, NULL, 0),
  (7, 2, 2, 'entry', NULL, 3, 0, 0, 'state', 1, NULL, 0),
  (8, 2, 2, 'exit', NULL, 4, 0, 30000, 'selector', NULL, 3, 0),
  (9, 2, 2, 'entry', NULL, 5, 0, 1, 'state', 2, NULL, 0),
  (10, 2, 2, 'exit', NULL, 6, 0, 0, 'state', 1, NULL, 0),
  (11, 3, 4, 'entry', NULL, 7, 0, 4294967295, 'none', NULL, NULL, 0),
  (12, 3, 4, 'exit', NULL, 8, 0, 30000, 'selector', NULL, 7, 0),
  (13, 8, 5, 'event', 3, NULL, 0, 0, 'state', 3, NULL, 0);
)sql";

void write_corpus(const std::string& path) {
  std::filesystem::remove(path);
  SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("PRAGMA synchronous = OFF");
  SQLite::Transaction transaction(database);
  schema::create_tables(database);
  for (const char* rows : {kSources, kControllers, kTransitions}) database.exec(rows);
  schema::create_indexes(database);
  schema::create_views(database);
  schema::fill_schema_docs(database);
  SQLite::Statement orphans(database, "PRAGMA foreign_key_check");
  if (orphans.executeStep()) throw std::runtime_error("the fixture has dangling ids");
  transaction.commit();
}

}  // namespace

const std::string& fixture_corpus() {
  static const std::string path = [] {
    // '?', '#' and blanks in the name: the connection must escape them. It lies where a data directory has it.
    const std::string folder = testing::TempDir() + "fixture ?#%41 " + std::to_string(::getpid()) + "/snapshots";
    std::filesystem::create_directories(folder);
    std::string made = folder + "/00112233aabbccdd.db";
    write_corpus(made);
    return made;
  }();
  return path;
}

GuardedConnection& fixture_connection() {
  static GuardedConnection connection(fixture_corpus(), "fixture", catalogue_limits());
  return connection;
}

Params required_params(const QuerySpec& spec) {
  Params params;
  for (const Param& param : spec.params) {
    if (!param.is_required) continue;
    const char* value = param.name == "avatar" ? "Body" : param.name == "from" ? "current" : "Speed";
    params.emplace_back(param.name, value);
  }
  return params;
}

std::string answer(const std::string& name, const Params& params, Format format) {
  std::ostringstream out;
  const auto writer = make_writer(format, out);
  QueryRequest request;
  request.name = name;
  request.params = params;
  run_query(builtin_catalogue(), fixture_connection(), request, *writer);
  return out.str();
}

}  // namespace mecadex::queries
