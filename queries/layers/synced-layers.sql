-- title:   Layers that show the state machine of another layer with motions of their own
-- scope:   corpus
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, layer_index
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  layer_index int -- index of the layer
-- column:  name text -- name of the layer in the controller's own name table; NULL when unresolved
-- column:  shown_layer int -- lowest layer that shows the same machine: the one whose states these are
-- column:  shown_name text -- its name
-- column:  machine_index int -- index of the state machine
-- column:  motion_set int -- motion set of the machine that the layer plays
-- column:  synced_layer_affects_timing bool -- 1 when its motions' lengths count for the states' time
-- column:  states int -- states of the machine
-- column:  own_motions int -- states that have a motion in this motion set
-- column:  layer_id int -- id of the layer
-- A synced layer shows the machine of another layer and has no machine of its own. A state without a motion in the
-- layer's motion set shows nothing on this layer.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  l.layer_index, l.name, f.layer_index AS shown_layer, f.name AS shown_name,
  l.machine_index, l.synchronized_layer_index AS motion_set,
  l.synced_layer_affects_timing, m.state_count AS states,
  (SELECT count(*)
   FROM states s
   CROSS JOIN blend_trees b ON b.state_id = s.state_id
     AND b.motion_set = l.synchronized_layer_index
   WHERE s.state_machine_id = l.state_machine_id AND b.node_count > 0) AS own_motions,
  l.layer_id
FROM scope_controllers c
CROSS JOIN layers l ON l.controller_id = c.controller_id
CROSS JOIN state_machines m ON m.state_machine_id = l.state_machine_id
CROSS JOIN layers f ON f.controller_id = l.controller_id AND f.layer_index = (
  SELECT min(o.layer_index) FROM layers o WHERE o.state_machine_id = l.state_machine_id)
WHERE f.layer_index < l.layer_index OR l.synchronized_layer_index > 0;
