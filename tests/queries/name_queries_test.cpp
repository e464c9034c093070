// Hashes and their texts: own name table first, then the source, then the corpus.
#include <gtest/gtest.h>

#include "tests/queries/rig_corpus.hpp"

namespace mecadex::queries {
namespace {

TEST(UnresolvedHashes, SayWhereAnotherObjectKnowsTheText) {
  EXPECT_EQ(rig_answer("unresolved-hashes"),
            "kind,field,hash,uses,objects,resolved_name,name_origin\r\n"
            "binding,clip_bindings.path_hash,2100,2,2,,\r\n"
            "binding,clip_bindings.attribute_hash,3471299058,1,1,Speed,source\r\n"
            "binding,clip_bindings.path_hash,2002,1,1,Hips/Spine,source\r\n"
            "layer,layers.name_hash,900,1,1,Face,source\r\n"
            "parameter,blend_nodes.parameter_y_hash,902,1,1,,\r\n"
            "parameter,conditions.parameter_hash,902,1,1,,\r\n"
            "parameter,conditions.parameter_hash,903,1,1,,\r\n"
            "parameter,parameters.name_hash,902,1,1,,\r\n"
            "parameter,states.time_parameter_hash,902,1,1,,\r\n"
            "skeleton,avatar_nodes.path_hash,2003,1,1,,\r\n"
            "skeleton,skeleton_masks.path_hash,2002,1,1,Hips/Spine,source\r\n"
            "skeleton,skeleton_masks.path_hash,2003,1,1,,\r\n"
            "state,states.name_hash,901,1,1,Secret,corpus\r\n");
}

TEST(UnresolvedHashes, AreLimitedToOneKind) {
  EXPECT_EQ(rig_answer("unresolved-hashes", {{"kind", "layer"}}),
            "kind,field,hash,uses,objects,resolved_name,name_origin\r\n"
            "layer,layers.name_hash,900,1,1,Face,source\r\n");
}

TEST(UnresolvedHashes, AreThoseOfTheControllerAlone) {
  EXPECT_EQ(rig_answer("unresolved-hashes", {{"controller", "Passport"}, {"kind", "skeleton"}}),
            "kind,field,hash,uses,objects,resolved_name,name_origin\r\n"
            "skeleton,skeleton_masks.path_hash,2002,1,1,Hips/Spine,source\r\n"
            "skeleton,skeleton_masks.path_hash,2003,1,1,,\r\n");
}

TEST(UnresolvedNames, AreKnownNowhere) {
  EXPECT_EQ(rig_answer("unresolved-names"),
            "hash,uses,objects,kinds,fields\r\n"
            "902,4,1,\"[\"\"parameter\"\"]\",\"[\"\"blend_nodes.parameter_y_hash\"\","
            "\"\"conditions.parameter_hash\"\",\"\"parameters.name_hash\"\","
            "\"\"states.time_parameter_hash\"\"]\"\r\n"
            "2003,2,2,\"[\"\"skeleton\"\"]\",\"[\"\"avatar_nodes.path_hash\"\","
            "\"\"skeleton_masks.path_hash\"\"]\"\r\n"
            "2100,2,2,\"[\"\"binding\"\"]\",\"[\"\"clip_bindings.path_hash\"\"]\"\r\n"
            "903,1,1,\"[\"\"parameter\"\"]\",\"[\"\"conditions.parameter_hash\"\"]\"\r\n");
}

TEST(NameCollisions, ListBothTexts) {
  EXPECT_EQ(rig_answer("name-collisions"),
            "hash,text_count,texts,uses,origins\r\n"
            "950,2,\"[\"\"alpha\"\",\"\"beta\"\"]\",\"[2,1]\",\"[\"\"controller_tos\"\","
            "\"\"recovered\"\"]\"\r\n");
}

TEST(Hash, OfANameHasARowPerUse) {
  EXPECT_EQ(rig_answer("hash", {{"name", "Speed"}}),
            "hash,text,name_origin,kind,field,source,file,class_id,object,object_id,"
            "object_path_id,place,element_id\r\n"
            "3471299058,Speed,own,parameter,blend_children.parameter_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,"
            "machine 1 state 0 motion set 0 node 0 child 0,8\r\n"
            "3471299058,Speed,own,parameter,blend_children.parameter_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,"
            "machine 1 state 0 motion set 0 node 0 child 2,8\r\n"
            "3471299058,Speed,own,parameter,blend_children.parameter_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,"
            "machine 1 state 0 motion set 0 node 0 child 3,8\r\n"
            "3471299058,Speed,own,parameter,blend_children.parameter_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,"
            "machine 1 state 0 motion set 0 node 0 child 4,8\r\n"
            "3471299058,Speed,own,parameter,blend_children.parameter_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,"
            "machine 1 state 0 motion set 0 node 0 child 5,8\r\n"
            "3471299058,Speed,own,parameter,blend_children.parameter_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,"
            "machine 1 state 0 motion set 0 node 0 child 6,8\r\n"
            "3471299058,Speed,own,parameter,blend_nodes.parameter_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,machine 0 state 0 motion set 0 node 0,"
            "1\r\n"
            "3471299058,Speed,own,parameter,blend_nodes.parameter_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,machine 0 state 0 motion set 0 node 2,"
            "3\r\n"
            "3471299058,Speed,own,parameter,conditions.parameter_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,"
            "machine 0 state 0 transition 0 condition 0,1\r\n"
            "3471299058,Speed,own,parameter,parameters.name_hash,game,sharedassets0.assets,"
            "91,Passport,301,31,parameter 0,1\r\n"
            "3471299058,Speed,own,parameter,states.speed_parameter_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,machine 0 state 1,2\r\n"
            "3471299058,Speed,source,binding,clip_bindings.attribute_hash,game,"
            "sharedassets0.assets,74,Idle,502,52,binding 2,2\r\n");
}

TEST(Hash, IsExplainedByAnotherSource) {
  EXPECT_EQ(rig_answer("hash", {{"name", "901"}}),
            "hash,text,name_origin,kind,field,source,file,class_id,object,object_id,"
            "object_path_id,place,element_id\r\n"
            "901,Secret,corpus,state,states.name_hash,game,sharedassets0.assets,91,"
            "Passport,301,31,machine 0 state 3,4\r\n");
}

TEST(Hash, CountsCopiesOnceWhenAsked) {
  EXPECT_EQ(rig_answer("hash", {{"name", "Base Layer"}, {"copies", "distinct"}}),
            "hash,text,name_origin,kind,field,source,file,class_id,object,object_id,"
            "object_path_id,place,element_id\r\n"
            "756556552,Base Layer,own,layer,layers.name_hash,game,level1,91,Scout,303,33,"
            "layer 0,5\r\n"
            "756556552,Base Layer,own,layer,layers.name_hash,game,sharedassets0.assets,91,"
            "Passport,301,31,layer 0,1\r\n"
            "756556552,Base Layer,own,path,selectors.full_path_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,machine 0 selector 0,1\r\n"
            "756556552,Base Layer,own,path,selectors.full_path_hash,game,"
            "sharedassets0.assets,91,Passport,301,31,machine 0 selector 1,2\r\n");
}

TEST(Hash, WithoutATextStillShowsItsUses) {
  EXPECT_EQ(rig_answer("hash", {{"name", "0x7D3"}}),
            "hash,text,name_origin,kind,field,source,file,class_id,object,object_id,"
            "object_path_id,place,element_id\r\n"
            "2003,,,skeleton,skeleton_masks.path_hash,game,sharedassets0.assets,91,"
            "Passport,301,31,layer 1 mask element 1,1\r\n"
            "2003,,,skeleton,avatar_nodes.path_hash,game,sharedassets0.assets,90,Body,401,"
            "41,avatar node 2,2\r\n");
}

TEST(Hash, OfAnUnusedNameIsOneRow) {
  EXPECT_EQ(rig_answer("hash", {{"name", "nothing"}}),
            "hash,text,name_origin,kind,field,source,file,class_id,object,object_id,"
            "object_path_id,place,element_id\r\n"
            "573148887,,,,,,,,,,,,\r\n");
}

TEST(Hash, WithACollisionTakesTheFirstText) {
  EXPECT_EQ(rig_answer("hash", {{"name", "950"}}),
            "hash,text,name_origin,kind,field,source,file,class_id,object,object_id,"
            "object_path_id,place,element_id\r\n"
            "950,alpha,corpus,,,,,,,,,,\r\n");
}

}  // namespace
}  // namespace mecadex::queries
