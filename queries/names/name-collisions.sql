-- title:   Hashes with more than one text in the corpus
-- returns: rows
-- since:   1
-- order:   hash
-- scan:    every name of the corpus is compared with its neighbour
-- column:  hash hash -- CRC-32 that the texts share
-- column:  text_count int -- number of texts
-- column:  texts list -- the texts, in byte order
-- column:  uses list -- objects that have each text, in the order of texts
-- column:  origins list -- where each text comes from, joined by "+", in the order of texts
-- Either two names have the same CRC-32, or a name table holds a text that does not belong to its hash (a finding
-- reports that).
WITH shared AS (
  SELECT hash, count(*) AS n FROM names GROUP BY hash HAVING count(*) > 1
),
texts AS (
  SELECT s.hash, s.n, k.text,
    (SELECT count(DISTINCT u.object_id) FROM name_use_rows u WHERE u.name_id = k.name_id) AS uses,
    coalesce((SELECT group_concat(o.origin, '+') FROM (
      SELECT DISTINCT u.origin FROM name_uses u
      WHERE u.hash = k.hash AND u.text = k.text ORDER BY u.origin) o), '') AS origins
  FROM shared s CROSS JOIN names k ON k.hash = s.hash
  ORDER BY s.hash, k.text
)
SELECT hash, n AS text_count, json_group_array(text) AS texts, json_group_array(uses) AS uses,
  json_group_array(origins) AS origins
FROM texts GROUP BY hash;
