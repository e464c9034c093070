-- title:   Hashes whose text is known nowhere in the corpus
-- scope:   source file unity_version
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   uses desc, hash
-- scan:    every hash of every controller, avatar and clip is looked up in the corpus's names
-- column:  hash hash -- CRC-32 of the unknown text
-- column:  uses int -- places that hold it
-- column:  objects int -- controllers, avatars and clips that hold it
-- column:  kinds list -- what it names there: state, path, layer, parameter, binding, skeleton, tag, transition
-- column:  fields list -- tables and columns that hold it
-- The hashes of unresolved-hashes for which no source of the corpus has a text. The common parameters limit the uses
-- that are counted, not the names that are tried.
WITH
used AS MATERIALIZED (
  SELECT u.hash, u.kind, u.table_name || '.' || u.column_name AS field, u.object_id, count(*) AS n
  FROM hash_uses u
  WHERE NOT EXISTS (SELECT 1 FROM names n WHERE n.hash = u.hash)
  GROUP BY u.hash, u.kind, u.table_name, u.column_name, u.object_id
),
held AS MATERIALIZED (
  SELECT u.hash, u.kind, u.field, u.object_id, u.n
  FROM used u
  JOIN objects o ON o.object_id = u.object_id
  JOIN scope_serialized_files v ON v.serialized_file_id = o.serialized_file_id
  WHERE o.object_id NOT IN (SELECT object_id FROM scope_repeats)
),
counted AS (
  SELECT hash, sum(n) AS uses, count(DISTINCT object_id) AS objects FROM held GROUP BY hash
),
kinds AS (
  SELECT hash, json_group_array(kind) AS kinds
  FROM (SELECT DISTINCT hash, kind FROM held ORDER BY hash, kind) GROUP BY hash
),
fields AS (
  SELECT hash, json_group_array(field) AS fields
  FROM (SELECT DISTINCT hash, field FROM held ORDER BY hash, field) GROUP BY hash
)
SELECT c.hash, c.uses, c.objects, k.kinds, f.fields
FROM counted c JOIN kinds k ON k.hash = c.hash JOIN fields f ON f.hash = c.hash;
