-- Avatars (class 90): the skeleton that clips are applied to, and how a human body maps onto it.
--
--   avatars 1-n avatar_node_rows (skeleton avatar, human, root_motion), avatar_axes, avatar_index_maps
--           1-n avatar_human_bones                                      which node is which human bone
--           1-n human_description_bones, human_description_skeleton     the importer's settings, 2019.1+
--
-- A generic avatar has an empty human skeleton: is_human is 0 and the human columns hold what is stored.
-- Quaternions are x, y, z, w; lengths are in Unity's units (metres), angles in radians unless said.

CREATE TABLE avatars (  -- an Avatar (90)
  avatar_id INTEGER PRIMARY KEY REFERENCES objects (object_id),  -- its object
  name TEXT,                       -- m_Name
  is_human INTEGER NOT NULL CHECK (is_human IN (0, 1)),  -- 1 when the human skeleton has nodes
  node_count INTEGER NOT NULL,     -- nodes of the avatar's skeleton
  avatar_size INTEGER,             -- m_AvatarSize, bytes in memory
  root_motion_bone_index INTEGER,  -- m_RootMotionBoneIndex: node of the avatar's skeleton; -1 none
  scale REAL,                      -- m_Human.m_Scale
  arm_twist REAL,                  -- m_Human.m_ArmTwist, 0..1
  fore_arm_twist REAL,             -- m_Human.m_ForeArmTwist, 0..1
  upper_leg_twist REAL,            -- m_Human.m_UpperLegTwist, 0..1
  leg_twist REAL,                  -- m_Human.m_LegTwist, 0..1
  arm_stretch REAL,                -- m_Human.m_ArmStretch, 0..1
  leg_stretch REAL,                -- m_Human.m_LegStretch, 0..1
  feet_spacing REAL,               -- m_Human.m_FeetSpacing
  has_translation_dof INTEGER CHECK (has_translation_dof IN (0, 1)),  -- m_Human.m_HasTDoF; NULL where the version lacks it
  has_left_hand INTEGER CHECK (has_left_hand IN (0, 1)),  -- m_Human.m_HasLeftHand
  has_right_hand INTEGER CHECK (has_right_hand IN (0, 1)),  -- m_Human.m_HasRightHand
  human_root_t_x REAL,             -- m_Human.m_RootX.t.x
  human_root_t_y REAL,             -- m_Human.m_RootX.t.y
  human_root_t_z REAL,             -- m_Human.m_RootX.t.z
  human_root_q_x REAL,             -- m_Human.m_RootX.q.x
  human_root_q_y REAL,             -- m_Human.m_RootX.q.y
  human_root_q_z REAL,             -- m_Human.m_RootX.q.z
  human_root_q_w REAL,             -- m_Human.m_RootX.q.w
  human_root_s_x REAL,             -- m_Human.m_RootX.s.x
  human_root_s_y REAL,             -- m_Human.m_RootX.s.y
  human_root_s_z REAL,             -- m_Human.m_RootX.s.z
  root_motion_bone_t_x REAL,       -- m_RootMotionBoneX.t.x
  root_motion_bone_t_y REAL,       -- m_RootMotionBoneX.t.y
  root_motion_bone_t_z REAL,       -- m_RootMotionBoneX.t.z
  root_motion_bone_q_x REAL,       -- m_RootMotionBoneX.q.x
  root_motion_bone_q_y REAL,       -- m_RootMotionBoneX.q.y
  root_motion_bone_q_z REAL,       -- m_RootMotionBoneX.q.z
  root_motion_bone_q_w REAL,       -- m_RootMotionBoneX.q.w
  root_motion_bone_s_x REAL,       -- m_RootMotionBoneX.s.x
  root_motion_bone_s_y REAL,       -- m_RootMotionBoneX.s.y
  root_motion_bone_s_z REAL,       -- m_RootMotionBoneX.s.z
  description_arm_twist REAL,         -- m_HumanDescription.m_ArmTwist; NULL before 2019.1
  description_fore_arm_twist REAL,    -- m_HumanDescription.m_ForeArmTwist; NULL before 2019.1
  description_upper_leg_twist REAL,   -- m_HumanDescription.m_UpperLegTwist; NULL before 2019.1
  description_leg_twist REAL,         -- m_HumanDescription.m_LegTwist; NULL before 2019.1
  description_arm_stretch REAL,       -- m_HumanDescription.m_ArmStretch; NULL before 2019.1
  description_leg_stretch REAL,       -- m_HumanDescription.m_LegStretch; NULL before 2019.1
  description_feet_spacing REAL,      -- m_HumanDescription.m_FeetSpacing; NULL before 2019.1
  description_global_scale REAL,      -- m_HumanDescription.m_GlobalScale; NULL before 2019.1
  description_root_motion_bone_name TEXT,  -- m_HumanDescription.m_RootMotionBoneName; NULL before 2019.1
  description_has_translation_dof INTEGER  -- m_HumanDescription.m_HasTranslationDoF; NULL before 2019.1
    CHECK (description_has_translation_dof IN (0, 1)),
  description_has_extra_root INTEGER  -- m_HumanDescription.m_HasExtraRoot; NULL before 2019.1
    CHECK (description_has_extra_root IN (0, 1)),
  description_skeleton_has_parents INTEGER  -- m_HumanDescription.m_SkeletonHasParents; NULL before 2019.1
    CHECK (description_skeleton_has_parents IN (0, 1))
) STRICT;

CREATE TABLE avatar_index_maps (  -- an element of an avatar's maps between its skeletons
  avatar_id INTEGER NOT NULL REFERENCES avatars (avatar_id),  -- its avatar
  map TEXT NOT NULL               -- m_HumanSkeletonIndexArray, m_HumanSkeletonReverseIndexArray or m_RootMotionSkeletonIndexArray
    CHECK (map IN ('human_skeleton', 'human_skeleton_reverse', 'root_motion_skeleton')),
  position INTEGER NOT NULL,      -- position in the array
  value INTEGER,                  -- value there: a node index; -1 none
  PRIMARY KEY (avatar_id, map, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE avatar_node_rows (  -- a node of a skeleton; read it through the view avatar_nodes
  avatar_id INTEGER NOT NULL REFERENCES avatars (avatar_id),  -- its avatar
  skeleton TEXT NOT NULL          -- m_AvatarSkeleton, m_Human.m_Skeleton or m_RootMotionSkeleton
    CHECK (skeleton IN ('avatar', 'human', 'root_motion')),
  node_index INTEGER NOT NULL,    -- position in m_Node
  parent_index INTEGER,           -- m_ParentId: node of the same skeleton; -1 root
  axes_index INTEGER,             -- m_AxesId: axes of the same skeleton; -1 none
  path_hash INTEGER,              -- m_ID, CRC-32 of the node's path
  path_name_id INTEGER REFERENCES names (name_id),  -- text of path_hash in the avatar's own table; NULL when unresolved
  name_hash INTEGER,              -- m_SkeletonNameIDArray, CRC-32 of the path's last name; NULL for the other skeletons and where the version lacks it
  pose_t_x REAL,                  -- m_AvatarSkeletonPose.m_X.t.x; m_SkeletonPose, m_RootMotionSkeletonPose for the other skeletons
  pose_t_y REAL,                  -- m_AvatarSkeletonPose.m_X.t.y; m_SkeletonPose, m_RootMotionSkeletonPose for the other skeletons
  pose_t_z REAL,                  -- m_AvatarSkeletonPose.m_X.t.z; m_SkeletonPose, m_RootMotionSkeletonPose for the other skeletons
  pose_q_x REAL,                  -- m_AvatarSkeletonPose.m_X.q.x; m_SkeletonPose, m_RootMotionSkeletonPose for the other skeletons
  pose_q_y REAL,                  -- m_AvatarSkeletonPose.m_X.q.y; m_SkeletonPose, m_RootMotionSkeletonPose for the other skeletons
  pose_q_z REAL,                  -- m_AvatarSkeletonPose.m_X.q.z; m_SkeletonPose, m_RootMotionSkeletonPose for the other skeletons
  pose_q_w REAL,                  -- m_AvatarSkeletonPose.m_X.q.w; m_SkeletonPose, m_RootMotionSkeletonPose for the other skeletons
  pose_s_x REAL,                  -- m_AvatarSkeletonPose.m_X.s.x; m_SkeletonPose, m_RootMotionSkeletonPose for the other skeletons
  pose_s_y REAL,                  -- m_AvatarSkeletonPose.m_X.s.y; m_SkeletonPose, m_RootMotionSkeletonPose for the other skeletons
  pose_s_z REAL,                  -- m_AvatarSkeletonPose.m_X.s.z; m_SkeletonPose, m_RootMotionSkeletonPose for the other skeletons
  default_pose_t_x REAL,          -- m_DefaultPose.m_X.t.x; NULL for the other skeletons
  default_pose_t_y REAL,          -- m_DefaultPose.m_X.t.y; NULL for the other skeletons
  default_pose_t_z REAL,          -- m_DefaultPose.m_X.t.z; NULL for the other skeletons
  default_pose_q_x REAL,          -- m_DefaultPose.m_X.q.x; NULL for the other skeletons
  default_pose_q_y REAL,          -- m_DefaultPose.m_X.q.y; NULL for the other skeletons
  default_pose_q_z REAL,          -- m_DefaultPose.m_X.q.z; NULL for the other skeletons
  default_pose_q_w REAL,          -- m_DefaultPose.m_X.q.w; NULL for the other skeletons
  default_pose_s_x REAL,          -- m_DefaultPose.m_X.s.x; NULL for the other skeletons
  default_pose_s_y REAL,          -- m_DefaultPose.m_X.s.y; NULL for the other skeletons
  default_pose_s_z REAL,          -- m_DefaultPose.m_X.s.z; NULL for the other skeletons
  PRIMARY KEY (avatar_id, skeleton, node_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE avatar_axes (  -- the axes of a bone: its muscle space
  avatar_id INTEGER NOT NULL REFERENCES avatars (avatar_id),  -- its avatar
  skeleton TEXT NOT NULL          -- skeleton whose m_AxesArray it is in
    CHECK (skeleton IN ('avatar', 'human', 'root_motion')),
  axes_index INTEGER NOT NULL,    -- position in m_AxesArray
  pre_q_x REAL,                   -- m_PreQ.x
  pre_q_y REAL,                   -- m_PreQ.y
  pre_q_z REAL,                   -- m_PreQ.z
  pre_q_w REAL,                   -- m_PreQ.w
  post_q_x REAL,                  -- m_PostQ.x
  post_q_y REAL,                  -- m_PostQ.y
  post_q_z REAL,                  -- m_PostQ.z
  post_q_w REAL,                  -- m_PostQ.w
  sign_x REAL,                    -- m_Sgn.x
  sign_y REAL,                    -- m_Sgn.y
  sign_z REAL,                    -- m_Sgn.z
  limit_min_x REAL,               -- m_Limit.m_Min.x, radians
  limit_min_y REAL,               -- m_Limit.m_Min.y, radians
  limit_min_z REAL,               -- m_Limit.m_Min.z, radians
  limit_max_x REAL,               -- m_Limit.m_Max.x, radians
  limit_max_y REAL,               -- m_Limit.m_Max.y, radians
  limit_max_z REAL,               -- m_Limit.m_Max.z, radians
  length REAL,                    -- m_Length
  type INTEGER,                   -- m_Type
  PRIMARY KEY (avatar_id, skeleton, axes_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE avatar_human_bones (  -- a slot of the human body: which skeleton node is this bone
  avatar_id INTEGER NOT NULL REFERENCES avatars (avatar_id),  -- its avatar
  part TEXT NOT NULL              -- m_HumanBoneIndex, m_LeftHand.m_HandBoneIndex or m_RightHand.m_HandBoneIndex
    CHECK (part IN ('body', 'left_hand', 'right_hand')),
  bone_index INTEGER NOT NULL,    -- position in the array
  human_bone TEXT,                -- Unity's name of the bone; NULL beyond the known ones
  node_index INTEGER,             -- value there: node of the human skeleton; -1 none
  mass REAL,                      -- m_HumanBoneMass; NULL for hands
  PRIMARY KEY (avatar_id, part, bone_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE human_description_bones (  -- a mapped bone of the importer's description (2019.1+)
  avatar_id INTEGER NOT NULL REFERENCES avatars (avatar_id),  -- its avatar
  bone_index INTEGER NOT NULL,    -- position in m_HumanDescription.m_Human
  bone_name TEXT,                 -- m_BoneName, the skeleton's bone
  human_name TEXT,                -- m_HumanName, Unity's human bone
  min_x REAL,                     -- m_Limit.m_Min.x, degrees
  min_y REAL,                     -- m_Limit.m_Min.y, degrees
  min_z REAL,                     -- m_Limit.m_Min.z, degrees
  max_x REAL,                     -- m_Limit.m_Max.x, degrees
  max_y REAL,                     -- m_Limit.m_Max.y, degrees
  max_z REAL,                     -- m_Limit.m_Max.z, degrees
  value_x REAL,                   -- m_Limit.m_Value.x, degrees
  value_y REAL,                   -- m_Limit.m_Value.y, degrees
  value_z REAL,                   -- m_Limit.m_Value.z, degrees
  length REAL,                    -- m_Limit.m_Length
  modified INTEGER CHECK (modified IN (0, 1)),  -- m_Limit.m_Modified: 1 when the limits are not the defaults
  PRIMARY KEY (avatar_id, bone_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE human_description_skeleton (  -- a bone of the importer's skeleton in its T-pose (2019.1+)
  avatar_id INTEGER NOT NULL REFERENCES avatars (avatar_id),  -- its avatar
  bone_index INTEGER NOT NULL,    -- position in m_HumanDescription.m_Skeleton
  name TEXT,                      -- m_Name
  parent TEXT,                    -- m_ParentName
  position_x REAL,                -- m_Position.x
  position_y REAL,                -- m_Position.y
  position_z REAL,                -- m_Position.z
  rotation_x REAL,                -- m_Rotation.x
  rotation_y REAL,                -- m_Rotation.y
  rotation_z REAL,                -- m_Rotation.z
  rotation_w REAL,                -- m_Rotation.w
  scale_x REAL,                   -- m_Scale.x
  scale_y REAL,                   -- m_Scale.y
  scale_z REAL,                   -- m_Scale.z
  PRIMARY KEY (avatar_id, bone_index)
) STRICT, WITHOUT ROWID;
