-- title:   The files of each source, and what they hold
-- scope:   corpus
-- returns: rows
-- since:   1
-- order:   source, container
-- column:  source text -- label of the source
-- column:  file_id int -- id of the file
-- column:  container text -- path of the file below the source's root
-- column:  kind text -- what the file is: serialized, or a kind of container; NULL when unknown
-- column:  unity_version text -- version of its serialized files, the lowest if they differ, else of its container
-- column:  has_type_tree bool -- 1 when one of its serialized files embeds type trees; NULL without any
-- column:  serialized_files int -- serialized files in it
-- column:  controllers int -- compiled controllers in it
-- column:  status text -- how far it was read
-- One row per file. Files that are not Unity's are left out.
SELECT f.source, f.file_id, f.path AS container, f.container_kind AS kind,
  coalesce(v.unity_version,
    (SELECT min(b.engine_version) FROM containers b WHERE b.file_id = f.file_id)) AS unity_version,
  v.has_type_tree, coalesce(v.n, 0) AS serialized_files, coalesce(c.n, 0) AS controllers, f.status
FROM scope_files f
LEFT JOIN (
  SELECT file_id, min(unity_version) AS unity_version, max(has_type_tree) AS has_type_tree,
    count(*) AS n
  FROM scope_serialized_files GROUP BY file_id) v ON v.file_id = f.file_id
LEFT JOIN (SELECT file_id, count(*) AS n FROM scope_controllers GROUP BY file_id) c
  ON c.file_id = f.file_id
WHERE f.status <> 'not_unity';
