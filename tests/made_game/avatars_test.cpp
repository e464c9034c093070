// Avatars of the made game: one with a human part, one without, in old and new layouts.
#include <gtest/gtest.h>

#include "tests/made_game/made_rows.hpp"

namespace mecadex::testing {
namespace {

const std::string kHuman = hero_object(220);
const std::string kGeneric = hero_object(221);

TEST(MadeAvatars, TellHumanFromGeneric) {
  EXPECT_EQ(
      rows("SELECT p.unity_version, v.name, is_human, node_count, avatar_size,"
           " root_motion_bone_index, root_motion_bone_t_z, has_translation_dof,"
           " description_arm_twist FROM avatars v JOIN object_places p ON p.object_id = avatar_id"
           " ORDER BY 1, 2"),
      "2018.4.0f1|PhoneAvatar|0|3|512|1|7.0|0|-\n"
      "2019.4.20f1|FlameAvatar|0|3|512|1|7.0|0|0.0\n"
      "2019.4.20f1|HeroAvatar|1|4|1024|-1|0.0|1|0.5\n"
      "2020.3.0f1|Alone|0|3|512|1|7.0|0|0.0\n"
      "2021.3.20f1|GuardAvatar|0|3|512|1|7.0|0|0.0\n"
      "4.2.2f1|ConsoleAvatar|0|3|512|1|7.0|-|-\n"
      "4.6.1f1|WebAvatar|0|3|512|1|7.0|-|-\n"
      "5.3.5f1|OldAvatar|0|3|512|1|7.0|0|-\n"
      "6000.5.2f1|NewAvatar|1|4|1024|-1|0.0|1|0.5\n");
}

TEST(MadeAvatars, KeepTheHumansScalars) {
  EXPECT_EQ(rows("SELECT scale, arm_twist, fore_arm_twist, upper_leg_twist, leg_twist, arm_stretch,"
                 " leg_stretch, feet_spacing, has_left_hand, has_right_hand, human_root_t_y,"
                 " human_root_q_w, human_root_s_x FROM avatars WHERE avatar_id = " +
                 kHuman),
            "0.875|0.5|0.25|0.125|0.0625|0.75|0.625|0.375|1|0|0.899999976158142|1.0|1.0\n");
}

TEST(MadeAvatars, KeepTheDescription) {
  EXPECT_EQ(
      rows("SELECT description_arm_twist, description_fore_arm_twist, description_global_scale,"
           " description_root_motion_bone_name, description_has_translation_dof,"
           " description_has_extra_root, description_skeleton_has_parents FROM avatars"
           " WHERE avatar_id = " +
           kHuman),
      "0.5|0.0|2.0|Hips|1|0|1\n");
  EXPECT_EQ(
      rows("SELECT bone_index, bone_name, human_name, min_x, min_y, min_z, max_x, max_y, max_z,"
           " value_x, value_y, value_z, length, modified FROM human_description_bones"
           " WHERE avatar_id = " +
           kHuman),
      "0|Hips|Hips|-10.0|-20.0|-30.0|10.0|20.0|30.0|1.0|2.0|3.0|0.5|1\n");
  EXPECT_EQ(
      rows("SELECT name, parent, position_x, position_y, position_z, rotation_x, rotation_y,"
           " rotation_z, rotation_w, scale_x, scale_y, scale_z FROM human_description_skeleton"
           " WHERE avatar_id = " +
           kHuman),
      "Hips|Hero|1.0|2.0|3.0|0.0|0.0|0.0|1.0|1.0|1.0|1.0\n");
}

TEST(MadeAvatars, KeepIndexMaps) {
  EXPECT_EQ(rows("SELECT map, group_concat(value) FROM avatar_index_maps WHERE avatar_id = " +
                 kHuman + " GROUP BY 1"),
            "human_skeleton|1,2,3\nhuman_skeleton_reverse|-1,0,1,2\n");
  EXPECT_EQ(rows("SELECT map, group_concat(value) FROM avatar_index_maps WHERE avatar_id = " +
                 kGeneric + " GROUP BY 1"),
            "human_skeleton_reverse|-1,-1,-1\nroot_motion_skeleton|0,1\n");
}

TEST(MadeSkeletons, HaveParentsPathsNamesAndPoses) {
  const std::string select =
      "SELECT skeleton, node_index, parent_index, axes_index, path_hash, path, name_hash, pose_t_x,"
      " pose_t_y, pose_s_z, default_pose_t_x FROM avatar_nodes WHERE avatar_id = ";
  EXPECT_EQ(rows(select + kHuman + " ORDER BY 1, 2"),
            "avatar|0|-1|-1|0||0|0.0|1.0|1.0|0.0\n"
            "avatar|1|0|-1|3738240529|Hips|3738240529|0.5|1.0|1.0|0.25\n"
            "avatar|2|1|-1|2351022798|Hips/Spine|1393476043|1.0|1.0|1.0|0.5\n"
            "avatar|3|2|-1|125826754|Hips/Spine/Hand|2270227889|1.5|1.0|1.0|0.75\n"
            "human|0|-1|0|3738240529|Hips|-|0.0|1.0|1.0|-\n"
            "human|1|0|1|2351022798|Hips/Spine|-|0.125|1.0|1.0|-\n"
            "human|2|1|-1|125826754|Hips/Spine/Hand|-|0.25|1.0|1.0|-\n");
  EXPECT_EQ(rows(select + kGeneric + " AND skeleton = 'root_motion' ORDER BY 1, 2"),
            "root_motion|0|-1|-1|0||-|0.0|1.0|1.0|-\n"
            "root_motion|1|0|-1|1619415391|Base|-|0.75|1.0|1.0|-\n");
  EXPECT_EQ(rows(select + object("tower-console", "sharedassets0.assets", 10) + " ORDER BY 1, 2"),
            "avatar|0|-1|-1|0||-|0.0|1.0|1.0|-\n"
            "avatar|1|0|-1|1619415391|Base|-|0.5|1.0|1.0|-\n"
            "avatar|2|1|-1|1480361204|Base/Arm|-|1.0|1.0|1.0|-\n");
}

TEST(MadeAxes, KeepRotationsSignsLimitsAndLength) {
  EXPECT_EQ(
      rows("SELECT skeleton, axes_index, pre_q_x, pre_q_w, post_q_z, post_q_w, sign_x, sign_y, "
           "sign_z,"
           " limit_min_x, limit_min_y, limit_min_z, limit_max_x, limit_max_y, limit_max_z, length,"
           " type FROM avatar_axes WHERE avatar_id = " +
           kHuman),
      "human|0|0.5|0.5|1.0|0.0|1.0|-1.0|1.0|-0.5|-1.0|-1.5|0.5|1.0|1.5|0.5|1\n"
      "human|1|0.5|0.5|1.0|0.0|1.0|-1.0|1.0|-0.5|-1.0|-1.5|0.5|1.0|1.5|0.75|2\n");
}

TEST(MadeHumanBones, AreNamedAndSayNoneByMinusOne) {
  EXPECT_EQ(rows("SELECT part, bone_index, human_bone, node_index, mass FROM avatar_human_bones"
                 " WHERE node_index >= 0 AND avatar_id = " +
                 kHuman + " ORDER BY 1, 2"),
            "body|0|Hips|0|0.25\nbody|7|Spine|1|0.0\nbody|18|LeftHand|2|0.0\n"
            "left_hand|0|Left Thumb Proximal|2|-\n");
  EXPECT_EQ(
      rows("SELECT part, count(*), count(human_bone), sum(node_index = -1) FROM avatar_human_bones"
           " WHERE avatar_id IN (" +
           kHuman + ", " + kGeneric + ") GROUP BY avatar_id, part"),
      "body|25|25|22\nleft_hand|15|15|14\nright_hand|15|15|15\n"
      "body|25|25|25\nleft_hand|15|15|15\nright_hand|15|15|15\n");
  EXPECT_EQ(rows("SELECT bone_index, human_bone FROM avatar_human_bones WHERE part = 'body'"
                 " AND bone_index IN (9, 24) AND avatar_id = " +
                 kHuman),
            "9|UpperChest\n24|Jaw\n");
}

}  // namespace
}  // namespace mecadex::testing
