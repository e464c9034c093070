-- title:   What the destination values of transitions mean
-- scope:   corpus
-- param:   transition_kind text optional in state|any_state|entry|exit -- only transitions out of this
-- copies:  yes
-- groups:  none
-- returns: rows
-- since:   1
-- column:  owner_kind text key -- what the transition leads out of
-- column:  destination_kind text key -- state, selector, none or out_of_range
-- column:  n int sum -- transitions
-- column:  destination_raw_min int min -- lowest destination as stored
-- column:  destination_raw_max int max -- highest destination as stored
-- A destination below 30000 is a state of the same machine, 30000 + n is selector n, 4294967295 is none.
SELECT t.controller_id, t.owner_kind, t.destination_kind,
  count(*) AS n, min(t.destination_raw) AS destination_raw_min, max(t.destination_raw) AS destination_raw_max
FROM transitions t
WHERE t.controller_id IN (SELECT controller_id FROM scope_controllers)
  AND (:transition_kind IS NULL OR t.owner_kind = :transition_kind)
GROUP BY t.controller_id, t.owner_kind, t.destination_kind;
