-- title:   The size of each controller
-- scope:   corpus
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  layers int -- layers
-- column:  machines int -- state machines
-- column:  states int -- states of all machines
-- column:  parameters int -- parameters
-- column:  clips int -- clip slots, null ones included
-- column:  names int -- entries of its name table (m_TOS)
-- column:  state_transitions int -- transitions out of states
-- column:  any_transitions int -- any-state transitions
-- column:  entry_transitions int -- transitions out of entry nodes
-- column:  exit_transitions int -- transitions out of exit nodes
-- column:  plain_clips int -- motions that are one clip: trees of one leaf
-- column:  trees_1d int -- blend trees whose root is 1D
-- column:  trees_simple_directional_2d int -- blend trees whose root is simple directional
-- column:  trees_freeform_directional_2d int -- blend trees whose root is freeform directional
-- column:  trees_freeform_cartesian_2d int -- blend trees whose root is freeform cartesian
-- column:  trees_direct int -- blend trees whose root is direct
-- A row per controller with the counts of all its parts.
WITH
moves AS (
  SELECT c.controller_id,
    count(*) FILTER (WHERE t.owner_kind = 'state') AS state_transitions,
    count(*) FILTER (WHERE t.owner_kind = 'any_state') AS any_transitions,
    count(*) FILTER (WHERE t.owner_kind = 'entry') AS entry_transitions,
    count(*) FILTER (WHERE t.owner_kind = 'exit') AS exit_transitions
  FROM scope_controllers c CROSS JOIN transitions t ON t.controller_id = c.controller_id
  GROUP BY c.controller_id
),
motions AS (
  SELECT c.controller_id,
    count(*) FILTER (WHERE n.is_leaf = 1) AS plain_clips,
    count(*) FILTER (WHERE n.is_leaf = 0 AND n.blend_type = 0) AS trees_1d,
    count(*) FILTER (WHERE n.is_leaf = 0 AND n.blend_type = 1) AS trees_simple,
    count(*) FILTER (WHERE n.is_leaf = 0 AND n.blend_type = 2) AS trees_directional,
    count(*) FILTER (WHERE n.is_leaf = 0 AND n.blend_type = 3) AS trees_cartesian,
    count(*) FILTER (WHERE n.is_leaf = 0 AND n.blend_type = 4) AS trees_direct
  FROM scope_controllers c
  CROSS JOIN state_machines m ON m.controller_id = c.controller_id
  CROSS JOIN states s ON s.state_machine_id = m.state_machine_id
  CROSS JOIN blend_trees b ON b.state_id = s.state_id
  CROSS JOIN blend_nodes n ON n.blend_tree_id = b.blend_tree_id AND n.node_index = 0
  GROUP BY c.controller_id
)
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  (SELECT count(*) FROM layers l WHERE l.controller_id = c.controller_id) AS layers,
  (SELECT count(*) FROM state_machines m WHERE m.controller_id = c.controller_id) AS machines,
  (SELECT coalesce(sum(m.state_count), 0) FROM state_machines m
   WHERE m.controller_id = c.controller_id) AS states,
  (SELECT count(*) FROM parameters r WHERE r.controller_id = c.controller_id) AS parameters,
  (SELECT count(*) FROM controller_clips k WHERE k.controller_id = c.controller_id) AS clips,
  (SELECT count(*) FROM name_use_rows u
   WHERE u.object_id = c.controller_id AND u.origin = 'controller_tos') AS names,
  coalesce(t.state_transitions, 0) AS state_transitions,
  coalesce(t.any_transitions, 0) AS any_transitions,
  coalesce(t.entry_transitions, 0) AS entry_transitions,
  coalesce(t.exit_transitions, 0) AS exit_transitions,
  coalesce(b.plain_clips, 0) AS plain_clips, coalesce(b.trees_1d, 0) AS trees_1d,
  coalesce(b.trees_simple, 0) AS trees_simple_directional_2d,
  coalesce(b.trees_directional, 0) AS trees_freeform_directional_2d,
  coalesce(b.trees_cartesian, 0) AS trees_freeform_cartesian_2d,
  coalesce(b.trees_direct, 0) AS trees_direct
FROM scope_controllers c
LEFT JOIN moves t ON t.controller_id = c.controller_id
LEFT JOIN motions b ON b.controller_id = c.controller_id;
