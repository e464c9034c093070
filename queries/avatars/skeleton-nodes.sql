-- title:   The nodes of an avatar's skeleton
-- scope:   source file
-- param:   avatar text pattern -- name or id of the avatar; * and ? are wildcards; every stored avatar of that name is answered
-- param:   which text = avatar in avatar|human|root_motion -- skeleton of the avatar
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, avatar_path_id, node_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  avatar_id int -- id of the avatar
-- column:  avatar text -- name of the avatar
-- column:  avatar_path_id int -- path id of the avatar in its serialized file
-- column:  node_index int -- index of the node
-- column:  parent_index int -- index of its parent in the same skeleton; -1 root
-- column:  axes_index int -- index of its axes in the same skeleton; -1 none
-- column:  path_hash hash -- CRC-32 of its path
-- column:  path text -- text of path_hash in the avatar's own name table; NULL when unresolved
-- column:  resolved_name text -- best text known for path_hash
-- column:  name_origin text -- where it comes from: own, source or corpus; NULL when no text is known
-- column:  t list -- translation x, y, z in the skeleton's pose
-- column:  q list -- rotation x, y, z, w in the skeleton's pose
-- column:  s list -- scale x, y, z in the skeleton's pose
-- A row per node: its parent, the axes it uses, its path and its transform in the skeleton's pose. The default pose is
-- in the view avatar_nodes.
WITH
chosen AS MATERIALIZED (
  SELECT v.source_id, v.source, v.file, a.avatar_id, a.name AS avatar, o.path_id AS avatar_path_id
  FROM scope_serialized_files v
  CROSS JOIN objects o ON o.class_id = 90 AND o.serialized_file_id = v.serialized_file_id
  CROSS JOIN avatars a ON a.avatar_id = o.object_id
  WHERE (a.name = :avatar OR a.name GLOB :avatar_glob OR CAST(a.avatar_id AS TEXT) = :avatar)
    AND a.avatar_id NOT IN (SELECT object_id FROM scope_repeats WHERE class_id = 90)
),
-- JSON has no infinities: as words, as in columns of numbers.
packed AS (
  SELECT c.*, n.node_index, n.parent_index, n.axes_index, n.path_hash, n.path, n.resolved_name,
    n.name_origin,
    replace(replace(json_array(
      json_array(n.pose_t_x, n.pose_t_y, n.pose_t_z),
      json_array(n.pose_q_x, n.pose_q_y, n.pose_q_z, n.pose_q_w),
      json_array(n.pose_s_x, n.pose_s_y, n.pose_s_z)),
      'Inf', '"Infinity"'), '-"Infinity"', '"-Infinity"') AS pose
  FROM chosen c
  CROSS JOIN avatar_nodes_view n ON n.avatar_id = c.avatar_id AND n.skeleton = :which
)
SELECT source, file, avatar_id, avatar, avatar_path_id, node_index,
  parent_index, axes_index, path_hash, path, resolved_name, name_origin,
  pose -> 0 AS t, pose -> 1 AS q, pose -> 2 AS s
FROM packed;
