-- title:   The parts of an avatar, with how many rows each has
-- scope:   source file
-- param:   avatar text pattern -- name or id of the avatar; * and ? are wildcards; every stored avatar of that name is answered
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, avatar_path_id, part
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  avatar_id int -- id of the avatar
-- column:  avatar text -- name of the avatar
-- column:  avatar_path_id int -- path id of the avatar in its serialized file
-- column:  part text -- skeleton nodes, human skeleton nodes, root motion nodes, axes, human bones, tos, description bones or description skeleton
-- column:  rows int -- rows of the part; 0 when the avatar has none
-- How large an avatar is, part by part. A generic avatar has an empty human skeleton: "human skeleton nodes" is 0.
-- "axes" counts the axes of all three skeletons, "human bones" the bones that are mapped to a node, "tos" the entries
-- of the avatar's own name table.
WITH
chosen AS MATERIALIZED (
  SELECT v.source_id, v.source, v.file, a.avatar_id, a.name AS avatar, o.path_id AS avatar_path_id
  FROM scope_serialized_files v
  CROSS JOIN objects o ON o.class_id = 90 AND o.serialized_file_id = v.serialized_file_id
  CROSS JOIN avatars a ON a.avatar_id = o.object_id
  WHERE (a.name = :avatar OR a.name GLOB :avatar_glob OR CAST(a.avatar_id AS TEXT) = :avatar)
    AND a.avatar_id NOT IN (SELECT object_id FROM scope_repeats WHERE class_id = 90)
)
SELECT c.source, c.file, c.avatar_id, c.avatar, c.avatar_path_id, 'skeleton nodes' AS part,
  (SELECT count(*) FROM avatar_node_rows n
   WHERE n.avatar_id = c.avatar_id AND n.skeleton = 'avatar') AS rows
FROM chosen c
UNION ALL
SELECT c.source, c.file, c.avatar_id, c.avatar, c.avatar_path_id, 'human skeleton nodes',
  (SELECT count(*) FROM avatar_node_rows n
   WHERE n.avatar_id = c.avatar_id AND n.skeleton = 'human')
FROM chosen c
UNION ALL
SELECT c.source, c.file, c.avatar_id, c.avatar, c.avatar_path_id, 'root motion nodes',
  (SELECT count(*) FROM avatar_node_rows n
   WHERE n.avatar_id = c.avatar_id AND n.skeleton = 'root_motion')
FROM chosen c
UNION ALL
SELECT c.source, c.file, c.avatar_id, c.avatar, c.avatar_path_id, 'axes',
  (SELECT count(*) FROM avatar_axes x WHERE x.avatar_id = c.avatar_id)
FROM chosen c
UNION ALL
SELECT c.source, c.file, c.avatar_id, c.avatar, c.avatar_path_id, 'human bones',
  (SELECT count(*) FROM avatar_human_bones h
   WHERE h.avatar_id = c.avatar_id AND h.node_index >= 0)
FROM chosen c
UNION ALL
SELECT c.source, c.file, c.avatar_id, c.avatar, c.avatar_path_id, 'tos',
  (SELECT count(*) FROM name_use_rows u
   WHERE u.object_id = c.avatar_id AND u.origin = 'avatar_tos')
FROM chosen c
UNION ALL
SELECT c.source, c.file, c.avatar_id, c.avatar, c.avatar_path_id, 'description bones',
  (SELECT count(*) FROM human_description_bones d WHERE d.avatar_id = c.avatar_id)
FROM chosen c
UNION ALL
SELECT c.source, c.file, c.avatar_id, c.avatar, c.avatar_path_id, 'description skeleton',
  (SELECT count(*) FROM human_description_skeleton d WHERE d.avatar_id = c.avatar_id)
FROM chosen c;
