-- After the load: a reference to an object that turned out unreadable has no row to lead to. The object is
-- known (objects has it, with a finding), so the resolution is not_indexed. Decoders link as they go and
-- cannot know about an object that they meet later.

UPDATE object_refs SET resolution = 'not_indexed'
WHERE resolution = 'resolved' AND target_object_id IN (
  SELECT o.object_id FROM objects o
  WHERE (o.class_id = 74 AND NOT EXISTS (SELECT 1 FROM clips c WHERE c.clip_id = o.object_id))
     OR (o.class_id = 90 AND NOT EXISTS (SELECT 1 FROM avatars a WHERE a.avatar_id = o.object_id))
     OR (o.class_id = 91 AND NOT EXISTS (SELECT 1 FROM controllers c WHERE c.controller_id = o.object_id))
     OR (o.class_id = 221 AND NOT EXISTS (
       SELECT 1 FROM override_controllers v WHERE v.override_controller_id = o.object_id)));

UPDATE controller_clips SET clip_id = NULL, resolution = 'not_indexed'
WHERE clip_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM clips c WHERE c.clip_id = controller_clips.clip_id);

UPDATE override_clips SET original_clip_id = NULL, original_resolution = 'not_indexed'
WHERE original_clip_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM clips c WHERE c.clip_id = override_clips.original_clip_id);

UPDATE override_clips SET override_clip_id = NULL, override_resolution = 'not_indexed'
WHERE override_clip_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM clips c WHERE c.clip_id = override_clips.override_clip_id);

UPDATE override_controllers SET base_object_id = NULL, base_resolution = 'not_indexed'
WHERE base_object_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM controllers c WHERE c.controller_id = override_controllers.base_object_id)
  AND NOT EXISTS (SELECT 1 FROM override_controllers b
                  WHERE b.override_controller_id = override_controllers.base_object_id);

UPDATE animators SET controller_id = NULL, controller_resolution = 'not_indexed'
WHERE controller_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM controllers c WHERE c.controller_id = animators.controller_id);

UPDATE animators SET override_controller_id = NULL, controller_resolution = 'not_indexed'
WHERE override_controller_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM override_controllers v
                  WHERE v.override_controller_id = animators.override_controller_id);

UPDATE animators SET avatar_id = NULL, avatar_resolution = 'not_indexed'
WHERE avatar_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM avatars v WHERE v.avatar_id = animators.avatar_id);
