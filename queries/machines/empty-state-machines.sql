-- title:   State machines without states
-- scope:   corpus
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, machine_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  machine_index int -- index of the state machine
-- column:  layers int -- layers that show the machine
-- column:  selectors int -- selectors of the machine
-- column:  state_machine_id int -- id of the state machine
-- Such a machine has entry and exit nodes at most: a layer that shows it plays nothing.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  m.machine_index,
  (SELECT count(*) FROM layers l WHERE l.state_machine_id = m.state_machine_id) AS layers,
  m.selector_count AS selectors, m.state_machine_id
FROM scope_controllers c
CROSS JOIN state_machines m ON m.controller_id = c.controller_id
WHERE m.state_count = 0;
