-- title:   Transitions to a state or selector that does not exist
-- scope:   corpus
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, machine_index, transition_id
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  machine_index int -- index of the state machine
-- column:  transition_ref text -- owner and index in words: "state 3 transition 0"
-- column:  owner_kind text -- what the transition leads out of
-- column:  state_index int -- index of the owner; NULL unless a state
-- column:  selector_index int -- index of the owner; NULL unless an entry or exit node
-- column:  transition_index int -- index of the transition in its owner
-- column:  destination_raw int -- destination as stored
-- column:  states int -- states of the machine
-- column:  selectors int -- selectors of the machine
-- column:  transition_id int -- id of the transition
-- The destination is neither a state nor a selector that the machine has, nor 4294967295 (none).
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  m.machine_index,
  replace(t.owner_kind, '_', ' ') || coalesce(' ' || s.state_index, ' ' || e.selector_index, '')
    || ' transition ' || t.transition_index AS transition_ref,
  t.owner_kind, s.state_index, e.selector_index,
  t.transition_index, t.destination_raw,
  m.state_count AS states, m.selector_count AS selectors, t.transition_id
FROM scope_controllers c
CROSS JOIN transitions t ON t.controller_id = c.controller_id
CROSS JOIN state_machines m ON m.state_machine_id = t.state_machine_id
LEFT JOIN states s ON s.state_id = t.state_id
LEFT JOIN selectors e ON e.selector_id = t.selector_id
WHERE t.destination_kind = 'out_of_range';
