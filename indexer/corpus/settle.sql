-- After linking: a reference to an object that turned out unreadable has no row to lead to. The object is known
-- (objects has it, with a finding), so the resolution is not_indexed. Decoders link as they go and cannot know
-- about an object that they meet later. Of the sources in work_sources alone; written columns: link_references.hpp.

CREATE TEMP TABLE unread_objects (object_id INTEGER PRIMARY KEY);
INSERT INTO unread_objects
  SELECT o.object_id FROM work_sources w CROSS JOIN files f USING (source_id)
  CROSS JOIN serialized_files s USING (file_id) CROSS JOIN objects o USING (serialized_file_id)
  WHERE (o.class_id = 74 AND NOT EXISTS (SELECT 1 FROM clips c WHERE c.clip_id = o.object_id))
     OR (o.class_id = 90 AND NOT EXISTS (SELECT 1 FROM avatars a WHERE a.avatar_id = o.object_id))
     OR (o.class_id = 91 AND NOT EXISTS (SELECT 1 FROM controllers c WHERE c.controller_id = o.object_id))
     OR (o.class_id = 221 AND NOT EXISTS (
       SELECT 1 FROM override_controllers v WHERE v.override_controller_id = o.object_id));

CREATE TEMP TABLE unread_refs (object_id INTEGER, field TEXT, element_index INTEGER);
INSERT INTO unread_refs
  SELECT r.object_id, r.field, r.element_index FROM work_sources w CROSS JOIN files f USING (source_id)
  CROSS JOIN serialized_files s USING (file_id) CROSS JOIN objects o USING (serialized_file_id)
  CROSS JOIN object_refs r USING (object_id)
  WHERE r.target_object_id IN (SELECT object_id FROM unread_objects);

UPDATE object_refs SET target_object_id = NULL, resolution = 'not_indexed'
FROM unread_refs u
WHERE object_refs.object_id = u.object_id AND object_refs.field = u.field
  AND object_refs.element_index = u.element_index;

UPDATE controller_clips SET clip_id = NULL, resolution = 'not_indexed'
FROM unread_refs u
WHERE u.field = 'm_AnimationClips' AND controller_id = u.object_id AND slot = u.element_index;

UPDATE override_clips SET original_clip_id = NULL, original_resolution = 'not_indexed'
FROM unread_refs u
WHERE u.field = 'm_Clips.m_OriginalClip' AND override_controller_id = u.object_id AND pair_index = u.element_index;

UPDATE override_clips SET override_clip_id = NULL, override_resolution = 'not_indexed'
FROM unread_refs u
WHERE u.field = 'm_Clips.m_OverrideClip' AND override_controller_id = u.object_id AND pair_index = u.element_index;

UPDATE override_controllers SET base_object_id = NULL, base_resolution = 'not_indexed'
FROM unread_refs u
WHERE u.field = 'm_Controller' AND override_controller_id = u.object_id;

UPDATE animators SET controller_id = NULL, override_controller_id = NULL, controller_resolution = 'not_indexed'
FROM unread_refs u
WHERE u.field = 'm_Controller' AND animator_id = u.object_id;

UPDATE animators SET avatar_id = NULL, avatar_resolution = 'not_indexed'
FROM unread_refs u
WHERE u.field = 'm_Avatar' AND animator_id = u.object_id;

DROP TABLE unread_refs;
DROP TABLE unread_objects;
