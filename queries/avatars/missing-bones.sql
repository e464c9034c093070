-- title:   Bones of an Animator's avatar that have no Transform below it
-- scope:   source file
-- returns: rows
-- since:   1
-- order:   source, file, animator, animator_id
-- column:  source text -- label of the source
-- column:  file text -- file of the Animator: path, then "!" and node path inside a container
-- column:  animator text -- names from the scene's root to the Animator
-- column:  animator_id int -- id of the Animator
-- column:  animator_path_id int -- path id of the Animator in its serialized file
-- column:  avatar text -- name of its avatar
-- column:  avatar_id int -- id of its avatar
-- column:  has_transform_hierarchy bool -- 0 when the build left the Transforms out on purpose; NULL when not stored
-- column:  bones int -- nodes of the avatar's skeleton below the root
-- column:  missing int -- of these, without a Transform of this path below the Animator
-- column:  paths list -- the first 20 of them in the order of nodes; NULL where the path's text is unknown
-- An avatar lists its whole skeleton, but a bundle often holds only a part of it, or the build removed the Transforms
-- (m_HasTransformHierarchy is 0).
WITH missing AS (
  SELECT v.source, v.file, a.animator_id, o.path_id, a.avatar_id, n.node_index, t.text
  FROM scope_serialized_files v
  CROSS JOIN objects o ON o.class_id = 95 AND o.serialized_file_id = v.serialized_file_id
  CROSS JOIN animators a ON a.animator_id = o.object_id
  CROSS JOIN avatar_node_rows n ON n.avatar_id = a.avatar_id AND n.skeleton = 'avatar'
  LEFT JOIN names t ON t.name_id = n.path_name_id
  WHERE n.path_hash <> 0 AND NOT EXISTS (
    SELECT 1 FROM names k
    CROSS JOIN name_use_rows u ON u.object_id = a.animator_id AND u.origin = 'transform_path'
      AND u.name_id = k.name_id
    WHERE k.hash = n.path_hash)
)
SELECT m.source, m.file, a.transform_path AS animator, a.animator_id, m.path_id AS animator_path_id,
  w.name AS avatar, w.avatar_id, a.has_transform_hierarchy,
  (SELECT count(*) FROM avatar_node_rows n
   WHERE n.avatar_id = w.avatar_id AND n.skeleton = 'avatar' AND n.path_hash <> 0) AS bones,
  m.missing, m.paths
FROM (
  SELECT source, file, animator_id, path_id, avatar_id, count(*) AS missing,
    json_group_array(text) FILTER (WHERE place <= 20) AS paths
  FROM (SELECT *, row_number() OVER (PARTITION BY animator_id ORDER BY node_index) AS place FROM missing
        ORDER BY animator_id, node_index)
  GROUP BY animator_id
) m
CROSS JOIN animators a ON a.animator_id = m.animator_id
CROSS JOIN avatars w ON w.avatar_id = m.avatar_id;
