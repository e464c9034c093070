// Equal content stored more than once.
#include <gtest/gtest.h>

#include "tests/queries/rig_corpus.hpp"

namespace mecadex::queries {
namespace {

TEST(SameControllerCopies, ListEveryPlace) {
  EXPECT_EQ(rig_answer("same-controller-copies"),
            "content_hash,name,first_controller_id,copies,locations\r\n"
            "f2,Scout,303,3,\"[\"\"game:level1:33\"\",\"\"game:sharedassets0.assets:32\"\","
            "\"\"mods:mod.bundle!CAB-m:-34\"\"]\"\r\n");
}

TEST(SameControllerCopies, AreThoseInScope) {
  EXPECT_EQ(rig_answer("same-controller-copies", {{"source", "game"}}),
            "content_hash,name,first_controller_id,copies,locations\r\n"
            "f2,Scout,303,2,\"[\"\"game:level1:33\"\","
            "\"\"game:sharedassets0.assets:32\"\"]\"\r\n");
}

TEST(DuplicateControllers, TellWithinFromAcross) {
  EXPECT_EQ(rig_answer("duplicate-controllers"),
            "fingerprint,controller_id,controller,copies,sources,spread,repeated_bytes,"
            "source_labels,source_copies\r\n"
            "f2,303,Scout,3,2,both,820,\"[\"\"game\"\",\"\"mods\"\"]\",\"[2,1]\"\r\n");
  EXPECT_EQ(rig_answer("duplicate-controllers", {{"source", "game"}}),
            "fingerprint,controller_id,controller,copies,sources,spread,repeated_bytes,"
            "source_labels,source_copies\r\n"
            "f2,303,Scout,2,1,within,400,\"[\"\"game\"\"]\",[2]\r\n");
  EXPECT_EQ(rig_answer("duplicate-controllers", {{"file", "mod.bundle"}}),
            "fingerprint,controller_id,controller,copies,sources,spread,repeated_bytes,"
            "source_labels,source_copies\r\n");
}

TEST(SharedClips, CountControllers) {
  EXPECT_EQ(rig_answer("shared-clips"),
            "clip_id,clip,source,file,clip_path_id,controllers,slots,overrides,"
            "controller_names\r\n"
            "501,Wave,game,sharedassets0.assets,51,2,2,0,\"[\"\"Scout\"\"]\"\r\n");
  EXPECT_EQ(rig_answer("shared-clips", {{"min_controllers", "3"}}),
            "clip_id,clip,source,file,clip_path_id,controllers,slots,overrides,"
            "controller_names\r\n");
}

TEST(SharedClips, AreNotSharedByCopiesOfAController) {
  EXPECT_EQ(rig_answer("shared-clips", {{"copies", "distinct"}}),
            "clip_id,clip,source,file,clip_path_id,controllers,slots,overrides,"
            "controller_names\r\n");
  EXPECT_EQ(rig_answer("shared-clips", {{"copies", "distinct"}, {"min_controllers", "1"}}),
            "clip_id,clip,source,file,clip_path_id,controllers,slots,overrides,"
            "controller_names\r\n"
            "501,Wave,game,sharedassets0.assets,51,1,1,0,\"[\"\"Scout\"\"]\"\r\n"
            "502,Idle,game,sharedassets0.assets,52,1,1,1,\"[\"\"Passport\"\"]\"\r\n"
            "503,Fast,game,sharedassets0.assets,53,1,1,0,\"[\"\"Passport\"\"]\"\r\n");
}

TEST(CopyQueries, TakeNoCopies) {
  EXPECT_EQ(rig_error("same-controller-copies", {{"copies", "distinct"}}), "copies.not_applicable");
  EXPECT_EQ(rig_error("duplicate-controllers", {{"copies", "distinct"}}), "copies.not_applicable");
}

}  // namespace
}  // namespace mecadex::queries
