-- title:   How many transitions lead out of entry and exit nodes
-- scope:   corpus
-- copies:  yes
-- groups:  none
-- returns: rows
-- since:   1
-- column:  n int sum -- transitions of selectors
-- The total to compare selector-transitions-without-destination with.
SELECT t.controller_id, count(*) AS n
FROM transitions t
WHERE t.controller_id IN (SELECT controller_id FROM scope_controllers)
  AND t.owner_kind IN ('entry', 'exit')
GROUP BY t.controller_id;
