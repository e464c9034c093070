-- title:   The states that each entry node leads to
-- scope:   corpus
-- param:   machine int optional -- only this state machine
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, machine_index, selector_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  machine_index int -- index of the state machine
-- column:  selector_index int -- index of the entry node
-- column:  machine_path text -- path of the (sub-)machine that it enters; NULL when unresolved
-- column:  transitions int -- transitions of the entry node
-- column:  state_indices list -- indexes of the states they lead to, in their order
-- column:  state_names list -- names of these states; null when unresolved
-- column:  selector_id int -- id of the entry node
-- Transitions that do not lead to a state are counted by entry-transition-targets. Selectors (entry and exit nodes)
-- exist since Unity 5.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  m.machine_index, e.selector_index, e.machine_path,
  (SELECT count(*) FROM transitions t WHERE t.selector_id = e.selector_id) AS transitions,
  (SELECT json_group_array(v.state_index) FROM (
    SELECT s.state_index
    FROM transitions t CROSS JOIN states s ON s.state_id = t.destination_state_id
    WHERE t.selector_id = e.selector_id ORDER BY t.transition_index) v) AS state_indices,
  (SELECT json_group_array(v.name) FROM (
    SELECT s.name
    FROM transitions t CROSS JOIN states s ON s.state_id = t.destination_state_id
    WHERE t.selector_id = e.selector_id ORDER BY t.transition_index) v) AS state_names,
  e.selector_id
FROM scope_controllers c
CROSS JOIN state_machines m ON m.controller_id = c.controller_id
CROSS JOIN selectors e ON e.state_machine_id = m.state_machine_id
WHERE e.is_entry = 1 AND (:machine IS NULL OR m.machine_index = :machine);
