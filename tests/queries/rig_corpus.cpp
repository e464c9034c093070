#include "tests/queries/rig_corpus.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "schema/schema.hpp"

namespace mecadex::queries {
namespace {

constexpr const char* kPlaces = R"sql(
INSERT INTO corpus_info VALUES ('revision', '8899aabbccddeeff'), ('schema_version', '1');
INSERT INTO sources (source_id, label, kind) VALUES (1, 'game', 'player'), (2, 'mods', 'bundles');
INSERT INTO files (file_id, source_id, path, container_kind, status) VALUES
  (1, 1, 'level0', 'serialized', 'indexed'), (2, 1, 'level1', 'serialized', 'indexed'),
  (3, 1, 'sharedassets0.assets', 'serialized', 'indexed'),
  (4, 2, 'mod.bundle', 'unityfs', 'indexed');
INSERT INTO serialized_files
  (serialized_file_id, file_id, node_path, unity_version, has_type_tree, status) VALUES
  (1, 1, '', '2021.3.1f1', 0, 'indexed'), (2, 2, '', '2021.3.1f1', 0, 'indexed'),
  (3, 3, '', '2021.3.1f1', 0, 'indexed'), (4, 4, 'CAB-m', '2022.3.1f1', 1, 'indexed');
INSERT INTO objects
  (object_id, serialized_file_id, path_id, class_id, name, byte_size, fingerprint) VALUES
  (101, 1, 11, 95, NULL, 60, NULL), (102, 1, 12, 95, NULL, 60, NULL),
  (103, 1, 13, 95, NULL, 60, NULL), (104, 1, 14, 95, NULL, 60, NULL),
  (200, 1, 20, 4, NULL, 68, NULL), (201, 1, 21, 4, NULL, 68, NULL),
  (202, 1, 22, 4, NULL, 68, NULL), (203, 1, 23, 4, NULL, 68, NULL),
  (204, 1, 24, 4, NULL, 68, NULL), (205, 1, 25, 4, NULL, 68, NULL),
  (206, 1, 26, 4, NULL, 68, NULL), (207, 1, 27, 4, NULL, 68, NULL),
  (301, 3, 31, 91, 'Passport', 2000, 'f1'), (302, 3, 32, 91, 'Scout', 400, 'f2'),
  (303, 2, 33, 91, 'Scout', 400, 'f2'), (304, 4, -34, 91, 'Scout', 420, 'f2'),
  (351, 3, 35, 221, 'Over', 80, 'f3'), (352, 3, 36, 221, 'Over over', 80, 'f4'),
  (401, 3, 41, 90, 'Body', 900, 'f5'), (402, 3, 42, 90, 'Crate', 300, 'f6'),
  (403, 4, 43, 90, 'Crate', 300, 'f6'),
  (501, 3, 51, 74, 'Wave', 100, 'f7'), (502, 3, 52, 74, 'Idle', 100, 'f8'),
  (503, 3, 53, 74, 'Fast', 100, 'f9'), (504, 4, 54, 74, 'Wave', 100, 'f7');
)sql";

constexpr const char* kNames = R"sql(
INSERT INTO names (name_id, hash, text) VALUES
  (1, 756556552, 'Base Layer'), (2, 1001, 'Idling'), (3, 1002, 'Grab'), (4, 1003, 'GrabLoop'),
  (5, 3897200399, 'Base Layer.Idling'), (6, 3471299058, 'Speed'), (7, 1942952956, 'beak_noise'),
  (8, 1005, 'Arms'), (9, 1006, 'Blink'), (10, 900, 'Face'), (11, 901, 'Secret'),
  (12, 950, 'alpha'), (13, 950, 'beta'), (14, 0, ''), (15, 2001, 'Hips'),
  (16, 2002, 'Hips/Spine'), (17, 1007, 'Wave');
INSERT INTO stored_name_uses (object_id, origin, name_id) VALUES
  (301, 1, 1), (301, 1, 2), (301, 1, 3),
  (301, 1, 4), (301, 1, 5), (301, 1, 6),
  (301, 1, 7), (301, 1, 8), (301, 1, 9),
  (302, 1, 1), (302, 1, 10), (302, 1, 12),
  (302, 1, 17), (303, 1, 1), (303, 1, 17),
  (304, 1, 1), (304, 1, 11), (304, 1, 12),
  (304, 6, 13), (304, 1, 17),
  (401, 2, 14), (401, 2, 15), (401, 2, 16),
  (402, 2, 14), (403, 2, 14);
)sql";

constexpr const char* kControllers = R"sql(
INSERT INTO controllers (controller_id, format, name) VALUES
  (301, 'unity', 'Passport'), (302, 'unity', 'Scout'), (303, 'unity', 'Scout'),
  (304, 'unity', 'Scout');
INSERT INTO state_machines (state_machine_id, controller_id, machine_index, default_state_index,
  default_state_id, motion_set_count, state_count, selector_count) VALUES
  (1, 301, 0, 0, 1, 2, 4, 2), (2, 301, 1, 0, 5, 1, 1, 0), (3, 302, 0, 0, 6, 1, 1, 0),
  (4, 303, 0, 0, 7, 1, 1, 0), (5, 304, 0, 0, 8, 1, 1, 0);
INSERT INTO layers (layer_id, controller_id, layer_index, name_hash, name, machine_index,
  state_machine_id, synchronized_layer_index, blending_mode, default_weight, has_ik_pass,
  synced_layer_affects_timing, body_mask_0, body_mask_1, body_mask_2) VALUES
  (1, 301, 0, 756556552, 'Base Layer', 0, 1, 0, 0, 0.0, 0, 0, 4294967295, 15, 3),
  (2, 301, 1, 1005, 'Arms', 0, 1, 1, 0, 1.0, 1, 1, 1, 2, NULL),
  (3, 301, 2, 900, NULL, 1, 2, 0, 1, 0.5, 0, 0, 0, 0, 0),
  (4, 302, 0, 756556552, 'Base Layer', 0, 3, 0, 0, 0.0, 0, 0, 0, 0, 0),
  (5, 303, 0, 756556552, 'Base Layer', 0, 4, 0, 0, 0.0, 0, 0, 0, 0, 0),
  (6, 304, 0, 756556552, 'Base Layer', 0, 5, 0, 0, 0.0, 0, 0, 0, 0, 0);
INSERT INTO skeleton_masks VALUES (2, 0, 2002, 1.0), (2, 1, 2003, 0.5);
INSERT INTO states (state_id, state_machine_id, state_index, name, name_hash, path_hash,
  full_path_hash, tag_hash, speed, cycle_offset, speed_parameter_hash, mirror_parameter_hash,
  cycle_offset_parameter_hash, time_parameter_hash) VALUES
  (1, 1, 0, 'Idling', 1001, 3897200399, 3897200399, 0, 1.0, 0.0, 0, 0, 0, 0),
  (2, 1, 1, 'Grab', 1002, NULL, NULL, 0, 2.5, 0.0, 3471299058, 0, 0, 0),
  (3, 1, 2, 'GrabLoop', 1003, NULL, NULL, 0, 1.0, 0.0, 0, 0, 0, 902),
  (4, 1, 3, NULL, 901, NULL, NULL, 0, 1.0, 0.0, 0, 0, 0, 0),
  (5, 2, 0, 'Blink', 1006, NULL, NULL, 0, 1.0, 0.0, 0, 0, 0, 0),
  (6, 3, 0, 'Wave', 1007, NULL, NULL, 0, 1.0, 0.0, 0, 0, 0, 0),
  (7, 4, 0, 'Wave', 1007, NULL, NULL, 0, 1.0, 0.0, 0, 0, 0, 0),
  (8, 5, 0, 'Wave', 1007, NULL, NULL, 0, 1.0, 0.0, 0, 0, 0, 0);
INSERT INTO selectors (selector_id, state_machine_id, selector_index, is_entry, full_path_hash,
  machine_path) VALUES (1, 1, 0, 1, 756556552, 'Base Layer'), (2, 1, 1, 0, 756556552, 'Base Layer');
INSERT INTO parameters (parameter_id, controller_id, parameter_index, name, name_hash, kind,
  default_index, default_float, default_int, default_bool) VALUES
  (1, 301, 0, 'Speed', 3471299058, 1, 0, 0.0, NULL, NULL),
  (2, 301, 1, 'beak_noise', 1942952956, 4, 0, NULL, NULL, 0),
  (3, 301, 2, NULL, 902, 3, 7, NULL, NULL, NULL);
INSERT INTO transitions (transition_id, controller_id, state_machine_id, owner_kind, state_id,
  selector_id, transition_index, destination_raw, destination_kind, destination_state_id,
  destination_selector_id, duration, exit_time, has_exit_time, condition_count) VALUES
  (1, 301, 1, 'state', 1, NULL, 0, 1, 'state', 2, NULL, 0.25, 0.0, 0, 2),
  (2, 301, 1, 'state', 2, NULL, 0, 2, 'state', 3, NULL, 0.0, 0.75, 1, 0),
  (3, 301, 1, 'state', 3, NULL, 0, 30001, 'selector', NULL, 2, 0.25, 0.5, 1, 1),
  (4, 301, 1, 'any_state', NULL, NULL, 0, 0, 'state', 1, NULL, 0.25, 0.0, 0, 1),
  (5, 301, 1, 'entry', NULL, 1, 0, 1, 'state', 2, NULL, NULL, NULL, NULL, 1),
  (6, 301, 1, 'entry', NULL, 1, 1, 3, 'state', 4, NULL, NULL, NULL, NULL, 0),
  (7, 301, 1, 'exit', NULL, 2, 0, 30000, 'selector', NULL, 1, NULL, NULL, NULL, 0),
  (8, 301, 2, 'state', 5, NULL, 0, 0, 'state', 5, NULL, 0.25, NULL, NULL, 1);
INSERT INTO conditions (condition_id, transition_id, condition_index, mode, parameter_hash,
  parameter_id, threshold, exit_time) VALUES
  (1, 1, 0, 3, 3471299058, 1, 0.5, 0.0), (2, 1, 1, 1, 1942952956, 2, 0.0, 0.0),
  (3, 3, 0, 2, 1942952956, 2, 0.0, 0.0), (4, 4, 0, 7, 902, 3, 4.0, 0.0),
  (5, 5, 0, 1, 903, NULL, 0.0, 0.0), (6, 8, 0, 5, 0, NULL, 0.0, 0.8);
)sql";

constexpr const char* kMotions = R"sql(
INSERT INTO clips (clip_id, name) VALUES
  (501, 'Wave'), (502, 'Idle'), (503, 'Fast'), (504, 'Wave');
INSERT INTO blend_trees (blend_tree_id, state_id, motion_set, tree_index, node_count) VALUES
  (1, 1, 0, 0, 5), (2, 1, 1, 1, 1), (3, 2, 0, 0, 1), (4, 2, 1, -1, 0), (5, 3, 0, -1, 0),
  (6, 3, 1, -1, 0), (7, 4, 0, -1, 0), (8, 4, 1, -1, 0), (9, 5, 0, 0, 8), (10, 6, 0, 0, 1),
  (11, 7, 0, 0, 1), (12, 8, 0, 0, 1);
INSERT INTO blend_nodes (blend_node_id, blend_tree_id, node_index, is_leaf, blend_type,
  parameter_hash, parameter_y_hash, clip_raw, clip_slot, clip_resolution) VALUES
  (1, 1, 0, 0, 3, 3471299058, 902, 4294967295, NULL, 'none'),
  (2, 1, 1, 1, 0, 4294967295, 4294967295, 0, 0, 'slot'),
  (3, 1, 2, 0, 0, 3471299058, 4294967295, 4294967295, NULL, 'none'),
  (4, 1, 3, 1, 0, 4294967295, 4294967295, 0, 0, 'slot'),
  (5, 1, 4, 1, 0, 4294967295, 4294967295, 1, 1, 'slot'),
  (6, 2, 0, 1, 0, 4294967295, 4294967295, 1, 1, 'slot'),
  (7, 3, 0, 1, 0, 4294967295, 4294967295, 1, 1, 'slot'),
  (8, 9, 0, 0, 4, 4294967295, 4294967295, 4294967295, NULL, 'none'),
  (9, 9, 1, 1, 0, 4294967295, 4294967295, 4294967295, NULL, 'none'),
  (10, 9, 2, 1, 0, 4294967295, 4294967295, 2, 2, 'slot'),
  (11, 9, 3, 1, 0, 4294967295, 4294967295, 3, 3, 'slot'),
  (12, 9, 4, 1, 0, 4294967295, 4294967295, 4, 4, 'slot'),
  (13, 9, 5, 1, 0, 4294967295, 4294967295, 5, 5, 'slot'),
  (14, 9, 6, 1, 0, 4294967295, 4294967295, 6, 6, 'slot'),
  (15, 9, 7, 1, 0, 4294967295, 4294967295, 99, NULL, 'out_of_range'),
  (16, 10, 0, 1, 0, 4294967295, 4294967295, 0, 0, 'slot'),
  (17, 11, 0, 1, 0, 4294967295, 4294967295, 0, 0, 'slot'),
  (18, 12, 0, 1, 0, 4294967295, 4294967295, 0, 0, 'slot');
INSERT INTO blend_children (blend_node_id, child_position, child_node_index, threshold, position_x,
  position_y, parameter_hash) VALUES
  (1, 0, 1, NULL, 0.0, -1.5, NULL), (1, 1, 2, NULL, 9e999, 0.25, NULL),
  (3, 0, 3, 0.0, NULL, NULL, NULL), (3, 1, 4, 2.0, NULL, NULL, NULL),
  (8, 0, 1, NULL, NULL, NULL, 3471299058), (8, 1, 2, NULL, NULL, NULL, 1942952956),
  (8, 2, 3, NULL, NULL, NULL, 3471299058), (8, 3, 4, NULL, NULL, NULL, 3471299058),
  (8, 4, 5, NULL, NULL, NULL, 3471299058), (8, 5, 6, NULL, NULL, NULL, 3471299058),
  (8, 6, 7, NULL, NULL, NULL, 3471299058);
INSERT INTO controller_clips (controller_id, slot, file_index, path_id, clip_id, resolution) VALUES
  (301, 0, 0, 52, 502, 'resolved'), (301, 1, 0, 53, 503, 'resolved'), (301, 2, 0, 0, NULL, 'null'),
  (301, 3, 2, 77, NULL, 'missing'), (301, 4, 1, 78, NULL, 'ambiguous'),
  (301, 5, 0, 41, NULL, 'resolved'), (301, 6, 1, 79, NULL, 'not_indexed'),
  (302, 0, 0, 51, 501, 'resolved'), (303, 0, 1, 51, 501, 'resolved'),
  (304, 0, 0, 54, 504, 'resolved');
INSERT INTO object_refs (object_id, field, element_index, file_index, path_id, target_object_id,
  resolution, target_file_name) VALUES
  (301, 'm_AnimationClips', 3, 2, 77, NULL, 'missing', 'archive:/CAB-x/CAB-x'),
  (301, 'm_AnimationClips', 4, 1, 78, NULL, 'ambiguous', 'common'),
  (301, 'm_AnimationClips', 5, 0, 41, 401, 'resolved', NULL),
  (301, 'm_AnimationClips', 6, 1, 79, NULL, 'not_indexed', 'common');
INSERT INTO object_ref_candidates VALUES (301, 'm_AnimationClips', 4, 501),
  (301, 'm_AnimationClips', 4, 502);
INSERT INTO override_controllers VALUES (351, 'Over', 302, 'resolved', 302, 'resolved'),
  (352, 'Over over', 351, 'resolved', 302, 'resolved');
INSERT INTO override_clips VALUES (351, 0, 501, 'resolved', 502, 'resolved');
INSERT INTO override_slots VALUES (351, 0, 502, 'resolved', 351, 0), (352, 0, 502, 'resolved', 351, 0);
INSERT INTO clip_bindings (clip_id, binding_index, path_hash, attribute_hash, type_id, custom_type,
  is_pptr_curve) VALUES (502, 0, 2002, 1, 4, 0, 0), (502, 1, 2100, 2, 4, 0, 0),
  (502, 2, 0, 3471299058, 95, 0, 0), (502, 3, 0, 7, 95, 8, 0), (503, 0, 2100, 1, 4, 0, 0);
)sql";

constexpr const char* kRigs = R"sql(
INSERT INTO avatars (avatar_id, name, is_human, node_count) VALUES
  (401, 'Body', 1, 3), (402, 'Crate', 0, 1), (403, 'Crate', 0, 1);
INSERT INTO avatar_node_rows (avatar_id, skeleton, node_index, parent_index, axes_index, path_hash,
  path_name_id, pose_t_x, pose_t_y, pose_t_z, pose_q_x, pose_q_y, pose_q_z, pose_q_w, pose_s_x,
  pose_s_y, pose_s_z) VALUES
  (401, 'avatar', 0, -1, -1, 0, 14, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1),
  (401, 'avatar', 1, 0, -1, 2001, 15, 0, 0.5, 0, 0, 0, 0, 1, 1, 1, 1),
  (401, 'avatar', 2, 1, -1, 2003, NULL, 0, 0.25, 0, 0, 0, 0, 1, 1, 1, 1),
  (401, 'human', 0, -1, 0, 2001, 15, 0, 0.5, 0, 0, 0, 0, 1, 1, 1, 1),
  (402, 'avatar', 0, -1, -1, 0, 14, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1),
  (403, 'avatar', 0, -1, -1, 0, 14, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1);
INSERT INTO avatar_axes VALUES
  (401, 'human', 0, 0, 0, 0, 1, 0.5, 0.5, 0.5, 0.5, 1, -1, 1, -0.5, -9e999, NULL, 0.5, 9e999, 1,
   0.75, 1);
INSERT INTO avatar_index_maps VALUES (401, 'human_skeleton', 0, 1);
INSERT INTO avatar_human_bones VALUES (401, 'body', 0, 'Hips', 0, 0.25),
  (401, 'body', 1, 'LeftUpperLeg', -1, 0.125),
  (401, 'left_hand', 0, 'Left Thumb Proximal', -1, NULL);
INSERT INTO human_description_bones VALUES
  (401, 0, 'Pelvis', 'Hips', -10, -20, -30, 10, 20, 30, 0, 0, 0, 0, 1);
INSERT INTO animators (animator_id, game_object_name, transform_path, is_enabled,
  is_active_in_hierarchy, controller_id, controller_resolution, override_controller_id, avatar_id,
  avatar_resolution, outer_animator_id, owner_animator_id, outermost_animator_id, nesting_depth,
  has_skinned_renderer_below) VALUES
  (101, 'Passport', 'Root/Passport', 1, 1, 301, 'resolved', NULL, 401, 'resolved', NULL, NULL, NULL,
   0, 0),
  (102, 'Portrait', 'Root/Passport/Frame/Portrait', 1, 1, NULL, 'null', NULL, NULL, 'null', 101,
   101, 101, 1, 0),
  (103, 'Scout', 'Root/Passport/Frame/Portrait/Scout', 0, 1, NULL, 'resolved', 352, NULL, 'missing',
   102, 101, 101, 2, 1),
  (104, 'Sound', 'Root/Sound', 1, 0, NULL, 'missing', NULL, NULL, 'null', NULL, NULL, NULL, 0, 0);
INSERT INTO transforms (transform_id, name, parent_transform_id, animator_id, is_active) VALUES
  (200, 'Root', NULL, NULL, 1), (201, 'Passport', 200, 101, 1), (202, 'Frame', 201, NULL, 1),
  (203, 'Portrait', 202, 102, 1), (204, 'Scout', 203, 103, 1), (205, 'Hand', 204, NULL, 1),
  (206, 'Sound', 200, 104, 0), (207, 'Picture', 203, NULL, 1);
INSERT INTO animator_nestings VALUES (101, 102, 2, 1), (101, 103, 3, 2), (102, 103, 1, 1);
INSERT INTO outer_clip_targets VALUES
  (1, 101, 103, 0, 502, 2100, 2, 4, 'Frame/Portrait/Scout/Hand'),
  (2, 101, 102, 1, 502, 2101, 3471299058, 95, 'Frame/Portrait');
)sql";

std::string make_corpus() {
  const std::string folder = testing::TempDir() + "rig_corpus_" + std::to_string(::getpid()) + "/snapshots";
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/corpus.db";
  std::filesystem::remove(path);
  SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("PRAGMA synchronous = OFF");
  SQLite::Transaction transaction(database);
  schema::create_tables(database);
  for (const char* rows : {kPlaces, kNames, kControllers, kMotions, kRigs}) database.exec(rows);
  schema::create_indexes(database);
  schema::create_views(database);
  schema::fill_schema_docs(database);
  SQLite::Statement orphans(database, "PRAGMA foreign_key_check");
  if (orphans.executeStep()) throw std::runtime_error("the rig corpus has dangling ids");
  transaction.commit();
  return path;
}

GuardedConnection& connection() {
  static GuardedConnection opened(make_corpus(), "rig corpus", catalogue_limits());
  return opened;
}

}  // namespace

std::string rig_answer(const std::string& name, const Params& params, Format format) {
  std::ostringstream out;
  const auto writer = make_writer(format, out);
  QueryRequest request;
  request.name = name;
  request.params = params;
  run_query(builtin_catalogue(), connection(), request, *writer);
  return out.str();
}

std::string rig_error(const std::string& name, const Params& params) {
  return error_code([&] { rig_answer(name, params); });
}

}  // namespace mecadex::queries
