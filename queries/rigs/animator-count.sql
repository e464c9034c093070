-- title:   How many Animators there are
-- scope:   source file
-- groups:  none own
-- returns: rows
-- since:   1
-- column:  animators int sum -- Animators read
-- column:  with_controller int sum -- of these, with a controller: m_Controller is not null, found or not
-- column:  with_avatar int sum -- of these, with an avatar: m_Avatar is not null, found or not
-- With group_by, source and unity_version are those of the Animator's serialized file. The controller is the one that
-- plays, overrides followed, and file is where it is stored; both are NULL for Animators whose controller is null or
-- was not found. outer-animators lists the Animators that have others below them.
SELECT v.source, v.unity_version, c.controller_id, c.name AS controller,
  (SELECT p.file FROM object_places p WHERE p.object_id = c.controller_id) AS file,
  1 AS animators, a.controller_resolution IS NOT 'null' AS with_controller,
  a.avatar_resolution IS NOT 'null' AS with_avatar
FROM scope_serialized_files v
CROSS JOIN objects o ON o.class_id = 95 AND o.serialized_file_id = v.serialized_file_id
CROSS JOIN animators a ON a.animator_id = o.object_id
LEFT JOIN override_controllers q ON q.override_controller_id = a.override_controller_id
LEFT JOIN controllers c ON c.controller_id = coalesce(a.controller_id, q.effective_controller_id);
