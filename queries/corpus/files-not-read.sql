-- title:   Files that were not read, or only in part
-- scope:   corpus
-- returns: rows
-- since:   1
-- order:   source, path
-- column:  source text -- label of the source
-- column:  file_id int -- id of the file
-- column:  path text -- path of the file below the source's root
-- column:  status text -- partial, unsupported, encrypted, damaged or unreadable
-- column:  reason text -- message of its most severe finding; its status when there is none
-- Files that are not Unity's are not listed. A file in which no serialized file could be read has no Unity version and
-- no controller, so the parameters unity_version and controller never select it.
SELECT f.source, f.file_id, f.path, f.status,
  coalesce(
    (SELECT coalesce(d.message, d.code) FROM findings d WHERE d.file_id = f.file_id
     ORDER BY CASE d.severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, d.finding_id
     LIMIT 1),
    f.status) AS reason
FROM scope_files f
WHERE f.status NOT IN ('indexed', 'not_unity');
