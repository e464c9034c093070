-- title:   Transitions of entry and exit nodes that lead nowhere
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
-- column:  selector_index int -- index of the selector
-- column:  is_entry bool -- 1 entry node, 0 exit node
-- column:  transition_index int -- index of the transition in the selector
-- column:  conditions int -- conditions of the transition; 0 means that it always fires
-- column:  transition_id int -- id of the transition
-- The stored destination is 4294967295 (0xFFFFFFFF), which is neither a state nor a selector. no-destination-profile
-- describes the state machines in which this occurs.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  m.machine_index, e.selector_index, e.is_entry,
  t.transition_index, t.condition_count AS conditions, t.transition_id
FROM scope_controllers c
CROSS JOIN transitions t ON t.controller_id = c.controller_id
CROSS JOIN state_machines m ON m.state_machine_id = t.state_machine_id
CROSS JOIN selectors e ON e.selector_id = t.selector_id
WHERE t.owner_kind IN ('entry', 'exit') AND t.destination_raw = 4294967295;
