-- title:   Where exit nodes lead to a state: a row per transition
-- scope:   corpus
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, machine_index, selector_index, transition_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  machine_index int -- index of the state machine
-- column:  selector_index int -- index of the exit node
-- column:  machine_path text -- path of the (sub-)machine that the exit node belongs to; NULL when unresolved
-- column:  transition_index int -- index of the transition in the exit node
-- column:  to_state_index int -- index of the state it leads to
-- column:  to_name text -- name of that state; NULL when unresolved
-- column:  conditions int -- conditions of the transition; 0 means that it always fires
-- column:  transition_id int -- id of the transition
-- One row per transition that exit-transitions-to-states counts.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  m.machine_index, e.selector_index, e.machine_path,
  t.transition_index, s.state_index AS to_state_index, s.name AS to_name,
  t.condition_count AS conditions, t.transition_id
FROM scope_controllers c
CROSS JOIN transitions t ON t.controller_id = c.controller_id
CROSS JOIN state_machines m ON m.state_machine_id = t.state_machine_id
CROSS JOIN selectors e ON e.selector_id = t.selector_id
LEFT JOIN states s ON s.state_id = t.destination_state_id
WHERE t.owner_kind = 'exit' AND t.destination_kind = 'state';
