// References across the files of a source: where they lead, and what is said when they lead nowhere. The
// traps are pitfalls.md D.
#include "tests/links/links_fixture.hpp"

namespace mecadex::testing {
namespace {

TEST_F(Links, ResolvesBetweenFilesOfOneContainer) {
  add_bundle("game/scenes.ab", {{"CAB-a", clip_file("Walk")}, {"CAB-b", controller_file("archive:/CAB-a/CAB-a")}});
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Walk|CAB-a\n");
}

TEST_F(Links, ResolvesBundlesByCabNameWhereverTheyLie) {
  add_bundle("game/common/deep/clips.ab", {{"CAB-a", clip_file("Walk")}});
  add_bundle("game/role/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a")}});
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Walk|CAB-a\n");
}

TEST_F(Links, PrefersTheSameContainerToACopyElsewhere) {
  add_bundle("game/a.ab", {{"CAB-a", clip_file("Elsewhere")}});
  add_bundle("game/b.ab", {{"CAB-a", clip_file("Here")}, {"CAB-b", controller_file("archive:/CAB-a/CAB-a")}});
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Here|CAB-a\n");
}

TEST_F(Links, PrefersTheSameFolderToACopyElsewhere) {
  add_bundle("game/dlc/clips.ab", {{"CAB-a", clip_file("Elsewhere")}});
  add_bundle("game/main/clips.ab", {{"CAB-a", clip_file("Here")}});
  add_bundle("game/main/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a")}});
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Here|CAB-a\n");
}

TEST_F(Links, ListsTheCandidatesOfAnAmbiguousReference) {
  add_bundle("game/one/clips.ab", {{"CAB-a", clip_file("Slow", 2.0)}});
  add_bundle("game/two/clips.ab", {{"CAB-a", clip_file("Fast", 0.5)}});
  add_bundle("game/role/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a")}});
  index();
  EXPECT_EQ(slot_of("game"), "ambiguous|-|CAB-a\n");
  EXPECT_EQ(select("SELECT field, element_index, c.name FROM object_ref_candidates JOIN clips c ON "
                   "c.clip_id = target_object_id ORDER BY c.name"),
            "m_AnimationClips|0|Fast\nm_AnimationClips|0|Slow\n");
}

TEST_F(Links, ResolvesCandidatesOfEqualContent) {
  add_bundle("game/one/clips.ab", {{"CAB-a", clip_file("Walk")}});
  add_bundle("game/two/clips.ab", {{"CAB-a", clip_file("Walk")}});
  add_bundle("game/role/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a")}});
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Walk|CAB-a\n");
}

TEST_F(Links, ResolvesFilesOfOnePlayerByName) {
  add("game/My_Data/sharedassets0.assets", clip_file("Walk"));
  add("game/My_Data/level0", controller_file("sharedassets0.assets"));
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Walk|sharedassets0.assets\n");
}

TEST_F(Links, NeverTakesAFileOfAnotherPlayerInTheSameSource) {
  add("game/One_Data/sharedassets0.assets", clip_file("Walk"));
  add("game/Two_Data/level0", controller_file("sharedassets0.assets"));
  index();
  EXPECT_EQ(slot_of("game"), "missing|-|sharedassets0.assets\n");
}

TEST_F(Links, NeverTakesAFileOfAnotherSource) {
  add_bundle("other/clips.ab", {{"CAB-a", clip_file("Walk")}});
  add_bundle("game/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a")}});
  index();
  EXPECT_EQ(slot_of("game"), "missing|-|CAB-a\n");
}

TEST_F(Links, IgnoresCase) {
  add_bundle("game/clips.ab", {{"CAB-ABCD", clip_file("Walk")}});
  add_bundle("game/hero.ab", {{"CAB-b", controller_file("Archive:/cab-abcd/cab-abcd")}});
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Walk|cab-abcd\n");
}

TEST_F(Links, FindsBuiltInFilesUnderBothSpellingsAndInResources) {
  add("game/My_Data/Resources/unity_default_resources", clip_file("Walk"));
  add("game/My_Data/level0", controller_file("Library/unity default resources"));
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Walk|unity default resources\n");
}

TEST_F(Links, ResolvesNegativePathIdsBeyondWhatADoubleHolds) {
  constexpr std::int64_t kPathId = -1399971041133135777;
  MadeFile clips = file();
  clips.add(74, kPathId, clip("Walk", 1));
  add_bundle("game/clips.ab", {{"CAB-a", clips}});
  add_bundle("game/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a", kPathId)}});
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Walk|CAB-a\n");
  EXPECT_EQ(select("SELECT path_id FROM controller_clips"), "-1399971041133135777\n");
}

TEST_F(Links, SaysNotIndexedWhereTheFileIsKnownAndTheObjectIsNot) {
  add_bundle("game/clips.ab", {{"CAB-a", clip_file("Walk")}});
  add_bundle("game/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a", 99)}});
  index();
  EXPECT_EQ(slot_of("game"), "not_indexed|-|CAB-a\n");
}

TEST_F(Links, ReportsAnObjectOfTheWrongClass) {
  MadeFile avatars = file();
  avatars.add(90, 10, generic_avatar("Body"));
  add_bundle("game/clips.ab", {{"CAB-a", avatars}});
  add_bundle("game/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a")}});
  index();
  EXPECT_EQ(slot_of("game"), "resolved|-|CAB-a\n");
  EXPECT_EQ(select("SELECT code, field_path, message FROM findings"),
            "reference.wrong_class|m_AnimationClips[0]|class 90\n");
}

TEST_F(Links, RepeatsTheResolutionOfExternals) {
  MadeFile hero = file();
  hero.add_external("archive:/CAB-a/CAB-a");
  hero.add_external("archive:/CAB-gone/CAB-gone");
  add_bundle("game/clips.ab", {{"CAB-a", clip_file("Walk")}});
  add_bundle("game/hero.ab", {{"CAB-b", hero}});
  index();
  EXPECT_EQ(select("SELECT external_index, s.node_path, e.resolution FROM externals e LEFT JOIN serialized_files s "
                   "ON s.serialized_file_id = e.target_serialized_file_id ORDER BY 1"),
            "0|CAB-a|resolved\n1|-|missing\n");
}

TEST_F(Links, NamesTheScriptOfABehaviourInAnotherFile) {
  MadeFile scripts = file();
  scripts.add(115, 30, mono_script("Game", "DoorOpener"));
  scripts.add(115, 31, mono_script("Game", "Unused"));
  MadeFile level = file();
  level.add_external("globalgamemanagers.assets");
  Names names;
  json value = one_clip_controller(pptr(0));
  value["m_StateMachineBehaviours"] = json::array({pptr(40)});
  level.add(91, 20, value);
  level.add(114, 40, {{"m_Enabled", 1}, {"m_Script", pptr(30, 1)}, {"m_Name", ""}});
  add("game/My_Data/globalgamemanagers.assets", scripts);
  add("game/My_Data/level0", level);
  index();
  EXPECT_EQ(select("SELECT behaviour_index, script_class FROM behaviours"), "0|Game.DoorOpener\n");
  EXPECT_EQ(select("SELECT path_id, name FROM objects WHERE class_id = 115"), "30|DoorOpener\n");
}

TEST_F(Links, GivesEqualOverridesOfTwoFilesOneFingerprintAndOthersAnother) {
  const auto add_override = [this](const std::string& path, const std::string& clip_name) {
    MadeFile made = file();
    made.add(91, 20, one_clip_controller(pptr(10)));
    made.add(74, 10, clip("Walk", 1));
    made.add(74, 11, clip(clip_name, 1));
    made.add(221, 40, override_controller("Variant", pptr(20), {{pptr(10), pptr(11)}}));
    add(path, made);
  };
  add_override("one/a.assets", "Run");
  add_override("two/b.assets", "Run");
  add_override("three/c.assets", "Crawl");
  index();
  EXPECT_EQ(select("SELECT count(*), count(DISTINCT fingerprint) FROM objects WHERE class_id = 221"), "3|2\n");
}

TEST_F(Links, LeavesOtherSourcesAsTheyAreWhenOneIsIndexedAgain) {
  add_bundle("game/clips.ab", {{"CAB-a", clip_file("Walk")}});
  add_bundle("game/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a")}});
  index();
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Walk|CAB-a\n");
  EXPECT_EQ(select("SELECT count(*) FROM object_refs"), "1\n");
}

}  // namespace
}  // namespace mecadex::testing
