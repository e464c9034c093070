-- title:   The transitions of each layer as a graph
-- scope:   corpus
-- param:   layer int optional -- only this layer
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, layer_index, machine_index, transition_id
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  layer_index int -- index of the layer; the lowest of those that show the machine, and NULL when none does
-- column:  machine_index int -- index of the state machine
-- column:  from_state_index int -- index of the state it leads out of; NULL unless a state
-- column:  from_selector_index int -- index of the selector it leads out of; NULL unless an entry or exit node
-- column:  from_name text -- name of the state, path of the selector's machine, or Any State; NULL when unresolved
-- column:  to_state_index int -- index of the state it leads to; NULL unless a state
-- column:  to_selector_index int -- index of the selector it leads to; NULL unless a selector
-- column:  to_name text -- name of the state, or path of the selector's machine; NULL when unresolved or it leads nowhere
-- column:  owner_kind text -- what it leads out of: state, any_state, entry or exit
-- column:  destination_kind text -- what it leads to: state, selector, none or out_of_range
-- column:  conditions list -- its conditions in words, all of which must hold: "Speed greater 0.5"; the hash for a parameter without a name
-- column:  exit_time real -- earliest time, in lengths of the source state; NULL without exit time
-- column:  duration real -- length of the blend, in seconds or in lengths of the source state; NULL for selectors
-- column:  transition_index int -- index of the transition in its owner
-- column:  transition_id int -- id of the transition
-- One edge per transition, in the order in which they are tried within their owner. A synced layer, which shows the
-- machine of another layer, has no edges of its own.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  (SELECT min(l.layer_index) FROM layers l WHERE l.state_machine_id = t.state_machine_id)
    AS layer_index,
  m.machine_index,
  fs.state_index AS from_state_index, fe.selector_index AS from_selector_index,
  CASE t.owner_kind WHEN 'any_state' THEN 'Any State' WHEN 'state' THEN fs.name
    ELSE fe.machine_path END AS from_name,
  ts.state_index AS to_state_index, te.selector_index AS to_selector_index,
  CASE t.destination_kind WHEN 'state' THEN ts.name WHEN 'selector' THEN te.machine_path END
    AS to_name,
  t.owner_kind, t.destination_kind,
  (SELECT json_group_array(k.words) FROM (
    SELECT CASE WHEN d.mode = 5 THEN printf('exit_time %.7g', d.exit_time)
      ELSE coalesce(r.name, d.parameter_hash) || ' ' || CASE d.mode WHEN 1 THEN 'if'
        WHEN 2 THEN 'if_not' WHEN 3 THEN 'greater' WHEN 4 THEN 'less' WHEN 6 THEN 'equals'
        WHEN 7 THEN 'not_equal' ELSE 'mode ' || d.mode END
        || CASE WHEN d.mode IN (1, 2) THEN '' ELSE printf(' %.7g', d.threshold) END END AS words
    FROM conditions d LEFT JOIN parameters r ON r.parameter_id = d.parameter_id
    WHERE d.transition_id = t.transition_id ORDER BY d.condition_index) k) AS conditions,
  CASE WHEN t.has_exit_time = 1 THEN t.exit_time END AS exit_time, t.duration,
  t.transition_index, t.transition_id
FROM scope_controllers c
CROSS JOIN transitions t ON t.controller_id = c.controller_id
CROSS JOIN state_machines m ON m.state_machine_id = t.state_machine_id
LEFT JOIN states fs ON fs.state_id = t.state_id
LEFT JOIN selectors fe ON fe.selector_id = t.selector_id
LEFT JOIN states ts ON ts.state_id = t.destination_state_id
LEFT JOIN selectors te ON te.selector_id = t.destination_selector_id
WHERE :layer IS NULL OR EXISTS (
  SELECT 1 FROM layers l
  WHERE l.state_machine_id = t.state_machine_id AND l.layer_index = :layer);
