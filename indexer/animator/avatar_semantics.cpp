#include "indexer/animator/avatar_semantics.hpp"

#include <array>

#include "indexer/animator/name_table.hpp"
#include "indexer/layouts/read_plan.hpp"

namespace mecadex::animator {

using bytes::FindingCode;
using bytes::Note;

std::string body_bone_name(std::size_t index, std::size_t count) {
  static constexpr std::array kBody{
      "Hips", "LeftUpperLeg", "RightUpperLeg", "LeftLowerLeg", "RightLowerLeg", "LeftFoot", "RightFoot",
      "Spine", "Chest", "UpperChest", "Neck", "Head", "LeftShoulder", "RightShoulder",
      "LeftUpperArm", "RightUpperArm", "LeftLowerArm", "RightLowerArm", "LeftHand", "RightHand",
      "LeftToes", "RightToes", "LeftEye", "RightEye", "Jaw"};
  static constexpr std::size_t kUpperChest = 9;
  if (count < kBody.size() && index >= kUpperChest) ++index;
  return index < kBody.size() ? kBody[index] : "";
}

std::string hand_bone_name(std::size_t index, bool is_left) {
  static constexpr std::array kFingers{"Thumb", "Index", "Middle", "Ring", "Little"};
  static constexpr std::array kPhalanges{"Proximal", "Intermediate", "Distal"};
  if (index >= kFingers.size() * kPhalanges.size()) return "";
  return std::string(is_left ? "Left " : "Right ") + kFingers[index / 3] + " " + kPhalanges[index % 3];
}

namespace {

void check_skeleton(const Skeleton& skeleton, const std::string& name, std::size_t pose_length, std::vector<Note>& notes) {
  const auto note = [&](FindingCode code, std::string path, std::string message) {
    if (notes.size() < layouts::kMaxNotesPerObject) notes.push_back({code, 0, std::move(path), std::move(message)});
  };
  const auto beyond = [](std::int32_t index, std::size_t size) {
    return index < -1 || (index >= 0 && static_cast<std::size_t>(index) >= size);
  };
  for (std::size_t i = 0; i < skeleton.nodes.size(); ++i) {
    const std::string path = name + ".m_Node[" + std::to_string(i) + "]";
    if (beyond(skeleton.nodes[i].parent, skeleton.nodes.size())) {
      note(FindingCode::avatar_parent_index, path + ".m_ParentId", "value " + std::to_string(skeleton.nodes[i].parent));
    }
    if (beyond(skeleton.nodes[i].axes, skeleton.axes.size())) {
      note(FindingCode::avatar_axes_index, path + ".m_AxesId", "value " + std::to_string(skeleton.nodes[i].axes));
    }
  }
  if (skeleton.path_hashes.size() != skeleton.nodes.size()) {
    note(FindingCode::avatar_array_length, name + ".m_ID",
         std::to_string(skeleton.path_hashes.size()) + " for " + std::to_string(skeleton.nodes.size()) + " nodes");
  }
  if (pose_length != skeleton.nodes.size()) {
    note(FindingCode::avatar_array_length, name + " pose",
         std::to_string(pose_length) + " for " + std::to_string(skeleton.nodes.size()) + " nodes");
  }
}

}  // namespace

std::vector<Note> check_avatar(const Avatar& avatar) {
  std::vector<Note> notes;
  check_skeleton(avatar.skeleton, "m_AvatarSkeleton", avatar.pose.xforms.size(), notes);
  check_skeleton(avatar.human.skeleton, "m_Human.m_Skeleton", avatar.human.pose.xforms.size(), notes);
  if (avatar.root_motion_skeleton) {  // it often comes without a pose of its own
    const std::size_t posed = avatar.root_motion_pose ? avatar.root_motion_pose->xforms.size() : 0;
    check_skeleton(*avatar.root_motion_skeleton, "m_RootMotionSkeleton",
                   posed == 0 ? avatar.root_motion_skeleton->nodes.size() : posed, notes);
  }
  check_names(avatar.names, notes);
  return notes;
}

}  // namespace mecadex::animator
