-- name:  transitions
-- one:   transition
-- table: transitions
-- view:  transitions_view
-- key:   transition_id
-- sort:  duration, exit_time
-- doc:   transitions of every kind: out of states, any state, entry and exit nodes
-- filter: controller_id int -- only those of this controller
b.controller_id = :controller_id
-- filter: controller text pattern known controller -- name of the controller
EXISTS (SELECT 1 FROM controllers c WHERE c.controller_id = b.controller_id AND c.name @ :controller)
-- filter: source text pattern known source -- label of its source
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.controller_id AND p.source @ :source)
-- filter: file text pattern known file -- its file: path, then "!" and node path inside a container
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.controller_id AND p.file @ :file)
-- filter: unity_version text -- beginning of the serialized file's Unity version
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.controller_id
        AND substr(p.unity_version, 1, length(:unity_version)) = :unity_version)
-- filter: owner_kind text in state|any_state|entry|exit|event -- what it leads out of
b.owner_kind = :owner_kind
-- filter: destination_kind text in state|selector|none|out_of_range -- what it leads to
b.destination_kind = :destination_kind
-- filter: destination_raw int -- destination as stored; 0x hex is fine
b.destination_raw = :destination_raw
-- section: conditions
SELECT d.condition_id, d.condition_index, d.mode, d.parameter_hash, d.parameter_id,
  r.name AS parameter, d.threshold, d.exit_time
FROM conditions d LEFT JOIN parameters r ON r.parameter_id = d.parameter_id
WHERE d.transition_id = :transition_id ORDER BY d.condition_index
