-- Takes the files listed in temp.removed_files (file_id) out of the corpus, with everything that was read from
-- them. Children go before parents. What other files of their sources link to them is found anew when those
-- sources are linked. Names that nobody uses any more go at the end of the run (forget_names.sql).

CREATE TEMP TABLE removed_serialized_files AS
  SELECT serialized_file_id FROM serialized_files WHERE file_id IN (SELECT file_id FROM removed_files);
CREATE TEMP TABLE removed_objects (object_id INTEGER PRIMARY KEY);
INSERT INTO removed_objects
  SELECT object_id FROM objects WHERE serialized_file_id IN (SELECT serialized_file_id FROM removed_serialized_files);
CREATE TEMP TABLE removed_layers (layer_id INTEGER PRIMARY KEY);
INSERT INTO removed_layers
  SELECT layer_id FROM layers WHERE controller_id IN (SELECT object_id FROM removed_objects);
CREATE TEMP TABLE removed_machines (state_machine_id INTEGER PRIMARY KEY);
INSERT INTO removed_machines
  SELECT state_machine_id FROM state_machines WHERE controller_id IN (SELECT object_id FROM removed_objects);
CREATE TEMP TABLE removed_states (state_id INTEGER PRIMARY KEY);
INSERT INTO removed_states
  SELECT state_id FROM states WHERE state_machine_id IN (SELECT state_machine_id FROM removed_machines);
CREATE TEMP TABLE removed_transitions (transition_id INTEGER PRIMARY KEY);
INSERT INTO removed_transitions
  SELECT transition_id FROM transitions WHERE controller_id IN (SELECT object_id FROM removed_objects);
CREATE TEMP TABLE removed_trees (blend_tree_id INTEGER PRIMARY KEY);
INSERT INTO removed_trees
  SELECT blend_tree_id FROM blend_trees WHERE state_id IN (SELECT state_id FROM removed_states);
CREATE TEMP TABLE removed_nodes (blend_node_id INTEGER PRIMARY KEY);
INSERT INTO removed_nodes
  SELECT blend_node_id FROM blend_nodes WHERE blend_tree_id IN (SELECT blend_tree_id FROM removed_trees);

DELETE FROM blend_children WHERE blend_node_id IN (SELECT blend_node_id FROM removed_nodes);
DELETE FROM blend_neighbors WHERE blend_node_id IN (SELECT blend_node_id FROM removed_nodes);
DELETE FROM blend_pair_arrays WHERE blend_node_id IN (SELECT blend_node_id FROM removed_nodes);
DELETE FROM blend_nodes WHERE blend_node_id IN (SELECT blend_node_id FROM removed_nodes);
DELETE FROM blend_trees WHERE blend_tree_id IN (SELECT blend_tree_id FROM removed_trees);
DELETE FROM conditions WHERE transition_id IN (SELECT transition_id FROM removed_transitions);
DELETE FROM transitions WHERE transition_id IN (SELECT transition_id FROM removed_transitions);
DELETE FROM selectors WHERE state_machine_id IN (SELECT state_machine_id FROM removed_machines);
DELETE FROM states WHERE state_id IN (SELECT state_id FROM removed_states);
DELETE FROM skeleton_masks WHERE layer_id IN (SELECT layer_id FROM removed_layers);
DELETE FROM layers WHERE layer_id IN (SELECT layer_id FROM removed_layers);
DELETE FROM state_machines WHERE state_machine_id IN (SELECT state_machine_id FROM removed_machines);
DELETE FROM controller_default_values WHERE controller_id IN (SELECT object_id FROM removed_objects);
DELETE FROM parameters WHERE controller_id IN (SELECT object_id FROM removed_objects);
DELETE FROM controller_clips WHERE controller_id IN (SELECT object_id FROM removed_objects);
DELETE FROM behaviours WHERE controller_id IN (SELECT object_id FROM removed_objects);
DELETE FROM controllers WHERE controller_id IN (SELECT object_id FROM removed_objects);
DELETE FROM override_slots WHERE override_controller_id IN (SELECT object_id FROM removed_objects);
DELETE FROM override_clips WHERE override_controller_id IN (SELECT object_id FROM removed_objects);
DELETE FROM override_controllers WHERE override_controller_id IN (SELECT object_id FROM removed_objects);
DELETE FROM outer_clip_targets WHERE outer_animator_id IN (SELECT object_id FROM removed_objects);
DELETE FROM animator_nestings WHERE outer_animator_id IN (SELECT object_id FROM removed_objects);
DELETE FROM animators WHERE animator_id IN (SELECT object_id FROM removed_objects);
DELETE FROM transforms WHERE transform_id IN (SELECT object_id FROM removed_objects);
DELETE FROM clip_bindings WHERE clip_id IN (SELECT object_id FROM removed_objects);
DELETE FROM clip_events WHERE clip_id IN (SELECT object_id FROM removed_objects);
DELETE FROM clips WHERE clip_id IN (SELECT object_id FROM removed_objects);
DELETE FROM avatar_index_maps WHERE avatar_id IN (SELECT object_id FROM removed_objects);
DELETE FROM avatar_node_rows WHERE avatar_id IN (SELECT object_id FROM removed_objects);
DELETE FROM avatar_axes WHERE avatar_id IN (SELECT object_id FROM removed_objects);
DELETE FROM avatar_human_bones WHERE avatar_id IN (SELECT object_id FROM removed_objects);
DELETE FROM human_description_bones WHERE avatar_id IN (SELECT object_id FROM removed_objects);
DELETE FROM human_description_skeleton WHERE avatar_id IN (SELECT object_id FROM removed_objects);
DELETE FROM avatars WHERE avatar_id IN (SELECT object_id FROM removed_objects);
DELETE FROM stored_name_uses WHERE object_id IN (SELECT object_id FROM removed_objects);
DELETE FROM object_ref_candidates WHERE object_id IN (SELECT object_id FROM removed_objects);
DELETE FROM object_refs WHERE object_id IN (SELECT object_id FROM removed_objects);
DELETE FROM findings WHERE file_id IN (SELECT file_id FROM removed_files);
DELETE FROM objects WHERE object_id IN (SELECT object_id FROM removed_objects);
DELETE FROM mono_scripts WHERE serialized_file_id IN (SELECT serialized_file_id FROM removed_serialized_files);
DELETE FROM build_scenes WHERE serialized_file_id IN (SELECT serialized_file_id FROM removed_serialized_files);
DELETE FROM externals WHERE serialized_file_id IN (SELECT serialized_file_id FROM removed_serialized_files);
DELETE FROM serialized_file_classes
  WHERE serialized_file_id IN (SELECT serialized_file_id FROM removed_serialized_files);
DELETE FROM serialized_files WHERE serialized_file_id IN (SELECT serialized_file_id FROM removed_serialized_files);
DELETE FROM containers WHERE file_id IN (SELECT file_id FROM removed_files);
DELETE FROM files WHERE file_id IN (SELECT file_id FROM removed_files);

DROP TABLE removed_nodes;
DROP TABLE removed_trees;
DROP TABLE removed_transitions;
DROP TABLE removed_states;
DROP TABLE removed_machines;
DROP TABLE removed_layers;
DROP TABLE removed_objects;
DROP TABLE removed_serialized_files;
