// Unity 4 in the made game: leaf tables, exit time as a condition, fields that did not exist yet;
// the console's file of 4.2 is big endian.
#include <gtest/gtest.h>

#include "tests/made_game/made_rows.hpp"

namespace mecadex::testing {
namespace {

const std::string kWeb = object("tower-web-player", "tower.unity3d!sharedassets0.assets", 5);
const std::string kConsole = object("tower-console", "sharedassets0.assets", 5);

TEST(MadeUnity4, FindsSlotsThroughTheLeafTable) {
  for (const std::string& controller : {kWeb, kConsole}) {
    EXPECT_EQ(rows("SELECT s.state_index, node_index, is_leaf, blend_type, clip_raw, clip_slot,"
                   " clip_resolution, is_normalized FROM blend_nodes n JOIN blend_trees USING "
                   "(blend_tree_id)"
                   " JOIN states s USING (state_id) JOIN state_machines m USING (state_machine_id)"
                   " WHERE m.controller_id = " +
                   controller + " ORDER BY blend_node_id"),
              "0|0|0|0|4294967295|-|none|-\n"
              "0|1|1|0|3693393173|1|leaf_info|-\n"
              "0|2|1|0|1349952704|2|leaf_info|-\n"
              "1|0|1|0|1078297770|-|out_of_range|-\n");  // a hash that the table lacks
    EXPECT_EQ(rows("SELECT slot, path_id, c.name, resolution FROM controller_clips"
                   " LEFT JOIN clips c USING (clip_id) WHERE controller_id = " +
                   controller),
              "0|6|idle|resolved\n1|6|idle|resolved\n2|8|run|resolved\n3|0|-|null\n");
  }
}

TEST(MadeUnity4, HasNoSelectorsAndFewerHashes) {
  const std::string states =
      "SELECT state_index, name, name_hash, path_hash, full_path_hash, speed_parameter_hash,"
      " write_default_values FROM states JOIN state_machines USING (state_machine_id)"
      " WHERE selector_count = 0 AND controller_id = ";
  EXPECT_EQ(rows(states + kWeb + " ORDER BY 1"),
            "0|Move|1326225478|1718862356|-|-|-\n1|Stop|426031496|807134170|-|-|-\n");
  EXPECT_EQ(rows(states + kConsole + " ORDER BY 1"),  // one id a state
            "0|-|-|1718862356|-|-|-\n1|-|-|807134170|-|-|-\n");
}

TEST(MadeUnity4, ExitTimeIsACondition) {
  for (const std::string& controller : {kWeb, kConsole}) {
    EXPECT_EQ(rows("SELECT owner_kind, destination_raw, destination_kind, mode, c.threshold,"
                   " c.exit_time, c.parameter_id IS NULL, t.exit_time, has_exit_time,"
                   " has_fixed_duration, is_atomic, full_path_hash FROM conditions c"
                   " JOIN transitions t USING (transition_id) WHERE t.controller_id = " +
                   controller + " ORDER BY transition_id"),
              "state|1|state|5|0.0|0.875|1|-|-|-|1|-\nany_state|0|state|3|0.5|0.0|0|-|-|-|0|-\n");
  }
  EXPECT_EQ(
      rows("SELECT DISTINCT can_transition_to_self FROM transitions WHERE controller_id = " + kWeb),
      "1\n");
  EXPECT_EQ(rows("SELECT DISTINCT can_transition_to_self FROM transitions WHERE controller_id = " +
                 kConsole),
            "-\n");
}

TEST(MadeUnity4, DefaultStateLayersAndDefaults) {
  EXPECT_EQ(rows("SELECT default_state_index, l.name, default_weight, synced_layer_affects_timing,"
                 " body_mask_2 FROM state_machines m JOIN layers l USING (state_machine_id)"
                 " WHERE m.controller_id = " +
                 kConsole),
            "1|Base Layer|0.0|0|-\n");
  EXPECT_EQ(rows("SELECT name, kind, default_float, default_int, default_bool FROM parameters"
                 " WHERE controller_id = " +
                 kConsole + " ORDER BY parameter_index"),
            "Speed|1|1.5|-|-\nLives|3|-|7|-\nGrounded|4|-|-|1\n");
  EXPECT_EQ(
      rows("SELECT array_name, x, y, z, w FROM controller_default_values WHERE controller_id = " +
           kConsole),
      "vector|5.0|6.0|7.0|8.0\n");
}

TEST(MadeUnity4, EditorsControllerIsNoCompiledOne) {
  EXPECT_EQ(
      rows("SELECT o.name, layout_source, (SELECT count(*) FROM controllers WHERE controller_id ="
           " object_id), code, d.severity FROM objects o JOIN findings d USING (object_id)"
           " JOIN object_places p USING (object_id) WHERE p.path = 'Drafts.controller'"),
      "Drafts|-|0|controller.editor_form|info\n");
}

}  // namespace
}  // namespace mecadex::testing
