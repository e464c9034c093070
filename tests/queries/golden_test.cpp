// The answer of each query over the fixture corpus, whole, as CSV.
#include <gtest/gtest.h>

#include "tests/queries/fixture_corpus.hpp"

namespace mecadex::queries {
namespace {

TEST(CorpusCensus, CountsWhatIsStored) {
  EXPECT_EQ(
      answer("corpus-census"),
      "files,bundles,serialized_files,animators,controllers,avatars,clips,override_controllers\r\n"
      "7,4,4,2,3,1,1,1\r\n");
}

TEST(SourceInventory, HasARowPerFileOfUnity) {
  EXPECT_EQ(answer("source-inventory"),
            "source,file_id,container,kind,unity_version,has_type_tree,serialized_files,controllers,"
            "status\r\n"
            "alpha,2,data.unity3d,unityfs,2019.1.0f2,0,1,1,indexed\r\n"
            "alpha,1,level0,serialized,2019.1.0f2,0,1,1,indexed\r\n"
            "beta,4,broken.bundle,unityfs,2021.3.2f1,,0,0,damaged\r\n"
            "beta,3,game.bundle,unityfs,2021.3.1f1,1,1,1,partial\r\n"
            "beta,7,hero.animator,quoll,,,1,0,indexed\r\n"
            "beta,6,secret.bundle,unityfs,,,0,0,encrypted\r\n");
}

TEST(FilesNotRead, GivesTheMostSevereReason) {
  EXPECT_EQ(answer("files-not-read"),
            "source,file_id,path,status,reason\r\n"
            "beta,4,broken.bundle,damaged,the block table is short\r\n"
            "beta,3,game.bundle,partial,ends in m_Controller\r\n"
            "beta,6,secret.bundle,encrypted,encrypted\r\n");
}

TEST(SelectorTransitionCount, CountsEntryAndExitOnly) {
  EXPECT_EQ(answer("selector-transition-count"), "n\r\n8\r\n");
}

TEST(SelectorTransitionsWithoutDestination, FindsEveryStoredCopy) {
  EXPECT_EQ(answer("selector-transitions-without-destination"),
            "source,file,controller_id,controller,controller_path_id,machine_index,selector_index,is_entry,"
            "transition_index,conditions,transition_id\r\n"
            "alpha,level0,1,Gem,21,0,0,1,0,0,1\r\n"
            "beta,game.bundle!CAB-1,3,Gem,-1399971041133135777,0,0,1,0,0,11\r\n");
}

TEST(NoDestinationProfile, DescribesTheMachine) {
  EXPECT_EQ(
      answer("no-destination-profile"),
      "source,file,controller_id,controller,controller_path_id,machine_index,machine_states,selector_index,"
      "transition_index,transitions_of_selector,is_entry,exit_destination,layers_using_machine,n_copies,"
      "transition_id\r\n"
      "alpha,level0,1,Gem,21,0,0,0,0,1,1,30000,1,2,1\r\n"
      "beta,game.bundle!CAB-1,3,Gem,-1399971041133135777,0,0,0,0,1,1,30000,1,2,11\r\n");
}

TEST(NoDestinationByController, TellsSourcesApart) {
  EXPECT_EQ(answer("no-destination-by-controller"),
            "source,controller_id,controller,machine_index,copies,files,sources\r\n"
            "alpha,1,Gem,0,1,\"[\"\"level0\"\"]\",\"[\"\"alpha\"\"]\"\r\n"
            "beta,3,Gem,0,1,\"[\"\"game.bundle!CAB-1\"\"]\",\"[\"\"beta\"\"]\"\r\n");
}

TEST(TransitionsWithoutDestination, ListsBothKindsWithZero) {
  EXPECT_EQ(answer("transitions-without-destination"), "owner_kind,n\r\nany_state,0\r\nstate,0\r\n");
}

TEST(ExitTransitionsToStates, CountsBySourceUnlessAskedOtherwise) {
  EXPECT_EQ(answer("exit-transitions-to-states"), "source,n\r\nalpha,1\r\n");
  EXPECT_EQ(answer("exit-transitions-to-states", {{"group_by", "none"}}), "n\r\n1\r\n");
}

TEST(ExitTransitionsToStatesPlaces, NameWhatIsCounted) {
  EXPECT_EQ(answer("exit-transitions-to-states-places"),
            "source,file,controller_id,controller,controller_path_id,machine_index,selector_index,machine_path,transition_index,to_state_index,"
            "to_name,conditions,transition_id\r\n"
            "alpha,data.unity3d!sharedassets0.assets,2,Player,5,0,3,,0,0,Idle,0,10\r\n");
}

TEST(EntryTransitionTargets, TellsStatesFromNone) {
  EXPECT_EQ(answer("entry-transition-targets"), "destination_kind,n\r\nnone,2\r\nstate,2\r\n");
}

TEST(ExitTransitionTargets, TellsSelectorsFromStates) {
  EXPECT_EQ(answer("exit-transition-targets"), "destination_kind,n\r\nselector,3\r\nstate,1\r\n");
}

TEST(DestinationKinds, GivesTheRangeOfStoredValues) {
  EXPECT_EQ(answer("destination-kinds"),
            "owner_kind,destination_kind,n,destination_raw_min,destination_raw_max\r\n"
            "any_state,state,1,0,0\r\n"
            "entry,none,2,4294967295,4294967295\r\n"
            "entry,state,2,0,1\r\n"
            "exit,selector,3,30000,30000\r\n"
            "exit,state,1,0,0\r\n"
            "state,out_of_range,1,9,9\r\n"
            "state,selector,1,30001,30001\r\n"
            "state,state,1,1,1\r\n");
}

TEST(DestinationKinds, AreLimitedToOneKindOfTransition) {
  EXPECT_EQ(answer("destination-kinds", {{"transition_kind", "any_state"}}),
            "owner_kind,destination_kind,n,destination_raw_min,destination_raw_max\r\nany_state,state,1,0,0\r\n");
}

TEST(DanglingDestinations, NameTheTransition) {
  EXPECT_EQ(
      answer("dangling-destinations"),
      "source,file,controller_id,controller,controller_path_id,machine_index,transition_ref,"
      "owner_kind,state_index,selector_index,transition_index,destination_raw,states,selectors,transition_id\r\n"
      "alpha,data.unity3d!sharedassets0.assets,2,Player,5,0,state 1 transition 1,state,1,,1,9,2,4,"
      "5\r\n");
}

TEST(EmptyStateMachines, CountLayersAndSelectors) {
  EXPECT_EQ(answer("empty-state-machines"),
            "source,file,controller_id,controller,controller_path_id,machine_index,layers,selectors,"
            "state_machine_id\r\n"
            "alpha,data.unity3d!sharedassets0.assets,2,Player,5,1,1,0,3\r\n"
            "alpha,level0,1,Gem,21,0,1,2,1\r\n"
            "beta,game.bundle!CAB-1,3,Gem,-1399971041133135777,0,1,2,4\r\n");
}

}  // namespace
}  // namespace mecadex::queries
