-- title:   How many motion sets each state has
-- scope:   corpus
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, machine_index, state_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  machine_index int -- index of the state machine
-- column:  state_index int -- index of the state
-- column:  name text -- name in the controller's own name table; NULL when unresolved
-- column:  resolved_name text -- best text known for the name's hash
-- column:  name_origin text -- where it comes from: own, source or corpus; NULL when no text is known
-- column:  sets int -- motion sets of the state: one per layer that shows its machine
-- column:  machine_sets int -- number of motion sets that the machine declares
-- column:  with_motion int -- motion sets with a blend tree; the others play nothing
-- column:  state_id int -- id of the state
-- A state has one blend tree per motion set; a plain clip is a tree of one leaf.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  s.machine_index, s.state_index, s.name, s.resolved_name, s.name_origin,
  (SELECT count(*) FROM blend_trees b WHERE b.state_id = s.state_id) AS sets,
  m.motion_set_count AS machine_sets,
  (SELECT count(*) FROM blend_trees b WHERE b.state_id = s.state_id AND b.node_count > 0)
    AS with_motion,
  s.state_id
FROM scope_controllers c
CROSS JOIN state_machines m ON m.controller_id = c.controller_id
CROSS JOIN states_view s ON s.state_machine_id = m.state_machine_id;
