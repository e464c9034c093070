// Animators of the made game in their scenes (made_game.cpp: add_prefab draws the tree).
#include <gtest/gtest.h>

#include "tests/made_game/made_rows.hpp"

namespace mecadex::testing {
namespace {

const std::string kPrefab =
    " JOIN object_places p ON p.object_id = a.animator_id WHERE p.path = 'heroes' ORDER BY "
    "p.path_id";

TEST(MadeAnimators, KnowTheirPlaceControllerAndAvatar) {
  EXPECT_EQ(
      rows("SELECT p.path_id, game_object_name, transform_path, is_enabled,"
           " is_active_in_hierarchy, c.name, controller_resolution, o.name, v.name,"
           " avatar_resolution, component_class_ids FROM animators a"
           " LEFT JOIN controllers c USING (controller_id)"
           " LEFT JOIN override_controllers o USING (override_controller_id)"
           " LEFT JOIN avatars v USING (avatar_id)" +
           kPrefab),
      "100|Hero|Stage/Hero|1|1|Hero|resolved|-|HeroAvatar|resolved|[4,95]\n"
      "110|Lamp|Stage/Hero/Rig/Hand/Lamp|1|1|-|null|-|-|null|[4,95]\n"
      "120|Flame|Stage/Hero/Rig/Hand/Lamp/Flame|1|0|-|resolved|Night|FlameAvatar|resolved|[4,95]\n"
      "130|Banner|Stage/Banner|0|1|Ambience|resolved|-|-|null|[224,95]\n");
}

TEST(MadeAnimators, KeepTheSettingsTheirVersionHas) {
  EXPECT_EQ(
      rows("SELECT p.path_id, culling_mode, update_mode, apply_root_motion,"
           " linear_velocity_blending, stabilize_feet, animate_physics, has_transform_hierarchy,"
           " allow_constant_clip_sampling_optimization, keep_animator_state_on_disable,"
           " write_default_values_on_disable FROM animators a" +
           kPrefab),
      "100|1|2|1|0|-|-|1|1|0|-\n110|1|0|1|0|-|-|1|1|0|-\n"
      "120|1|0|0|0|-|-|1|1|0|-\n130|0|0|1|0|-|-|1|1|1|-\n");
  EXPECT_EQ(rows("SELECT p.unity_version, update_mode, linear_velocity_blending, stabilize_feet,"
                 " animate_physics, keep_animator_state_on_disable, write_default_values_on_disable"
                 " FROM animators a JOIN object_places p ON p.object_id = a.animator_id"
                 " WHERE game_object_name = 'Guard' GROUP BY p.unity_version ORDER BY 1"),
            "2018.4.0f1|0|0|-|-|0|-\n2020.3.40f1|0|0|-|-|0|-\n2021.3.20f1|0|0|0|-|0|0\n"
            "4.6.1f1|0|-|-|-|-|-\n6000.5.2f1|0|0|0|0|0|0\n");
}

TEST(MadeAnimators, OfAPlayerFindTheirControllerInAnotherFile) {
  EXPECT_EQ(
      rows("SELECT p.source, c.name, controller_resolution, v.name, avatar_resolution"
           " FROM animators a JOIN object_places p ON p.object_id = animator_id"
           " LEFT JOIN controllers c USING (controller_id) LEFT JOIN avatars v USING (avatar_id)"
           " WHERE game_object_name = 'Guard' AND p.file NOT LIKE '%mainData' ORDER BY 1"),
      "game/tower-6000|Hero|resolved|NewAvatar|resolved\n"
      "game/tower-player|Hero|resolved|GuardAvatar|resolved\n"
      "game/tower-web-player|Hero4|resolved|WebAvatar|resolved\n"
      "game/tower-webgl|-|missing|-|missing\n"
      "game/tower.apk|Hero|resolved|PhoneAvatar|resolved\n");
  EXPECT_EQ(rows("SELECT field, file_index, path_id, target_file_name FROM object_refs"
                 " WHERE field <> 'm_GameObject' AND object_id = " +
                 object("tower-player", "Tower_Data/level0", 3)),
            "m_Avatar|1|30|sharedassets0.assets\nm_Controller|1|5|sharedassets0.assets\n");
}

TEST(MadeNesting, TellsOuterFromOwner) {
  EXPECT_EQ(rows("SELECT a.game_object_name, nesting_depth, o.game_object_name, w.game_object_name,"
                 " t.game_object_name, a.has_skinned_renderer_below FROM animators a"
                 " LEFT JOIN (SELECT animator_id AS id, game_object_name FROM animators) o ON "
                 "o.id = a.outer_animator_id"
                 " LEFT JOIN (SELECT animator_id AS id, game_object_name FROM animators) w ON "
                 "w.id = a.owner_animator_id"
                 " LEFT JOIN (SELECT animator_id AS id, game_object_name FROM animators) t ON "
                 "t.id = a.outermost_animator_id" +
                 kPrefab),
            "Hero|0|-|-|-|1\n"           // owns Body; FlameMesh is Flame's
            "Lamp|1|Hero|Hero|Hero|0\n"  // without a controller it owns nothing
            "Flame|2|Lamp|Hero|Hero|1\n"
            "Banner|0|-|-|-|0\n");
  EXPECT_EQ(
      rows("SELECT o.game_object_name, i.game_object_name, distance, level FROM animator_nestings n"
           " JOIN animators o ON o.animator_id = n.outer_animator_id"
           " JOIN animators i ON i.animator_id = n.inner_animator_id ORDER BY 1, 2"),
      "Hero|Flame|4|2\nHero|Lamp|3|1\nLamp|Flame|1|1\n");
}

TEST(MadeTransforms, AreStoredAroundAnimatorsAndRenderers) {
  EXPECT_EQ(rows("SELECT p.path_id, p.class_id, t.name, f.path_id, g.path_id, n.game_object_name,"
                 " is_active FROM transforms t JOIN object_places p ON p.object_id = transform_id"
                 " LEFT JOIN objects f ON f.object_id = parent_transform_id"
                 " LEFT JOIN objects g ON g.object_id = game_object_id"
                 " LEFT JOIN animators n ON n.animator_id = t.animator_id"
                 " WHERE p.path = 'heroes' ORDER BY 1"),
            "30|4|Stage|-|10|-|1\n"
            "31|4|Hero|30|11|Hero|1\n"
            "32|4|Rig|31|12|-|1\n"
            "33|4|Hand|32|13|-|1\n"
            "34|4|Lamp|33|14|Lamp|1\n"
            "35|4|Flame|34|15|Flame|0\n"
            "36|4|FlameMesh|35|16|-|1\n"
            "37|4|Body|31|17|-|1\n"
            "38|224|Banner|30|18|Banner|1\n"
            "39|4|Fa\\xE7ade|30|19|-|1\n");
}

}  // namespace
}  // namespace mecadex::testing
