-- title:   How often each mode of condition is used
-- scope:   corpus
-- copies:  yes
-- groups:  none
-- returns: rows
-- since:   1
-- column:  mode int key -- m_ConditionMode as stored
-- column:  name text key -- if, if_not, greater, less, exit_time, equals or not_equal; NULL for an unknown mode
-- column:  n int sum -- conditions of this mode
-- Mode 5 is how Unity 4 writes an exit time.
SELECT t.controller_id, d.mode,
  CASE d.mode WHEN 1 THEN 'if' WHEN 2 THEN 'if_not' WHEN 3 THEN 'greater' WHEN 4 THEN 'less'
    WHEN 5 THEN 'exit_time' WHEN 6 THEN 'equals' WHEN 7 THEN 'not_equal' END AS name,
  count(*) AS n
FROM scope_controllers c
CROSS JOIN transitions t ON t.controller_id = c.controller_id
CROSS JOIN conditions d ON d.transition_id = t.transition_id
GROUP BY t.controller_id, d.mode;
