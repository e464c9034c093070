-- title:   Equal controllers within one source and across sources
-- scope:   corpus
-- returns: rows
-- since:   1
-- order:   copies desc, fingerprint
-- column:  fingerprint text -- hash of the content that the copies share
-- column:  controller_id int -- id of the first copy, in the order of source, file and path id
-- column:  controller text -- name of the controller
-- column:  copies int -- stored copies in scope
-- column:  sources int -- sources that have one
-- column:  spread text -- within: all in one source; across: one in each of several sources; both
-- column:  repeated_bytes int -- bytes of all copies but the first
-- column:  source_labels list -- labels of the sources, in order
-- column:  source_copies list -- copies in each of them, in the order of source_labels
-- A row per group of equal controllers. same-controller-copies lists the places of the copies.
WITH
copies AS MATERIALIZED (
  SELECT o.fingerprint, o.byte_size, c.controller, c.controller_id, c.source,
    row_number() OVER (PARTITION BY o.fingerprint
      ORDER BY c.source, c.file, c.controller_path_id) AS position
  FROM scope_controllers c CROSS JOIN objects o ON o.object_id = c.controller_id
  WHERE o.fingerprint IS NOT NULL
),
by_source AS MATERIALIZED (
  SELECT fingerprint, source, count(*) AS n,
    sum(CASE WHEN position > 1 THEN byte_size ELSE 0 END) AS repeated_bytes
  FROM copies GROUP BY fingerprint, source ORDER BY fingerprint, source
),
spread AS (
  SELECT fingerprint, sum(n) AS copies, count(*) AS sources, max(n) AS most,
    sum(repeated_bytes) AS repeated_bytes, json_group_array(source) AS labels,
    json_group_array(n) AS counts
  FROM by_source GROUP BY fingerprint HAVING sum(n) > 1
)
SELECT s.fingerprint, c.controller_id, c.controller, s.copies, s.sources,
  CASE WHEN s.sources = 1 THEN 'within' WHEN s.most = 1 THEN 'across' ELSE 'both' END AS spread,
  s.repeated_bytes, s.labels AS source_labels, s.counts AS source_copies
FROM spread s JOIN copies c ON c.fingerprint = s.fingerprint AND c.position = 1;
