-- title:   The axes of an avatar's bones
-- scope:   source file
-- param:   avatar text pattern -- name or id of the avatar; * and ? are wildcards; every stored avatar of that name is answered
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, avatar_path_id, skeleton, axes_index, node_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  avatar_id int -- id of the avatar
-- column:  avatar text -- name of the avatar
-- column:  avatar_path_id int -- path id of the avatar in its serialized file
-- column:  skeleton text -- skeleton that has the axes: avatar, human or root_motion
-- column:  axes_index int -- index of the axes
-- column:  node_index int -- node of this skeleton that has these axes; NULL when none has
-- column:  path text -- path of the node, in the avatar's own name table; NULL when unresolved
-- column:  pre_q list -- pre-rotation x, y, z, w
-- column:  post_q list -- post-rotation x, y, z, w
-- column:  sgn list -- sign of each axis
-- column:  min list -- lowest rotation about each axis, radians
-- column:  max list -- highest rotation about each axis, radians
-- column:  length real -- length of the bone
-- column:  kind int -- m_Type as stored
-- Each bone's pre-rotation and post-rotation, the sign of each axis, the limits of its rotation in radians, its length
-- and its type.
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
  SELECT c.*, x.skeleton, x.axes_index, x.length, x.type,
    replace(replace(json_array(
      json_array(x.pre_q_x, x.pre_q_y, x.pre_q_z, x.pre_q_w),
      json_array(x.post_q_x, x.post_q_y, x.post_q_z, x.post_q_w),
      json_array(x.sign_x, x.sign_y, x.sign_z),
      json_array(x.limit_min_x, x.limit_min_y, x.limit_min_z),
      json_array(x.limit_max_x, x.limit_max_y, x.limit_max_z)),
      'Inf', '"Infinity"'), '-"Infinity"', '"-Infinity"') AS lists
  FROM chosen c CROSS JOIN avatar_axes x ON x.avatar_id = c.avatar_id
)
SELECT k.source, k.file, k.avatar_id, k.avatar, k.avatar_path_id, k.skeleton,
  k.axes_index, n.node_index,
  (SELECT p.text FROM names p WHERE p.name_id = n.path_name_id) AS path,
  k.lists -> 0 AS pre_q, k.lists -> 1 AS post_q, k.lists -> 2 AS sgn, k.lists -> 3 AS min,
  k.lists -> 4 AS max, k.length, k.type AS kind
FROM packed k
LEFT JOIN avatar_node_rows n ON n.avatar_id = k.avatar_id AND n.skeleton = k.skeleton
  AND n.axes_index = k.axes_index;
