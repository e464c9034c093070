-- title:   The kinds of blend tree nodes
-- scope:   corpus
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   blend_type
-- column:  blend_type int -- m_BlendType as stored; NULL in versions without it
-- column:  name text -- 1d, simple_directional_2d, freeform_directional_2d, freeform_cartesian_2d or direct; NULL for an unknown one
-- column:  inner_nodes int -- nodes of this kind that have children
-- column:  max_children int -- most children of one of them
-- column:  max_depth int -- most inner nodes above one of them; 0: all are roots
-- column:  leaves_without_clip int -- children of them that are leaves and name no clip slot
-- The kind decides how a node weighs its children. Only nodes that can be reached from the root of a tree are counted.
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
nodes AS (
  SELECT blend_tree_id, blend_node_id, blend_type, max(depth) AS depth
  FROM inner_nodes GROUP BY blend_node_id
)
SELECT i.blend_type,
  CASE i.blend_type WHEN 0 THEN '1d' WHEN 1 THEN 'simple_directional_2d'
    WHEN 2 THEN 'freeform_directional_2d' WHEN 3 THEN 'freeform_cartesian_2d'
    WHEN 4 THEN 'direct' END AS name,
  count(*) AS inner_nodes,
  max((SELECT count(*) FROM blend_children k WHERE k.blend_node_id = i.blend_node_id))
    AS max_children,
  max(i.depth) AS max_depth,
  sum((SELECT count(*)
   FROM blend_children k
   CROSS JOIN blend_nodes n ON n.blend_tree_id = i.blend_tree_id
     AND n.node_index = k.child_node_index
   WHERE k.blend_node_id = i.blend_node_id AND n.is_leaf = 1 AND n.clip_resolution = 'none'))
    AS leaves_without_clip
FROM nodes i GROUP BY i.blend_type;
