-- name:  states
-- one:   state
-- table: states
-- view:  states_view
-- key:   state_id
-- sort:  name, speed
-- doc:   states of state machines
-- filter: name text pattern -- name of the state
b.name @ :name
-- filter: controller_id int -- only those of this controller
EXISTS (SELECT 1 FROM state_machines m WHERE m.state_machine_id = b.state_machine_id
        AND m.controller_id = :controller_id)
-- filter: state_machine_id int -- only those of this machine
b.state_machine_id = :state_machine_id
-- filter: source text pattern known source -- label of its source
EXISTS (SELECT 1 FROM state_machines m JOIN object_places p ON p.object_id = m.controller_id
        WHERE m.state_machine_id = b.state_machine_id AND p.source @ :source)
-- filter: file text pattern known file -- its file: path, then "!" and node path inside a container
EXISTS (SELECT 1 FROM state_machines m JOIN object_places p ON p.object_id = m.controller_id
        WHERE m.state_machine_id = b.state_machine_id AND p.file @ :file)
-- section: transitions
SELECT t.transition_id, t.transition_index, t.destination_raw, t.destination_kind,
  t.destination_state_id, t.destination_selector_id, t.duration, t.exit_time, t.has_exit_time,
  t.condition_count
FROM transitions t WHERE t.state_id = :state_id ORDER BY t.transition_index
-- section: incoming_transitions
SELECT t.transition_id, t.owner_kind, t.state_id, t.selector_id, t.transition_index
FROM transitions t WHERE t.destination_state_id = :state_id ORDER BY t.transition_id
-- section: blend_trees
SELECT b.blend_tree_id, b.motion_set, b.tree_index, b.node_count
FROM blend_trees b WHERE b.state_id = :state_id ORDER BY b.motion_set
-- section: blend_trees.nodes
SELECT n.blend_node_id, n.node_index, n.is_leaf, n.blend_type, n.parameter_hash,
  n.parameter_y_hash, n.clip_slot, n.clip_resolution, n.duration, n.cycle_offset, n.is_mirrored,
  n.is_normalized
FROM blend_nodes n WHERE n.blend_tree_id = :blend_tree_id ORDER BY n.node_index
-- section: blend_trees.nodes.children
SELECT k.child_position, k.child_node_index, k.threshold, k.position_x, k.position_y, k.magnitude,
  k.parameter_hash
FROM blend_children k WHERE k.blend_node_id = :blend_node_id ORDER BY k.child_position
