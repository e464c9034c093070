-- title:   States that are followed by another state without a condition
-- scope:   corpus
-- param:   layer int optional -- only this layer
-- param:   name text = * pattern -- name of the state; * and ? are wildcards
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, machine_index, state_index, transition_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  machine_index int -- index of the state machine
-- column:  state_index int -- index of the state
-- column:  name text -- name of the state; NULL when unresolved
-- column:  next int -- index of the state that follows
-- column:  next_name text -- name of the state that follows; NULL when unresolved
-- column:  exit_time real -- when it follows, in lengths of the state; NULL: at once
-- column:  transition_index int -- index of the transition in the state
-- column:  transition_id int -- id of the transition
-- One state follows another when a transition between them has no condition except an exit time. With `name`, states
-- without a known name are left out.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  m.machine_index, s.state_index, s.name, x.state_index AS next,
  x.name AS next_name,
  CASE WHEN t.has_exit_time = 1 THEN t.exit_time
    ELSE (SELECT max(d.exit_time) FROM conditions d WHERE d.transition_id = t.transition_id) END
    AS exit_time,
  t.transition_index, t.transition_id
FROM scope_controllers c
CROSS JOIN transitions t ON t.controller_id = c.controller_id AND t.owner_kind = 'state'
  AND t.destination_kind = 'state'
CROSS JOIN state_machines m ON m.state_machine_id = t.state_machine_id
CROSS JOIN states s ON s.state_id = t.state_id
CROSS JOIN states x ON x.state_id = t.destination_state_id
WHERE NOT EXISTS (SELECT 1 FROM conditions d
    WHERE d.transition_id = t.transition_id AND d.mode IS NOT 5)
  AND (:name = '*' OR s.name = :name OR s.name GLOB :name_glob)
  AND (:layer IS NULL OR EXISTS (SELECT 1 FROM layers l
    WHERE l.state_machine_id = t.state_machine_id AND l.layer_index = :layer));
