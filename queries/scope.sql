-- What a query looks at: the runner puts these tables before every query, so that the parameters
-- source, file, controller, unity_version and copies mean the same everywhere and are written once.
-- A parameter that is not given is NULL and selects everything.
--
--   scope_sources           sources named by :source (a JSON list of labels; :source_glob has the
--                           patterns among them)
--   scope_serialized_files  their serialized files of this file and version; with :controller only
--                           those that hold such a controller
--   scope_files             their files: with :unity_version or :controller only those that hold
--                           such a serialized file
--   scope_controllers       Unity's controllers in these serialized files; with copies=distinct the
--                           first copy of each
--   scope_repeats           with copies=distinct: objects of these serialized files that repeat an
--                           earlier one; else empty. Ask for one class_id: a scope of clips is
--                           NOT IN (SELECT object_id FROM scope_repeats WHERE class_id = 74)
--
-- Objects of a class and an equal fingerprint are copies. The first in the order of source, file
-- path, node path and path id stands for all; an object without a fingerprint is no copy.
--
-- :file is a path, or path "!" node path. :controller is a name, or a controller_id in digits. Of a
-- value with * or ? :file_glob and :controller_glob are the pattern; they are NULL, which nothing
-- fits, for any other.
-- :unity_version is a prefix: '2021' or '2021.3.1f1'. CROSS JOIN fixes the order of the loops: each
-- scope is small beside the tables that a query joins to it.
scope_sources AS MATERIALIZED (
  SELECT source_id, label AS source
  FROM sources
  WHERE :source IS NULL OR label IN (SELECT value FROM json_each(:source))
    OR EXISTS (SELECT 1 FROM json_each(:source_glob) g WHERE label GLOB g.value)
),
scope_serialized_files AS MATERIALIZED (
  SELECT sf.serialized_file_id, sf.unity_version, sf.has_type_tree, sf.status, f.file_id, f.path,
    sf.node_path,
    f.path || CASE WHEN sf.node_path = '' THEN '' ELSE '!' || sf.node_path END AS file,
    s.source_id, s.source
  FROM scope_sources s
  CROSS JOIN files f ON f.source_id = s.source_id
  CROSS JOIN serialized_files sf ON sf.file_id = f.file_id
  WHERE (:unity_version IS NULL
      OR substr(sf.unity_version, 1, length(:unity_version)) = :unity_version)
    AND (:file IS NULL OR f.path = :file OR f.path || '!' || sf.node_path = :file
      OR f.path GLOB :file_glob OR f.path || '!' || sf.node_path GLOB :file_glob)
    AND (:controller IS NULL OR EXISTS (
      SELECT 1
      FROM objects o LEFT JOIN controllers c ON c.controller_id = o.object_id
      WHERE o.class_id = 91 AND o.serialized_file_id = sf.serialized_file_id
        AND (coalesce(c.name, o.name) = :controller OR coalesce(c.name, o.name) GLOB :controller_glob
          OR CAST(o.object_id AS TEXT) = :controller)))
),
scope_files AS MATERIALIZED (
  SELECT f.file_id, f.path, f.container_kind, f.status, s.source_id, s.source
  FROM scope_sources s
  CROSS JOIN files f ON f.source_id = s.source_id
  WHERE (:file IS NULL AND :unity_version IS NULL AND :controller IS NULL)
    OR ((f.path = :file OR f.path GLOB :file_glob) AND :unity_version IS NULL AND :controller IS NULL)
    OR f.file_id IN (SELECT file_id FROM scope_serialized_files)
),
scope_repeats AS (
  SELECT object_id, class_id
  FROM (
    SELECT o.object_id, o.class_id, row_number() OVER (
        PARTITION BY o.class_id, o.fingerprint
        ORDER BY v.source, v.path, v.node_path, o.path_id) AS position
    FROM scope_serialized_files v
    CROSS JOIN objects o INDEXED BY objects_by_class
      ON o.serialized_file_id = v.serialized_file_id
    WHERE :copies = 'distinct' AND o.class_id IN (74, 90, 91, 221) AND o.fingerprint IS NOT NULL
      AND (:controller IS NULL OR o.class_id <> 91 OR o.name = :controller
        OR o.name GLOB :controller_glob OR CAST(o.object_id AS TEXT) = :controller))
  WHERE position > 1
),
scope_controllers AS MATERIALIZED (
  SELECT c.controller_id, c.name AS controller, o.path_id AS controller_path_id,
    v.serialized_file_id, v.unity_version, v.file_id, v.file, v.source_id, v.source
  FROM scope_serialized_files v
  CROSS JOIN objects o ON o.class_id = 91 AND o.serialized_file_id = v.serialized_file_id
  CROSS JOIN controllers c ON c.controller_id = o.object_id
  WHERE c.format = 'unity'
    AND (:controller IS NULL OR c.name = :controller OR c.name GLOB :controller_glob
      OR CAST(c.controller_id AS TEXT) = :controller)
    AND c.controller_id NOT IN (SELECT object_id FROM scope_repeats WHERE class_id = 91)
)
