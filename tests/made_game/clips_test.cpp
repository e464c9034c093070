// Clips of the made game: heads, curve counts, bindings, events, in every era's layout.
#include <gtest/gtest.h>

#include "tests/made_game/made_rows.hpp"

namespace mecadex::testing {
namespace {

TEST(MadeClips, KeepTimesLoopAndCurveCounts) {
  EXPECT_EQ(rows("SELECT c.name, is_legacy, sample_rate, start_time, stop_time, is_looping,"
                 " is_looping_blend, cycle_offset, is_mirrored, streamed_curves, dense_curves,"
                 " constant_curves, event_count, binding_count FROM clips c"
                 " JOIN object_places p ON p.object_id = clip_id WHERE p.path = 'heroes' ORDER BY "
                 "clip_id"),
            "idle|0|30.0|0.0|2.0|1|0|0.125|0|3|4|5|2|4\n"
            "walk|0|60.0|0.0|1.5|1|0|0.125|0|3|4|5|0|0\n"
            "run|0|30.0|0.25|0.75|0|0|0.125|1|3|4|5|0|1\n"
            "look|1|30.0|0.0|3.0|1|0|0.125|0|3|4|5|0|0\n");
}

// Layouts of 4.2 to 6000.5 differ in every array that stands before what is kept.
TEST(MadeClips, ReadAlikeInEveryEra) {
  EXPECT_EQ(
      rows("SELECT stop_time, streamed_curves, dense_curves, is_mirrored, event_count, count(*)"
           " FROM clips WHERE name = 'idle' GROUP BY 1, 2, 3, 4, 5"),
      "2.0|3|4|0|2|7\n");
  EXPECT_EQ(rows("SELECT p.unity_version, is_legacy, is_looping, constant_curves, binding_count"
                 " FROM clips c JOIN object_places p ON p.object_id = clip_id WHERE c.name = 'look'"
                 " ORDER BY 1"),
            "2018.4.0f1|1|1|5|0\n2019.4.20f1|1|1|5|0\n2021.3.20f1|1|1|5|0\n4.2.2f1|1|-|-|-\n"
            "4.6.1f1|1|1|5|0\n5.3.5f1|1|1|5|0\n6000.5.2f1|1|1|5|0\n");
}

TEST(MadeClips, KeepBindingsOfEveryKind) {
  for (const std::string& clip :
       {hero_object(210), object("tower-6000", "Tower_Data/sharedassets0.assets", 6),
        object("tower-web-player", "tower.unity3d!sharedassets0.assets", 6)}) {
    EXPECT_EQ(
        rows("SELECT binding_index, path_hash, attribute_hash, type_id, custom_type, is_pptr_curve"
             " FROM clip_bindings WHERE clip_id = " +
             clip),
        "0|0|1|4|0|0\n1|2115479704|2|4|0|0\n2|2115479704|1077193302|137|22|0\n3|1|7|95|8|1\n");
  }
}

TEST(MadeClips, KeepEvents) {
  for (const std::string& clip :
       {hero_object(210), object("tower-console", "sharedassets0.assets", 6)}) {
    EXPECT_EQ(rows("SELECT event_index, time, function_name, string_parameter, float_parameter,"
                   " int_parameter FROM clip_events WHERE clip_id = " +
                   clip),
              "0|0.5|Step|left|1.25|-4\n1|1.0|Call||0.0|0\n");
  }
}

}  // namespace
}  // namespace mecadex::testing
