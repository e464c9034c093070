-- title:   Exit nodes that lead to a state
-- scope:   corpus
-- copies:  yes
-- groups:  source
-- returns: rows
-- since:   1
-- column:  n int sum -- transitions of exit nodes to a state
-- Nearly every exit node leads to another selector; the few that lead to a state belong to sub-machines. exit-
-- transitions-to-states-places lists these transitions one by one.
SELECT t.controller_id, count(*) AS n
FROM transitions t
WHERE t.controller_id IN (SELECT controller_id FROM scope_controllers)
  AND t.owner_kind = 'exit' AND t.destination_kind = 'state'
GROUP BY t.controller_id;
