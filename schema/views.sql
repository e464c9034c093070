-- Views, dropped and made anew with every snapshot.
--
-- name_uses, name_use_rows and avatar_nodes are older names over leaner tables. Every `<entity>_view` is its
-- table with the words a person wants beside the ids: source, version, file, controller, names. Columns
-- that come from the table unchanged are written `x.*` and are described there; the others are described
-- here. `file` is a path, followed by "!" and the node path for what lies inside a container. A
-- `resolved_name` is the best text known for a hash and `name_origin` says where it comes from: 'own' is
-- the object's own name table, 'source' another object of the same source, 'corpus' another source, NULL
-- means that no text is known. Of several texts in one place the first in byte order is taken.

DROP VIEW IF EXISTS name_use_rows;
CREATE VIEW name_use_rows AS  -- where a name comes from, by ids
SELECT
  u.object_id,
  CASE u.origin WHEN 1 THEN 'controller_tos' WHEN 2 THEN 'avatar_tos' WHEN 3 THEN 'transform_path'
    WHEN 4 THEN 'game_object' WHEN 5 THEN 'human_bone' WHEN 6 THEN 'recovered' END AS origin,  -- which of the object's fields gave it
  u.name_id
FROM stored_name_uses u;

DROP VIEW IF EXISTS name_uses;
CREATE VIEW name_uses AS  -- where a name comes from: a row per object, origin and name
SELECT
  n.hash AS hash,            -- CRC-32 of the text's original bytes, unsigned
  n.text AS text,            -- the name or path
  u.origin AS origin,        -- which of the object's fields gave it
  u.object_id AS object_id   -- object the name was read from; NULL for Unity's own names (builtin)
FROM name_use_rows u JOIN names n ON n.name_id = u.name_id
UNION ALL
SELECT n.hash, n.text, 'builtin', NULL
FROM builtin_names b JOIN names n ON n.name_id = b.name_id;

DROP VIEW IF EXISTS avatar_nodes;
CREATE VIEW avatar_nodes AS  -- a node of one of an avatar's skeletons
SELECT
  r.avatar_id, r.skeleton, r.node_index, r.parent_index, r.axes_index, r.path_hash,
  n.text AS path,            -- text of path_hash in the avatar's own table; NULL when unresolved
  r.name_hash,
  r.pose_t_x, r.pose_t_y, r.pose_t_z,
  r.pose_q_x, r.pose_q_y, r.pose_q_z, r.pose_q_w,
  r.pose_s_x, r.pose_s_y, r.pose_s_z,
  r.default_pose_t_x, r.default_pose_t_y, r.default_pose_t_z,
  r.default_pose_q_x, r.default_pose_q_y, r.default_pose_q_z, r.default_pose_q_w,
  r.default_pose_s_x, r.default_pose_s_y, r.default_pose_s_z
FROM avatar_node_rows r LEFT JOIN names n ON n.name_id = r.path_name_id;

DROP VIEW IF EXISTS object_places;
CREATE VIEW object_places AS  -- where an object is, in words: what the other views join
SELECT
  o.object_id,
  s.source_id,
  s.label AS source,         -- label of its source
  f.file_id,
  f.path || CASE WHEN sf.node_path = '' THEN '' ELSE '!' || sf.node_path END AS file,  -- path, then "!" and node path when inside a container
  f.path,
  sf.node_path,
  sf.serialized_file_id,
  sf.unity_version,
  o.path_id,
  o.class_id,
  o.name AS object_name      -- m_Name; NULL when the class has none
FROM objects o
JOIN serialized_files sf ON sf.serialized_file_id = o.serialized_file_id
JOIN files f ON f.file_id = sf.file_id
JOIN sources s ON s.source_id = f.source_id;

DROP VIEW IF EXISTS known_names;
CREATE VIEW known_names AS  -- the texts known for a hash as seen from each source; the best is the first by name_origin DESC, text
SELECT
  s.source_id,               -- source that looks the hash up
  n.hash,
  n.text,
  CASE WHEN EXISTS (
    SELECT 1 FROM name_use_rows u
    JOIN objects o ON o.object_id = u.object_id
    JOIN serialized_files sf ON sf.serialized_file_id = o.serialized_file_id
    JOIN files f ON f.file_id = sf.file_id
    WHERE u.name_id = n.name_id AND f.source_id = s.source_id
  ) THEN 'source' ELSE 'corpus' END AS name_origin  -- 'source' when an object of this source has the text, 'corpus' when only others have it
FROM names n CROSS JOIN sources s;

DROP VIEW IF EXISTS material_properties;
CREATE VIEW material_properties AS  -- names of material properties by what clip bindings keep of their hash
SELECT
  n.hash & 268435455 AS property_hash,  -- low 28 bits of the CRC-32, as in clip_bindings
  n.hash,                    -- whole CRC-32
  n.text                     -- name of the property: _Color
FROM builtin_names b JOIN names n ON n.name_id = b.name_id
WHERE substr(n.text, 1, 1) = '_';

DROP VIEW IF EXISTS hash_uses;
CREATE VIEW hash_uses AS  -- where a name's hash stands, whether a text is known for it or not: a row per use; 0 (no name) is left out
SELECT
  'state' AS kind,                 -- what the hash names: state, path, layer, parameter, binding, skeleton, tag or transition
  'states' AS table_name,          -- table it stands in
  'name_hash' AS column_name,      -- column it stands in
  s.name_hash AS hash,             -- CRC-32 of the text, unsigned
  m.controller_id AS object_id,    -- object that holds it: a controller, avatar or clip
  s.state_id AS element_id,        -- id of the row; binding_index, node_index or element_index where rows have none
  NULL AS part                     -- skeleton of a node, layer_index of a mask element, child_position of a blend child; NULL elsewhere
FROM states s JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE s.name_hash <> 0
UNION ALL
SELECT 'path', 'states', 'path_hash', s.path_hash, m.controller_id, s.state_id, NULL
FROM states s JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE s.path_hash <> 0
UNION ALL
SELECT 'path', 'states', 'full_path_hash', s.full_path_hash, m.controller_id, s.state_id, NULL
FROM states s JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE s.full_path_hash <> 0
UNION ALL
SELECT 'path', 'selectors', 'full_path_hash', e.full_path_hash, m.controller_id, e.selector_id, NULL
FROM selectors e JOIN state_machines m ON m.state_machine_id = e.state_machine_id
WHERE e.full_path_hash <> 0
UNION ALL
SELECT 'path', 'behaviours', 'state_full_path_hash', b.state_full_path_hash, b.controller_id,
  b.behaviour_id, NULL
FROM behaviours b WHERE b.state_full_path_hash <> 0
UNION ALL
SELECT 'layer', 'layers', 'name_hash', l.name_hash, l.controller_id, l.layer_id, NULL
FROM layers l WHERE l.name_hash <> 0
UNION ALL
SELECT 'parameter', 'parameters', 'name_hash', r.name_hash, r.controller_id, r.parameter_id, NULL
FROM parameters r WHERE r.name_hash <> 0
UNION ALL
SELECT 'parameter', 'conditions', 'parameter_hash', d.parameter_hash, t.controller_id,
  d.condition_id, NULL
FROM conditions d JOIN transitions t ON t.transition_id = d.transition_id
WHERE d.parameter_hash <> 0
UNION ALL
SELECT 'parameter', 'states', 'speed_parameter_hash', s.speed_parameter_hash, m.controller_id,
  s.state_id, NULL
FROM states s JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE s.speed_parameter_hash <> 0
UNION ALL
SELECT 'parameter', 'states', 'mirror_parameter_hash', s.mirror_parameter_hash, m.controller_id,
  s.state_id, NULL
FROM states s JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE s.mirror_parameter_hash <> 0
UNION ALL
SELECT 'parameter', 'states', 'cycle_offset_parameter_hash', s.cycle_offset_parameter_hash,
  m.controller_id, s.state_id, NULL
FROM states s JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE s.cycle_offset_parameter_hash <> 0
UNION ALL
SELECT 'parameter', 'states', 'time_parameter_hash', s.time_parameter_hash, m.controller_id,
  s.state_id, NULL
FROM states s JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE s.time_parameter_hash <> 0
UNION ALL
SELECT 'parameter', 'blend_nodes', 'parameter_hash', n.parameter_hash, m.controller_id,
  n.blend_node_id, NULL
FROM blend_nodes n
JOIN blend_trees b ON b.blend_tree_id = n.blend_tree_id
JOIN states s ON s.state_id = b.state_id
JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE n.parameter_hash NOT IN (0, 4294967295)
UNION ALL
SELECT 'parameter', 'blend_nodes', 'parameter_y_hash', n.parameter_y_hash, m.controller_id,
  n.blend_node_id, NULL
FROM blend_nodes n
JOIN blend_trees b ON b.blend_tree_id = n.blend_tree_id
JOIN states s ON s.state_id = b.state_id
JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE n.parameter_y_hash NOT IN (0, 4294967295)
UNION ALL
SELECT 'parameter', 'blend_children', 'parameter_hash', k.parameter_hash, m.controller_id,
  k.blend_node_id, k.child_position
FROM blend_children k
JOIN blend_nodes n ON n.blend_node_id = k.blend_node_id
JOIN blend_trees b ON b.blend_tree_id = n.blend_tree_id
JOIN states s ON s.state_id = b.state_id
JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE k.parameter_hash NOT IN (0, 4294967295)
UNION ALL
SELECT 'binding', 'clip_bindings', 'path_hash', b.path_hash, b.clip_id, b.binding_index, NULL
FROM clip_bindings b WHERE b.path_hash <> 0
UNION ALL
SELECT 'binding', 'clip_bindings', 'attribute_hash', b.attribute_hash, b.clip_id, b.binding_index,
  NULL
FROM clip_bindings b
WHERE b.attribute_hash <> 0 AND b.type_id IS NOT 4 AND b.custom_type NOT IN (8, 22)
UNION ALL
SELECT 'binding', 'clip_bindings', 'property_hash',
  coalesce((SELECT m.hash FROM material_properties m WHERE m.property_hash = b.property_hash), b.property_hash),
  b.clip_id, b.binding_index, NULL
FROM clip_bindings b WHERE b.property_hash IS NOT NULL
UNION ALL
SELECT 'skeleton', 'avatar_nodes', 'path_hash', r.path_hash, r.avatar_id, r.node_index, r.skeleton
FROM avatar_node_rows r WHERE r.path_hash <> 0
UNION ALL
SELECT 'skeleton', 'skeleton_masks', 'path_hash', k.path_hash, l.controller_id, k.element_index,
  l.layer_index
FROM skeleton_masks k JOIN layers l ON l.layer_id = k.layer_id
WHERE k.path_hash <> 0
UNION ALL
SELECT 'tag', 'states', 'tag_hash', s.tag_hash, m.controller_id, s.state_id, NULL
FROM states s JOIN state_machines m ON m.state_machine_id = s.state_machine_id
WHERE s.tag_hash <> 0
UNION ALL
SELECT 'transition', 'transitions', 'full_path_hash', t.full_path_hash, t.controller_id,
  t.transition_id, NULL
FROM transitions t WHERE t.full_path_hash <> 0
UNION ALL
SELECT 'transition', 'transitions', 'name_hash', t.name_hash, t.controller_id, t.transition_id, NULL
FROM transitions t WHERE t.name_hash <> 0
UNION ALL
SELECT 'transition', 'transitions', 'user_hash', t.user_hash, t.controller_id, t.transition_id, NULL
FROM transitions t WHERE t.user_hash <> 0;

DROP VIEW IF EXISTS files_view;
CREATE VIEW files_view AS  -- files with their source
SELECT
  s.label AS source,         -- label of its source
  f.*,
  (SELECT count(*) FROM serialized_files sf WHERE sf.file_id = f.file_id) AS serialized_file_count,  -- serialized files in it
  (SELECT count(*) FROM findings d WHERE d.file_id = f.file_id) AS finding_count  -- findings about it and what is in it
FROM files f JOIN sources s ON s.source_id = f.source_id;

DROP VIEW IF EXISTS containers_view;
CREATE VIEW containers_view AS  -- containers with their source and file
SELECT
  s.label AS source,         -- label of its source
  f.path AS file_path,       -- path of the file that holds it
  c.*
FROM containers c
JOIN files f ON f.file_id = c.file_id
JOIN sources s ON s.source_id = f.source_id;

DROP VIEW IF EXISTS serialized_files_view;
CREATE VIEW serialized_files_view AS  -- serialized files with their source and file
SELECT
  s.label AS source,         -- label of its source
  f.path || CASE WHEN sf.node_path = '' THEN '' ELSE '!' || sf.node_path END AS file,  -- path, then "!" and node path when inside a container
  sf.*
FROM serialized_files sf
JOIN files f ON f.file_id = sf.file_id
JOIN sources s ON s.source_id = f.source_id;

DROP VIEW IF EXISTS externals_view;
CREATE VIEW externals_view AS  -- external references with the file that makes them and the file they mean
SELECT
  v.source, v.file, v.unity_version,
  e.*,
  (SELECT t.file FROM serialized_files_view t
   WHERE t.serialized_file_id = e.target_serialized_file_id) AS target_file  -- file meant; NULL unless resolved
FROM externals e
JOIN serialized_files_view v ON v.serialized_file_id = e.serialized_file_id;

DROP VIEW IF EXISTS objects_view;
CREATE VIEW objects_view AS  -- objects with their place
SELECT p.source, p.unity_version, p.file, o.*
FROM objects o JOIN object_places p ON p.object_id = o.object_id;

DROP VIEW IF EXISTS object_refs_view;
CREATE VIEW object_refs_view AS  -- pointers with the place of the object that holds them and the object meant
SELECT
  p.source, p.unity_version, p.file, p.path_id AS object_path_id, p.class_id, p.object_name,
  r.*,
  t.class_id AS target_class_id,  -- class number of the object meant; NULL unless resolved
  t.name AS target_name           -- m_Name of the object meant; NULL unless resolved
FROM object_refs r
JOIN object_places p ON p.object_id = r.object_id
LEFT JOIN objects t ON t.object_id = r.target_object_id;

DROP VIEW IF EXISTS findings_view;
CREATE VIEW findings_view AS  -- findings with their source, file and object
SELECT
  s.label AS source,         -- label of its source; NULL when about no file
  f.path AS file_path,       -- path of the file; NULL when about no file
  sf.unity_version,
  o.class_id, o.path_id, o.name AS object_name,
  d.*,
  c.text AS meaning          -- what the code means
FROM findings d
LEFT JOIN files f ON f.file_id = d.file_id
LEFT JOIN sources s ON s.source_id = f.source_id
LEFT JOIN serialized_files sf ON sf.serialized_file_id = d.serialized_file_id
LEFT JOIN objects o ON o.object_id = d.object_id
LEFT JOIN finding_codes c ON c.code = d.code;

DROP VIEW IF EXISTS controllers_view;
CREATE VIEW controllers_view AS  -- controllers with their place and size
SELECT
  p.source, p.unity_version, p.file, p.path_id,
  c.*,
  (SELECT count(*) FROM layers l WHERE l.controller_id = c.controller_id) AS layer_count,  -- layers
  (SELECT count(*) FROM state_machines m WHERE m.controller_id = c.controller_id) AS machine_count,  -- state machines
  (SELECT coalesce(sum(m.state_count), 0) FROM state_machines m WHERE m.controller_id = c.controller_id) AS state_count,  -- states of all machines
  (SELECT count(*) FROM parameters r WHERE r.controller_id = c.controller_id) AS parameter_count  -- parameters
FROM controllers c JOIN object_places p ON p.object_id = c.controller_id;

DROP VIEW IF EXISTS layers_view;
CREATE VIEW layers_view AS  -- layers with their controller, machine and effective weight
SELECT
  p.source, p.unity_version, p.file, p.path_id AS controller_path_id,
  c.name AS controller,      -- name of its controller
  l.*,
  coalesce(l.name, (SELECT k.text FROM known_names k
     WHERE k.hash = l.name_hash AND k.source_id = p.source_id
     ORDER BY k.name_origin DESC, k.text LIMIT 1)) AS resolved_name,  -- best text for name_hash; NULL when none is known
  CASE WHEN l.name IS NOT NULL THEN 'own' ELSE (SELECT k.name_origin FROM known_names k
     WHERE k.hash = l.name_hash AND k.source_id = p.source_id
     ORDER BY k.name_origin DESC, k.text LIMIT 1) END AS name_origin,  -- where resolved_name comes from; NULL when none is known
  CASE WHEN l.layer_index = 0 THEN 1.0 ELSE l.default_weight END AS effective_weight,  -- 1 for layer 0, else default_weight
  m.state_count, m.selector_count
FROM layers l
JOIN controllers c ON c.controller_id = l.controller_id
JOIN object_places p ON p.object_id = l.controller_id
LEFT JOIN state_machines m ON m.state_machine_id = l.state_machine_id;

DROP VIEW IF EXISTS skeleton_masks_view;
CREATE VIEW skeleton_masks_view AS  -- mask elements with their layer and controller
SELECT
  l.source, l.unity_version, l.file, l.controller, l.controller_id, l.layer_index,
  l.name AS layer,           -- name of its layer; NULL when unresolved
  k.*,
  (SELECT n.text FROM name_use_rows u JOIN names n ON n.name_id = u.name_id
   WHERE u.object_id = l.controller_id AND n.hash = k.path_hash) AS path  -- text of path_hash in the controller's table; NULL when unresolved
FROM skeleton_masks k JOIN layers_view l ON l.layer_id = k.layer_id;

-- JSON functions are refused inside a view where the schema is not trusted, as in guarded SQL: hence replace().
DROP VIEW IF EXISTS state_machines_view;
CREATE VIEW state_machines_view AS  -- machines with their controller, layers and default state
SELECT
  p.source, p.unity_version, p.file, p.path_id AS controller_path_id,
  c.name AS controller,      -- name of its controller
  m.*,
  (SELECT '[' || coalesce(group_concat(coalesce('"' || replace(replace(replace(replace(replace(
       l.name, '\', '\\'), '"', '\"'), char(10), '\n'), char(13), '\r'), char(9), '\t') || '"',
       'null'), ','), '') || ']'
   FROM (SELECT name FROM layers
     WHERE state_machine_id = m.state_machine_id ORDER BY layer_index) l) AS layer_names,  -- JSON list of the names of the layers that show it
  d.name AS default_state    -- name of the default state; NULL when there is none or it is unresolved
FROM state_machines m
JOIN controllers c ON c.controller_id = m.controller_id
JOIN object_places p ON p.object_id = m.controller_id
LEFT JOIN states d ON d.state_id = m.default_state_id;

DROP VIEW IF EXISTS states_view;
CREATE VIEW states_view AS  -- states with their controller, machine and parameter names
SELECT
  p.source, p.unity_version, p.file, p.path_id AS controller_path_id,
  c.controller_id,
  c.name AS controller,      -- name of its controller
  m.machine_index,
  s.*,
  coalesce(s.name, (SELECT k.text FROM known_names k
     WHERE k.hash = s.name_hash AND k.source_id = p.source_id
     ORDER BY k.name_origin DESC, k.text LIMIT 1)) AS resolved_name,  -- best text for name_hash; NULL when none is known
  CASE WHEN s.name IS NOT NULL THEN 'own' ELSE (SELECT k.name_origin FROM known_names k
     WHERE k.hash = s.name_hash AND k.source_id = p.source_id
     ORDER BY k.name_origin DESC, k.text LIMIT 1) END AS name_origin,  -- where resolved_name comes from; NULL when none is known
  m.default_state_id IS s.state_id AS is_default,  -- 1 for the machine's default state
  (SELECT r.name FROM parameters r WHERE r.controller_id = c.controller_id
   AND r.name_hash = s.speed_parameter_hash) AS speed_parameter,  -- parameter that scales the speed; NULL when none
  (SELECT r.name FROM parameters r WHERE r.controller_id = c.controller_id
   AND r.name_hash = s.mirror_parameter_hash) AS mirror_parameter,  -- parameter that mirrors; NULL when none
  (SELECT r.name FROM parameters r WHERE r.controller_id = c.controller_id
   AND r.name_hash = s.cycle_offset_parameter_hash) AS cycle_offset_parameter,  -- parameter of the cycle offset; NULL when none
  (SELECT r.name FROM parameters r WHERE r.controller_id = c.controller_id
   AND r.name_hash = s.time_parameter_hash) AS time_parameter  -- parameter that sets the time; NULL when none
FROM states s
JOIN state_machines m ON m.state_machine_id = s.state_machine_id
JOIN controllers c ON c.controller_id = m.controller_id
JOIN object_places p ON p.object_id = c.controller_id;

DROP VIEW IF EXISTS selectors_view;
CREATE VIEW selectors_view AS  -- entry and exit nodes with their controller and machine
SELECT
  p.source, p.unity_version, p.file, p.path_id AS controller_path_id,
  c.controller_id,
  c.name AS controller,      -- name of its controller
  m.machine_index,
  e.*,
  (SELECT count(*) FROM transitions t WHERE t.selector_id = e.selector_id) AS transition_count  -- transitions out of it
FROM selectors e
JOIN state_machines m ON m.state_machine_id = e.state_machine_id
JOIN controllers c ON c.controller_id = m.controller_id
JOIN object_places p ON p.object_id = c.controller_id;

DROP VIEW IF EXISTS transitions_view;
CREATE VIEW transitions_view AS  -- transitions of every kind with the names of both ends
SELECT
  p.source, p.unity_version, p.file, p.path_id AS controller_path_id,
  c.name AS controller,      -- name of its controller
  m.machine_index,
  s.state_index,
  s.name AS state,           -- name of the owner; NULL unless a state leads out and is resolved
  e.selector_index,
  e.is_entry,
  t.*,
  ds.state_index AS destination_state_index,        -- position of the destination; NULL unless a state
  ds.name AS destination_state,                     -- name of the destination; NULL unless a state and resolved
  de.selector_index AS destination_selector_index,  -- position of the destination; NULL unless a selector
  de.is_entry AS destination_is_entry               -- 1 entry, 0 exit; NULL unless the destination is a selector
FROM transitions t
JOIN controllers c ON c.controller_id = t.controller_id
JOIN object_places p ON p.object_id = t.controller_id
JOIN state_machines m ON m.state_machine_id = t.state_machine_id
LEFT JOIN states s ON s.state_id = t.state_id
LEFT JOIN selectors e ON e.selector_id = t.selector_id
LEFT JOIN states ds ON ds.state_id = t.destination_state_id
LEFT JOIN selectors de ON de.selector_id = t.destination_selector_id;

DROP VIEW IF EXISTS selector_transitions_view;
CREATE VIEW selector_transitions_view AS  -- the transitions out of entry and exit nodes
SELECT * FROM transitions_view WHERE owner_kind IN ('entry', 'exit');

DROP VIEW IF EXISTS conditions_view;
CREATE VIEW conditions_view AS  -- conditions with their transition and parameter
SELECT
  p.source, p.unity_version, p.file, p.path_id AS controller_path_id,
  c.controller_id,
  c.name AS controller,      -- name of its controller
  t.state_machine_id, t.owner_kind, t.state_id, t.selector_id, t.transition_index,
  d.*,
  CASE d.mode WHEN 1 THEN 'if' WHEN 2 THEN 'if not' WHEN 3 THEN 'greater' WHEN 4 THEN 'less'
    WHEN 5 THEN 'exit time' WHEN 6 THEN 'equals' WHEN 7 THEN 'not equal' END AS mode_name,  -- mode in words; NULL for an unknown one
  r.name AS parameter,       -- name of the parameter; NULL when unresolved or not declared
  r.kind AS parameter_kind   -- kind of the parameter; NULL when not declared
FROM conditions d
JOIN transitions t ON t.transition_id = d.transition_id
JOIN controllers c ON c.controller_id = t.controller_id
JOIN object_places p ON p.object_id = t.controller_id
LEFT JOIN parameters r ON r.parameter_id = d.parameter_id;

DROP VIEW IF EXISTS parameters_view;
CREATE VIEW parameters_view AS  -- parameters with their controller
SELECT
  p.source, p.unity_version, p.file, p.path_id AS controller_path_id,
  c.name AS controller,      -- name of its controller
  r.*,
  CASE r.kind WHEN 1 THEN 'float' WHEN 3 THEN 'int' WHEN 4 THEN 'bool' WHEN 9 THEN 'trigger' END AS kind_name,  -- kind in words; NULL for an unknown one
  coalesce(r.name, (SELECT k.text FROM known_names k
     WHERE k.hash = r.name_hash AND k.source_id = p.source_id
     ORDER BY k.name_origin DESC, k.text LIMIT 1)) AS resolved_name,  -- best text for name_hash; NULL when none is known
  CASE WHEN r.name IS NOT NULL THEN 'own' ELSE (SELECT k.name_origin FROM known_names k
     WHERE k.hash = r.name_hash AND k.source_id = p.source_id
     ORDER BY k.name_origin DESC, k.text LIMIT 1) END AS name_origin  -- where resolved_name comes from; NULL when none is known
FROM parameters r
JOIN controllers c ON c.controller_id = r.controller_id
JOIN object_places p ON p.object_id = r.controller_id;

DROP VIEW IF EXISTS controller_default_values_view;
CREATE VIEW controller_default_values_view AS  -- default values of other kinds with their controller
SELECT
  p.source, p.unity_version, p.file, p.path_id AS controller_path_id,
  c.name AS controller,      -- name of its controller
  v.*
FROM controller_default_values v
JOIN controllers c ON c.controller_id = v.controller_id
JOIN object_places p ON p.object_id = v.controller_id;

DROP VIEW IF EXISTS blend_trees_view;
CREATE VIEW blend_trees_view AS  -- blend trees with their controller, machine and state
SELECT
  s.source, s.unity_version, s.file, s.controller_id, s.controller, s.machine_index, s.state_index,
  s.name AS state,           -- name of its state; NULL when unresolved
  b.*
FROM blend_trees b JOIN states_view s ON s.state_id = b.state_id;

DROP VIEW IF EXISTS blend_nodes_view;
CREATE VIEW blend_nodes_view AS  -- blend nodes with their state, parameters and clip
SELECT
  b.source, b.unity_version, b.file, b.controller_id, b.controller, b.machine_index, b.state_index,
  b.state, b.state_id, b.motion_set,
  n.*,
  CASE WHEN n.is_leaf = 1 THEN 'leaf' ELSE CASE n.blend_type WHEN 0 THEN '1d'
    WHEN 1 THEN 'simple directional' WHEN 2 THEN 'freeform directional'
    WHEN 3 THEN 'freeform cartesian' WHEN 4 THEN 'direct' END END AS blend_type_name,  -- leaf, or blend_type in words; NULL for an unknown one
  (SELECT r.name FROM parameters r WHERE r.controller_id = b.controller_id
   AND r.name_hash = n.parameter_hash) AS parameter,  -- X parameter; NULL when none
  (SELECT r.name FROM parameters r WHERE r.controller_id = b.controller_id
   AND r.name_hash = n.parameter_y_hash) AS parameter_y,  -- Y parameter; NULL when none
  k.clip_id,
  k.resolution AS clip_ref_resolution,  -- whether the slot's clip was found; NULL without a slot
  a.name AS clip                        -- name of the clip; NULL unless resolved
FROM blend_nodes n
JOIN blend_trees_view b ON b.blend_tree_id = n.blend_tree_id
LEFT JOIN controller_clips k ON k.controller_id = b.controller_id AND k.slot = n.clip_slot
LEFT JOIN clips a ON a.clip_id = k.clip_id;

DROP VIEW IF EXISTS blend_children_view;
CREATE VIEW blend_children_view AS  -- children of blend nodes with their place and weight parameter
SELECT
  t.source, t.unity_version, t.file, t.controller_id, t.controller, t.machine_index,
  t.state_index, t.state, t.state_id, t.motion_set, n.node_index,
  k.*,
  (SELECT r.name FROM parameters r WHERE r.controller_id = t.controller_id
   AND r.name_hash = k.parameter_hash) AS parameter  -- parameter of a direct child's weight; NULL when none
FROM blend_children k
JOIN blend_nodes n ON n.blend_node_id = k.blend_node_id
JOIN blend_trees_view t ON t.blend_tree_id = n.blend_tree_id;

DROP VIEW IF EXISTS controller_clips_view;
CREATE VIEW controller_clips_view AS  -- clip slots with their controller and clip
SELECT
  p.source, p.unity_version, p.file, p.path_id AS controller_path_id,
  c.name AS controller,      -- name of its controller
  k.*,
  a.name AS clip             -- name of the clip; NULL unless resolved
FROM controller_clips k
JOIN controllers c ON c.controller_id = k.controller_id
JOIN object_places p ON p.object_id = k.controller_id
LEFT JOIN clips a ON a.clip_id = k.clip_id;

DROP VIEW IF EXISTS behaviours_view;
CREATE VIEW behaviours_view AS  -- behaviours with their controller, layer and state
SELECT
  p.source, p.unity_version, p.file, p.path_id AS controller_path_id,
  c.name AS controller,      -- name of its controller
  b.*,
  l.name AS layer,           -- name of the layer; NULL in no range
  (SELECT s.name FROM states s WHERE s.state_machine_id = l.state_machine_id
   AND s.full_path_hash = b.state_full_path_hash) AS state  -- name of the state; NULL in no range
FROM behaviours b
JOIN controllers c ON c.controller_id = b.controller_id
JOIN object_places p ON p.object_id = b.controller_id
LEFT JOIN layers l ON l.controller_id = b.controller_id AND l.layer_index = b.layer_index;

DROP VIEW IF EXISTS override_controllers_view;
CREATE VIEW override_controllers_view AS  -- override controllers with their place and base
SELECT
  p.source, p.unity_version, p.file, p.path_id,
  v.*,
  b.class_id AS base_class_id,  -- 91 a controller, 221 another override; NULL unless resolved
  b.name AS base_name,          -- name of the base; NULL unless resolved
  c.name AS effective_controller,  -- name of the controller that plays; NULL unless known
  (SELECT count(*) FROM override_slots s
   WHERE s.override_controller_id = v.override_controller_id) AS replaced_slot_count  -- slots of that controller that play another clip
FROM override_controllers v
JOIN object_places p ON p.object_id = v.override_controller_id
LEFT JOIN objects b ON b.object_id = v.base_object_id
LEFT JOIN controllers c ON c.controller_id = v.effective_controller_id;

DROP VIEW IF EXISTS override_slots_view;
CREATE VIEW override_slots_view AS  -- slots that play another clip under an override controller, with names
SELECT
  p.source, p.unity_version, p.file, p.path_id AS override_controller_path_id,
  v.name AS override_controller,  -- name of the override controller
  c.name AS effective_controller,  -- name of the controller whose slots they are
  s.*,
  a.name AS clip,                 -- name of the clip that plays; NULL unless resolved
  b.name AS original_clip,        -- name of the clip in the controller's slot; NULL unless resolved
  r.name AS replaced_by           -- name of the override controller that has the last word
FROM override_slots s
JOIN override_controllers v ON v.override_controller_id = s.override_controller_id
JOIN object_places p ON p.object_id = s.override_controller_id
JOIN controllers c ON c.controller_id = v.effective_controller_id
JOIN override_controllers r ON r.override_controller_id = s.replaced_by_id
LEFT JOIN controller_clips k ON k.controller_id = v.effective_controller_id AND k.slot = s.slot
LEFT JOIN clips a ON a.clip_id = s.clip_id
LEFT JOIN clips b ON b.clip_id = k.clip_id;

DROP VIEW IF EXISTS override_clips_view;
CREATE VIEW override_clips_view AS  -- replaced clips with both names
SELECT
  p.source, p.unity_version, p.file, p.path_id AS override_controller_path_id,
  v.name AS override_controller,  -- name of the override controller
  k.*,
  a.name AS original_clip,        -- name of the original; NULL unless resolved
  b.name AS override_clip         -- name of the override; NULL unless resolved
FROM override_clips k
JOIN override_controllers v ON v.override_controller_id = k.override_controller_id
JOIN object_places p ON p.object_id = k.override_controller_id
LEFT JOIN clips a ON a.clip_id = k.original_clip_id
LEFT JOIN clips b ON b.clip_id = k.override_clip_id;

DROP VIEW IF EXISTS clips_view;
CREATE VIEW clips_view AS  -- clips with their place and length
SELECT
  p.source, p.unity_version, p.file, p.path_id,
  c.*,
  c.stop_time - c.start_time AS duration  -- seconds; NULL when either end is
FROM clips c JOIN object_places p ON p.object_id = c.clip_id;

DROP VIEW IF EXISTS clip_events_view;
CREATE VIEW clip_events_view AS  -- animation events with their clip
SELECT
  p.source, p.unity_version, p.file, p.path_id AS clip_path_id,
  c.name AS clip,            -- name of its clip
  e.*
FROM clip_events e
JOIN clips c ON c.clip_id = e.clip_id
JOIN object_places p ON p.object_id = e.clip_id;

DROP VIEW IF EXISTS clip_bindings_view;
CREATE VIEW clip_bindings_view AS  -- bindings with their clip
SELECT
  p.source, p.unity_version, p.file, p.path_id AS clip_path_id,
  c.name AS clip,            -- name of its clip
  b.*,
  (SELECT m.text FROM material_properties m WHERE m.property_hash = b.property_hash)
    || CASE WHEN b.property_component <> 'value' THEN '.' || b.property_component ELSE '' END AS property  -- material property with its component: _TintColor.r; NULL when none or not known
FROM clip_bindings b
JOIN clips c ON c.clip_id = b.clip_id
JOIN object_places p ON p.object_id = b.clip_id;

DROP VIEW IF EXISTS transforms_view;
CREATE VIEW transforms_view AS  -- Transforms with their place and parent
SELECT
  p.source, p.unity_version, p.file, p.path_id,
  t.*,
  u.name AS parent_name      -- name of the parent; NULL for a root
FROM transforms t
JOIN object_places p ON p.object_id = t.transform_id
LEFT JOIN transforms u ON u.transform_id = t.parent_transform_id;

DROP VIEW IF EXISTS animators_view;
CREATE VIEW animators_view AS  -- Animators with their place, avatar, outer Animators and the controller that plays
SELECT
  p.source, p.unity_version, p.file, p.path_id,
  a.*,
  e.controller_id AS effective_controller_id,  -- controller that plays: its own, or the one at the end of its overrides; NULL unless resolved
  e.name AS effective_controller,    -- name of that controller
  CASE WHEN a.override_controller_id IS NOT NULL THEN v.effective_resolution
    WHEN a.controller_resolution = 'resolved' AND a.controller_id IS NULL THEN 'wrong_class'
    ELSE a.controller_resolution END AS effective_resolution,  -- why that controller is known or not: a word of controller_resolution, or of effective_resolution of override_controllers
  v.name AS override_controller,     -- name of its override controller; NULL when none
  b.name AS avatar,                  -- name of its avatar; NULL unless resolved
  o.transform_path AS outer_transform_path  -- path of the nearest Animator above; NULL when none
FROM animators a
JOIN object_places p ON p.object_id = a.animator_id
LEFT JOIN override_controllers v ON v.override_controller_id = a.override_controller_id
LEFT JOIN controllers e ON e.controller_id = coalesce(a.controller_id, v.effective_controller_id)
LEFT JOIN avatars b ON b.avatar_id = a.avatar_id
LEFT JOIN animators o ON o.animator_id = a.outer_animator_id;

DROP VIEW IF EXISTS animator_clips_view;
CREATE VIEW animator_clips_view AS  -- the clips that an Animator plays: a row per Animator and slot of its effective controller; none where animators_view has no such controller
SELECT
  p.source, p.unity_version, p.file, p.path_id,
  a.animator_id,
  a.transform_path,
  c.controller_id AS effective_controller_id,  -- controller that plays
  c.name AS effective_controller,    -- its name
  k.slot,
  CASE WHEN s.slot IS NULL THEN k.clip_id ELSE s.clip_id END AS clip_id,  -- clip that plays; NULL unless resolved to a clip
  CASE WHEN s.slot IS NULL THEN x.name ELSE y.name END AS clip,  -- its name
  CASE WHEN s.slot IS NOT NULL AND s.resolution = 'resolved' AND s.clip_id IS NULL THEN 'wrong_class'
    WHEN s.slot IS NOT NULL THEN s.resolution
    WHEN k.resolution = 'resolved' AND k.clip_id IS NULL THEN 'wrong_class'
    ELSE k.resolution END AS resolution,  -- whether that clip was found, a word of controller_clips; wrong_class: the pointer leads to something else
  k.clip_id AS original_clip_id,     -- clip of the controller's own slot; NULL unless resolved to a clip
  x.name AS original_clip,           -- its name
  k.resolution AS original_resolution,  -- whether that one was found
  a.override_controller_id,
  r.override_controller_id AS replaced_by_id,  -- override controller that has the last word about the slot; NULL when none replaces
  r.name AS replaced_by,             -- its name
  s.pair_index AS replaced_by_pair   -- its pair, as in override_clips
FROM animators a
JOIN object_places p ON p.object_id = a.animator_id
LEFT JOIN override_controllers v ON v.override_controller_id = a.override_controller_id
JOIN controllers c ON c.controller_id = coalesce(a.controller_id, v.effective_controller_id)
JOIN controller_clips k ON k.controller_id = c.controller_id
LEFT JOIN override_slots s ON s.override_controller_id = v.override_controller_id AND s.slot = k.slot
LEFT JOIN override_controllers r ON r.override_controller_id = s.replaced_by_id
LEFT JOIN clips x ON x.clip_id = k.clip_id
LEFT JOIN clips y ON y.clip_id = s.clip_id;

DROP VIEW IF EXISTS animator_nestings_view;
CREATE VIEW animator_nestings_view AS  -- pairs of Animators with both paths
SELECT
  p.source, p.unity_version, p.file,
  n.*,
  o.transform_path AS outer_transform_path,  -- path of the one above
  i.transform_path AS inner_transform_path   -- path of the one below
FROM animator_nestings n
JOIN object_places p ON p.object_id = n.outer_animator_id
JOIN animators o ON o.animator_id = n.outer_animator_id
JOIN animators i ON i.animator_id = n.inner_animator_id;

DROP VIEW IF EXISTS outer_clip_targets_view;
CREATE VIEW outer_clip_targets_view AS  -- clips of outer Animators on inner Transforms, with names
SELECT
  p.source, p.unity_version, p.file,
  t.*,
  o.transform_path AS outer_transform_path,  -- path of the outer Animator
  i.transform_path AS inner_transform_path,  -- path of the inner Animator
  c.name AS clip                             -- name of the clip
FROM outer_clip_targets t
JOIN object_places p ON p.object_id = t.outer_animator_id
JOIN animators o ON o.animator_id = t.outer_animator_id
JOIN animators i ON i.animator_id = t.inner_animator_id
JOIN clips c ON c.clip_id = t.clip_id;

DROP VIEW IF EXISTS avatars_view;
CREATE VIEW avatars_view AS  -- avatars with their place
SELECT p.source, p.unity_version, p.file, p.path_id, a.*
FROM avatars a JOIN object_places p ON p.object_id = a.avatar_id;

DROP VIEW IF EXISTS avatar_nodes_view;
CREATE VIEW avatar_nodes_view AS  -- skeleton nodes with their avatar
SELECT
  p.source, p.unity_version, p.file, p.path_id AS avatar_path_id,
  a.name AS avatar,          -- name of its avatar
  n.*,
  coalesce(n.path, (SELECT k.text FROM known_names k
     WHERE k.hash = n.path_hash AND k.source_id = p.source_id
     ORDER BY k.name_origin DESC, k.text LIMIT 1)) AS resolved_name,  -- best text for path_hash; NULL when none is known
  CASE WHEN n.path IS NOT NULL THEN 'own' ELSE (SELECT k.name_origin FROM known_names k
     WHERE k.hash = n.path_hash AND k.source_id = p.source_id
     ORDER BY k.name_origin DESC, k.text LIMIT 1) END AS name_origin  -- where resolved_name comes from; NULL when none is known
FROM avatar_nodes n
JOIN avatars a ON a.avatar_id = n.avatar_id
JOIN object_places p ON p.object_id = n.avatar_id;

DROP VIEW IF EXISTS avatar_axes_view;
CREATE VIEW avatar_axes_view AS  -- axes with their avatar
SELECT
  p.source, p.unity_version, p.file, p.path_id AS avatar_path_id,
  a.name AS avatar,          -- name of its avatar
  x.*
FROM avatar_axes x
JOIN avatars a ON a.avatar_id = x.avatar_id
JOIN object_places p ON p.object_id = x.avatar_id;

DROP VIEW IF EXISTS avatar_human_bones_view;
CREATE VIEW avatar_human_bones_view AS  -- human bones with their avatar and the path of their node
SELECT
  p.source, p.unity_version, p.file, p.path_id AS avatar_path_id,
  a.name AS avatar,          -- name of its avatar
  h.*,
  (SELECT n.path FROM avatar_nodes n WHERE n.avatar_id = h.avatar_id AND n.skeleton = 'human'
   AND n.node_index = h.node_index) AS transform_path  -- path of its node; NULL when not mapped or unresolved
FROM avatar_human_bones h
JOIN avatars a ON a.avatar_id = h.avatar_id
JOIN object_places p ON p.object_id = h.avatar_id;

DROP VIEW IF EXISTS names_view;
CREATE VIEW names_view AS  -- names with the places they come from
SELECT
  p.source, p.unity_version, p.file, p.path_id,
  p.class_id, p.object_name,
  u.hash, u.text, u.origin, u.object_id
FROM name_uses u JOIN object_places p ON p.object_id = u.object_id;
