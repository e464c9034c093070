-- title:   What a name hashes to, what a hash means, and where it is used
-- scope:   source file
-- param:   name hash -- the name; or its hash in decimal or 0x hex
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, file, object_path_id, field, element_id, place
-- scan:    most columns that hold hashes have no index, which would double the database
-- column:  hash hash -- the hash
-- column:  text text -- text known for it in the object, its source or the corpus, in this order; NULL when none is known
-- column:  name_origin text -- where the text comes from: own, source or corpus; NULL when none is known
-- column:  kind text -- what it names: state, path, layer, parameter, binding, skeleton, tag or transition; NULL when it is not used
-- column:  field text -- table and column that hold it
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  class_id int -- class number of the object that holds it: 91 controller, 90 avatar, 74 clip
-- column:  object text -- name of that object
-- column:  object_id int -- id of that object
-- column:  object_path_id int -- path id of that object in its serialized file
-- column:  place text -- place in the object in words: "machine 0 state 3"
-- column:  element_id int -- id of the row that holds it; binding_index, node_index or element_index where rows have none
-- One row per use; a name that is not used anywhere is one row with its crc32. The hash is Unity's: CRC-32 of the UTF-8
-- bytes.
WITH
found AS MATERIALIZED (
  SELECT u.kind, u.table_name, u.table_name || '.' || u.column_name AS field, u.hash, u.object_id,
    u.element_id, u.part, v.source_id, v.source, v.file, o.path_id, o.class_id, o.name
  FROM (SELECT * FROM hash_uses WHERE hash = :name) u
  JOIN objects o ON o.object_id = u.object_id
  JOIN scope_serialized_files v ON v.serialized_file_id = o.serialized_file_id
  WHERE o.object_id NOT IN (SELECT object_id FROM scope_repeats)
),
texts AS (
  SELECT u.*,
    (SELECT 'own    ' || n.text FROM names n
     CROSS JOIN name_use_rows k ON k.name_id = n.name_id AND k.object_id = u.object_id
     WHERE n.hash = u.hash ORDER BY n.text LIMIT 1) AS own,
    (SELECT k.name_origin || ' ' || k.text FROM known_names k
     WHERE k.hash = u.hash AND k.source_id = u.source_id
     ORDER BY k.name_origin DESC, k.text LIMIT 1) AS other
  FROM found u
  UNION ALL
  SELECT NULL, NULL, NULL, :name, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    (SELECT 'corpus ' || n.text FROM names n WHERE n.hash = :name ORDER BY n.text LIMIT 1)
  WHERE NOT EXISTS (SELECT 1 FROM found)
)
SELECT t.hash, substr(coalesce(t.own, t.other), 8) AS text,
  rtrim(substr(coalesce(t.own, t.other), 1, 7)) AS name_origin,
  t.kind, t.field, t.source, t.file, t.class_id, t.name AS object, t.object_id,
  t.path_id AS object_path_id,
  CASE t.table_name
    WHEN 'states' THEN (
      SELECT 'machine ' || m.machine_index || ' state ' || s.state_index
      FROM states s JOIN state_machines m ON m.state_machine_id = s.state_machine_id
      WHERE s.state_id = t.element_id)
    WHEN 'selectors' THEN (
      SELECT 'machine ' || m.machine_index || ' selector ' || e.selector_index
      FROM selectors e JOIN state_machines m ON m.state_machine_id = e.state_machine_id
      WHERE e.selector_id = t.element_id)
    WHEN 'behaviours' THEN (
      SELECT 'behaviour ' || b.behaviour_index FROM behaviours b
      WHERE b.behaviour_id = t.element_id)
    WHEN 'layers' THEN (
      SELECT 'layer ' || l.layer_index FROM layers l WHERE l.layer_id = t.element_id)
    WHEN 'parameters' THEN (
      SELECT 'parameter ' || r.parameter_index FROM parameters r
      WHERE r.parameter_id = t.element_id)
    WHEN 'conditions' THEN (
      SELECT 'machine ' || x.machine_index || ' '
        || coalesce('state ' || x.state_index, 'selector ' || x.selector_index, 'any state')
        || ' transition ' || x.transition_index || ' condition ' || d.condition_index
      FROM conditions d JOIN transitions_view x ON x.transition_id = d.transition_id
      WHERE d.condition_id = t.element_id)
    WHEN 'transitions' THEN (
      SELECT 'machine ' || x.machine_index || ' '
        || coalesce('state ' || x.state_index, 'selector ' || x.selector_index, 'any state')
        || ' transition ' || x.transition_index
      FROM transitions_view x WHERE x.transition_id = t.element_id)
    WHEN 'blend_nodes' THEN (
      SELECT 'machine ' || b.machine_index || ' state ' || b.state_index || ' motion set '
        || b.motion_set || ' node ' || n.node_index
      FROM blend_nodes n JOIN blend_trees_view b ON b.blend_tree_id = n.blend_tree_id
      WHERE n.blend_node_id = t.element_id)
    WHEN 'blend_children' THEN (
      SELECT 'machine ' || b.machine_index || ' state ' || b.state_index || ' motion set '
        || b.motion_set || ' node ' || n.node_index || ' child ' || t.part
      FROM blend_nodes n JOIN blend_trees_view b ON b.blend_tree_id = n.blend_tree_id
      WHERE n.blend_node_id = t.element_id)
    WHEN 'clip_bindings' THEN 'binding ' || t.element_id
    WHEN 'avatar_nodes' THEN t.part || ' node ' || t.element_id
    WHEN 'skeleton_masks' THEN 'layer ' || t.part || ' mask element ' || t.element_id
  END AS place,
  t.element_id
FROM texts t;
