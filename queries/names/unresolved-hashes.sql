-- title:   Hashes without a text in the object that holds them
-- scope:   corpus
-- param:   kind text optional in state|path|layer|parameter|binding|skeleton -- only hashes of this kind
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   kind, uses desc, field, hash
-- scan:    every hash of the controllers, avatars and clips in scope is looked up in its own table
-- column:  kind text -- what the hash names: state, path (of a state or machine), layer, parameter, binding (path or attribute that a clip animates) or skeleton (path of a node or mask)
-- column:  field text -- table and column that hold it
-- column:  hash hash -- CRC-32 of the text
-- column:  uses int -- uses whose object has no text for it
-- column:  objects int -- controllers, avatars and clips with such a use
-- column:  resolved_name text -- a text of this hash known elsewhere, the first in byte order; NULL when none is known
-- column:  name_origin text -- source: the text is known in a source that uses the hash; corpus: only in others; NULL when none is known
-- A built game keeps names as CRC-32 hashes, with a table of their texts (m_TOS) in each controller and avatar. A clip
-- has no such table, so all its hashes are listed. Muscle numbers and the attributes 1 to 4 of Transforms are not
-- hashes; 0 is the empty name. With `controller`, only the hashes of controllers of this name.
WITH
holders AS MATERIALIZED (
  SELECT o.object_id, v.source_id
  FROM scope_serialized_files v
  CROSS JOIN objects o ON o.serialized_file_id = v.serialized_file_id
  WHERE o.class_id IN (74, 90) AND :controller IS NULL
    AND o.object_id NOT IN (SELECT object_id FROM scope_repeats)
  UNION ALL
  SELECT c.controller_id, c.source_id FROM scope_controllers c
),
-- A row per object and hash, so that a name table is asked once.
used AS MATERIALIZED (
  SELECT u.kind, u.table_name || '.' || u.column_name AS field, u.hash, u.object_id, h.source_id,
    count(*) AS uses
  FROM hash_uses u CROSS JOIN holders h ON h.object_id = u.object_id
  WHERE u.kind IN ('state', 'path', 'layer', 'parameter', 'binding', 'skeleton')
    AND (:kind IS NULL OR u.kind = :kind)
  GROUP BY u.kind, u.table_name, u.column_name, u.hash, u.object_id
),
open AS MATERIALIZED (
  SELECT u.kind, u.field, u.hash, u.source_id, sum(u.uses) AS uses, count(*) AS objects
  FROM used u
  WHERE u.kind = 'binding' OR NOT EXISTS (
    SELECT 1 FROM names n CROSS JOIN name_use_rows k ON k.name_id = n.name_id
    WHERE n.hash = u.hash AND k.object_id = u.object_id)
  GROUP BY u.kind, u.field, u.hash, u.source_id
),
named AS MATERIALIZED (
  SELECT w.*,
    (SELECT k.name_origin || ' ' || k.text FROM known_names k
     WHERE k.hash = w.hash AND k.source_id = w.source_id
     ORDER BY k.name_origin DESC, k.text LIMIT 1) AS best
  FROM open w
)
-- 'source ...' sorts behind 'corpus ...': the highest is the nearest.
SELECT kind, field, hash, sum(uses) AS uses, sum(objects) AS objects,
  substr(max(best), 8) AS resolved_name, substr(max(best), 1, 6) AS name_origin
FROM named GROUP BY kind, field, hash;
