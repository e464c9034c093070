-- title:   Clips of an outer Animator that animate something under an inner one
-- scope:   source file
-- returns: rows
-- since:   1
-- order:   source, file, outer_animator, clip, transform_path, outer_clip_target_id
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  outer_animator text -- names from the scene's root to the outer Animator
-- column:  outer_animator_id int -- id of the outer Animator
-- column:  controller text -- controller that the outer one plays, overrides followed
-- column:  controller_id int -- id of that controller
-- column:  clip text -- name of the clip
-- column:  clip_id int -- id of the clip
-- column:  binding_path_hash hash -- path of the binding, CRC-32 of transform_path
-- column:  transform_path text -- names below the outer Animator's GameObject to the animated Transform
-- column:  inner_animator text -- names from the scene's root to the nearest Animator at or above the Transform
-- column:  inner_animator_id int -- id of that Animator
-- column:  is_inner_root bool -- 1 when the Transform is the inner Animator's own
-- column:  type_id int -- class number of what is animated; 4 Transform
-- column:  attribute text -- position, rotation, scale or euler for Transforms, else the attribute's name; NULL unresolved
-- column:  attribute_hash hash -- attribute as stored
-- column:  outer_clip_target_id int -- id of the row in outer_clip_targets
-- The clips are those of the controller that the outer Animator plays, overrides and clips of other files included.
SELECT v.source, v.file, a.transform_path AS outer_animator, a.animator_id AS outer_animator_id,
  a.effective_controller AS controller, a.effective_controller_id AS controller_id,
  c.name AS clip, t.clip_id, t.path_hash AS binding_path_hash, t.transform_path,
  b.transform_path AS inner_animator, b.animator_id AS inner_animator_id, t.is_inner_root,
  t.type_id,
  CASE WHEN t.type_id = 4 THEN CASE t.attribute_hash WHEN 1 THEN 'position'
      WHEN 2 THEN 'rotation' WHEN 3 THEN 'scale' WHEN 4 THEN 'euler' END
    ELSE (SELECT k.text FROM known_names k
      WHERE k.hash = t.attribute_hash AND k.source_id = v.source_id
      ORDER BY k.name_origin DESC, k.text LIMIT 1) END AS attribute,
  t.attribute_hash, t.outer_clip_target_id
FROM scope_serialized_files v
CROSS JOIN objects o ON o.class_id = 95 AND o.serialized_file_id = v.serialized_file_id
CROSS JOIN outer_clip_targets t ON t.outer_animator_id = o.object_id
CROSS JOIN animators_view a ON a.animator_id = t.outer_animator_id
CROSS JOIN animators b ON b.animator_id = t.inner_animator_id
CROSS JOIN clips c ON c.clip_id = t.clip_id;
