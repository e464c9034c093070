// Avatar (class 90): the skeleton Mecanim animates and, for a humanoid, its muscle data (formats.md 5.5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "indexer/animator/common.hpp"

namespace mecadex::animator {

struct SkeletonNode {               // Node
  std::int32_t parent = -1;         // -1: a root
  std::int32_t axes = -1;           // -1: none
};

struct Axes {                       // one bone's muscle axes; limits in radians
  Float4 pre_q, post_q;
  Float3 sign;
  Float3 limit_min, limit_max;
  float length = 0;
  std::uint32_t type = 0;
};

struct Skeleton {
  std::vector<SkeletonNode> nodes;
  std::vector<std::uint32_t> path_hashes;  // m_ID, one per node
  std::vector<Axes> axes;
};

struct Pose {                       // SkeletonPose
  std::vector<Xform> xforms;
};

struct Human {
  Xform root;                       // m_RootX
  Skeleton skeleton;                // empty for a generic avatar
  Pose pose;
  std::vector<std::int32_t> left_hand, right_hand;  // bone -> human node, -1 none; 15 each
  std::vector<std::int32_t> bone_index;             // 24 (before 5.6) or 25 human bones
  std::vector<float> bone_mass;
  float scale = 0, arm_twist = 0, fore_arm_twist = 0, upper_leg_twist = 0, leg_twist = 0;
  float arm_stretch = 0, leg_stretch = 0, feet_spacing = 0;
  bool has_left_hand = false, has_right_hand = false;
  std::optional<bool> has_translation_dof;
};

struct HumanBone {                  // of the HumanDescription
  std::string bone_name, human_name;
  Float3 min, max, value;
  float length = 0;
  bool is_modified = false;
};

struct SkeletonBone {
  std::string name, parent_name;
  Float3 position;
  Float4 rotation;
  Float3 scale;
};

struct HumanDescription {           // 2019.1 and later
  std::vector<HumanBone> human;
  std::vector<SkeletonBone> skeleton;
  float arm_twist = 0, fore_arm_twist = 0, upper_leg_twist = 0, leg_twist = 0;
  float arm_stretch = 0, leg_stretch = 0, feet_spacing = 0;
  std::optional<float> global_scale;
  std::string root_motion_bone_name;
  bool has_translation_dof = false;
  bool has_extra_root = false;
  bool skeleton_has_parents = false;
};

struct Avatar {
  std::string name;
  std::uint32_t avatar_size = 0;    // the engine's memory size
  Skeleton skeleton;
  Pose pose;
  std::optional<Pose> default_pose;                        // 4.3 and later
  std::optional<std::vector<std::uint32_t>> name_hashes;   // m_SkeletonNameIDArray, 4.3 and later
  Human human;
  std::vector<std::int32_t> human_skeleton_index;          // human node -> avatar node
  std::optional<std::vector<std::int32_t>> human_skeleton_reverse;
  std::int32_t root_motion_bone_index = -1;
  Xform root_motion_bone;
  std::optional<Skeleton> root_motion_skeleton;            // 4.3 and later
  std::optional<Pose> root_motion_pose;
  std::optional<std::vector<std::int32_t>> root_motion_skeleton_index;
  std::vector<NameEntry> names;                            // m_TOS: CRC-32 -> path
  std::optional<HumanDescription> description;
};

const layouts::Record& avatar_record();

}  // namespace mecadex::animator
