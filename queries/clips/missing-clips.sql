-- title:   Leaves of blend trees whose clip is not there, with the reason
-- scope:   corpus
-- param:   reason text optional in no_slot|out_of_range|null|missing|not_indexed|ambiguous|wrong_class|not_looked_for -- only leaves with this reason
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, machine_index, state_index, motion_set, node_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  machine_index int -- index of the state machine
-- column:  state_index int -- index of the state
-- column:  state text -- name of the state; NULL when unresolved
-- column:  motion_set int -- motion set of the state
-- column:  node_index int -- index of the leaf in its tree
-- column:  slot int -- clip slot of the leaf; NULL when it has none
-- column:  reason text -- no_slot: the leaf names none; out_of_range: the controller has no such slot; null: the slot is a null pointer; missing: the file it points to is not in the source; not_indexed: the file is there but the object was not read; ambiguous: it may mean several objects of different content; wrong_class: what it points to is not a clip; not_looked_for: the pointer was not followed
-- column:  target_file_name text -- file that the slot's pointer names; NULL for this file and without a slot
-- column:  target_path_id int -- path id that the pointer names; NULL without a slot
-- column:  candidates int -- objects that an ambiguous pointer may mean; 0 otherwise
-- column:  blend_node_id int -- id of the leaf
-- A leaf whose clip is missing can still play a clip when the Animator's override controller replaces it.
WITH leaves AS (
  SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
    m.machine_index, s.state_index, s.name AS state, b.motion_set, n.node_index,
    n.blend_node_id, n.clip_slot, k.path_id,
    CASE WHEN n.clip_resolution = 'none' THEN 'no_slot'
      WHEN n.clip_slot IS NULL OR k.slot IS NULL THEN 'out_of_range'
      WHEN k.resolution IS NULL THEN 'not_looked_for'
      WHEN k.resolution = 'resolved' AND k.clip_id IS NULL THEN 'wrong_class'
      ELSE k.resolution END AS reason
  FROM scope_controllers c
  CROSS JOIN state_machines m ON m.controller_id = c.controller_id
  CROSS JOIN states s ON s.state_machine_id = m.state_machine_id
  CROSS JOIN blend_trees b ON b.state_id = s.state_id
  CROSS JOIN blend_nodes n ON n.blend_tree_id = b.blend_tree_id
  LEFT JOIN controller_clips k ON k.controller_id = c.controller_id AND k.slot = n.clip_slot
  WHERE n.is_leaf = 1 AND k.clip_id IS NULL
)
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  c.machine_index, c.state_index, c.state, c.motion_set,
  c.node_index, c.clip_slot AS slot, c.reason, r.target_file_name,
  c.path_id AS target_path_id,
  (SELECT count(*) FROM object_ref_candidates d
   WHERE d.object_id = c.controller_id AND d.field = 'm_AnimationClips'
     AND d.element_index = c.clip_slot) AS candidates,
  c.blend_node_id
FROM leaves c
LEFT JOIN object_refs r ON r.object_id = c.controller_id AND r.field = 'm_AnimationClips'
  AND r.element_index = c.clip_slot
WHERE :reason IS NULL OR c.reason = :reason;
