-- title:   Transitions of states and any-states that lead nowhere
-- scope:   corpus
-- copies:  yes
-- groups:  none
-- returns: rows
-- since:   1
-- column:  owner_kind text key -- state or any_state
-- column:  n int sum -- such transitions whose destination is 4294967295
-- A kind is listed with n = 0 when none of its transitions leads nowhere. No such transition is known so far. For entry
-- and exit nodes see selector-transitions-without-destination.
SELECT t.controller_id, t.owner_kind, sum(t.destination_raw IS 4294967295) AS n
FROM transitions t
WHERE t.controller_id IN (SELECT controller_id FROM scope_controllers)
  AND t.owner_kind IN ('state', 'any_state')
GROUP BY t.controller_id, t.owner_kind;
