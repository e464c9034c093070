#include "indexer/animator/avatar_semantics.hpp"

#include <gtest/gtest.h>

#include "indexer/layouts/read_plan.hpp"

namespace mecadex::animator {
namespace {

using bytes::FindingCode;

// The order measured on real avatars (data-model.md 2).
TEST(BodyBones, AreTwentyFiveWithUpperChest) {
  EXPECT_EQ(body_bone_name(0, 25), "Hips");
  EXPECT_EQ(body_bone_name(9, 25), "UpperChest");
  EXPECT_EQ(body_bone_name(11, 25), "Head");
  EXPECT_EQ(body_bone_name(14, 25), "LeftUpperArm");
  EXPECT_EQ(body_bone_name(24, 25), "Jaw");
  EXPECT_EQ(body_bone_name(25, 25), "");
}

TEST(BodyBones, AreTwentyFourWithoutItBefore56) {
  EXPECT_EQ(body_bone_name(8, 24), "Chest");
  EXPECT_EQ(body_bone_name(9, 24), "Neck");
  EXPECT_EQ(body_bone_name(10, 24), "Head");
  EXPECT_EQ(body_bone_name(13, 24), "LeftUpperArm");
  EXPECT_EQ(body_bone_name(23, 24), "Jaw");
  EXPECT_EQ(body_bone_name(24, 24), "");
}

TEST(HandBones, AreFiveFingersOfThree) {
  EXPECT_EQ(hand_bone_name(0, true), "Left Thumb Proximal");
  EXPECT_EQ(hand_bone_name(5, false), "Right Index Distal");
  EXPECT_EQ(hand_bone_name(14, true), "Left Little Distal");
  EXPECT_EQ(hand_bone_name(15, true), "");
}

Avatar avatar() {
  Avatar out;
  out.skeleton.nodes = {{-1, -1}, {0, 0}};
  out.skeleton.path_hashes = {0, 1};
  out.skeleton.axes.resize(1);
  out.pose.xforms.resize(2);
  return out;
}

TEST(CheckAvatar, FindsNothingWhereAllIsWell) { EXPECT_TRUE(check_avatar(avatar()).empty()); }

TEST(CheckAvatar, NamesParentsAndAxesThatDoNotExist) {
  Avatar odd = avatar();
  odd.skeleton.nodes[0].parent = 2;
  odd.skeleton.nodes[1] = {-2, 1};
  const auto notes = check_avatar(odd);
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_EQ(notes[0].code, FindingCode::avatar_parent_index);
  EXPECT_EQ(notes[0].field_path, "m_AvatarSkeleton.m_Node[0].m_ParentId");
  EXPECT_EQ(notes[2].code, FindingCode::avatar_axes_index);
  EXPECT_EQ(notes[2].field_path, "m_AvatarSkeleton.m_Node[1].m_AxesId");
}

TEST(CheckAvatar, NamesArraysOfDifferentLengths) {
  Avatar odd = avatar();
  odd.skeleton.path_hashes.pop_back();
  odd.human.pose.xforms.resize(3);
  EXPECT_EQ(check_avatar(odd).size(), 2U);
  for (const auto& note : check_avatar(odd)) EXPECT_EQ(note.code, FindingCode::avatar_array_length);
}

TEST(CheckAvatar, NotesNoMoreThanTheLimit) {
  Avatar odd;
  odd.skeleton.nodes.resize(100'000, {7'000'000, 7});
  EXPECT_LE(check_avatar(odd).size(), layouts::kMaxNotesPerObject + 2);
}

}  // namespace
}  // namespace mecadex::animator
