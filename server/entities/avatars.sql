-- name:  avatars
-- one:   avatar
-- table: avatars
-- view:  avatars_view
-- key:   avatar_id
-- sort:  name, node_count
-- example: 12
-- doc:   Avatars (class 90): skeletons and how a human body maps onto them
-- filter: name text pattern -- name of the avatar
b.name @ :name
-- filter: source text pattern known source -- label of its source
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.avatar_id AND p.source @ :source)
-- filter: file text pattern known file -- its file: path, then "!" and node path inside a container
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.avatar_id AND p.file @ :file)
-- filter: unity_version text -- beginning of the serialized file's Unity version
EXISTS (SELECT 1 FROM object_places p WHERE p.object_id = b.avatar_id
        AND substr(p.unity_version, 1, length(:unity_version)) = :unity_version)
-- filter: is_human int in 0|1 -- 1: those with a human skeleton
b.is_human = :is_human
-- section: nodes
SELECT n.skeleton, n.node_index, n.parent_index, n.axes_index, n.path_hash, n.path, n.name_hash,
  n.pose_t_x, n.pose_t_y, n.pose_t_z, n.pose_q_x, n.pose_q_y, n.pose_q_z, n.pose_q_w,
  n.pose_s_x, n.pose_s_y, n.pose_s_z,
  n.default_pose_t_x, n.default_pose_t_y, n.default_pose_t_z,
  n.default_pose_q_x, n.default_pose_q_y, n.default_pose_q_z, n.default_pose_q_w,
  n.default_pose_s_x, n.default_pose_s_y, n.default_pose_s_z
FROM avatar_nodes n WHERE n.avatar_id = :avatar_id ORDER BY n.skeleton, n.node_index
-- section: axes
SELECT x.skeleton, x.axes_index, x.pre_q_x, x.pre_q_y, x.pre_q_z, x.pre_q_w,
  x.post_q_x, x.post_q_y, x.post_q_z, x.post_q_w, x.sign_x, x.sign_y, x.sign_z,
  x.limit_min_x, x.limit_min_y, x.limit_min_z, x.limit_max_x, x.limit_max_y, x.limit_max_z,
  x.length, x.type
FROM avatar_axes x WHERE x.avatar_id = :avatar_id ORDER BY x.skeleton, x.axes_index
-- section: human_bones
SELECT h.part, h.bone_index, h.human_bone, h.node_index, h.mass
FROM avatar_human_bones h WHERE h.avatar_id = :avatar_id ORDER BY h.part, h.bone_index
-- section: index_maps
SELECT i.map, i.position, i.value
FROM avatar_index_maps i WHERE i.avatar_id = :avatar_id ORDER BY i.map, i.position
-- section: description_bones
SELECT d.bone_index, d.bone_name, d.human_name, d.min_x, d.min_y, d.min_z, d.max_x, d.max_y,
  d.max_z, d.value_x, d.value_y, d.value_z, d.length, d.modified
FROM human_description_bones d WHERE d.avatar_id = :avatar_id ORDER BY d.bone_index
-- section: description_skeleton
SELECT d.bone_index, d.name, d.parent, d.position_x, d.position_y, d.position_z, d.rotation_x,
  d.rotation_y, d.rotation_z, d.rotation_w, d.scale_x, d.scale_y, d.scale_z
FROM human_description_skeleton d WHERE d.avatar_id = :avatar_id ORDER BY d.bone_index
-- section: animators
SELECT a.animator_id, a.game_object_name, a.transform_path
FROM animators a WHERE a.avatar_id = :avatar_id ORDER BY a.animator_id
