-- title:   What the default state of each layer plays
-- scope:   corpus
-- param:   layer int optional -- only this layer
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, layer_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  layer_index int -- index of the layer
-- column:  machine_index int -- index of the state machine that the layer shows
-- column:  state_index int -- index of the default state
-- column:  name text -- its name in the controller's own name table; NULL when unresolved
-- column:  resolved_name text -- best text known for the name's hash
-- column:  name_origin text -- where it comes from: own, source or corpus; NULL when no text is known
-- column:  blend_kind text -- none, clip, or the kind of blend tree: 1d, simple_directional_2d, freeform_directional_2d, freeform_cartesian_2d, direct, blend_tree (of a version without kinds)
-- column:  children int -- children of the tree's root
-- column:  positions list -- of each child its threshold (1D) or its position x, y (2D); null for direct
-- column:  leaves int -- leaves of the tree: clips that it blends
-- column:  first_clip text -- clip of the first leaf in the order of nodes; NULL when none or not found
-- column:  last_clip text -- clip of the last leaf
-- column:  transitions_out int -- transitions that lead out of the state
-- column:  state_id int -- id of the state
-- One row per layer. A layer whose machine has no state has no row.
WITH shown AS MATERIALIZED (
  SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
    l.layer_index, l.machine_index, s.state_id, s.state_index, s.name, s.resolved_name,
    s.name_origin, b.blend_tree_id, b.node_count, n.blend_node_id, n.is_leaf, n.blend_type,
    (SELECT count(*) FROM blend_nodes x
     WHERE x.blend_tree_id = b.blend_tree_id AND x.is_leaf = 1) AS leaves,
    (SELECT x.clip_slot FROM blend_nodes x
     WHERE x.blend_tree_id = b.blend_tree_id AND x.is_leaf = 1
     ORDER BY x.node_index LIMIT 1) AS first_slot,
    (SELECT x.clip_slot FROM blend_nodes x
     WHERE x.blend_tree_id = b.blend_tree_id AND x.is_leaf = 1
     ORDER BY x.node_index DESC LIMIT 1) AS last_slot
  FROM scope_controllers c
  CROSS JOIN layers l ON l.controller_id = c.controller_id
  CROSS JOIN state_machines m ON m.state_machine_id = l.state_machine_id
  CROSS JOIN states_view s ON s.state_id = m.default_state_id
  LEFT JOIN blend_trees b ON b.state_id = s.state_id
    AND b.motion_set = coalesce(l.synchronized_layer_index, 0)
  LEFT JOIN blend_nodes n ON n.blend_tree_id = b.blend_tree_id AND n.node_index = 0
  WHERE :layer IS NULL OR l.layer_index = :layer
)
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  c.layer_index, c.machine_index, c.state_index, c.name,
  c.resolved_name, c.name_origin,
  CASE WHEN coalesce(c.node_count, 0) = 0 THEN 'none' WHEN c.is_leaf = 1 THEN 'clip'
    ELSE CASE c.blend_type WHEN 0 THEN '1d' WHEN 1 THEN 'simple_directional_2d'
      WHEN 2 THEN 'freeform_directional_2d' WHEN 3 THEN 'freeform_cartesian_2d'
      WHEN 4 THEN 'direct' ELSE 'blend_tree' END END AS blend_kind,
  (SELECT count(*) FROM blend_children k WHERE k.blend_node_id = c.blend_node_id) AS children,
  -- JSON has no infinities: as words, as in columns of numbers.
  (SELECT replace(replace(json_group_array(
      CASE WHEN k.position_x IS NOT NULL THEN json_array(k.position_x, k.position_y)
        ELSE json_quote(k.threshold) END),
      'Inf', '"Infinity"'), '-"Infinity"', '"-Infinity"')
   FROM (SELECT * FROM blend_children WHERE blend_node_id = c.blend_node_id
         ORDER BY child_position) k) AS positions,
  c.leaves, f.name AS first_clip, a.name AS last_clip,
  (SELECT count(*) FROM transitions t WHERE t.state_id = c.state_id) AS transitions_out,
  c.state_id
FROM shown c
LEFT JOIN controller_clips fk ON fk.controller_id = c.controller_id AND fk.slot = c.first_slot
LEFT JOIN clips f ON f.clip_id = fk.clip_id
LEFT JOIN controller_clips ak ON ak.controller_id = c.controller_id AND ak.slot = c.last_slot
LEFT JOIN clips a ON a.clip_id = ak.clip_id;
