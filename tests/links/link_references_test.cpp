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
  EXPECT_EQ(select("SELECT code, field_path, message FROM findings"),
            "reference.no_object|m_AnimationClips[0]|path id 99 of CAB-a\n");
  index();  // linked again, it is one finding still
  EXPECT_EQ(select("SELECT count(*) FROM findings"), "1\n");
}

TEST_F(Links, SaysOfNoObjectThatItIsGoneWhereItsFileWasNotRead) {
  add_bundle("game/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a", 99)}});
  index();
  EXPECT_EQ(select("SELECT count(*) FROM findings WHERE code = 'reference.no_object'"), "0\n");
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

// pitfalls.md D4
TEST_F(Links, PrefersTheNameInItsExactCase) {
  add("game/My_Data/Shared.assets", clip_file("Upper"));
  add("game/My_Data/shared.assets", clip_file("Lower"));
  add("game/My_Data/level0", controller_file("shared.assets"));
  index();
  EXPECT_EQ(slot_of("game"), "resolved|Lower|shared.assets\n");
}

// pitfalls.md D1, D2
TEST_F(Links, KeepsFilesOfOneNameInEveryFolderAndBuildApart) {
  for (const char* build : {"one", "two"}) {
    for (const char* folder : {"en", "fr"}) {
      const std::string place = std::string(build) + "/" + folder;
      add(place + "/sharedassets0.assets", clip_file(place));
      add(place + "/level0", controller_file("sharedassets0.assets"));
    }
  }
  index();
  EXPECT_EQ(select("SELECT s.label, f.path, c.name FROM controller_clips k JOIN clips c USING (clip_id) "
                   "JOIN objects o ON o.object_id = k.controller_id JOIN serialized_files USING (serialized_file_id) "
                   "JOIN files f USING (file_id) JOIN sources s USING (source_id) ORDER BY 1, 2"),
            "library/one|en/level0|one/en\nlibrary/one|fr/level0|one/fr\n"
            "library/two|en/level0|two/en\nlibrary/two|fr/level0|two/fr\n");
}

// pitfalls.md D7
TEST_F(Links, PassesOverAContainerEntryWithoutAnObject) {
  MadeFile made = clip_file("Walk");
  made.add(142, 1, asset_bundle("scenes", {{"assets/scene.unity", 0}, {"assets/walk.anim", 10}}));
  add_bundle("game/scenes.ab", {{"CAB-a", made}});
  index();
  EXPECT_EQ(select("SELECT path_id, container_path FROM objects ORDER BY 1"), "1|-\n10|assets/walk.anim\n");
  EXPECT_EQ(select("SELECT count(*) FROM findings"), "0\n");
}

// pitfalls.md D10
TEST_F(Links, SaysThatAnObjectIsNotInItsOwnFile) {
  MadeFile made = file();
  made.add(91, 20, one_clip_controller(pptr(99)));
  add("game/level0", made);
  index();
  EXPECT_EQ(select("SELECT resolution, clip_id FROM controller_clips"), "missing|-\n");
  EXPECT_EQ(select("SELECT code, field_path FROM findings"), "reference.dangling|m_AnimationClips[0]\n");
}

// pitfalls.md D11
TEST_F(Links, KeepsWhereTheBytesOfAnObjectAre) {
  add_bundle("game/deep/clips.ab", {{"CAB-a", clip_file("Walk")}});
  index();
  EXPECT_EQ(select("SELECT f.path, s.node_path, o.byte_offset > 0, o.byte_size > 100, length(f.content_hash), "
                   "length(o.fingerprint), o.layout_source FROM objects o JOIN serialized_files s USING (serialized_file_id) "
                   "JOIN files f USING (file_id)"),
            "deep/clips.ab|CAB-a|1|1|64|32|exact\n");
}

TEST_F(Links, LeadsAnimatorsToControllersAvatarsAndOverridesOfOtherFiles) {
  MadeFile shared = file();
  shared.add(91, 20, one_clip_controller(pptr(0)));
  shared.add(221, 40, override_controller("Over", pptr(20), {}));
  shared.add(90, 30, generic_avatar("Body"));
  MadeFile level = file();
  level.add_external("sharedassets0.assets");
  std::int64_t id = 100;
  for (const json& pointers : {json::array({pptr(30, 1), pptr(20, 1)}), json::array({pptr(0), pptr(40, 1)}),
                               json::array({pptr(0), pptr(0)}), json::array({pptr(31, 1), pptr(5, 2)})}) {
    level.add(1, id, game_object("Hero", true, {{4, id + 1}, {95, id + 2}}));
    level.add(4, id + 1, transform(id, 0, {}));
    level.add(95, id + 2, animator(id, pointers[0], pointers[1]));
    id += 10;
  }
  add("game/sharedassets0.assets", shared);
  add("game/level0", level);
  index();
  EXPECT_EQ(select("SELECT path_id, avatar, avatar_resolution, controller_id IS NOT NULL, override_controller, "
                   "controller_resolution FROM animators_view ORDER BY 1"),
            "102|Body|resolved|1|-|resolved\n"
            "112|-|null|0|Over|resolved\n"
            "122|-|null|0|-|null\n"
            "132|-|not_indexed|0|-|missing\n");
}

TEST_F(Links, NeverLeadsToAnObjectThatCouldNotBeRead) {
  MadeFile clips = file();
  clips.add_raw(74, 10, std::vector<std::byte>(6), layout_of(74, kVersion));
  clips.add(91, 21, one_clip_controller(pptr(10)));
  add_bundle("game/clips.ab", {{"CAB-a", clips}});
  add_bundle("game/hero.ab", {{"CAB-b", controller_file("archive:/CAB-a/CAB-a")}});
  index();
  EXPECT_EQ(select("SELECT clip_id, resolution FROM controller_clips"), "-|not_indexed\n-|not_indexed\n");
  EXPECT_EQ(select("SELECT target_object_id, resolution FROM object_refs WHERE field = 'm_AnimationClips'"),
            "-|not_indexed\n-|not_indexed\n");
}

}  // namespace
}  // namespace mecadex::testing
