-- title:   Animators that have Animators below them, with how many
-- scope:   source file
-- returns: rows
-- since:   1
-- order:   source, file, animator_path, animator_id
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  animator_path text -- names from the scene's root to the Animator
-- column:  animator_id int -- id of the Animator
-- column:  animator_path_id int -- path id of the Animator in its serialized file
-- column:  controller text -- controller that it plays, overrides followed; NULL when it has none or it was not found
-- column:  controller_id int -- id of that controller
-- column:  controller_resolution text -- whether its m_Controller was found; null: it has none
-- column:  inner_count int -- Animators below it, at any depth
-- One row per Animator. nested-animators lists the pairs, animator-count counts all Animators.
SELECT v.source, v.file, a.transform_path AS animator_path, a.animator_id,
  o.path_id AS animator_path_id, a.effective_controller AS controller,
  a.effective_controller_id AS controller_id, a.controller_resolution,
  (SELECT count(*) FROM animator_nestings n WHERE n.outer_animator_id = o.object_id)
    AS inner_count
FROM scope_serialized_files v
CROSS JOIN objects o ON o.class_id = 95 AND o.serialized_file_id = v.serialized_file_id
CROSS JOIN animators_view a ON a.animator_id = o.object_id
WHERE EXISTS (SELECT 1 FROM animator_nestings n WHERE n.outer_animator_id = o.object_id);
