-- title:   Where exit nodes lead
-- scope:   corpus
-- copies:  yes
-- groups:  none
-- returns: rows
-- since:   1
-- column:  destination_kind text key -- state, selector, none (4294967295) or out_of_range
-- column:  n int sum -- transitions of exit nodes
-- The transitions of exit nodes, counted by what they lead to.
SELECT t.controller_id, t.destination_kind, count(*) AS n
FROM transitions t
WHERE t.controller_id IN (SELECT controller_id FROM scope_controllers)
  AND t.owner_kind = 'exit'
GROUP BY t.controller_id, t.destination_kind;
