-- Before the sources in work_sources are linked: what an earlier linking wrote goes, and everything is again as
-- the decoders left it. Only references to other files (file_index not 0) are linked; those inside a file were
-- settled when it was read.
--
--   object_refs        target_object_id, resolution
--   the columns that repeat them: controller_clips, override_clips, override_controllers, animators
--   externals          target_serialized_file_id, resolution
--   override_controllers effective_controller_id, effective_resolution
--   object_ref_candidates, override_slots, outer_clip_targets, findings of linking: whole rows
--   objects            MonoScripts (115) that became objects because a behaviour of another file is of them
--   behaviours         script_class

CREATE TEMP TABLE unlinked_objects (object_id INTEGER PRIMARY KEY, serialized_file_id INTEGER);
INSERT INTO unlinked_objects
  SELECT o.object_id, o.serialized_file_id FROM work_sources w CROSS JOIN files f USING (source_id)
  CROSS JOIN serialized_files s USING (file_id) CROSS JOIN objects o USING (serialized_file_id);

CREATE TEMP TABLE unlinked_refs (object_id INTEGER, field TEXT, element_index INTEGER,
  PRIMARY KEY (object_id, field, element_index)) WITHOUT ROWID;
INSERT INTO unlinked_refs
  SELECT r.object_id, r.field, r.element_index FROM unlinked_objects u CROSS JOIN object_refs r USING (object_id)
  WHERE r.file_index <> 0;

DELETE FROM object_ref_candidates WHERE object_id IN (SELECT object_id FROM unlinked_refs);
UPDATE object_refs SET target_object_id = NULL, resolution = NULL
  WHERE file_index <> 0 AND object_id IN (SELECT object_id FROM unlinked_refs)
    AND (field, element_index) IN (SELECT u.field, u.element_index FROM unlinked_refs u
                                   WHERE u.object_id = object_refs.object_id);

UPDATE controller_clips SET clip_id = NULL, resolution = NULL
  WHERE file_index <> 0 AND controller_id IN (SELECT object_id FROM unlinked_objects);
UPDATE override_clips SET original_clip_id = NULL, original_resolution = NULL
  WHERE (override_controller_id, 'm_Clips.m_OriginalClip', pair_index) IN (SELECT * FROM unlinked_refs);
UPDATE override_clips SET override_clip_id = NULL, override_resolution = NULL
  WHERE (override_controller_id, 'm_Clips.m_OverrideClip', pair_index) IN (SELECT * FROM unlinked_refs);
UPDATE override_controllers SET base_object_id = NULL, base_resolution = NULL
  WHERE (override_controller_id, 'm_Controller', 0) IN (SELECT * FROM unlinked_refs);
UPDATE animators SET controller_id = NULL, override_controller_id = NULL, controller_resolution = NULL
  WHERE (animator_id, 'm_Controller', 0) IN (SELECT * FROM unlinked_refs);
UPDATE animators SET avatar_id = NULL, avatar_resolution = NULL
  WHERE (animator_id, 'm_Avatar', 0) IN (SELECT * FROM unlinked_refs);

UPDATE externals SET target_serialized_file_id = NULL, resolution = NULL
  WHERE serialized_file_id IN (SELECT s.serialized_file_id FROM work_sources w CROSS JOIN files f USING (source_id)
                               CROSS JOIN serialized_files s USING (file_id));

UPDATE override_controllers SET effective_controller_id = NULL, effective_resolution = NULL
  WHERE override_controller_id IN (SELECT object_id FROM unlinked_objects);
DELETE FROM override_slots WHERE override_controller_id IN (SELECT object_id FROM unlinked_objects);
DELETE FROM outer_clip_targets WHERE outer_animator_id IN (SELECT object_id FROM unlinked_objects);

DELETE FROM findings WHERE stage = 'link' AND code IN ('reference.wrong_class', 'reference.no_object')
  AND EXISTS (SELECT 1 FROM unlinked_refs u WHERE u.object_id = findings.object_id
              AND u.field || '[' || u.element_index || ']' = findings.field_path);

DELETE FROM findings WHERE code IN ('override.cycle', 'override.chain_limit', 'override.slot_limit', 'rig.target_limit')
  AND object_id IN (SELECT object_id FROM unlinked_objects);

UPDATE behaviours SET script_class = NULL WHERE controller_id IN (SELECT object_id FROM unlinked_objects);
DELETE FROM objects WHERE class_id = 115 AND object_id IN (SELECT object_id FROM unlinked_objects)
  AND object_id NOT IN (SELECT r.target_object_id FROM unlinked_objects u CROSS JOIN object_refs r USING (object_id)
                        WHERE r.target_object_id IS NOT NULL);

DROP TABLE unlinked_refs;
DROP TABLE unlinked_objects;
