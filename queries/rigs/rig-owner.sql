-- title:   Which Animator a Transform belongs to
-- scope:   source file
-- param:   path_id int optional -- path id of a stored Transform
-- param:   path text optional -- names from the scene's root to a Transform, joined by "/", stored or not
-- returns: rows
-- since:   1
-- order:   source, file, transform_path_id, animator_path_id
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  transform_path_id int -- path id of the Transform; NULL when asked by path
-- column:  transform text -- name of the Transform's GameObject; the path when asked by path
-- column:  animator_path text -- names from the scene's root to the owner
-- column:  animator_id int -- id of the owner: the nearest Animator at or above with a controller; NULL when none
-- column:  animator_path_id int -- path id of the owner in its serialized file; NULL when none
-- column:  controller text -- controller that the owner plays, overrides followed; NULL when it was not found
-- column:  controller_id int -- id of that controller
-- column:  distance int -- Transforms from this one up to the owner; 0 is the owner's own
-- column:  skipped_animators list -- paths of the nearer Animators, which have no controller, nearest first
-- The owner is the nearest Animator at or above the Transform that has a controller. With path_id the stored parents
-- decide. With path the owner is, in each file, the Animator whose own path is the longest part of it that ends at a
-- "/"; several rows of one file are Animators with the same path. Without path_id and path there are no rows.
WITH RECURSIVE
above AS (
  SELECT t.transform_id, t.parent_transform_id AS next_id, t.animator_id, 0 AS distance
  FROM scope_serialized_files v
  CROSS JOIN objects o ON o.serialized_file_id = v.serialized_file_id AND o.path_id = :path_id
  CROSS JOIN transforms t ON t.transform_id = o.object_id
  UNION ALL
  SELECT b.transform_id, t.parent_transform_id, t.animator_id, b.distance + 1
  FROM above b CROSS JOIN transforms t ON t.transform_id = b.next_id
  WHERE b.distance < 10000
),
-- Animators at or above what is asked for; `place` tells apart the Transforms asked for.
holders AS (
  SELECT b.transform_id AS place, b.transform_id, a.animator_id, a.transform_path, b.distance,
    a.controller_resolution IS NOT 'null' AS has_controller
  FROM above b CROSS JOIN animators a ON a.animator_id = b.animator_id
  UNION ALL
  SELECT -v.serialized_file_id, NULL, a.animator_id, a.transform_path,
    length(substr(:path, length(a.transform_path) + 1))
      - length(replace(substr(:path, length(a.transform_path) + 1), '/', '')),
    a.controller_resolution IS NOT 'null'
  FROM scope_serialized_files v
  CROSS JOIN objects o ON o.class_id = 95 AND o.serialized_file_id = v.serialized_file_id
  CROSS JOIN animators a ON a.animator_id = o.object_id
  WHERE :path IS NOT NULL AND :path_id IS NULL
    AND substr(:path || '/', 1, length(a.transform_path) + 1) = a.transform_path || '/'
),
owners AS (
  SELECT place, min(distance) AS distance FROM holders WHERE has_controller = 1 GROUP BY place
),
asked AS (
  SELECT transform_id AS place, transform_id, transform_id AS object_id
  FROM above WHERE distance = 0
  UNION ALL
  SELECT place, NULL, min(animator_id) FROM holders WHERE transform_id IS NULL GROUP BY place
),
found AS (
  SELECT q.place, q.transform_id, q.object_id, w.distance, h.animator_id, h.transform_path
  FROM asked q
  LEFT JOIN owners w ON w.place = q.place
  LEFT JOIN holders h ON h.place = q.place AND h.has_controller = 1 AND h.distance = w.distance
)
SELECT p.source, p.file,
  CASE WHEN f.transform_id IS NOT NULL THEN p.path_id END AS transform_path_id,
  CASE WHEN f.transform_id IS NULL THEN :path
    ELSE (SELECT t.name FROM transforms t WHERE t.transform_id = f.transform_id) END AS transform,
  f.transform_path AS animator_path, f.animator_id,
  (SELECT o.path_id FROM objects o WHERE o.object_id = f.animator_id) AS animator_path_id,
  (SELECT a.effective_controller FROM animators_view a WHERE a.animator_id = f.animator_id)
    AS controller,
  (SELECT a.effective_controller_id FROM animators_view a WHERE a.animator_id = f.animator_id)
    AS controller_id,
  f.distance,
  (SELECT json_group_array(s.transform_path)
   FROM (SELECT k.transform_path FROM holders k
         WHERE k.place = f.place AND k.has_controller = 0
           AND (f.distance IS NULL OR k.distance < f.distance)
         ORDER BY k.distance, k.animator_id) s) AS skipped_animators
FROM found f CROSS JOIN object_places p ON p.object_id = f.object_id;
