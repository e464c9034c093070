// What no editor writes (made_game.cpp: odd_controller, odds_file): every oddity is kept raw,
// resolved to nothing, and named by a finding.
#include <gtest/gtest.h>

#include "tests/made_game/made_rows.hpp"

namespace mecadex::testing {
namespace {

const std::string kOdd = object("tower-bundles", "odds.bundle!CAB-odds", 1);

TEST(OddData, TextThatIsNotUtf8IsEscaped) {
  EXPECT_EQ(rows("SELECT name FROM controllers WHERE controller_id = " + kOdd), "Odd Fa\\xE7ade\n");
  EXPECT_EQ(rows("SELECT state_index, name FROM states JOIN state_machines USING (state_machine_id)"
                 " WHERE controller_id = " +
                 kOdd + " ORDER BY 1"),
            "0|Odd\n1|Fa\\xE7ade\n");
  // The hash is that of the original bytes.
  EXPECT_EQ(rows("SELECT n.hash = s.path_hash FROM names n JOIN states s ON s.path_hash = n.hash"
                 " WHERE text = 'Base Layer.Fa\\xE7ade'"),
            "1\n");
}

TEST(OddData, IndexesOfNothingStayRaw) {
  EXPECT_EQ(rows("SELECT name, machine_index, state_machine_id IS NULL FROM layers WHERE "
                 "controller_id = " +
                 kOdd + " ORDER BY layer_index"),
            "Base Layer|0|0\nMissing|9|1\n");
  EXPECT_EQ(rows("SELECT default_state_index, default_state_id FROM state_machines WHERE "
                 "controller_id = " +
                 kOdd),
            "42|-\n");
  EXPECT_EQ(
      rows("SELECT destination_raw, destination_kind, destination_state_id, destination_selector_id"
           " FROM transitions WHERE owner_kind = 'state' AND controller_id = " +
           kOdd),
      "77|out_of_range|-|-\n30009|out_of_range|-|-\n");
  EXPECT_EQ(rows("SELECT name, kind, default_index, default_float, default_int, default_bool FROM "
                 "parameters"
                 " WHERE controller_id = " +
                 kOdd),
            "Speed|1|8|-|-|-\nKind|7|0|-|-|-\n");
  EXPECT_EQ(rows("SELECT motion_set, tree_index, node_count FROM blend_trees"
                 " JOIN states USING (state_id) JOIN state_machines USING (state_machine_id)"
                 " WHERE state_index = 0 AND controller_id = " +
                 kOdd),
            "0|0|3\n1|5|0\n");
}

TEST(OddData, NumbersThatAreNoneAreNullAndInfinitiesStay) {
  EXPECT_EQ(
      rows(
          "SELECT s.speed, t.exit_time, t.duration = 9e999, c.threshold = -9e999 FROM transitions t"
          " JOIN states s USING (state_id) JOIN conditions c USING (transition_id)"
          " WHERE t.controller_id = " +
          kOdd),
      "-|-|1|1\n");
  EXPECT_EQ(rows("SELECT threshold FROM blend_children k JOIN blend_nodes USING (blend_node_id)"
                 " JOIN blend_trees USING (blend_tree_id) JOIN states USING (state_id)"
                 " JOIN state_machines USING (state_machine_id) WHERE node_index = 1 AND "
                 "controller_id = " +
                 kOdd),
            "-\n");
}

TEST(OddData, ReferencesSayHowTheyEnd) {
  EXPECT_EQ(
      rows("SELECT slot, file_index, path_id, clip_id IS NULL, resolution FROM controller_clips"
           " WHERE controller_id = " +
           kOdd),
      "0|0|2|0|resolved\n"
      "1|0|0|1|null\n"
      "2|0|5|1|resolved\n"  // an avatar: found, and no clip
      "3|0|9999|1|missing\n"
      "4|1|7|1|missing\n"  // in a bundle that is not there
      "5|9|7|1|missing\n");
  EXPECT_EQ(rows("SELECT element_index, file_index, target_file_name IS NULL FROM object_refs"
                 " WHERE file_index <> 0"
                 " AND object_id = " +
                 kOdd),
            "4|1|0\n5|9|1\n");
}

TEST(OddData, OverridesOfEachOtherAreKept) {
  EXPECT_EQ(
      rows("SELECT o.name, b.name, base_resolution FROM override_controllers o"
           " JOIN objects b ON b.object_id = base_object_id WHERE o.name LIKE 'Turn%' ORDER BY 1"),
      "Turn|Turn back|resolved\nTurn back|Turn|resolved\n");
}

TEST(OddData, ParentsInACircleAreCut) {
  EXPECT_EQ(rows("SELECT p.path_id, game_object_name, transform_path, nesting_depth, controller_id,"
                 " controller_resolution, avatar_id, avatar_resolution FROM animators a"
                 " JOIN object_places p ON p.object_id = animator_id WHERE p.path = 'odds.bundle' "
                 "ORDER BY 1"),
            "10|Snake|Tail/Snake|0|-|resolved|-|resolved\n"  // pointers to other classes
            "11|-|-|-|-|missing|-|null\n");                  // its GameObject is nowhere
}

TEST(OddData, EachIsAFindingWithCodeAndField) {
  const std::string state = "m_StateMachineArray[0].m_StateConstantArray[0]";
  EXPECT_EQ(rows("SELECT p.path_id, code, d.severity, field_path FROM findings d"
                 " JOIN object_places p USING (object_id) WHERE p.path = 'odds.bundle'"
                 " ORDER BY p.path_id, code, field_path"),
            "1|controller.behaviour_index|warning|m_StateMachineBehaviourRanges[0]\n"
            "1|controller.child_index|warning|" +
                state +
                ".m_BlendTreeConstantArray[0].m_NodeArray[0].m_ChildIndices\n"
                "1|controller.clip_index|warning|" +
                state +
                ".m_BlendTreeConstantArray[0].m_NodeArray[2].m_ClipID\n"
                "1|controller.default_index|warning|m_ValueArray[0].m_Index\n"
                "1|controller.default_state|warning|m_StateMachineArray[0].m_DefaultState\n"
                "1|controller.destination|warning|" +
                state +
                ".m_TransitionConstantArray[0]\n"
                "1|controller.destination|warning|" +
                state +
                ".m_TransitionConstantArray[1]\n"
                "1|controller.machine_index|warning|m_LayerArray[1].m_StateMachineIndex\n"
                "1|controller.tree_cycle|warning|" +
                state +
                ".m_BlendTreeConstantArray[0].m_NodeArray[1].m_ChildIndices\n"
                "1|controller.tree_index|warning|" +
                state +
                ".m_BlendTreeConstantIndexArray[1]\n"
                "1|reference.dangling|warning|m_AnimationClips[3]\n"
                "1|reference.dangling|warning|m_AnimationClips[5]\n"
                "1|reference.wrong_class|warning|m_AnimationClips[2]\n"
                "1|value.nan|info|m_Controller." +
                state +
                ".m_BlendTreeConstantArray[0].m_NodeArray[1].m_Blend1dData.m_ChildThresholdArray\n"
                "1|value.nan|info|m_Controller." +
                state +
                ".m_Speed\n"
                "1|value.nan|info|m_Controller." +
                state +
                ".m_TransitionConstantArray[0].m_ExitTime\n"
                "2|value.nan|info|m_SampleRate\n"
                "6|override.cycle|warning|-\n"
                "6|reference.dangling|warning|m_Clips.m_OriginalClip[1]\n"
                "6|reference.wrong_class|warning|m_Clips.m_OverrideClip[0]\n"
                "7|override.cycle|warning|-\n"
                "10|reference.wrong_class|warning|m_Avatar[0]\n"
                "10|reference.wrong_class|warning|m_Controller[0]\n"
                "11|reference.dangling|warning|m_GameObject[0]\n"
                "23|transform.cycle|warning|m_Father\n");
}

TEST(OddData, ElsewhereThereIsOnlyWhatWasMade) {
  EXPECT_EQ(rows("SELECT f.path, d.node_path, d.stage, d.code, d.severity FROM findings d"
                 " JOIN files f USING (file_id) WHERE f.path <> 'odds.bundle' ORDER BY 1, 2, 4"),
            "Drafts.controller|-|object|controller.editor_form|info\n"
            "cut.bundle|-|container|container.truncated|error\n"
            "cut.bundle|CAB-sound|container|container.truncated|error\n"
            "sharedassets0.assets|-|object|controller.clip_index|warning\n"
            "tower.unity3d|sharedassets0.assets|object|controller.clip_index|warning\n");
}

}  // namespace
}  // namespace mecadex::testing
