// Blend trees of the made game: all five kinds, motion sets, clip slots, 2D arrays.
#include <gtest/gtest.h>

#include "tests/made_game/made_rows.hpp"

namespace mecadex::testing {
namespace {

const std::string kTrees =
    " FROM blend_trees b JOIN states s USING (state_id)"
    " JOIN state_machines m USING (state_machine_id) ";
const std::string kNodes =
    " FROM blend_nodes n JOIN blend_trees USING (blend_tree_id) JOIN states s USING (state_id)"
    " JOIN state_machines m USING (state_machine_id) ";
const std::string kOfHero = " WHERE m.controller_id = " + hero_object(200);

TEST(MadeMotionSets, HaveATreeEachOrNone) {
  EXPECT_EQ(rows("SELECT s.name, motion_set, tree_index, node_count" + kTrees + kOfHero +
                 " ORDER BY blend_tree_id"),
            "Idle|0|0|1\nIdle|1|1|1\n"
            "Walk|0|0|4\nWalk|1|-1|0\n"
            "Following|0|0|1\nFollowing|1|-1|0\n"
            "Circling|0|0|1\nCircling|1|1|1\n"
            "Rest|0|-1|0\nRest|1|-1|0\n"
            "Simple|0|0|3\nDirectional|0|0|3\nCartesian|0|0|3\nDirect|0|0|5\n");
}

TEST(MadeMotionSets, GiveASyncedLayerItsOwnClips) {
  EXPECT_EQ(
      rows("SELECT l.name, s.name, c.name FROM layers l JOIN states s USING (state_machine_id)"
           " JOIN blend_trees t ON t.state_id = s.state_id AND t.motion_set = "
           "l.synchronized_layer_index"
           " JOIN blend_nodes n USING (blend_tree_id)"
           " JOIN controller_clips k ON k.controller_id = l.controller_id AND k.slot = n.clip_slot"
           " JOIN clips c USING (clip_id) WHERE s.name = 'Idle' AND l.controller_id = " +
           hero_object(200) + " ORDER BY layer_index"),
      "Base Layer|Idle|idle\nUpper|Idle|look\n");
}

TEST(MadeBlendNodes, AreLeavesOrOneOfFiveKinds) {
  EXPECT_EQ(
      rows("SELECT s.name, motion_set, node_index, is_leaf, blend_type, x.text, y.text, clip_raw,"
           " clip_slot, clip_resolution, duration, n.cycle_offset, n.is_mirrored, is_normalized" +
           kNodes +
           " LEFT JOIN names x ON x.hash = n.parameter_hash"
           " LEFT JOIN names y ON y.hash = n.parameter_y_hash" +
           kOfHero +
           " AND s.name IN ('Walk', 'Simple', 'Directional', 'Cartesian', 'Direct')"
           " ORDER BY blend_node_id"),
      "Walk|0|0|0|0|Speed|-|4294967295|-|none|1.0|0.0|0|0\n"
      "Walk|0|1|1|0|-|-|1|1|slot|0.0|0.0|0|0\n"
      "Walk|0|2|1|0|-|-|2|2|slot|1.0|0.0|0|0\n"
      "Walk|0|3|1|0|-|-|3|3|slot|0.5|0.25|1|0\n"
      "Simple|0|0|0|1|Height|Speed|4294967295|-|none|1.0|0.0|0|0\n"
      "Simple|0|1|1|0|-|-|0|0|slot|1.0|0.0|0|0\n"
      "Simple|0|2|1|0|-|-|1|1|slot|1.0|0.0|0|0\n"
      "Directional|0|0|0|2|Height|Speed|4294967295|-|none|1.0|0.0|0|0\n"
      "Directional|0|1|1|0|-|-|0|0|slot|1.0|0.0|0|0\n"
      "Directional|0|2|1|0|-|-|1|1|slot|1.0|0.0|0|0\n"
      "Cartesian|0|0|0|3|Height|Speed|4294967295|-|none|1.0|0.0|0|0\n"
      "Cartesian|0|1|1|0|-|-|0|0|slot|1.0|0.0|0|0\n"
      "Cartesian|0|2|1|0|-|-|1|1|slot|1.0|0.0|0|0\n"
      "Direct|0|0|0|4|-|-|4294967295|-|none|1.0|0.0|0|1\n"
      "Direct|0|1|1|0|-|-|3|3|slot|1.0|0.0|0|0\n"
      "Direct|0|2|0|0|Speed|-|4294967295|-|none|1.0|0.0|0|0\n"
      "Direct|0|3|1|0|-|-|0|0|slot|1.0|0.0|0|0\n"
      "Direct|0|4|1|0|-|-|4|4|slot|1.0|0.0|0|0\n");
}

TEST(MadeBlendChildren, HaveWhatTheirKindNeeds) {
  EXPECT_EQ(
      rows("SELECT s.name, node_index, child_position, child_node_index, threshold, position_x,"
           " position_y, magnitude, p.text" +
           kNodes +
           "JOIN blend_children k USING (blend_node_id) LEFT JOIN names p ON p.hash = "
           "k.parameter_hash" +
           kOfHero + " ORDER BY n.blend_node_id, 3"),
      "Walk|0|0|1|0.0|-|-|-|-\nWalk|0|1|2|0.5|-|-|-|-\nWalk|0|2|3|1.0|-|-|-|-\n"
      "Simple|0|0|1|-|0.0|1.0|-|-\nSimple|0|1|2|-|1.0|-1.0|-|-\n"
      "Directional|0|0|1|-|0.0|1.0|1.0|-\nDirectional|0|1|2|-|1.0|-1.0|1.5|-\n"
      "Cartesian|0|0|1|-|0.0|1.0|1.0|-\nCartesian|0|1|2|-|1.0|-1.0|1.5|-\n"
      "Direct|0|0|1|-|-|-|-|Height\nDirect|0|1|2|-|-|-|-|Speed\n"
      "Direct|2|0|3|-1.0|-|-|-|-\nDirect|2|1|4|1.0|-|-|-|-\n");
}

// float32, little endian: 0.5 is 0000003f.
TEST(MadePairArrays, AreBlobsOfFloats) {
  EXPECT_EQ(
      rows("SELECT s.name, array_name, part, data" + kNodes +
           "JOIN blend_pair_arrays k USING (blend_node_id)" + kOfHero +
           " ORDER BY n.blend_node_id, 2"),
      "Directional|pair_avg_mag_inv|0|0000403fcdcc4c3f6666663f0000803f\n"
      "Directional|pair_vector|0|0000003f000000bf0000803e0000000000000000000000000000803f00000040\n"
      "Cartesian|pair_avg_mag_inv|0|0000403fcdcc4c3f6666663f0000803f\n"
      "Cartesian|pair_vector|0|0000003f000000bf0000803e0000000000000000000000000000803f00000040\n");
}

TEST(MadeNeighbors, AreListsOfChildPositions) {
  EXPECT_EQ(rows("SELECT s.name, child_position, neighbor_index, neighbor" + kNodes +
                 "JOIN blend_neighbors k USING (blend_node_id)" + kOfHero +
                 " ORDER BY n.blend_node_id, 2, 3"),
            "Directional|0|0|1\nDirectional|1|0|0\nDirectional|1|1|1\n"
            "Cartesian|0|0|1\nCartesian|1|0|0\nCartesian|1|1|1\n");
}

TEST(MadeCopies, OfOneControllerHaveEqualTrees) {
  EXPECT_EQ(
      rows(
          "SELECT DISTINCT (SELECT count(*) FROM blend_nodes JOIN blend_trees USING (blend_tree_id)"
          " JOIN states USING (state_id) JOIN state_machines m USING (state_machine_id)"
          " WHERE m.controller_id = c.controller_id) FROM controllers c WHERE name = 'Hero'"),
      "23\n");
}

}  // namespace
}  // namespace mecadex::testing
