// The rich controller of the made game (tests/support/made_game.cpp: hero), row by row.
#include <gtest/gtest.h>

#include "tests/made_game/made_rows.hpp"

namespace mecadex::testing {
namespace {

const std::string kHero = hero_object(200);

TEST(MadeController, KeepsItsHead) {
  EXPECT_EQ(rows("SELECT format, format_version, name, evaluate_transitions_on_start,"
                 " multi_threaded_state_machine, controller_size FROM controllers"
                 " WHERE controller_id = " +
                 kHero),
            "unity|-|Hero|-|1|4096\n");
}

TEST(MadeController, OfUnity6000EvaluatesOnStart) {
  const std::string newest = object("tower-6000", "Tower_Data/sharedassets0.assets", 5);
  EXPECT_EQ(
      rows("SELECT evaluate_transitions_on_start, multi_threaded_state_machine FROM controllers"
           " WHERE controller_id = " +
           newest),
      "1|1\n");
  EXPECT_EQ(rows("SELECT machine_index, evaluate_transitions_on_start FROM state_machines"
                 " WHERE controller_id = " +
                 newest + " ORDER BY 1"),
            "0|1\n1|0\n2|0\n");
}

TEST(MadeController, Of53LacksTheThreadFlag) {
  EXPECT_EQ(rows("SELECT multi_threaded_state_machine FROM controllers WHERE controller_id = " +
                 object("tower-bundles", "old.unity3d!CAB-old", 3)),
            "-\n");
}

TEST(MadeLayers, SayMachineMotionSetBlendingAndMasks) {
  EXPECT_EQ(rows("SELECT layer_index, l.name, l.machine_index, m.machine_index,"
                 " synchronized_layer_index, blending_mode, default_weight, has_ik_pass,"
                 " synced_layer_affects_timing, body_mask_0, body_mask_1, body_mask_2, is_synthetic"
                 " FROM layers l JOIN state_machines m USING (state_machine_id)"
                 " WHERE l.controller_id = " +
                 kHero + " ORDER BY 1"),
            "0|Base Layer|0|0|0|0|0.0|0|0|4294967295|4294967295|16383|0\n"
            "1|Upper|0|0|1|0|1.0|0|1|4294967295|4294967295|16383|0\n"
            "2|Hands|1|1|0|1|0.5|1|0|1|2|4|0\n"
            "3|Nothing|2|2|0|0|1.0|0|0|4294967295|4294967295|16383|0\n");
  EXPECT_EQ(rows("SELECT layer_index, element_index, path_hash, weight FROM skeleton_masks"
                 " JOIN layers USING (layer_id) WHERE controller_id = " +
                 kHero),
            "2|0|3738240529|1.0\n2|1|12345|0.25\n");
}

TEST(MadeMachines, ResolveTheirDefaultStateOnlyWhereThereIsOne) {
  EXPECT_EQ(rows("SELECT machine_index, default_state_index, s.name, motion_set_count, state_count,"
                 " selector_count, evaluate_transitions_on_start FROM state_machines m"
                 " LEFT JOIN states s ON s.state_id = m.default_state_id WHERE controller_id = " +
                 kHero + " ORDER BY 1"),
            "0|0|Idle|2|5|4|-\n1|2|Cartesian|1|4|2|-\n2|0|-|1|0|2|-\n");
}

TEST(MadeStates, KeepHashesSpeedParametersAndFlags) {
  EXPECT_EQ(
      rows("SELECT machine_index, state_index, name, path_hash = full_path_hash, tag_hash, speed,"
           " cycle_offset, speed_parameter_hash, mirror_parameter_hash,"
           " cycle_offset_parameter_hash, time_parameter_hash, has_ik_on_feet,"
           " write_default_values, is_looping, is_mirrored FROM states"
           " JOIN state_machines USING (state_machine_id) WHERE controller_id = " +
           kHero + " ORDER BY 1, 2"),
      "0|0|Idle|1|0|1.0|0.0|0|0|0|0|0|1|1|0\n"
      "0|1|Walk|1|949806512|2.5|0.5|3471299058|862969536|4074889273|4074889273|1|0|0|1\n"
      "0|2|Following|0|0|1.0|0.0|0|0|0|0|0|1|1|0\n"
      "0|3|Circling|0|0|1.0|0.0|0|0|0|0|0|1|1|0\n"
      "0|4|Rest|1|0|1.0|0.0|0|0|0|0|0|1|1|0\n"
      "1|0|Simple|1|0|1.0|0.0|0|0|0|0|0|1|1|0\n"
      "1|1|Directional|1|0|1.0|0.0|0|0|0|0|0|1|1|0\n"
      "1|2|Cartesian|1|0|1.0|0.0|0|0|0|0|0|1|1|0\n"
      "1|3|Direct|1|0|1.0|0.0|0|0|0|0|0|1|1|0\n");
}

TEST(MadeStates, InSubMachinesHaveAPathOfTheirOwn) {
  EXPECT_EQ(
      rows("SELECT p.text, f.text FROM states s JOIN state_machines m USING (state_machine_id)"
           " JOIN names p ON p.hash = s.path_hash JOIN names f ON f.hash = s.full_path_hash"
           " WHERE s.path_hash <> s.full_path_hash AND controller_id = " +
           kHero + " ORDER BY state_index"),
      "Alerted.Following|Base Layer.Alerted.Following\n"
      "Alerted.Circling|Base Layer.Alerted.Circling\n");
}

TEST(MadeSelectors, AlternateAndASubMachinesPathIsRecovered) {
  EXPECT_EQ(rows("SELECT machine_index, selector_index, is_entry, full_path_hash, machine_path"
                 " FROM selectors JOIN state_machines USING (state_machine_id)"
                 " WHERE controller_id = " +
                 kHero + " ORDER BY 1, 2"),
            "0|0|1|756556552|Base Layer\n"
            "0|1|0|756556552|Base Layer\n"
            "0|2|1|2126063379|Base Layer.Alerted\n"
            "0|3|0|2126063379|Base Layer.Alerted\n"
            "1|0|1|2817465596|Hands\n"
            "1|1|0|2817465596|Hands\n"
            "2|0|1|3985946443|Nothing\n"
            "2|1|0|3985946443|Nothing\n");
  EXPECT_EQ(rows("SELECT hash, text, origin FROM name_uses WHERE origin = 'recovered'"
                 " AND object_id = " +
                 kHero),
            "2126063379|Base Layer.Alerted|recovered\n");
}

TEST(MadeTransitions, LeadToStatesSelectorsAndNothing) {
  EXPECT_EQ(rows("SELECT m.machine_index, owner_kind, coalesce(s.state_index, e.selector_index),"
                 " transition_index, destination_raw, destination_kind, d.state_index,"
                 " x.selector_index, condition_count FROM transitions t"
                 " JOIN state_machines m USING (state_machine_id)"
                 " LEFT JOIN states s ON s.state_id = t.state_id"
                 " LEFT JOIN selectors e ON e.selector_id = t.selector_id"
                 " LEFT JOIN states d ON d.state_id = destination_state_id"
                 " LEFT JOIN selectors x ON x.selector_id = destination_selector_id"
                 " WHERE t.controller_id = " +
                 kHero + " ORDER BY transition_id"),
            "0|state|0|0|1|state|1|-|1\n"
            "0|state|0|1|30001|selector|-|1|1\n"
            "0|state|1|0|30002|selector|-|2|2\n"
            "0|state|2|0|30003|selector|-|3|2\n"
            "0|any_state|-|0|4|state|4|-|1\n"
            "0|entry|0|0|0|state|0|-|0\n"
            "0|exit|1|0|30000|selector|-|0|0\n"
            "0|entry|2|0|3|state|3|-|1\n"
            "0|entry|2|1|2|state|2|-|0\n"
            "0|exit|3|0|4|state|4|-|0\n"
            "1|entry|0|0|0|state|0|-|0\n"
            "1|exit|1|0|30000|selector|-|0|0\n"
            "2|entry|0|0|4294967295|none|-|-|0\n"
            "2|exit|1|0|30000|selector|-|0|0\n");
}

TEST(MadeTransitions, OfStatesKeepTimesAndFlagsAndSelectorsHaveNone) {
  const std::string columns =
      "duration, transition_offset, exit_time, has_exit_time, has_fixed_duration,"
      " interruption_source, ordered_interruption, can_transition_to_self, is_atomic, user_hash";
  const std::string from =
      " FROM transitions t LEFT JOIN states s USING (state_id) WHERE controller_id = " + kHero;
  EXPECT_EQ(rows("SELECT DISTINCT " + columns + from + " AND owner_kind = 'state' ORDER BY 2"),
            "0.25|0.0|0.0|0|1|0|0|1|-|0\n"
            "0.25|0.125|0.75|1|0|3|1|0|-|2612035792\n");
  EXPECT_EQ(rows("SELECT DISTINCT " + columns + ", t.full_path_hash, t.name_hash" + from +
                 " AND owner_kind IN ('entry', 'exit')"),
            "-|-|-|-|-|-|-|-|-|-|-|-\n");
  EXPECT_EQ(
      rows("SELECT f.text, n.text FROM transitions t JOIN names f ON f.hash = t.full_path_hash"
           " JOIN names n ON n.hash = t.name_hash WHERE controller_id = " +
           kHero + " ORDER BY transition_id LIMIT 2"),
      "Base Layer.Idle -> Base Layer.Walk|Idle -> Walk\n"
      "Base Layer.Idle -> Base Layer.Exit|Idle -> Exit\n");
}

TEST(MadeConditions, HaveEveryModeAndTheirParameter) {
  EXPECT_EQ(rows("SELECT owner_kind, condition_index, mode, p.name, threshold, c.exit_time"
                 " FROM conditions c JOIN transitions t USING (transition_id)"
                 " JOIN parameters p USING (parameter_id) WHERE t.controller_id = " +
                 kHero + " ORDER BY condition_id"),
            "state|0|3|Speed|0.5|0.0\n"
            "state|0|1|Jump|0.0|0.0\n"
            "state|0|4|Speed|0.25|0.0\n"
            "state|1|2|Grounded|0.0|0.0\n"
            "state|0|6|Lives|3.0|0.0\n"
            "state|1|7|Debt|-2.0|0.0\n"
            "any_state|0|1|Jump|0.0|0.0\n"
            "entry|0|1|Grounded|0.0|0.0\n");
}

TEST(MadeParameters, TakeTheirDefaultThroughTheIndexOfTheirKind) {
  EXPECT_EQ(rows("SELECT parameter_index, name, name_hash, kind, default_index, default_float,"
                 " default_int, default_bool FROM parameters WHERE controller_id = " +
                 kHero + " ORDER BY 1"),
            "0|Speed|3471299058|1|0|1.5|-|-\n"
            "1|Lives|2633322842|3|0|-|7|-\n"
            "2|Grounded|862969536|4|0|-|-|1\n"
            "3|Jump|125937960|9|1|-|-|1\n"
            "4|Height|4074889273|1|1|-2.25|-|-\n"
            "5|Debt|2072880573|3|1|-|-3|-\n"
            "6|Wet|3645950944|4|2|-|-|0\n");
}

TEST(MadeDefaultValues, FollowTheVersion) {
  const auto values = [](const std::string& controller) {
    return rows(
        "SELECT array_name, element_index, x, y, z, w, entity_id FROM controller_default_values"
        " WHERE controller_id = " +
        controller);
  };
  EXPECT_EQ(
      values(kHero),
      "position|0|1.0|2.0|3.0|-|-\nquaternion|0|0.0|0.5|0.0|1.0|-\nscale|0|2.0|2.0|2.0|-|-\n");
  EXPECT_EQ(
      values(object("tower-bundles", "old.unity3d!CAB-old", 3)),  // four floats before 5.4
      "position|0|1.0|2.0|3.0|4.0|-\nquaternion|0|0.0|0.5|0.0|1.0|-\nscale|0|2.0|2.0|2.0|9.0|-\n");
  EXPECT_EQ(values(object("tower-6000", "Tower_Data/sharedassets0.assets", 5)),
            "entity_id|0|-|-|-|-|1099511627781\nposition|0|1.0|2.0|3.0|-|-\n"
            "quaternion|0|0.0|0.5|0.0|1.0|-\nscale|0|2.0|2.0|2.0|-|-\n");
}

TEST(MadeClipSlots, CountANullPointer) {
  EXPECT_EQ(rows("SELECT slot, file_index, k.path_id, c.name, resolution FROM controller_clips k"
                 " LEFT JOIN clips c USING (clip_id) WHERE controller_id = " +
                 kHero),
            "0|0|210|idle|resolved\n1|0|211|walk|resolved\n2|0|0|-|null\n"
            "3|0|212|run|resolved\n4|0|213|look|resolved\n");
}

TEST(MadeBehaviours, KnowTheirLayerStateAndScript) {
  EXPECT_EQ(rows("SELECT behaviour_index, layer_index, n.text, state_full_path_hash, file_index,"
                 " path_id, script_class FROM behaviours b"
                 " LEFT JOIN names n ON n.hash = b.state_full_path_hash WHERE controller_id = " +
                 kHero + " ORDER BY behaviour_id"),
            "0|0|Base Layer.Idle|1432961145|0|301|Tower.Rules.IdleWatcher\n"
            "1|2||0|0|302|MachineWatcher\n"  // 0: the machine's own
            "0|0|Base Layer.Walk|81563449|0|301|Tower.Rules.IdleWatcher\n"
            "2|-|-|-|0|303|Tower.Rules.IdleWatcher\n");
  EXPECT_EQ(
      rows("SELECT field, element_index, file_index, r.path_id, o.class_id, resolution"
           " FROM object_refs r JOIN objects o ON o.object_id = r.target_object_id"
           " WHERE field IN ('m_StateMachineBehaviours', 'm_Script') ORDER BY r.object_id, 2"),
      "m_StateMachineBehaviours|0|0|301|114|resolved\n"
      "m_StateMachineBehaviours|1|0|302|114|resolved\n"
      "m_StateMachineBehaviours|2|0|303|114|resolved\n"
      "m_Script|0|0|311|115|resolved\n"
      "m_Script|0|0|312|115|resolved\n"
      "m_Script|0|0|311|115|resolved\n");
}

TEST(MadeOverrides, ReplaceClipsOfAControllerOrOfAnOverride) {
  EXPECT_EQ(rows("SELECT o.name, b.class_id, b.name, base_resolution FROM override_controllers o"
                 " JOIN objects b ON b.object_id = base_object_id WHERE o.name IN ('Dusk', 'Night')"
                 " ORDER BY 1"),
            "Dusk|91|Hero|resolved\nNight|221|Dusk|resolved\n");
  EXPECT_EQ(
      rows("SELECT o.name, pair_index, a.name, original_resolution, b.name, override_resolution"
           " FROM override_clips JOIN override_controllers o USING (override_controller_id)"
           " LEFT JOIN clips a ON a.clip_id = original_clip_id"
           " LEFT JOIN clips b ON b.clip_id = override_clip_id"
           " WHERE o.name IN ('Dusk', 'Night') ORDER BY 1, 2"),
      "Dusk|0|idle|resolved|look|resolved\nDusk|1|walk|resolved|-|null\n"
      "Night|0|look|resolved|run|resolved\n");
}

TEST(MadeNames, OfTheTableAreCrcsOfTheirText) {
  EXPECT_EQ(rows("SELECT hash, text FROM names WHERE text IN ('', 'Base Layer', 'Base Layer.Idle')"
                 " ORDER BY 2"),
            "0|\n756556552|Base Layer\n1432961145|Base Layer.Idle\n");
  EXPECT_EQ(rows("SELECT n.text FROM name_uses n WHERE origin = 'avatar_tos' AND object_id = " +
                 hero_object(221) + " ORDER BY text"),
            "\nBase\nBase/Arm\n");
}

}  // namespace
}  // namespace mecadex::testing
