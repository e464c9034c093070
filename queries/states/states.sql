-- title:   The states of a controller, layer by layer
-- scope:   corpus
-- param:   layer int optional -- only this layer
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, layer_index, state_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  layer_index int -- index of the layer
-- column:  machine_index int -- index of the state machine that the layer shows
-- column:  state_index int -- index of the state in its machine
-- column:  name text -- name in the controller's own name table; NULL when unresolved
-- column:  resolved_name text -- best text known for the name's hash
-- column:  name_origin text -- where it comes from: own, source or corpus; NULL when no text is known
-- column:  is_default bool -- 1 for the machine's default state
-- column:  motion_kind text -- none, clip, or the kind of blend tree: 1d, simple_directional_2d, freeform_directional_2d, freeform_cartesian_2d, direct, blend_tree (of a version without kinds)
-- column:  clips list -- names of the clips of the tree's leaves, in the order of nodes; null for a leaf whose clip is missing
-- column:  speed real -- speed factor of the state
-- column:  parameters list -- parameters it names, with their use: "speed: Velocity" (or mirror, cycle offset, time, blend); the hash when unresolved
-- column:  transitions_out int -- transitions that lead out of it
-- column:  transitions_in int -- transitions that lead to it, those of any-state and selectors included
-- column:  state_id int -- id of the state
-- A synced layer lists the states of the machine that it shows, with its own motions.
WITH shown AS MATERIALIZED (
  SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
    l.layer_index, l.machine_index, s.state_id, s.state_index, s.name, s.resolved_name,
    s.name_origin, s.is_default, s.speed, s.speed_parameter_hash, s.mirror_parameter_hash,
    s.cycle_offset_parameter_hash, s.time_parameter_hash, b.blend_tree_id, b.node_count,
    n.is_leaf, n.blend_type
  FROM scope_controllers c
  CROSS JOIN layers l ON l.controller_id = c.controller_id
  CROSS JOIN states_view s ON s.state_machine_id = l.state_machine_id
  LEFT JOIN blend_trees b ON b.state_id = s.state_id
    AND b.motion_set = coalesce(l.synchronized_layer_index, 0)
  LEFT JOIN blend_nodes n ON n.blend_tree_id = b.blend_tree_id AND n.node_index = 0
  WHERE :layer IS NULL OR l.layer_index = :layer
)
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  c.layer_index, c.machine_index, c.state_index, c.name,
  c.resolved_name, c.name_origin, c.is_default,
  CASE WHEN coalesce(c.node_count, 0) = 0 THEN 'none' WHEN c.is_leaf = 1 THEN 'clip'
    ELSE CASE c.blend_type WHEN 0 THEN '1d' WHEN 1 THEN 'simple_directional_2d'
      WHEN 2 THEN 'freeform_directional_2d' WHEN 3 THEN 'freeform_cartesian_2d'
      WHEN 4 THEN 'direct' ELSE 'blend_tree' END END AS motion_kind,
  (SELECT json_group_array(v.clip) FROM (
    SELECT a.name AS clip
    FROM blend_nodes n
    LEFT JOIN controller_clips k ON k.controller_id = c.controller_id AND k.slot = n.clip_slot
    LEFT JOIN clips a ON a.clip_id = k.clip_id
    WHERE n.blend_tree_id = c.blend_tree_id AND n.is_leaf = 1
    ORDER BY n.node_index) v) AS clips,
  c.speed,
  (SELECT json_group_array(u.use || ': ' || coalesce(
      (SELECT r.name FROM parameters r
       WHERE r.controller_id = c.controller_id AND r.name_hash = u.hash), u.hash)) FROM (
    SELECT 0 AS position, 'speed' AS use, c.speed_parameter_hash AS hash
    UNION SELECT 1, 'mirror', c.mirror_parameter_hash
    UNION SELECT 2, 'cycle offset', c.cycle_offset_parameter_hash
    UNION SELECT 3, 'time', c.time_parameter_hash
    UNION SELECT 4, 'blend', n.parameter_hash FROM blend_nodes n
      WHERE n.blend_tree_id = c.blend_tree_id AND n.is_leaf = 0
    UNION SELECT 4, 'blend', n.parameter_y_hash FROM blend_nodes n
      WHERE n.blend_tree_id = c.blend_tree_id AND n.is_leaf = 0
        AND n.blend_type IN (1, 2, 3)
    UNION SELECT 4, 'blend', k.parameter_hash FROM blend_nodes n
      CROSS JOIN blend_children k ON k.blend_node_id = n.blend_node_id
      WHERE n.blend_tree_id = c.blend_tree_id AND n.blend_type = 4
    ORDER BY position, use, hash) u
   WHERE u.hash NOT IN (0, 4294967295)) AS parameters,
  (SELECT count(*) FROM transitions t WHERE t.state_id = c.state_id) AS transitions_out,
  (SELECT count(*) FROM transitions t WHERE t.destination_state_id = c.state_id)
    AS transitions_in,
  c.state_id
FROM shown c;
