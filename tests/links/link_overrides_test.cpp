// What an Animator plays through override controllers: which controller, which clip in each slot, and why none.
#include "tests/links/links_fixture.hpp"

namespace mecadex::testing {
namespace {

constexpr std::int64_t kAnimator = 3;
constexpr std::int64_t kController = 20;

class Overrides : public Links {
 protected:
  /// An Animator on a GameObject of its own, which plays `controller`.
  static void add_animator(MadeFile& made, const json& controller) {
    made.add(1, 1, game_object("Hero", true, {{4, 2}, {95, kAnimator}}));
    made.add(4, 2, transform(1, 0, {}));
    made.add(95, kAnimator, animator(1, pptr(0), controller));
  }

  /// Clips 10, 11 ... of these names.
  static void add_clips(MadeFile& made, const std::vector<std::string>& names) {
    std::int64_t path_id = 10;
    for (const std::string& name : names) made.add(74, path_id++, clip(name, 1));
  }

  static json controller_of(const json& clips) {
    json value = one_clip_controller(pptr(0));
    value["m_AnimationClips"] = clips;
    return value;
  }

  /// slot|original|what plays|resolution|by whom, a line a slot of the Animators' controllers.
  std::string played() {
    return select("SELECT slot, original_clip, clip, resolution, replaced_by FROM animator_clips_view "
                  "ORDER BY animator_id, slot");
  }
  std::string effective() {
    return select("SELECT effective_controller, effective_resolution FROM animators_view ORDER BY animator_id");
  }
  std::string findings() {
    return select("SELECT o.path_id, f.code, f.message FROM findings f JOIN objects o USING (object_id) ORDER BY 1, 2");
  }
};

TEST_F(Overrides, ReplaceTheSlotsOfTheirPairsAndLeaveTheOthers) {
  MadeFile made = file();
  add_clips(made, {"Idle", "Walk", "Limp"});
  made.add(91, kController, controller_of(json::array({pptr(10), pptr(11), pptr(0), pptr(11)})));
  made.add(221, 40, override_controller("Hurt", pptr(kController), {{pptr(11), pptr(12)}, {pptr(10), pptr(0)}}));
  add_animator(made, pptr(40));
  add("game/level0", made);
  index();
  EXPECT_EQ(played(), "0|Idle|Idle|resolved|-\n1|Walk|Limp|resolved|Hurt\n2|-|-|null|-\n3|Walk|Limp|resolved|Hurt\n");
  EXPECT_EQ(effective(), "Walker|resolved\n");
}

TEST_F(Overrides, OnTopOfOverridesHaveTheLastWordAndMayNameEitherClip) {
  MadeFile made = file();
  add_clips(made, {"Idle", "Walk", "Run", "Limp", "Crawl", "Roll"});
  made.add(91, kController, controller_of(json::array({pptr(10), pptr(11), pptr(12)})));
  made.add(221, 40, override_controller("Inner", pptr(kController), {{pptr(11), pptr(13)}, {pptr(12), pptr(13)}}));
  // Limp is what Inner plays for Walk and Run; Run is the controller's own.
  made.add(221, 41, override_controller("ByPlayed", pptr(40), {{pptr(13), pptr(14)}}));
  made.add(221, 42, override_controller("ByOriginal", pptr(40), {{pptr(12), pptr(15)}}));
  made.add(221, 43, override_controller("Both", pptr(40), {{pptr(12), pptr(15)}, {pptr(13), pptr(14)}}));
  add_animator(made, pptr(41));
  add("a/level0", made);
  index();
  EXPECT_EQ(played(), "0|Idle|Idle|resolved|-\n1|Walk|Crawl|resolved|ByPlayed\n2|Run|Crawl|resolved|ByPlayed\n");
  EXPECT_EQ(select("SELECT override_controller, slot, clip, replaced_by, original_clip FROM override_slots_view "
                   "ORDER BY 1, 2"),
            "Both|1|Crawl|Both|Walk\nBoth|2|Crawl|Both|Run\n"
            "ByOriginal|1|Limp|Inner|Walk\nByOriginal|2|Roll|ByOriginal|Run\n"
            "ByPlayed|1|Crawl|ByPlayed|Walk\nByPlayed|2|Crawl|ByPlayed|Run\n"
            "Inner|1|Limp|Inner|Walk\nInner|2|Limp|Inner|Run\n");
}

TEST_F(Overrides, TakeTheFirstOfTwoPairsForOneClip) {
  MadeFile made = file();
  add_clips(made, {"Idle", "First", "Second"});
  made.add(91, kController, controller_of(json::array({pptr(10)})));
  made.add(221, 40, override_controller("Twice", pptr(kController), {{pptr(10), pptr(11)}, {pptr(10), pptr(12)}}));
  add_animator(made, pptr(40));
  add("game/level0", made);
  index();
  EXPECT_EQ(played(), "0|Idle|First|resolved|Twice\n");
}

TEST_F(Overrides, OfAMissingClipPlayNothingThatIsKnown) {
  MadeFile made = file();
  made.add_external("archive:/CAB-gone/CAB-gone");
  add_clips(made, {"Idle"});
  made.add(90, 50, generic_avatar("Body"));
  made.add(91, kController, controller_of(json::array({pptr(10)})));
  made.add(221, 40, override_controller("Gone", pptr(kController), {{pptr(10), pptr(7, 1)}}));
  made.add(221, 41, override_controller("NoClip", pptr(kController), {{pptr(10), pptr(50)}}));
  add_animator(made, pptr(40));
  made.add(1, 5, game_object("Other", true, {{4, 6}, {95, 7}}));
  made.add(4, 6, transform(5, 0, {}));
  made.add(95, 7, animator(5, pptr(0), pptr(41)));
  add("game/level0", made);
  index();
  EXPECT_EQ(played(), "0|Idle|-|missing|Gone\n0|Idle|-|wrong_class|NoClip\n");
}

TEST_F(Overrides, MatchClipsThatAreNotThereByFileAndPathId) {
  MadeFile base = file();
  base.add_external("archive:/CAB-clips/CAB-clips");
  base.add(91, kController, controller_of(json::array({pptr(7, 1), pptr(8, 1)})));
  MadeFile hero = file();
  hero.add_external("archive:/CAB-base/CAB-base");
  hero.add_external("Archive:/cab-clips/CAB-Clips");
  add_clips(hero, {"New"});
  hero.add(221, 40, override_controller("Over", pptr(kController, 1), {{pptr(8, 2), pptr(10)}}));
  add_animator(hero, pptr(40));
  add_bundle("game/base.ab", {{"CAB-base", base}});
  add_bundle("game/hero.ab", {{"CAB-hero", hero}});
  index();
  EXPECT_EQ(played(), "0|-|-|missing|-\n1|-|New|resolved|Over\n");
}

TEST_F(Overrides, MatchAClipInAnotherCopyOfItsFile) {
  MadeFile clips = file();
  add_clips(clips, {"Idle"});
  MadeFile base = file();
  base.add_external("archive:/CAB-clips/CAB-clips");
  base.add(91, kController, controller_of(json::array({pptr(10, 1)})));
  MadeFile hero = file();
  hero.add_external("archive:/CAB-base/CAB-base");
  hero.add_external("archive:/CAB-clips/CAB-clips");
  add_clips(hero, {"New"});
  hero.add(221, 40, override_controller("Over", pptr(kController, 1), {{pptr(10, 2), pptr(10)}}));
  add_animator(hero, pptr(40));
  add_bundle("game/a/clips.ab", {{"CAB-clips", clips}});
  add_bundle("game/a/base.ab", {{"CAB-base", base}});
  add_bundle("game/b/clips.ab", {{"CAB-clips", clips}});
  add_bundle("game/b/hero.ab", {{"CAB-hero", hero}});
  index();
  EXPECT_EQ(select("SELECT count(DISTINCT target_object_id) FROM object_refs WHERE path_id = 10 AND file_index <> 0"),
            "2\n");
  EXPECT_EQ(played(), "0|Idle|New|resolved|Over\n");
}

TEST_F(Overrides, SayWhyNoControllerPlays) {
  MadeFile made = file();
  made.add_external("archive:/CAB-gone/CAB-gone");
  add_clips(made, {"Idle"});
  made.add(221, 40, override_controller("BaseIsNull", pptr(0), {}));
  made.add(221, 41, override_controller("BaseIsMissing", pptr(9, 1), {}));
  made.add(221, 42, override_controller("BaseIsAClip", pptr(10), {}));
  made.add(221, 43, override_controller("OnTopOfMissing", pptr(41), {{pptr(10), pptr(10)}}));
  add("game/level0", made);
  index();
  EXPECT_EQ(select("SELECT name, effective_controller_id, effective_resolution, replaced_slot_count "
                   "FROM override_controllers_view ORDER BY 1"),
            "BaseIsAClip|-|wrong_class|0\nBaseIsMissing|-|missing|0\nBaseIsNull|-|null|0\nOnTopOfMissing|-|missing|0\n");
}

TEST_F(Overrides, ThatReferToEachOtherAreAFinding) {
  MadeFile made = file();
  made.add(221, 40, override_controller("One", pptr(41), {}));
  made.add(221, 41, override_controller("Two", pptr(40), {}));
  made.add(221, 42, override_controller("Self", pptr(42), {}));
  made.add(221, 43, override_controller("LeadsIn", pptr(40), {}));
  add_animator(made, pptr(43));
  add("game/level0", made);
  index();
  EXPECT_EQ(findings(), "40|override.cycle|a circle of 2\n41|override.cycle|a circle of 2\n42|override.cycle|a circle of 1\n");
  EXPECT_EQ(effective(), "-|cycle\n");
  EXPECT_EQ(played(), "");
}

TEST_F(Overrides, BeyondTheLimitAreAFinding) {
  MadeFile made = file();
  add_clips(made, {"Idle", "Walk"});
  made.add(91, kController, controller_of(json::array({pptr(10)})));
  for (std::int64_t i = 0; i < 40; ++i) {
    made.add(221, 100 + i, override_controller("Override", pptr(i == 0 ? kController : 99 + i), {{pptr(10), pptr(11)}}));
  }
  add("game/level0", made);
  index();
  EXPECT_EQ(findings(), "132|override.chain_limit|32 are followed\n");
  EXPECT_EQ(select("SELECT effective_resolution, count(*), count(effective_controller_id) FROM override_controllers "
                   "GROUP BY 1 ORDER BY 1"),
            "limit|8|0\nresolved|32|32\n");
  EXPECT_EQ(select("SELECT count(*) FROM override_slots"), "32\n");
}

TEST_F(Overrides, ThatMultiplyAreCutWithAFinding) {
  MadeFile made = file();
  add_clips(made, {"Idle", "Walk"});
  json slots = json::array();
  for (int i = 0; i < 60'000; ++i) slots.push_back(pptr(10));
  made.add(91, kController, controller_of(slots));
  for (std::int64_t i = 0; i < 20; ++i) {
    made.add(221, 100 + i, override_controller("Override", pptr(kController), {{pptr(10), pptr(11)}}));
  }
  add("game/level0", made);
  index();
  EXPECT_EQ(findings(), "116|override.slot_limit|1000000 are kept for a source\n");
  EXPECT_EQ(select("SELECT effective_resolution, count(*), count(effective_controller_id) FROM override_controllers "
                   "GROUP BY 1 ORDER BY 1"),
            "limit|4|0\nresolved|16|16\n");
}

TEST_F(Overrides, AreLinkedAnewWhenAnotherFileOfTheirSourceChanges) {
  const auto base = [](std::int64_t second) {
    MadeFile made = file();
    add_clips(made, {"Idle", "Walk"});
    made.add(91, kController, controller_of(json::array({pptr(10), pptr(second)})));
    return made;
  };
  MadeFile hero = file();
  hero.add_external("sharedassets0.assets");
  add_clips(hero, {"New"});
  hero.add(221, 40, override_controller("Over", pptr(kController, 1), {{pptr(11, 1), pptr(10)}}));
  hero.add(221, 41, override_controller("One", pptr(42), {}));
  hero.add(221, 42, override_controller("Two", pptr(41), {}));
  add_animator(hero, pptr(40));
  add("game/sharedassets0.assets", base(11));
  add("game/level0", hero);
  index();
  EXPECT_EQ(played(), "0|Idle|Idle|resolved|-\n1|Walk|New|resolved|Over\n");
  add("game/sharedassets0.assets", base(10));
  index();
  EXPECT_EQ(played(), "0|Idle|Idle|resolved|-\n1|Idle|Idle|resolved|-\n");
  EXPECT_EQ(select("SELECT count(*) FROM override_slots"), "0\n");
  EXPECT_EQ(findings(), "41|override.cycle|a circle of 2\n42|override.cycle|a circle of 2\n");
  MadeFile empty = file();
  add_clips(empty, {"Idle", "Walk"});
  add("game/sharedassets0.assets", empty);
  index();
  EXPECT_EQ(effective(), "-|not_indexed\n");
}

}  // namespace
}  // namespace mecadex::testing
