-- name:  clips
-- one:   clip
-- table: clips
-- view:  clips_view
-- key:   clip_id
-- sort:  name, stop_time, binding_count
-- example: 13
-- doc:   AnimationClips (class 74) without their curves
-- filter: name text pattern -- name of the clip
b.name @ :name
-- filter: source text pattern -- label of its source
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.clip_id AND p.source @ :source)
-- filter: file text pattern -- its file: path, then "!" and node path inside a container
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.clip_id AND p.file @ :file)
-- filter: unity_version text -- begin of the serialized file's Unity version
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.clip_id
        AND substr(p.unity_version, 1, length(:unity_version)) = :unity_version)
-- filter: is_legacy int in 0|1 -- 1: clips of the Animation component
b.is_legacy = :is_legacy
-- section: events
SELECT e.event_index, e.time, e.function_name, e.string_parameter, e.float_parameter,
  e.int_parameter
FROM clip_events e WHERE e.clip_id = :clip_id ORDER BY e.event_index
-- section: bindings
SELECT b.binding_index, b.path_hash, b.attribute_hash, b.type_id, b.custom_type, b.is_pptr_curve
FROM clip_bindings b WHERE b.clip_id = :clip_id ORDER BY b.binding_index
-- section: controllers
SELECT DISTINCT k.controller_id, c.name
FROM controller_clips k JOIN controllers c ON c.controller_id = k.controller_id
WHERE k.clip_id = :clip_id ORDER BY k.controller_id
