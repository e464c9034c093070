-- What leads out of the states called Idle, and under which conditions
SELECT t.controller, t.state, t.destination_state, t.duration, c.mode_name, c.parameter, c.threshold
FROM transitions_view t LEFT JOIN conditions_view c ON c.transition_id = t.transition_id
WHERE t.state = 'Idle'
ORDER BY t.transition_id, c.condition_index LIMIT 200
