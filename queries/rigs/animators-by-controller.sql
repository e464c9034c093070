-- title:   The Animators that play a controller
-- scope:   corpus
-- returns: rows
-- since:   1
-- order:   source, controller, controller_id, animator_file, animator_path, animator_id
-- column:  source text -- label of the source
-- column:  controller text -- name of the controller
-- column:  controller_id int -- id of the controller
-- column:  file text -- file of the controller: path, then "!" and node path inside a container
-- column:  animator_path text -- names from the scene's root to the Animator
-- column:  animator_id int -- id of the Animator
-- column:  animator_file text -- file of the Animator
-- column:  animator_path_id int -- path id of the Animator in its serialized file
-- column:  is_enabled bool -- 1 when the component is enabled
-- column:  is_active_in_hierarchy bool -- 1 when its GameObject and all above are active; NULL unknown
-- column:  has_skinned_renderer_below bool -- 1 when it owns a Transform with a SkinnedMeshRenderer; NULL unknown
-- column:  override_controller text -- override controller through which it plays the controller; NULL when directly
-- column:  override_controller_id int -- id of that override controller
-- The common parameters select the controllers; their Animators may be stored in other files of the source.
WITH players AS (
  SELECT c.source, c.controller, c.controller_id, c.file, a.animator_id, NULL AS override_controller_id
  FROM scope_controllers c CROSS JOIN animators a ON a.controller_id = c.controller_id
  UNION ALL
  SELECT c.source, c.controller, c.controller_id, c.file, a.animator_id, q.override_controller_id
  FROM scope_controllers c
  CROSS JOIN override_controllers q ON q.effective_controller_id = c.controller_id
  CROSS JOIN animators a ON a.override_controller_id = q.override_controller_id
)
SELECT k.source, k.controller, k.controller_id, k.file, a.transform_path AS animator_path,
  a.animator_id, f.path || CASE WHEN sf.node_path = '' THEN '' ELSE '!' || sf.node_path END AS animator_file,
  o.path_id AS animator_path_id, a.is_enabled,
  a.is_active_in_hierarchy,
  a.has_skinned_renderer_below,
  q.name AS override_controller, q.override_controller_id
FROM players k
CROSS JOIN animators a ON a.animator_id = k.animator_id
CROSS JOIN objects o ON o.object_id = k.animator_id
CROSS JOIN serialized_files sf ON sf.serialized_file_id = o.serialized_file_id
CROSS JOIN files f ON f.file_id = sf.file_id
LEFT JOIN override_controllers q ON q.override_controller_id = k.override_controller_id;
