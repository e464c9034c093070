-- title:   Animators with other Animators below them
-- scope:   source file
-- returns: rows
-- since:   1
-- order:   source, file, outer_animator_path, outer_animator_id, level, inner_animator_path, inner_animator_id
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  outer_animator_path text -- names from the scene's root to the outer Animator
-- column:  outer_animator_id int -- id of the outer Animator
-- column:  outer_animator_path_id int -- path id of the outer Animator in its serialized file
-- column:  outer_controller text -- controller that the outer one plays, overrides followed; NULL when it has none or it was not found
-- column:  outer_controller_id int -- id of that controller
-- column:  outer_resolution text -- whether the outer one's m_Controller was found; null: it has none
-- column:  inner_animator_path text -- names from the scene's root to the inner Animator
-- column:  inner_animator_id int -- id of the inner Animator
-- column:  inner_animator_path_id int -- path id of the inner Animator in its serialized file
-- column:  inner_controller text -- controller that the inner one plays, overrides followed; NULL when it has none or it was not found
-- column:  inner_controller_id int -- id of that controller
-- column:  inner_resolution text -- whether the inner one's m_Controller was found; null: it has none
-- column:  level int -- Animators from the inner one up to the outer one; 1 is the nearest
-- column:  distance int -- Transforms from the inner one up to the outer one; 1 is the parent
-- One row per pair of an outer and an inner Animator: an Animator below two others is in two rows.
SELECT v.source, v.file,
  a.transform_path AS outer_animator_path, a.animator_id AS outer_animator_id,
  o.path_id AS outer_animator_path_id,
  a.effective_controller AS outer_controller, a.effective_controller_id AS outer_controller_id,
  a.controller_resolution AS outer_resolution,
  b.transform_path AS inner_animator_path, b.animator_id AS inner_animator_id,
  b.path_id AS inner_animator_path_id,
  b.effective_controller AS inner_controller, b.effective_controller_id AS inner_controller_id,
  b.controller_resolution AS inner_resolution,
  n.level, n.distance
FROM scope_serialized_files v
CROSS JOIN objects o ON o.class_id = 95 AND o.serialized_file_id = v.serialized_file_id
CROSS JOIN animator_nestings n ON n.outer_animator_id = o.object_id
CROSS JOIN animators_view a ON a.animator_id = n.outer_animator_id
CROSS JOIN animators_view b ON b.animator_id = n.inner_animator_id;
