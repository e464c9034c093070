-- title:   Blend tree nodes that are children of another blend node
-- scope:   corpus
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
-- column:  node_index int -- index of the inner node in its tree
-- column:  depth int -- inner nodes above it, on the longest way; 1: its parent is the root
-- column:  blend_type int -- m_BlendType as stored; NULL in versions without it
-- column:  children int -- children of the node
-- column:  blend_node_id int -- id of the node
-- Such a child is itself a blend node, whose weight is divided among its own children: the weights multiply.
WITH RECURSIVE
-- Inner nodes from the roots down. A damaged tree may lead back to a node above: 64 steps are
-- enough.
inner_nodes AS (
  SELECT c.controller_id, n.blend_tree_id, n.blend_node_id, n.node_index, n.blend_type, 0 AS depth
  FROM scope_controllers c
  CROSS JOIN state_machines m ON m.controller_id = c.controller_id
  CROSS JOIN states s ON s.state_machine_id = m.state_machine_id
  CROSS JOIN blend_trees b ON b.state_id = s.state_id
  CROSS JOIN blend_nodes n ON n.blend_tree_id = b.blend_tree_id AND n.node_index = 0
  WHERE n.is_leaf = 0
  UNION
  SELECT i.controller_id, n.blend_tree_id, n.blend_node_id, n.node_index, n.blend_type, i.depth + 1
  FROM inner_nodes i
  CROSS JOIN blend_children k ON k.blend_node_id = i.blend_node_id
  CROSS JOIN blend_nodes n ON n.blend_tree_id = i.blend_tree_id
    AND n.node_index = k.child_node_index
  WHERE n.is_leaf = 0 AND i.depth < 64
),
nested AS (
  SELECT controller_id, blend_tree_id, blend_node_id, node_index, blend_type, max(depth) AS depth
  FROM inner_nodes GROUP BY blend_node_id HAVING max(depth) > 0
)
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  m.machine_index, s.state_index, s.name AS state, b.motion_set,
  i.node_index, i.depth, i.blend_type,
  (SELECT count(*) FROM blend_children k WHERE k.blend_node_id = i.blend_node_id) AS children,
  i.blend_node_id
FROM nested i
JOIN scope_controllers c ON c.controller_id = i.controller_id
CROSS JOIN blend_trees b ON b.blend_tree_id = i.blend_tree_id
CROSS JOIN states s ON s.state_id = b.state_id
CROSS JOIN state_machines m ON m.state_machine_id = s.state_machine_id;
