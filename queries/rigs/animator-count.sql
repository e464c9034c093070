-- title:   How many Animators there are
-- scope:   source file
-- returns: row
-- since:   1
-- column:  animators int -- Animators read
-- column:  with_controller int -- of these, with a controller: m_Controller is not null, found or not
-- column:  with_avatar int -- of these, with an avatar: m_Avatar is not null, found or not
-- "45 of the 600 Animators" of a level: the denominator of outer-animators.
SELECT count(*) AS animators,
  count(*) FILTER (WHERE a.controller_resolution IS NOT 'null') AS with_controller,
  count(*) FILTER (WHERE a.avatar_resolution IS NOT 'null') AS with_avatar
FROM scope_serialized_files v
CROSS JOIN objects o ON o.class_id = 95 AND o.serialized_file_id = v.serialized_file_id
CROSS JOIN animators a ON a.animator_id = o.object_id;
