-- name:  animators
-- one:   animator
-- table: animators
-- view:  animators_view
-- key:   animator_id
-- sort:  game_object_name, transform_path, nesting_depth
-- example: 10
-- doc:   Animator components (class 95) in their scenes
-- filter: name text pattern -- name of its GameObject
b.game_object_name @ :name
-- filter: path text pattern -- names from the scene's root to its GameObject, joined by "/"
b.transform_path @ :path
-- filter: source text pattern known source -- label of its source
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.animator_id AND p.source @ :source)
-- filter: file text pattern known file -- its file: path, then "!" and node path inside a container
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.animator_id AND p.file @ :file)
-- filter: unity_version text -- beginning of the serialized file's Unity version
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.animator_id
        AND substr(p.unity_version, 1, length(:unity_version)) = :unity_version)
-- filter: controller_id int -- only those whose m_Controller is this controller
b.controller_id = :controller_id
-- filter: avatar_id int -- only those with this avatar
b.avatar_id = :avatar_id
-- filter: nesting_depth int -- number of Animators above it
b.nesting_depth = :nesting_depth
-- section: outer_animators
SELECT n.outer_animator_id, o.transform_path, n.distance, n.level
FROM animator_nestings n JOIN animators o ON o.animator_id = n.outer_animator_id
WHERE n.inner_animator_id = :animator_id ORDER BY n.level
-- section: inner_animators
SELECT n.inner_animator_id, i.transform_path, n.distance, n.level
FROM animator_nestings n JOIN animators i ON i.animator_id = n.inner_animator_id
WHERE n.outer_animator_id = :animator_id ORDER BY n.inner_animator_id
-- section: outer_clip_targets
SELECT t.inner_animator_id, t.is_inner_root, t.clip_id, t.path_hash, t.attribute_hash, t.type_id,
  t.transform_path
FROM outer_clip_targets t WHERE t.outer_animator_id = :animator_id
ORDER BY t.outer_clip_target_id
-- section: references
SELECT r.field, r.element_index, r.file_index, r.path_id, r.target_object_id, r.resolution,
  r.target_file_name
FROM object_refs r WHERE r.object_id = :animator_id ORDER BY r.field, r.element_index
