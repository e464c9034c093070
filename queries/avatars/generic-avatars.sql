-- title:   Avatars without a human skeleton
-- scope:   corpus
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, avatar_path_id
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  avatar_id int -- id of the avatar
-- column:  avatar text -- name of the avatar
-- column:  avatar_path_id int -- path id of the avatar in its serialized file
-- column:  human_nodes int -- nodes of the human skeleton: 0
-- column:  nodes int -- nodes of the avatar's skeleton
-- A generic avatar has no human skeleton. With `controller`, only the avatars of serialized files that hold such a
-- controller.
SELECT v.source, v.file, a.avatar_id, a.name AS avatar, o.path_id AS avatar_path_id,
  (SELECT count(*) FROM avatar_node_rows n
   WHERE n.avatar_id = a.avatar_id AND n.skeleton = 'human') AS human_nodes,
  a.node_count AS nodes
FROM scope_serialized_files v
CROSS JOIN objects o ON o.class_id = 90 AND o.serialized_file_id = v.serialized_file_id
CROSS JOIN avatars a ON a.avatar_id = o.object_id
WHERE a.is_human = 0
  AND a.avatar_id NOT IN (SELECT object_id FROM scope_repeats WHERE class_id = 90);
