#include "indexer/animator/avatar.hpp"

namespace mecadex::animator {

using layouts::field;
using layouts::Record;

namespace {

const Record& node_record() {
  static const Record record{"Node",
                             {field<&SkeletonNode::parent>("m_ParentId"), field<&SkeletonNode::axes>("m_AxesId")}};
  return record;
}

const Record& axes_record() {
  static const Record record{
      "Axes",
      {field<&Axes::pre_q>("m_PreQ", float4_record()), field<&Axes::post_q>("m_PostQ", float4_record()),
       field<&Axes::sign>("m_Sgn", float3_record()), field<&Axes::limit_min>("m_Limit.m_Min", float3_record()),
       field<&Axes::limit_max>("m_Limit.m_Max", float3_record()), field<&Axes::length>("m_Length"),
       field<&Axes::type>("m_Type")}};
  return record;
}

const Record& skeleton_record() {
  static const Record record{
      "Skeleton",
      {field<&Skeleton::nodes>("m_Node", node_record()), field<&Skeleton::path_hashes>("m_ID"),
       field<&Skeleton::axes>("m_AxesArray", axes_record())}};
  return record;
}

const Record& pose_record() {
  static const Record record{"SkeletonPose", {field<&Pose::xforms>("m_X", xform_record())}};
  return record;
}

const Record& human_record() {
  static const Record record{
      "Human",
      {field<&Human::root>("m_RootX", xform_record()), field<&Human::skeleton>("m_Skeleton", skeleton_record()),
       field<&Human::pose>("m_SkeletonPose", pose_record()), field<&Human::left_hand>("m_LeftHand.m_HandBoneIndex"),
       field<&Human::right_hand>("m_RightHand.m_HandBoneIndex"), field<&Human::bone_index>("m_HumanBoneIndex"),
       field<&Human::bone_mass>("m_HumanBoneMass"), field<&Human::scale>("m_Scale"),
       field<&Human::arm_twist>("m_ArmTwist"), field<&Human::fore_arm_twist>("m_ForeArmTwist"),
       field<&Human::upper_leg_twist>("m_UpperLegTwist"), field<&Human::leg_twist>("m_LegTwist"),
       field<&Human::arm_stretch>("m_ArmStretch"), field<&Human::leg_stretch>("m_LegStretch"),
       field<&Human::feet_spacing>("m_FeetSpacing"), field<&Human::has_left_hand>("m_HasLeftHand"),
       field<&Human::has_right_hand>("m_HasRightHand"), field<&Human::has_translation_dof>("m_HasTDoF")}};
  return record;
}

const Record& human_bone_record() {
  static const Record record{
      "HumanBone",
      {field<&HumanBone::bone_name>("m_BoneName"), field<&HumanBone::human_name>("m_HumanName"),
       field<&HumanBone::min>("m_Limit.m_Min", float3_record()), field<&HumanBone::max>("m_Limit.m_Max", float3_record()),
       field<&HumanBone::value>("m_Limit.m_Value", float3_record()), field<&HumanBone::length>("m_Limit.m_Length"),
       field<&HumanBone::is_modified>("m_Limit.m_Modified")}};
  return record;
}

const Record& skeleton_bone_record() {
  static const Record record{
      "SkeletonBone",
      {field<&SkeletonBone::name>("m_Name"), field<&SkeletonBone::parent_name>("m_ParentName"),
       field<&SkeletonBone::position>("m_Position", float3_record()),
       field<&SkeletonBone::rotation>("m_Rotation", float4_record()),
       field<&SkeletonBone::scale>("m_Scale", float3_record())}};
  return record;
}

const Record& human_description_record() {
  using D = HumanDescription;
  static const Record record{
      "HumanDescription",
      {field<&D::human>("m_Human", human_bone_record()), field<&D::skeleton>("m_Skeleton", skeleton_bone_record()),
       field<&D::arm_twist>("m_ArmTwist"), field<&D::fore_arm_twist>("m_ForeArmTwist"),
       field<&D::upper_leg_twist>("m_UpperLegTwist"), field<&D::leg_twist>("m_LegTwist"),
       field<&D::arm_stretch>("m_ArmStretch"), field<&D::leg_stretch>("m_LegStretch"),
       field<&D::feet_spacing>("m_FeetSpacing"), field<&D::global_scale>("m_GlobalScale"),
       field<&D::root_motion_bone_name>("m_RootMotionBoneName"),
       field<&D::has_translation_dof>("m_HasTranslationDoF"), field<&D::has_extra_root>("m_HasExtraRoot"),
       field<&D::skeleton_has_parents>("m_SkeletonHasParents")}};
  return record;
}

}  // namespace

const Record& avatar_record() {
  static const Record record{
      "Avatar",
      {field<&Avatar::name>("m_Name"), field<&Avatar::avatar_size>("m_AvatarSize"),
       field<&Avatar::skeleton>("m_Avatar.m_AvatarSkeleton|m_Avatar.m_Skeleton", skeleton_record()),
       field<&Avatar::pose>("m_Avatar.m_AvatarSkeletonPose|m_Avatar.m_SkeletonPose", pose_record()),
       field<&Avatar::default_pose>("m_Avatar.m_DefaultPose", pose_record()),
       field<&Avatar::name_hashes>("m_Avatar.m_SkeletonNameIDArray"),
       field<&Avatar::human>("m_Avatar.m_Human", human_record()),
       field<&Avatar::human_skeleton_index>("m_Avatar.m_HumanSkeletonIndexArray"),
       field<&Avatar::human_skeleton_reverse>("m_Avatar.m_HumanSkeletonReverseIndexArray"),
       field<&Avatar::root_motion_bone_index>("m_Avatar.m_RootMotionBoneIndex"),
       field<&Avatar::root_motion_bone>("m_Avatar.m_RootMotionBoneX", xform_record()),
       field<&Avatar::root_motion_skeleton>("m_Avatar.m_RootMotionSkeleton", skeleton_record()),
       field<&Avatar::root_motion_pose>("m_Avatar.m_RootMotionSkeletonPose", pose_record()),
       field<&Avatar::root_motion_skeleton_index>("m_Avatar.m_RootMotionSkeletonIndexArray"),
       field<&Avatar::names>("m_TOS", name_entry_record()),
       field<&Avatar::description>("m_HumanDescription", human_description_record())}};
  return record;
}

}  // namespace mecadex::animator
