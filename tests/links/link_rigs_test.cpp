// What clips of an outer Animator animate under an inner one, through overrides and other files.
#include "tests/links/links_fixture.hpp"

namespace mecadex::testing {
namespace {

constexpr std::int32_t kTransformClass = 4;
constexpr std::uint32_t kPosition = 1;

// Root (Animator 3, controller 20) / Arm / Hand (Animator 9) / Finger
class Rigs : public Links {
 protected:
  static void add_scene(MadeFile& made, const json& controller_pointer) {
    made.add(1, 1, game_object("Root", true, {{4, 2}, {95, 3}}));
    made.add(4, 2, transform(1, 0, {5}));
    made.add(95, 3, animator(1, pptr(0), controller_pointer));
    made.add(1, 4, game_object("Arm", true, {{4, 5}}));
    made.add(4, 5, transform(4, 2, {8}));
    made.add(1, 7, game_object("Hand", true, {{4, 8}, {95, 9}}));
    made.add(4, 8, transform(7, 5, {12}));
    made.add(95, 9, animator(7, pptr(0), pptr(0)));
    made.add(1, 11, game_object("Finger", true, {{4, 12}}));
    made.add(4, 12, transform(11, 8, {}));
  }

  static json animating(const std::string& name, const std::vector<std::string>& paths) {
    std::vector<MadeBinding> bindings;
    for (const std::string& path : paths) bindings.push_back({name_hash(path), kPosition, kTransformClass});
    return clip(name, 1, bindings);
  }

  std::string targets() {
    return select("SELECT c.name, t.transform_path, t.is_inner_root, t.attribute_hash, t.type_id, o.game_object_name, "
                  "i.game_object_name FROM outer_clip_targets t JOIN clips c USING (clip_id) "
                  "JOIN animators o ON o.animator_id = t.outer_animator_id "
                  "JOIN animators i ON i.animator_id = t.inner_animator_id ORDER BY t.transform_path, c.name");
  }
};

TEST_F(Rigs, ListsTransformsAtAndBelowTheInnerAnimatorOnly) {
  MadeFile made = file();
  add_scene(made, pptr(20));
  made.add(91, 20, one_clip_controller(pptr(30)));
  made.add(74, 30, animating("Wave", {"Arm", "Arm/Hand", "Arm/Hand/Finger", "Hand"}));
  add("game/level0", made);
  index();
  EXPECT_EQ(targets(), "Wave|Arm/Hand|1|1|4|Root|Hand\nWave|Arm/Hand/Finger|0|1|4|Root|Hand\n");
}

TEST_F(Rigs, FollowsOverridesOfOverridesIntoOtherFiles) {
  MadeFile clips = file();
  clips.add(74, 30, animating("Original", {"Arm/Hand"}));
  clips.add(74, 31, animating("Replaced", {"Arm/Hand/Finger"}));
  clips.add(91, 20, one_clip_controller(pptr(30)));
  clips.add(221, 40, override_controller("Inner", pptr(20), {}));
  clips.add(221, 41, override_controller("Outer", pptr(40), {{pptr(30), pptr(31)}}));
  MadeFile level = file();
  level.add_external("sharedassets0.assets");
  add_scene(level, pptr(41, 1));
  add("game/My_Data/sharedassets0.assets", clips);
  add("game/My_Data/level0", level);
  index();
  EXPECT_EQ(targets(), "Replaced|Arm/Hand/Finger|0|1|4|Root|Hand\n");
  EXPECT_EQ(select("SELECT a.controller_resolution, o.name FROM animators a JOIN override_controllers o "
                   "USING (override_controller_id)"),
            "resolved|Outer\n");
}

TEST_F(Rigs, EndsWhereOverridesReferToEachOther) {
  MadeFile made = file();
  add_scene(made, pptr(40));
  made.add(221, 40, override_controller("One", pptr(41), {}));
  made.add(221, 41, override_controller("Two", pptr(40), {}));
  add("game/level0", made);
  index();
  EXPECT_EQ(targets(), "");
  EXPECT_EQ(select("SELECT count(*) FROM animators"), "2\n");
}

TEST_F(Rigs, NamesEveryPathBelowAnAnimator) {
  MadeFile made = file();
  add_scene(made, pptr(0));
  add("game/level0", made);
  index();
  EXPECT_EQ(select("SELECT o.path_id, n.text FROM name_uses n JOIN objects o USING (object_id) "
                   "WHERE n.origin = 'transform_path' ORDER BY 1, 2"),
            "3|Arm\n3|Arm/Hand\n3|Arm/Hand/Finger\n9|Finger\n");
  EXPECT_EQ(select("SELECT n.text, n.hash FROM names_fts f JOIN names n ON n.name_id = f.rowid "
                   "WHERE names_fts MATCH '\"Finger\"' ORDER BY n.text"),
            "Arm/Hand/Finger|" + std::to_string(name_hash("Arm/Hand/Finger")) + "\nFinger|" +
                std::to_string(name_hash("Finger")) + "\n");
}

TEST_F(Rigs, CallsTheNearestAnimatorWithAControllerTheOwner) {
  MadeFile made = file();
  add_scene(made, pptr(20));
  made.add(91, 20, one_clip_controller(pptr(0)));
  made.add(1, 13, game_object("Ring", true, {{4, 14}, {95, 15}}));
  made.add(4, 14, transform(13, 8, {}));
  made.add(95, 15, animator(13, pptr(0), pptr(0)));
  add("game/level0", made);
  index();
  EXPECT_EQ(select("SELECT a.game_object_name, a.nesting_depth, o.game_object_name, w.game_object_name, "
                   "t.game_object_name FROM animators a "
                   "LEFT JOIN animators o ON o.animator_id = a.outer_animator_id "
                   "LEFT JOIN animators w ON w.animator_id = a.owner_animator_id "
                   "LEFT JOIN animators t ON t.animator_id = a.outermost_animator_id ORDER BY 1"),
            "Hand|1|Root|Root|Root\nRing|2|Hand|Root|Root\nRoot|0|-|-|-\n");
  EXPECT_EQ(select("SELECT i.game_object_name, o.game_object_name, n.level, n.distance FROM animator_nestings n "
                   "JOIN animators i ON i.animator_id = n.inner_animator_id "
                   "JOIN animators o ON o.animator_id = n.outer_animator_id ORDER BY 1, 3"),
            "Hand|Root|1|2\nRing|Hand|1|1\nRing|Root|2|3\n");
}

// The two ways to what an Animator plays, in C++ and in SQL, agree.
TEST_F(Rigs, AnimateWithTheClipsOfAnimatorClipsView) {
  MadeFile made = file();
  add_scene(made, pptr(41));
  made.add(74, 30, animating("Own", {"Arm/Hand"}));
  made.add(74, 31, animating("Replaced", {"Arm/Hand"}));
  made.add(74, 32, animating("ByInner", {"Arm/Hand"}));
  made.add(74, 33, animating("ByOuter", {"Arm/Hand"}));
  made.add(74, 34, animating("InNoSlot", {"Arm/Hand"}));
  json value = one_clip_controller(pptr(30));
  value["m_AnimationClips"] = json::array({pptr(30), pptr(31), pptr(0), pptr(32)});
  made.add(91, 20, value);
  made.add(221, 40, override_controller("Inner", pptr(20), {{pptr(31), pptr(32)}}));
  made.add(221, 41, override_controller("Outer", pptr(40), {{pptr(32), pptr(33)}, {pptr(34), pptr(31)}}));
  add("game/level0", made);
  index();
  const std::string played = select("SELECT DISTINCT clip FROM animator_clips_view WHERE clip IS NOT NULL ORDER BY 1");
  EXPECT_EQ(played, "ByOuter\nOwn\n");
  EXPECT_EQ(select("SELECT DISTINCT c.name FROM outer_clip_targets JOIN clips c USING (clip_id) ORDER BY 1"), played);
}

TEST_F(Rigs, KeepSoManyTargetsOfAnAnimatorAndAFinding) {
  MadeFile made = file();
  add_scene(made, pptr(20));
  made.add(91, 20, one_clip_controller(pptr(30)));
  made.add(74, 30, animating("Wave", std::vector<std::string>(100'001, "Arm/Hand")));
  add("game/level0", made);
  index();
  EXPECT_EQ(select("SELECT count(*) FROM outer_clip_targets"), "100000\n");
  EXPECT_EQ(select("SELECT o.path_id, f.code, f.message FROM findings f JOIN objects o USING (object_id)"),
            "3|rig.target_limit|100000 are kept\n");
}

}  // namespace
}  // namespace mecadex::testing
