-- title:   The transitions that test a parameter
-- scope:   corpus
-- param:   parameter hash -- the parameter's name, or its hash in decimal or 0x hex
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, machine_index, transition_id, condition_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  machine_index int -- index of the state machine
-- column:  from_state_index int -- index of the state it leads out of; NULL unless a state
-- column:  from_name text -- its name; NULL unless a state and resolved
-- column:  to_state_index int -- index of the state it leads to; NULL unless a state
-- column:  to_name text -- its name; NULL unless a state and resolved
-- column:  owner_kind text -- what it leads out of: state, any_state, entry or exit
-- column:  mode_name text -- if, if_not, greater, less, equals, not_equal; the number for an unknown mode
-- column:  threshold real -- value that the parameter is compared with; meaningless for if and if_not
-- column:  other_conditions int -- further conditions of the transition
-- column:  condition_index int -- index of the condition in the transition
-- column:  transition_id int -- id of the transition
-- A row per condition that tests the parameter.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  m.machine_index, s.state_index AS from_state_index, s.name AS from_name,
  x.state_index AS to_state_index, x.name AS to_name, t.owner_kind,
  CASE d.mode WHEN 1 THEN 'if' WHEN 2 THEN 'if_not' WHEN 3 THEN 'greater' WHEN 4 THEN 'less'
    WHEN 5 THEN 'exit_time' WHEN 6 THEN 'equals' WHEN 7 THEN 'not_equal'
    ELSE CAST(d.mode AS TEXT) END AS mode_name,
  d.threshold, t.condition_count - 1 AS other_conditions, d.condition_index,
  t.transition_id
FROM conditions d
CROSS JOIN transitions t ON t.transition_id = d.transition_id
JOIN scope_controllers c ON c.controller_id = t.controller_id
CROSS JOIN state_machines m ON m.state_machine_id = t.state_machine_id
LEFT JOIN states s ON s.state_id = t.state_id
LEFT JOIN states x ON x.state_id = t.destination_state_id
WHERE d.parameter_hash = :parameter;
