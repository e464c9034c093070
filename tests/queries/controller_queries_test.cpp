// Layers, states, transitions, motions and parameters of whole controllers.
#include <gtest/gtest.h>

#include "tests/queries/rig_corpus.hpp"

namespace mecadex::queries {
namespace {

TEST(ControllerSummary, CountsEverything) {
  EXPECT_EQ(rig_answer("controller-summary"),
            "source,file,controller_id,controller,controller_path_id,layers,machines,"
            "states,parameters,clips,names,state_transitions,any_transitions,"
            "entry_transitions,exit_transitions,plain_clips,trees_1d,"
            "trees_simple_directional_2d,trees_freeform_directional_2d,"
            "trees_freeform_cartesian_2d,trees_direct\r\n"
            "game,level1,303,Scout,33,1,1,1,0,1,2,0,0,0,0,1,0,0,0,0,0\r\n"
            "game,sharedassets0.assets,301,Passport,31,3,2,5,3,7,9,4,1,2,1,2,0,0,0,1,1\r\n"
            "game,sharedassets0.assets,302,Scout,32,1,1,1,0,1,4,0,0,0,0,1,0,0,0,0,0\r\n"
            "mods,mod.bundle!CAB-m,304,Scout,-34,1,1,1,0,1,4,0,0,0,0,1,0,0,0,0,0\r\n");
}

TEST(LayerTable, GivesTheWeightThatPlays) {
  EXPECT_EQ(rig_answer("layer-table"),
            "source,file,controller_id,controller,controller_path_id,layer_index,name,"
            "resolved_name,name_origin,machine_index,motion_set,blending,weight,default_weight,"
            "body_mask,masks,states,any_transitions,has_ik_pass,layer_id\r\n"
            "game,level1,303,Scout,33,0,Base Layer,Base Layer,own,0,0,override,1.0,0.0,"
            "\"[0,0,0]\",0,1,0,0,5\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,Base Layer,Base Layer,own,0,0,"
            "override,1.0,0.0,\"[4294967295,15,3]\",0,4,1,0,1\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,Arms,Arms,own,0,1,override,1.0,"
            "1.0,\"[1,2,null]\",2,4,1,1,2\r\n"
            "game,sharedassets0.assets,301,Passport,31,2,,Face,source,1,0,additive,0.5,0.5,"
            "\"[0,0,0]\",0,1,0,0,3\r\n"
            "game,sharedassets0.assets,302,Scout,32,0,Base Layer,Base Layer,own,0,0,"
            "override,1.0,0.0,\"[0,0,0]\",0,1,0,0,4\r\n"
            "mods,mod.bundle!CAB-m,304,Scout,-34,0,Base Layer,Base Layer,own,0,0,override,"
            "1.0,0.0,\"[0,0,0]\",0,1,0,0,6\r\n");
}

TEST(SyncedLayers, ShowAnotherLayersMachine) {
  EXPECT_EQ(rig_answer("synced-layers"),
            "source,file,controller_id,controller,controller_path_id,layer_index,name,"
            "shown_layer,shown_name,machine_index,motion_set,synced_layer_affects_timing,states,own_motions,"
            "layer_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,Arms,0,Base Layer,0,1,1,4,1,2\r\n");
}

TEST(States, PlayTheMotionOfTheirLayer) {
  EXPECT_EQ(rig_answer("states", {{"controller", "Passport"}}),
            "source,file,controller_id,controller,controller_path_id,layer_index,machine_index,state_index,"
            "name,resolved_name,name_origin,is_default,motion_kind,clips,speed,parameters,"
            "transitions_out,transitions_in,state_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,0,Idling,Idling,own,1,"
            "freeform_cartesian_2d,\"[\"\"Idle\"\",\"\"Idle\"\",\"\"Fast\"\"]\",1.0,"
            "\"[\"\"blend: 902\"\",\"\"blend: Speed\"\"]\",1,1,1\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,1,Grab,Grab,own,0,clip,"
            "\"[\"\"Fast\"\"]\",2.5,\"[\"\"speed: Speed\"\"]\",1,2,2\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,2,GrabLoop,GrabLoop,own,0,none,"
            "[],1.0,\"[\"\"time: 902\"\"]\",1,1,3\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,3,,Secret,corpus,0,none,[],1.0,"
            "[],0,1,4\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,0,Idling,Idling,own,1,clip,"
            "\"[\"\"Fast\"\"]\",1.0,[],1,1,1\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,1,Grab,Grab,own,0,none,[],2.5,"
            "\"[\"\"speed: Speed\"\"]\",1,2,2\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,2,GrabLoop,GrabLoop,own,0,none,"
            "[],1.0,\"[\"\"time: 902\"\"]\",1,1,3\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,3,,Secret,corpus,0,none,[],1.0,"
            "[],0,1,4\r\n"
            "game,sharedassets0.assets,301,Passport,31,2,1,0,Blink,Blink,own,1,direct,"
            "\"[null,null,null,null,null,null,null]\",1.0,\"[\"\"blend: beak_noise\"\","
            "\"\"blend: Speed\"\"]\",1,1,5\r\n");
}

TEST(States, AreThoseOfOneLayer) {
  EXPECT_EQ(rig_answer("states", {{"controller", "Passport"}, {"layer", "2"}}),
            "source,file,controller_id,controller,controller_path_id,layer_index,machine_index,state_index,"
            "name,resolved_name,name_origin,is_default,motion_kind,clips,speed,parameters,"
            "transitions_out,transitions_in,state_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,2,1,0,Blink,Blink,own,1,direct,"
            "\"[null,null,null,null,null,null,null]\",1.0,\"[\"\"blend: beak_noise\"\","
            "\"\"blend: Speed\"\"]\",1,1,5\r\n");
}

TEST(DefaultStateMotion, DescribesTheTree) {
  EXPECT_EQ(rig_answer("default-state-motion", {{"controller", "Passport"}}),
            "source,file,controller_id,controller,controller_path_id,layer_index,machine_index,state_index,"
            "name,resolved_name,name_origin,blend_kind,children,positions,leaves,"
            "first_clip,last_clip,transitions_out,state_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,0,Idling,Idling,own,"
            "freeform_cartesian_2d,2,\"[[0.0,-1.5],[\"\"Infinity\"\",0.25]]\",3,Idle,Fast,"
            "1,1\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,0,Idling,Idling,own,clip,0,[],1,"
            "Fast,Fast,1,1\r\n"
            "game,sharedassets0.assets,301,Passport,31,2,1,0,Blink,Blink,own,direct,7,"
            "\"[null,null,null,null,null,null,null]\",7,,,1,5\r\n");
}

TEST(EntryTargets, KeepTheirOrder) {
  EXPECT_EQ(rig_answer("entry-targets"),
            "source,file,controller_id,controller,controller_path_id,machine_index,selector_index,"
            "machine_path,transitions,state_indices,state_names,selector_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,Base Layer,2,\"[1,3]\","
            "\"[\"\"Grab\"\",null]\",1\r\n");
  EXPECT_EQ(rig_answer("entry-targets", {{"machine", "1"}}),
            "source,file,controller_id,controller,controller_path_id,machine_index,selector_index,"
            "machine_path,transitions,state_indices,state_names,selector_id\r\n");
}

TEST(MotionSets, CountTreesAndMotions) {
  EXPECT_EQ(rig_answer("motion-sets", {{"controller", "Passport"}}),
            "source,file,controller_id,controller,controller_path_id,machine_index,state_index,name,"
            "resolved_name,name_origin,sets,machine_sets,with_motion,state_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,Idling,Idling,own,2,2,2,1\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,1,Grab,Grab,own,2,2,1,2\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,2,GrabLoop,GrabLoop,own,2,2,0,3\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,3,,Secret,corpus,2,2,0,4\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,Blink,Blink,own,1,1,1,5\r\n");
}

TEST(TransitionGraph, HasAnEdgePerTransition) {
  EXPECT_EQ(rig_answer("transition-graph"),
            "source,file,controller_id,controller,controller_path_id,layer_index,machine_index,"
            "from_state_index,from_selector_index,from_name,to_state_index,to_selector_index,to_name,owner_kind,destination_kind,"
            "conditions,exit_time,duration,transition_index,transition_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,0,,Idling,1,,Grab,state,state,"
            "\"[\"\"Speed greater 0.5\"\",\"\"beak_noise if\"\"]\",,0.25,0,1\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,1,,Grab,2,,GrabLoop,state,state,"
            "[],0.75,0.0,0,2\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,2,,GrabLoop,,1,Base Layer,state,"
            "selector,\"[\"\"beak_noise if_not\"\"]\",0.5,0.25,0,3\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,,,Any State,0,,Idling,any_state,"
            "state,\"[\"\"902 not_equal 4\"\"]\",,0.25,0,4\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,,0,Base Layer,1,,Grab,entry,"
            "state,\"[\"\"903 if\"\"]\",,,0,5\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,,0,Base Layer,3,,,entry,state,"
            "[],,,1,6\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,,1,Base Layer,,0,Base Layer,"
            "exit,selector,[],,,0,7\r\n"
            "game,sharedassets0.assets,301,Passport,31,2,1,0,,Blink,0,,Blink,state,state,"
            "\"[\"\"exit_time 0.8\"\"]\",,0.25,0,8\r\n");
}

TEST(TransitionGraph, OfALayerShowsItsMachine) {
  EXPECT_EQ(rig_answer("transition-graph", {{"layer", "2"}}),
            "source,file,controller_id,controller,controller_path_id,layer_index,machine_index,"
            "from_state_index,from_selector_index,from_name,to_state_index,to_selector_index,to_name,owner_kind,destination_kind,"
            "conditions,exit_time,duration,transition_index,transition_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,2,1,0,,Blink,0,,Blink,state,state,"
            "\"[\"\"exit_time 0.8\"\"]\",,0.25,0,8\r\n");
}

TEST(StateChains, FollowTransitionsWithoutConditions) {
  EXPECT_EQ(rig_answer("state-chains"),
            "source,file,controller_id,controller,controller_path_id,machine_index,state_index,name,"
            "next,next_name,exit_time,transition_index,transition_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,1,Grab,2,GrabLoop,0.75,0,2\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,Blink,0,Blink,0.8,0,8\r\n");
  EXPECT_EQ(rig_answer("state-chains", {{"name", "Gr*"}}),
            "source,file,controller_id,controller,controller_path_id,machine_index,state_index,name,"
            "next,next_name,exit_time,transition_index,transition_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,1,Grab,2,GrabLoop,0.75,0,2\r\n");
}

TEST(StatesSwitchedBy, NameModeAndThreshold) {
  EXPECT_EQ(rig_answer("states-switched-by", {{"parameter", "beak_noise"}}),
            "source,file,controller_id,controller,controller_path_id,machine_index,from_state_index,"
            "from_name,to_state_index,to_name,owner_kind,mode_name,threshold,other_conditions,condition_index,"
            "transition_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,Idling,1,Grab,state,if,0.0,1,1,1\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,2,GrabLoop,,,state,if_not,0.0,0,0,"
            "3\r\n");
  EXPECT_EQ(rig_answer("states-switched-by", {{"parameter", "903"}}),
            "source,file,controller_id,controller,controller_path_id,machine_index,from_state_index,"
            "from_name,to_state_index,to_name,owner_kind,mode_name,threshold,other_conditions,condition_index,"
            "transition_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,,,1,Grab,entry,if,0.0,0,0,5\r\n");
}

TEST(ConditionModes, HaveNames) {
  EXPECT_EQ(rig_answer("condition-modes"),
            "mode,name,n\r\n"
            "1,if,2\r\n"
            "2,if_not,1\r\n"
            "3,greater,1\r\n"
            "5,exit_time,1\r\n"
            "7,not_equal,1\r\n");
}

TEST(ParameterKinds, CountDefaultsOutOfRange) {
  EXPECT_EQ(rig_answer("parameter-kinds"),
            "kind,name,n,index_out_of_range\r\n"
            "1,float,1,0\r\n"
            "3,int,1,1\r\n"
            "4,bool,1,0\r\n");
}

TEST(BlendKinds, LookAtInnerNodes) {
  EXPECT_EQ(rig_answer("blend-kinds"),
            "blend_type,name,inner_nodes,max_children,max_depth,leaves_without_clip\r\n"
            "0,1d,1,2,1,0\r\n"
            "3,freeform_cartesian_2d,1,2,0,0\r\n"
            "4,direct,1,7,0,1\r\n");
}

TEST(NestedBlendTrees, SayHowDeep) {
  EXPECT_EQ(rig_answer("nested-blend-trees"),
            "source,file,controller_id,controller,controller_path_id,machine_index,state_index,"
            "state,motion_set,node_index,depth,blend_type,children,blend_node_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,0,0,Idling,0,2,1,0,2,3\r\n");
}

TEST(MissingClips, GiveTheReason) {
  EXPECT_EQ(rig_answer("missing-clips"),
            "source,file,controller_id,controller,controller_path_id,machine_index,state_index,"
            "state,motion_set,node_index,slot,reason,target_file_name,target_path_id,"
            "candidates,blend_node_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,Blink,0,1,,no_slot,,,0,9\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,Blink,0,2,2,null,,0,0,10\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,Blink,0,3,3,missing,"
            "archive:/CAB-x/CAB-x,77,0,11\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,Blink,0,4,4,ambiguous,common,78,"
            "2,12\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,Blink,0,5,5,wrong_class,,41,0,13\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,Blink,0,6,6,not_indexed,common,"
            "79,0,14\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,Blink,0,7,,out_of_range,,,0,15\r\n");
}

TEST(MissingClips, AreLimitedToOneReason) {
  EXPECT_EQ(rig_answer("missing-clips", {{"reason", "ambiguous"}}),
            "source,file,controller_id,controller,controller_path_id,machine_index,state_index,"
            "state,motion_set,node_index,slot,reason,target_file_name,target_path_id,"
            "candidates,blend_node_id\r\n"
            "game,sharedassets0.assets,301,Passport,31,1,0,Blink,0,4,4,ambiguous,common,78,"
            "2,12\r\n");
}

TEST(NullClipSlots, CountTheLeavesThatIndexThem) {
  EXPECT_EQ(rig_answer("null-clip-slots"),
            "source,file,controller_id,controller,controller_path_id,slot,slots,leaves\r\n"
            "game,sharedassets0.assets,301,Passport,31,2,7,1\r\n");
}

}  // namespace
}  // namespace mecadex::queries
