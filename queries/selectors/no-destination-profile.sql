-- title:   The machines in which an entry or exit node leads nowhere
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
-- column:  machine_states int -- states of the machine
-- column:  selector_index int -- index of the selector
-- column:  transition_index int -- index of the transition in the selector
-- column:  transitions_of_selector int -- transitions of the selector, this one included
-- column:  is_entry bool -- 1 entry node, 0 exit node
-- column:  exit_destination int -- destination of the machine's exit node as stored, the lowest of several; NULL without one
-- column:  layers_using_machine int -- layers that show the machine
-- column:  n_copies int -- stored machines of this controller name and machine index that have such a transition
-- column:  transition_id int -- id of the transition
-- One row per transition whose destination is 4294967295, in every stored copy. n_copies counts over all serialized
-- files in scope, whether the controllers are equal or only have the same name.
WITH found AS MATERIALIZED (
  SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
    t.state_machine_id, t.selector_id, t.transition_id, t.transition_index, m.machine_index,
    m.state_count
  FROM scope_controllers c
  CROSS JOIN transitions t ON t.controller_id = c.controller_id
  CROSS JOIN state_machines m ON m.state_machine_id = t.state_machine_id
  WHERE t.owner_kind IN ('entry', 'exit') AND t.destination_raw = 4294967295
),
copies AS MATERIALIZED (
  SELECT controller, machine_index, count(DISTINCT state_machine_id) AS n
  FROM found GROUP BY controller, machine_index
)
SELECT f.source, f.file, f.controller_id, f.controller, f.controller_path_id,
  f.machine_index, f.state_count AS machine_states, e.selector_index,
  f.transition_index,
  (SELECT count(*) FROM transitions t WHERE t.selector_id = f.selector_id)
    AS transitions_of_selector,
  e.is_entry,
  (SELECT min(t.destination_raw)
   FROM selectors x CROSS JOIN transitions t ON t.selector_id = x.selector_id
   WHERE x.state_machine_id = f.state_machine_id AND x.is_entry = 0) AS exit_destination,
  (SELECT count(*) FROM layers l WHERE l.state_machine_id = f.state_machine_id)
    AS layers_using_machine,
  k.n AS n_copies, f.transition_id
FROM found f
JOIN selectors e ON e.selector_id = f.selector_id
JOIN copies k ON k.controller IS f.controller AND k.machine_index = f.machine_index;
