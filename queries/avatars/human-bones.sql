-- title:   Which bone of the skeleton each human bone is
-- scope:   source file
-- param:   avatar text pattern -- name or id of the avatar; * and ? are wildcards; every stored avatar of that name is answered
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, avatar_path_id, part, bone
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  avatar_id int -- id of the avatar
-- column:  avatar text -- name of the avatar
-- column:  avatar_path_id int -- path id of the avatar in its serialized file
-- column:  part text -- body, left_hand or right_hand
-- column:  bone int -- index of the human bone in its part
-- column:  human_bone text -- Unity's name of the human bone; NULL beyond the known ones
-- column:  skeleton_bone int -- node of the avatar's human skeleton as stored; -1 none
-- column:  avatar_node_index int -- the same node in the avatar's whole skeleton; NULL when none
-- column:  path text -- path of the node, in the avatar's own name table; NULL when none or unresolved
-- column:  bone_name text -- bone that the importer's description names (2019.1+), else the last name of path
-- column:  limits list -- lowest, highest and middle rotation of the description, each x, y, z in degrees; NULL when it names no such bone
-- column:  limits_modified bool -- 1 when these limits are not the defaults; NULL when limits is
-- column:  mass real -- mass of the bone; NULL for hands
-- Which node of the skeleton plays each human bone, and the limits that the importer's description gives it. In a
-- generic avatar skeleton_bone is -1 throughout. bone-axes has the limits that are used when the animation plays.
WITH
chosen AS MATERIALIZED (
  SELECT v.source_id, v.source, v.file, a.avatar_id, a.name AS avatar, o.path_id AS avatar_path_id
  FROM scope_serialized_files v
  CROSS JOIN objects o ON o.class_id = 90 AND o.serialized_file_id = v.serialized_file_id
  CROSS JOIN avatars a ON a.avatar_id = o.object_id
  WHERE (a.name = :avatar OR a.name GLOB :avatar_glob OR CAST(a.avatar_id AS TEXT) = :avatar)
    AND a.avatar_id NOT IN (SELECT object_id FROM scope_repeats WHERE class_id = 90)
),
bones AS (
  SELECT c.*, h.part, h.bone_index, h.human_bone, h.node_index, h.mass,
    CASE WHEN h.node_index >= 0 THEN (
      SELECT m.value FROM avatar_index_maps m
      WHERE m.avatar_id = c.avatar_id AND m.map = 'human_skeleton'
        AND m.position = h.node_index) END AS avatar_node_index,
    (SELECT n.path FROM avatar_nodes n
     WHERE n.avatar_id = c.avatar_id AND n.skeleton = 'human'
       AND n.node_index = h.node_index) AS path,
    (SELECT min(d.bone_index) FROM human_description_bones d
     WHERE d.avatar_id = c.avatar_id AND d.human_name = h.human_bone) AS description_index
  FROM chosen c CROSS JOIN avatar_human_bones h ON h.avatar_id = c.avatar_id
)
SELECT b.source, b.file, b.avatar_id, b.avatar, b.avatar_path_id, b.part, b.bone_index AS bone,
  b.human_bone, b.node_index AS skeleton_bone, b.avatar_node_index, b.path,
  coalesce(d.bone_name, replace(b.path, rtrim(b.path, replace(b.path, '/', '')), ''))
    AS bone_name,
  -- JSON has no infinities: as words, as in columns of numbers.
  CASE WHEN d.avatar_id IS NOT NULL THEN replace(replace(json_array(
    json_array(d.min_x, d.min_y, d.min_z), json_array(d.max_x, d.max_y, d.max_z),
    json_array(d.value_x, d.value_y, d.value_z)),
    'Inf', '"Infinity"'), '-"Infinity"', '"-Infinity"') END AS limits,
  d.modified AS limits_modified, b.mass
FROM bones b
LEFT JOIN human_description_bones d ON d.avatar_id = b.avatar_id
  AND d.bone_index = b.description_index;
