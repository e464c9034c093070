-- title:   Clip slots that are a null pointer
-- scope:   corpus
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, controller_path_id, slot
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  controller_id int -- id of the controller
-- column:  controller text -- name of the controller
-- column:  controller_path_id int -- path id of the controller in its serialized file
-- column:  slot int -- index of the slot
-- column:  slots int -- slots of the controller, the null ones included
-- column:  leaves int -- leaves of the controller's blend trees that index the slot
-- Null slots keep their place: the clip numbers of blend tree leaves count them.
SELECT c.source, c.file, c.controller_id, c.controller, c.controller_path_id,
  k.slot,
  (SELECT count(*) FROM controller_clips o WHERE o.controller_id = c.controller_id) AS slots,
  (SELECT count(*)
   FROM state_machines m
   CROSS JOIN states s ON s.state_machine_id = m.state_machine_id
   CROSS JOIN blend_trees b ON b.state_id = s.state_id
   CROSS JOIN blend_nodes n ON n.blend_tree_id = b.blend_tree_id
   WHERE m.controller_id = c.controller_id AND n.is_leaf = 1 AND n.clip_slot = k.slot) AS leaves
FROM scope_controllers c
CROSS JOIN controller_clips k ON k.controller_id = c.controller_id
WHERE k.file_index = 0 AND k.path_id = 0;
