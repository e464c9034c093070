// Animators in their scenes, and the skeletons of avatars: the answers over the rig corpus, whole.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/queries/rig_corpus.hpp"

namespace mecadex::queries {
namespace {

TEST(AnimatorCount, CountsMissingControllersAsControllers) {
  EXPECT_EQ(rig_answer("animator-count"),
            "animators,with_controller,with_avatar\r\n"
            "4,3,2\r\n");
  EXPECT_EQ(rig_answer("animator-count", {{"file", "level1"}}),
            "animators,with_controller,with_avatar\r\n"
            "0,0,0\r\n");
}

TEST(AnimatorCount, CountsByGroup) {
  EXPECT_EQ(rig_answer("animator-count", {{"group_by", "source"}}),
            "source,animators,with_controller,with_avatar\r\n"
            "game,4,3,2\r\n");
  EXPECT_EQ(rig_answer("animator-count", {{"group_by", "unity_version"}}),
            "unity_version,animators,with_controller,with_avatar\r\n"
            "2021.3.1f1,4,3,2\r\n");
  EXPECT_EQ(rig_answer("animator-count", {{"group_by", "controller"}}),
            "source,unity_version,controller_id,controller,file,animators,with_controller,with_avatar\r\n"
            "game,2021.3.1f1,,,,2,1,0\r\n"  // one without, one whose controller was not found
            "game,2021.3.1f1,301,Passport,sharedassets0.assets,1,1,1\r\n"
            "game,2021.3.1f1,302,Scout,sharedassets0.assets,1,1,1\r\n");
}

TEST(NestedAnimators, HaveARowPerPair) {
  EXPECT_EQ(rig_answer("nested-animators"),
            "source,file,outer_animator_path,outer_animator_id,outer_animator_path_id,"
            "outer_controller,outer_controller_id,outer_resolution,inner_animator_path,"
            "inner_animator_id,inner_animator_path_id,inner_controller,inner_controller_id,"
            "inner_resolution,level,distance\r\n"
            "game,level0,Root/Passport,101,11,Passport,301,resolved,"
            "Root/Passport/Frame/Portrait,102,12,,,null,1,2\r\n"
            "game,level0,Root/Passport,101,11,Passport,301,resolved,"
            "Root/Passport/Frame/Portrait/Scout,103,13,Scout,302,resolved,2,3\r\n"
            "game,level0,Root/Passport/Frame/Portrait,102,12,,,null,"
            "Root/Passport/Frame/Portrait/Scout,103,13,Scout,302,resolved,1,1\r\n");
}

TEST(OuterAnimators, CountWhatIsBelow) {
  EXPECT_EQ(rig_answer("outer-animators"),
            "source,file,animator_path,animator_id,animator_path_id,controller,"
            "controller_id,controller_resolution,inner_count\r\n"
            "game,level0,Root/Passport,101,11,Passport,301,resolved,2\r\n"
            "game,level0,Root/Passport/Frame/Portrait,102,12,,,null,1\r\n");
}

TEST(OuterClipsOnInnerTransforms, NameTransformAndAttribute) {
  EXPECT_EQ(rig_answer("outer-clips-on-inner-transforms"),
            "source,file,outer_animator,outer_animator_id,controller,controller_id,clip,"
            "clip_id,binding_path_hash,transform_path,inner_animator,inner_animator_id,"
            "is_inner_root,type_id,attribute,attribute_hash,outer_clip_target_id\r\n"
            "game,level0,Root/Passport,101,Passport,301,Idle,502,2101,Frame/Portrait,"
            "Root/Passport/Frame/Portrait,102,1,95,Speed,3471299058,2\r\n"
            "game,level0,Root/Passport,101,Passport,301,Idle,502,2100,"
            "Frame/Portrait/Scout/Hand,Root/Passport/Frame/Portrait/Scout,103,0,4,rotation,"
            "2,1\r\n");
}

TEST(RigOwner, IsTheAnimatorOfTheTransformItself) {
  EXPECT_EQ(rig_answer("rig-owner", {{"path_id", "24"}}),
            "source,file,transform_path_id,transform,animator_path,animator_id,"
            "animator_path_id,controller,controller_id,distance,skipped_animators\r\n"
            "game,level0,24,Scout,Root/Passport/Frame/Portrait/Scout,103,13,Scout,302,0,[]\r\n");
}

TEST(RigOwner, IsFoundThroughStoredParents) {
  EXPECT_EQ(rig_answer("rig-owner", {{"path_id", "25"}}),
            "source,file,transform_path_id,transform,animator_path,animator_id,"
            "animator_path_id,controller,controller_id,distance,skipped_animators\r\n"
            "game,level0,25,Hand,Root/Passport/Frame/Portrait/Scout,103,13,Scout,302,1,[]\r\n");
}

TEST(RigOwner, SkipsAnimatorsWithoutAController) {
  EXPECT_EQ(rig_answer("rig-owner", {{"path_id", "27"}}),
            "source,file,transform_path_id,transform,animator_path,animator_id,"
            "animator_path_id,controller,controller_id,distance,skipped_animators\r\n"
            "game,level0,27,Picture,Root/Passport,101,11,Passport,301,3,"
            "\"[\"\"Root/Passport/Frame/Portrait\"\"]\"\r\n");
}

TEST(RigOwner, IsNobodyAboveAllAnimators) {
  EXPECT_EQ(rig_answer("rig-owner", {{"path_id", "20"}}),
            "source,file,transform_path_id,transform,animator_path,animator_id,"
            "animator_path_id,controller,controller_id,distance,skipped_animators\r\n"
            "game,level0,20,Root,,,,,,,[]\r\n");
}

TEST(RigOwner, IsFoundByThePathOfATransformThatIsNotStored) {
  EXPECT_EQ(rig_answer("rig-owner", {{"path", "Root/Passport/Frame/Portrait/Missing/Deep"}}),
            "source,file,transform_path_id,transform,animator_path,animator_id,"
            "animator_path_id,controller,controller_id,distance,skipped_animators\r\n"
            "game,level0,,Root/Passport/Frame/Portrait/Missing/Deep,Root/Passport,101,11,"
            "Passport,301,4,\"[\"\"Root/Passport/Frame/Portrait\"\"]\"\r\n");
}

TEST(RigOwner, MatchesWholeNamesOnly) {
  EXPECT_EQ(rig_answer("rig-owner", {{"path", "Root/Passports"}}),
            "source,file,transform_path_id,transform,animator_path,animator_id,"
            "animator_path_id,controller,controller_id,distance,skipped_animators\r\n");
}

TEST(RigOwner, CountsAControllerThatIsMissing) {
  EXPECT_EQ(rig_answer("rig-owner", {{"path", "Root/Sound"}}),
            "source,file,transform_path_id,transform,animator_path,animator_id,"
            "animator_path_id,controller,controller_id,distance,skipped_animators\r\n"
            "game,level0,,Root/Sound,Root/Sound,104,14,,,0,[]\r\n");
}

TEST(AnimatorsByController, FollowOverridesOfOverrides) {
  EXPECT_EQ(rig_answer("animators-by-controller"),
            "source,controller,controller_id,file,animator_path,animator_id,animator_file,"
            "animator_path_id,is_enabled,is_active_in_hierarchy,has_skinned_renderer_below,"
            "override_controller,override_controller_id\r\n"
            "game,Passport,301,sharedassets0.assets,Root/Passport,101,level0,11,1,1,0,,\r\n"
            "game,Scout,302,sharedassets0.assets,Root/Passport/Frame/Portrait/Scout,103,"
            "level0,13,0,1,1,Over over,352\r\n");
  EXPECT_EQ(rig_answer("animators-by-controller", {{"controller", "Scout"}}),
            "source,controller,controller_id,file,animator_path,animator_id,animator_file,"
            "animator_path_id,is_enabled,is_active_in_hierarchy,has_skinned_renderer_below,"
            "override_controller,override_controller_id\r\n"
            "game,Scout,302,sharedassets0.assets,Root/Passport/Frame/Portrait/Scout,103,"
            "level0,13,0,1,1,Over over,352\r\n");
}

TEST(AnimatorLookup, RefersToControllerAndAvatar) {
  EXPECT_EQ(rig_answer("animator-lookup", {{"path", "Root/Passport"}}),
            "source,file,animator_path_id,animator_path,animator_id,controller_ref,"
            "controller,controller_id,controller_resolution,override_controller,"
            "override_controller_id,avatar_ref,avatar,avatar_id,avatar_resolution\r\n"
            "game,level0,11,Root/Passport,101,game:sharedassets0.assets:31,Passport,301,"
            "resolved,,,game:sharedassets0.assets:41,Body,401,resolved\r\n");
  EXPECT_EQ(rig_answer("animator-lookup", {{"path", "Scout"}}),
            "source,file,animator_path_id,animator_path,animator_id,controller_ref,"
            "controller,controller_id,controller_resolution,override_controller,"
            "override_controller_id,avatar_ref,avatar,avatar_id,avatar_resolution\r\n"
            "game,level0,13,Root/Passport/Frame/Portrait/Scout,103,"
            "game:sharedassets0.assets:32,Scout,302,resolved,Over over,352,,,,missing\r\n");
  EXPECT_EQ(rig_answer("animator-lookup", {{"path_id", "14"}}),
            "source,file,animator_path_id,animator_path,animator_id,controller_ref,"
            "controller,controller_id,controller_resolution,override_controller,"
            "override_controller_id,avatar_ref,avatar,avatar_id,avatar_resolution\r\n"
            "game,level0,14,Root/Sound,104,,,,missing,,,,,,null\r\n");
}

TEST(AvatarParts, CountTheRowsOfEachPart) {
  EXPECT_EQ(rig_answer("avatar-parts", {{"avatar", "Body"}}),
            "source,file,avatar_id,avatar,avatar_path_id,part,rows\r\n"
            "game,sharedassets0.assets,401,Body,41,axes,1\r\n"
            "game,sharedassets0.assets,401,Body,41,description bones,1\r\n"
            "game,sharedassets0.assets,401,Body,41,description skeleton,0\r\n"
            "game,sharedassets0.assets,401,Body,41,human bones,1\r\n"
            "game,sharedassets0.assets,401,Body,41,human skeleton nodes,1\r\n"
            "game,sharedassets0.assets,401,Body,41,root motion nodes,0\r\n"
            "game,sharedassets0.assets,401,Body,41,skeleton nodes,3\r\n"
            "game,sharedassets0.assets,401,Body,41,tos,3\r\n");
}

TEST(SkeletonNodes, HaveParentAxesAndPath) {
  EXPECT_EQ(rig_answer("skeleton-nodes", {{"avatar", "Body"}}),
            "source,file,avatar_id,avatar,avatar_path_id,node_index,parent_index,axes_index,path_hash,path,"
            "resolved_name,name_origin,t,q,s\r\n"
            "game,sharedassets0.assets,401,Body,41,0,-1,-1,0,\"\",\"\",own,\"[0.0,0.0,"
            "0.0]\",\"[0.0,0.0,0.0,1.0]\",\"[1.0,1.0,1.0]\"\r\n"
            "game,sharedassets0.assets,401,Body,41,1,0,-1,2001,Hips,Hips,own,\"[0.0,0.5,"
            "0.0]\",\"[0.0,0.0,0.0,1.0]\",\"[1.0,1.0,1.0]\"\r\n"
            "game,sharedassets0.assets,401,Body,41,2,1,-1,2003,,,,\"[0.0,0.25,0.0]\","
            "\"[0.0,0.0,0.0,1.0]\",\"[1.0,1.0,1.0]\"\r\n");
}

TEST(SkeletonNodes, AreThoseOfTheSkeletonAskedFor) {
  EXPECT_EQ(rig_answer("skeleton-nodes", {{"avatar", "Body"}, {"which", "human"}}),
            "source,file,avatar_id,avatar,avatar_path_id,node_index,parent_index,axes_index,path_hash,path,"
            "resolved_name,name_origin,t,q,s\r\n"
            "game,sharedassets0.assets,401,Body,41,0,-1,0,2001,Hips,Hips,own,\"[0.0,0.5,"
            "0.0]\",\"[0.0,0.0,0.0,1.0]\",\"[1.0,1.0,1.0]\"\r\n");
}

TEST(BoneAxes, WriteInfinitiesAsWords) {
  EXPECT_EQ(rig_answer("bone-axes", {{"avatar", "401"}}),
            "source,file,avatar_id,avatar,avatar_path_id,skeleton,axes_index,node_index,path,pre_q,"
            "post_q,sgn,min,max,length,kind\r\n"
            "game,sharedassets0.assets,401,Body,41,human,0,0,Hips,\"[0.0,0.0,0.0,1.0]\","
            "\"[0.5,0.5,0.5,0.5]\",\"[1.0,-1.0,1.0]\",\"[-0.5,\"\"-Infinity\"\",null]\","
            "\"[0.5,\"\"Infinity\"\",1.0]\",0.75,1\r\n");
}

TEST(HumanBones, NameTheBoneOfTheSkeleton) {
  EXPECT_EQ(rig_answer("human-bones", {{"avatar", "Body"}}),
            "source,file,avatar_id,avatar,avatar_path_id,part,bone,human_bone,"
            "skeleton_bone,avatar_node_index,path,bone_name,limits,limits_modified,mass\r\n"
            "game,sharedassets0.assets,401,Body,41,body,0,Hips,0,1,Hips,Pelvis,\"[[-10.0,"
            "-20.0,-30.0],[10.0,20.0,30.0],[0.0,0.0,0.0]]\",1,0.25\r\n"
            "game,sharedassets0.assets,401,Body,41,body,1,LeftUpperLeg,-1,,,,,,0.125\r\n"
            "game,sharedassets0.assets,401,Body,41,left_hand,0,Left Thumb Proximal,-1,,,,,,\r\n");
}

TEST(GenericAvatars, HaveNoHumanNodes) {
  EXPECT_EQ(rig_answer("generic-avatars"),
            "source,file,avatar_id,avatar,avatar_path_id,human_nodes,nodes\r\n"
            "game,sharedassets0.assets,402,Crate,42,0,1\r\n"
            "mods,mod.bundle!CAB-m,403,Crate,43,0,1\r\n");
}

TEST(GenericAvatars, CountCopiesOnceWhenAsked) {
  EXPECT_EQ(rig_answer("generic-avatars", {{"copies", "distinct"}}),
            "source,file,avatar_id,avatar,avatar_path_id,human_nodes,nodes\r\n"
            "game,sharedassets0.assets,402,Crate,42,0,1\r\n");
}

TEST(Cursor, WalksOverEveryRowOfTheRigCorpusOnce) {
  for (const QuerySpec& spec : builtin_catalogue().all()) {
    Params params = required_params(spec);
    const auto whole = nlohmann::json::parse(rig_answer(spec.name, params, Format::json))["rows"];
    nlohmann::json walked = nlohmann::json::array();
    params.emplace_back("limit", "1");
    for (std::string cursor;;) {
      Params page = params;
      if (!cursor.empty()) page.emplace_back("cursor", cursor);
      const auto part = nlohmann::json::parse(rig_answer(spec.name, page, Format::json));
      for (const auto& row : part["rows"]) walked.push_back(row);
      if (part["next"].is_null()) break;
      cursor = part["next"];
      ASSERT_LE(walked.size(), whole.size()) << spec.name;
    }
    EXPECT_EQ(walked, whole) << spec.name;
  }
}

TEST(RigQueries, RefuseWhatTheyDoNotKnow) {
  EXPECT_EQ(rig_error("avatar-parts", {}), "parameter.missing");
  EXPECT_EQ(rig_error("skeleton-nodes", {{"avatar", "Body"}, {"which", "left"}}),
            "parameter.choice");
  EXPECT_EQ(rig_error("rig-owner", {{"path_id", "Hand"}}), "parameter.type");
  EXPECT_EQ(rig_error("nested-animators", {{"copies", "distinct"}}), "copies.not_applicable");
}

}  // namespace
}  // namespace mecadex::queries
