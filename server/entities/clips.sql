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
-- filter: source text pattern known source -- label of its source
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.clip_id AND p.source @ :source)
-- filter: file text pattern known file -- its file: path, then "!" and node path inside a container
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.clip_id AND p.file @ :file)
-- filter: unity_version text -- beginning of the serialized file's Unity version
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.clip_id
        AND substr(p.unity_version, 1, length(:unity_version)) = :unity_version)
-- filter: is_legacy int in 0|1 -- 1: clips of the Animation component
b.is_legacy = :is_legacy
-- section: events
SELECT e.event_index, e.time, e.function_name, e.string_parameter, e.float_parameter,
  e.int_parameter
FROM clip_events e WHERE e.clip_id = :clip_id ORDER BY e.event_index
-- section: bindings
SELECT b.binding_index, b.path_hash,
  CASE WHEN b.path_hash = 0 THEN '' ELSE (
    SELECT k.text FROM known_names k WHERE k.hash = b.path_hash AND k.source_id = f.source_id
    ORDER BY k.name_origin DESC, k.text LIMIT 1) END AS path,
  b.attribute_hash,
  CASE WHEN b.type_id = 4 THEN CASE b.attribute_hash WHEN 1 THEN 'position'
      WHEN 2 THEN 'rotation' WHEN 3 THEN 'scale' WHEN 4 THEN 'euler' END
    WHEN b.property_hash IS NOT NULL THEN (
      SELECT m.text FROM material_properties m WHERE m.property_hash = b.property_hash)
        || CASE WHEN b.property_component <> 'value' THEN '.' || b.property_component ELSE '' END
    ELSE (SELECT k.text FROM known_names k
      WHERE k.hash = b.attribute_hash AND k.source_id = f.source_id
      ORDER BY k.name_origin DESC, k.text LIMIT 1) END AS attribute,
  b.type_id, b.custom_type, b.is_pptr_curve
FROM clip_bindings b
CROSS JOIN objects o ON o.object_id = b.clip_id
CROSS JOIN serialized_files sf ON sf.serialized_file_id = o.serialized_file_id
CROSS JOIN files f ON f.file_id = sf.file_id
WHERE b.clip_id = :clip_id ORDER BY b.binding_index
-- section: controllers
SELECT DISTINCT k.controller_id, c.name
FROM controller_clips k JOIN controllers c ON c.controller_id = k.controller_id
WHERE k.clip_id = :clip_id ORDER BY k.controller_id
