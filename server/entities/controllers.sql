-- name:  controllers
-- one:   controller
-- table: controllers
-- view:  controllers_view
-- key:   controller_id
-- sort:  name, controller_size
-- doc:   AnimatorControllers (class 91) and Quoll animators
-- filter: name text pattern -- name of the controller
b.name @ :name
-- filter: source text pattern known source -- label of its source
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.controller_id AND p.source @ :source)
-- filter: file text pattern known file -- its file: path, then "!" and node path inside a container
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.controller_id AND p.file @ :file)
-- filter: unity_version text -- beginning of the serialized file's Unity version
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.controller_id
        AND substr(p.unity_version, 1, length(:unity_version)) = :unity_version)
-- filter: engine text in unity|quoll -- engine that it is made for
b.format = :engine
-- section: layers
SELECT l.layer_id, l.layer_index, l.name_hash, l.name, l.machine_index, l.state_machine_id,
  l.synchronized_layer_index, l.blending_mode, l.default_weight,
  CASE WHEN l.layer_index = 0 THEN 1.0 ELSE l.default_weight END AS effective_weight,
  l.has_ik_pass, l.synced_layer_affects_timing, l.body_mask_0, l.body_mask_1, l.body_mask_2,
  l.is_synthetic
FROM layers l WHERE l.controller_id = :controller_id ORDER BY l.layer_index
-- section: layers.skeleton_mask
SELECT k.element_index, k.path_hash, k.weight
FROM skeleton_masks k WHERE k.layer_id = :layer_id ORDER BY k.element_index
-- section: machines
SELECT m.state_machine_id, m.machine_index, m.default_state_index, m.default_state_id,
  m.motion_set_count, m.state_count, m.selector_count, m.evaluate_transitions_on_start
FROM state_machines m WHERE m.controller_id = :controller_id ORDER BY m.machine_index
-- section: machines.states
SELECT s.state_id, s.state_index, s.name, s.name_hash, s.path_hash, s.full_path_hash, s.tag_hash,
  s.speed, s.cycle_offset, s.speed_parameter_hash, s.mirror_parameter_hash,
  s.cycle_offset_parameter_hash, s.time_parameter_hash, s.has_ik_on_feet, s.write_default_values,
  s.is_looping, s.is_mirrored
FROM states s WHERE s.state_machine_id = :state_machine_id ORDER BY s.state_index
-- section: machines.states.transitions
SELECT t.transition_id, t.transition_index, t.destination_raw, t.destination_kind,
  t.destination_state_id, t.destination_selector_id, t.full_path_hash, t.name_hash, t.user_hash,
  t.duration, t.transition_offset, t.exit_time, t.has_exit_time, t.has_fixed_duration,
  t.interruption_source, t.ordered_interruption, t.can_transition_to_self, t.is_atomic,
  t.event_name, t.condition_count
FROM transitions t WHERE t.state_id = :state_id ORDER BY t.transition_index
-- section: machines.states.transitions.conditions
SELECT d.condition_id, d.condition_index, d.mode, d.parameter_hash, d.parameter_id, d.threshold,
  d.exit_time
FROM conditions d WHERE d.transition_id = :transition_id ORDER BY d.condition_index
-- section: machines.states.blend_trees
SELECT b.blend_tree_id, b.motion_set, b.tree_index, b.node_count
FROM blend_trees b WHERE b.state_id = :state_id ORDER BY b.motion_set
-- section: machines.states.blend_trees.nodes
SELECT n.blend_node_id, n.node_index, n.is_leaf, n.blend_type, n.parameter_hash,
  n.parameter_y_hash, n.clip_raw, n.clip_slot, n.clip_resolution, n.duration, n.cycle_offset,
  n.is_mirrored, n.is_normalized, n.clip_ref_raw, n.clip_ref_kind
FROM blend_nodes n WHERE n.blend_tree_id = :blend_tree_id ORDER BY n.node_index
-- section: machines.states.blend_trees.nodes.children
SELECT k.child_position, k.child_node_index, k.threshold, k.position_x, k.position_y, k.magnitude,
  k.parameter_hash
FROM blend_children k WHERE k.blend_node_id = :blend_node_id ORDER BY k.child_position
-- section: machines.any_state_transitions
SELECT t.transition_id, t.transition_index, t.destination_raw, t.destination_kind,
  t.destination_state_id, t.destination_selector_id, t.full_path_hash, t.name_hash, t.user_hash,
  t.duration, t.transition_offset, t.exit_time, t.has_exit_time, t.has_fixed_duration,
  t.interruption_source, t.ordered_interruption, t.can_transition_to_self, t.is_atomic,
  t.condition_count
FROM transitions t
WHERE t.state_machine_id = :state_machine_id AND t.owner_kind = 'any_state'
ORDER BY t.transition_index
-- section: machines.any_state_transitions.conditions
SELECT d.condition_id, d.condition_index, d.mode, d.parameter_hash, d.parameter_id, d.threshold,
  d.exit_time
FROM conditions d WHERE d.transition_id = :transition_id ORDER BY d.condition_index
-- section: machines.selectors
SELECT e.selector_id, e.selector_index, e.is_entry, e.full_path_hash, e.machine_path
FROM selectors e WHERE e.state_machine_id = :state_machine_id ORDER BY e.selector_index
-- section: machines.selectors.transitions
SELECT t.transition_id, t.transition_index, t.destination_raw, t.destination_kind,
  t.destination_state_id, t.destination_selector_id, t.condition_count
FROM transitions t WHERE t.selector_id = :selector_id ORDER BY t.transition_index
-- section: machines.selectors.transitions.conditions
SELECT d.condition_id, d.condition_index, d.mode, d.parameter_hash, d.parameter_id, d.threshold,
  d.exit_time
FROM conditions d WHERE d.transition_id = :transition_id ORDER BY d.condition_index
-- section: parameters
SELECT r.parameter_id, r.parameter_index, r.name, r.name_hash, r.kind, r.default_index,
  r.default_float, r.default_int, r.default_bool
FROM parameters r WHERE r.controller_id = :controller_id ORDER BY r.parameter_index
-- section: default_values
SELECT v.array_name, v.element_index, v.x, v.y, v.z, v.w, v.entity_id
FROM controller_default_values v WHERE v.controller_id = :controller_id
ORDER BY v.array_name, v.element_index
-- section: clips
SELECT k.slot, k.file_index, k.path_id, k.clip_id, k.resolution, a.name
FROM controller_clips k LEFT JOIN clips a ON a.clip_id = k.clip_id
WHERE k.controller_id = :controller_id ORDER BY k.slot
-- section: behaviours
SELECT b.behaviour_id, b.behaviour_index, b.layer_index, b.state_full_path_hash, b.file_index,
  b.path_id, b.script_class
FROM behaviours b WHERE b.controller_id = :controller_id
ORDER BY b.behaviour_index, b.behaviour_id
-- section: animators
SELECT a.animator_id, a.game_object_name, a.transform_path
FROM animators a WHERE a.controller_id = :controller_id ORDER BY a.animator_id
