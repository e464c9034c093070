-- title:   The layers of a controller
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
-- column:  resolved_name text -- best text known for the name's hash
-- column:  name_origin text -- where it comes from: own, source or corpus; NULL when no text is known
-- column:  machine_index int -- index of its state machine as stored
-- column:  motion_set int -- motion set of the machine that it plays; above 0 for synced layers
-- column:  blending text -- override or additive; the number for an unknown mode
-- column:  weight real -- weight that plays: 1 for layer 0, else the stored one
-- column:  default_weight real -- weight as stored: 0 for layer 0
-- column:  body_mask list -- words of the body mask; the third is null in versions without it
-- column:  masks int -- Transforms in its skeleton mask
-- column:  states int -- states of its machine; NULL when it has none
-- column:  any_transitions int -- any-state transitions of its machine
-- column:  has_ik_pass bool -- 1 when the layer runs IK
-- column:  layer_id int -- id of the layer
-- A row per layer: the machine it shows, how it is blended and what its masks hold.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  l.layer_index, l.name, l.resolved_name, l.name_origin, l.machine_index,
  l.synchronized_layer_index AS motion_set,
  CASE l.blending_mode WHEN 0 THEN 'override' WHEN 1 THEN 'additive'
    ELSE CAST(l.blending_mode AS TEXT) END AS blending,
  l.effective_weight AS weight, l.default_weight,
  json_array(l.body_mask_0, l.body_mask_1, l.body_mask_2) AS body_mask,
  (SELECT count(*) FROM skeleton_masks k WHERE k.layer_id = l.layer_id) AS masks,
  l.state_count AS states,
  (SELECT count(*) FROM transitions t
   WHERE t.state_machine_id = l.state_machine_id AND t.owner_kind = 'any_state')
    AS any_transitions,
  l.has_ik_pass, l.layer_id
FROM scope_controllers c
CROSS JOIN layers_view l ON l.controller_id = c.controller_id;
