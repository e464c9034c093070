-- title:   What the corpus holds
-- scope:   corpus
-- returns: row
-- since:   1
-- column:  files int -- files on disk, of any status
-- column:  bundles int -- containers of kind unityfs, unityweb or unityraw, at any depth
-- column:  serialized_files int -- serialized files, loose or in containers
-- column:  animators int -- Animators read
-- column:  controllers int -- compiled AnimatorControllers read
-- column:  avatars int -- Avatars read
-- column:  clips int -- AnimationClips read
-- column:  override_controllers int -- AnimatorOverrideControllers read
-- Every stored copy is counted. With `controller`, all columns but `controllers` count what is stored in the same
-- serialized files.
SELECT
  (SELECT count(*) FROM scope_files) AS files,
  (SELECT count(*) FROM scope_files f CROSS JOIN containers b ON b.file_id = f.file_id
   WHERE b.kind IN ('unityfs', 'unityweb', 'unityraw')) AS bundles,
  (SELECT count(*) FROM scope_serialized_files) AS serialized_files,
  (SELECT count(*) FROM scope_serialized_files v
   CROSS JOIN objects o ON o.class_id = 95 AND o.serialized_file_id = v.serialized_file_id
   CROSS JOIN animators a ON a.animator_id = o.object_id) AS animators,
  (SELECT count(*) FROM scope_controllers) AS controllers,
  (SELECT count(*) FROM scope_serialized_files v
   CROSS JOIN objects o ON o.class_id = 90 AND o.serialized_file_id = v.serialized_file_id
   CROSS JOIN avatars a ON a.avatar_id = o.object_id) AS avatars,
  (SELECT count(*) FROM scope_serialized_files v
   CROSS JOIN objects o ON o.class_id = 74 AND o.serialized_file_id = v.serialized_file_id
   CROSS JOIN clips a ON a.clip_id = o.object_id) AS clips,
  (SELECT count(*) FROM scope_serialized_files v
   CROSS JOIN objects o ON o.class_id = 221 AND o.serialized_file_id = v.serialized_file_id
   CROSS JOIN override_controllers a ON a.override_controller_id = o.object_id)
    AS override_controllers;
