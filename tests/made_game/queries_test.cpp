// Queries 1 to 14 of the catalogue over the made game. Our own ids are left out of the comparison:
// they may change between revisions.
#include <gtest/gtest.h>

#include "tests/made_game/made_rows.hpp"

namespace mecadex::testing {
namespace {

using Params = std::vector<std::pair<std::string, std::string>>;

// The answer without the columns whose name ends in "_id" (but for path ids): a field of the made
// game has no comma, and lists are the last columns.
std::string ask(const std::string& query, const Params& params = {}) {
  const std::string csv = MadeCorpus::get().answer(query, params);
  std::string out;
  std::vector<bool> kept;
  std::size_t line_start = 0;
  while (line_start < csv.size()) {
    const std::size_t line_end = csv.find('\n', line_start);
    const std::string line = csv.substr(line_start, line_end - line_start);
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (const char c : line) {
      if (c == '"') {
        is_quoted = !is_quoted;
      } else if (c == ',' && !is_quoted) {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    if (kept.empty()) {
      for (const std::string& name : fields) {
        kept.push_back(!name.ends_with("_id") || name.ends_with("path_id"));
      }
    }
    std::string row;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (kept[i]) row += (row.empty() ? "" : ",") + fields[i];
    }
    out += row + "\n";
    line_start = line_end + 1;
  }
  return out;
}

TEST(MadeQueries, Q1CensusCountsStoredCopies) {
  EXPECT_EQ(
      ask("corpus-census"),
      "files,bundles,serialized_files,animators,controllers,avatars,clips,override_controllers\n"
      "22,8,25,12,16,9,29,4\n");
  EXPECT_EQ(
      ask("corpus-census", {{"source", "game/tower-player"}}),
      "files,bundles,serialized_files,animators,controllers,avatars,clips,override_controllers\n"
      "7,0,4,1,3,1,4,0\n");
}

TEST(MadeQueries, Q2InventoryHasARowAFile) {
  EXPECT_EQ(ask("source-inventory", {{"source", "game/tower-bundles"}}),
            "source,container,kind,unity_version,has_type_tree,serialized_files,controllers,status\n"
            "game/tower-bundles,cut.bundle,unityfs,2022.3.10f1,0,1,0,damaged\n"
            "game/tower-bundles,heroes,unityfs,2019.4.20f1,1,1,2,indexed\n"
            "game/tower-bundles,odds.bundle,unityfs,2020.3.0f1,0,1,1,indexed\n"
            "game/tower-bundles,old.unity3d,unityfs,5.3.5f1,1,1,1,indexed\n"
            "game/tower-bundles,sound.bundle,unityfs,2022.3.10f1,1,1,1,indexed\n"
            "game/tower-bundles,stripped.bundle,unityfs,0.0.0,1,1,1,indexed\n");
}

TEST(MadeQueries, Q3NamesTheFileThatWasNotRead) {
  EXPECT_EQ(ask("files-not-read"),
            "source,path,status,reason\n"
            "game/tower-bundles,cut.bundle,damaged,the archive declares 2925 bytes and has 1462\n");
}

TEST(MadeQueries, Q4CountsSelectorTransitions) {
  EXPECT_EQ(ask("selector-transition-count"), "n\n63\n");
  EXPECT_EQ(ask("selector-transition-count", {{"group_by", "unity_version"}}),
            "unity_version,n\n0.0.0,2\n2018.4.0f1,9\n2019.4.20f1,11\n2020.3.0f1,2\n2020.3.40f1,4\n"
            "2021.3.20f1,13\n2022.3.10f1,2\n5.3.5f1,9\n6000.5.2f1,11\n");
}

TEST(MadeQueries, Q5FindsEveryCopyThatLeadsNowhere) {
  EXPECT_EQ(
      ask("selector-transitions-without-destination"),
      "source,file,controller,controller_path_id,machine_index,selector_index,is_entry,transition_index,conditions\n"
      "game/tower-6000,Tower_Data/sharedassets0.assets,Ambience,-9000000000000000001,0,0,1,0,0\n"
      "game/tower-6000,Tower_Data/sharedassets0.assets,Hero,5,2,0,1,0,0\n"
      "game/tower-bundles,heroes!CAB-heroes,Hero,200,2,0,1,0,0\n"
      "game/tower-bundles,heroes!CAB-heroes,Ambience,201,0,0,1,0,0\n"
      "game/tower-bundles,old.unity3d!CAB-old,Hero,3,2,0,1,0,0\n"
      "game/tower-bundles,sound.bundle!CAB-sound,Ambience,-77,0,0,1,0,0\n"
      "game/tower-bundles,stripped.bundle!CAB-stripped,Ambience,4,0,0,1,0,0\n"
      "game/tower-player,Tower_Data/resources.assets,Ambience,21,0,0,1,0,0\n"
      "game/tower-player,Tower_Data/sharedassets0.assets,Hero,5,2,0,1,0,0\n"
      "game/tower-player,Tower_Data/sharedassets0.assets,Ambience,21,0,0,1,0,0\n"
      "game/tower-webgl,Build/tower.data.unityweb!data.unity3d/level0,Ambience,21,0,0,1,0,0\n"
      "game/tower-webgl-br,Build/tower.data.br!sharedassets0.assets,Ambience,3,0,0,1,0,0\n"
      "game/tower.apk,tower.apk!assets/bin/Data/sharedassets0.assets,Hero,5,2,0,1,0,0\n");
}

TEST(MadeQueries, Q6ProfilesThemAlike) {
  EXPECT_EQ(
      ask("no-destination-profile", {{"source", "game/tower-player"}}),
      "source,file,controller,controller_path_id,machine_index,machine_states,selector_index,transition_index,"
      "transitions_of_selector,is_entry,exit_destination,layers_using_machine,n_copies\n"
      "game/tower-player,Tower_Data/resources.assets,Ambience,21,0,0,0,0,1,1,30000,1,2\n"
      "game/tower-player,Tower_Data/sharedassets0.assets,Hero,5,2,0,0,0,1,1,30000,1,1\n"
      "game/tower-player,Tower_Data/sharedassets0.assets,Ambience,21,0,0,0,0,1,1,30000,1,2\n");
}

TEST(MadeQueries, Q7GathersCopiesByNameAndMachine) {
  EXPECT_EQ(
      ask("no-destination-by-controller", {{"source", "game/tower-bundles"}}),
      "source,controller,machine_index,copies,files,sources\n"
      "game/tower-bundles,Ambience,0,3,[heroes!CAB-heroes,sound.bundle!CAB-sound,stripped.bundle!CAB-stripped],"
      "[game/tower-bundles,game/tower-bundles,game/tower-bundles]\n"
      "game/tower-bundles,Hero,2,2,[heroes!CAB-heroes,old.unity3d!CAB-old],[game/tower-bundles,game/tower-bundles]\n");
  // Controllers of one name in other sources are rows of their own.
  const std::string all = ask("no-destination-by-controller");
  EXPECT_NE(all.find("\ngame/tower-player,Ambience,0,2,"), std::string::npos) << all;
  EXPECT_NE(all.find("\ngame/tower-webgl-br,Ambience,0,1,"), std::string::npos) << all;
}

TEST(MadeQueries, Q8NoStateLeadsNowhere) {
  EXPECT_EQ(ask("transitions-without-destination"), "owner_kind,n\nany_state,0\nstate,0\n");
}

TEST(MadeQueries, Q9ExitsOfSubMachinesLeadToStates) {
  EXPECT_EQ(
      ask("exit-transitions-to-states"),
      "source,n\ngame/tower-6000,1\ngame/tower-bundles,2\ngame/tower-player,1\ngame/tower.apk,1\n");
}

TEST(MadeQueries, Q10And11TellTargetKinds) {
  EXPECT_EQ(ask("entry-transition-targets"), "destination_kind,n\nnone,13\nstate,21\n");
  EXPECT_EQ(ask("exit-transition-targets"), "destination_kind,n\nselector,24\nstate,5\n");
}

TEST(MadeQueries, Q12GivesTheRangeOfEachKind) {
  EXPECT_EQ(ask("destination-kinds"),
            "owner_kind,destination_kind,n,destination_raw_min,destination_raw_max\n"
            "any_state,state,7,0,4\n"
            "entry,none,13,4294967295,4294967295\n"
            "entry,state,21,0,3\n"
            "exit,selector,24,30000,30000\n"
            "exit,state,5,4,4\n"
            "state,out_of_range,2,77,30009\n"
            "state,selector,15,30001,30003\n"
            "state,state,7,1,1\n");
}

TEST(MadeQueries, Q13NamesDanglingTransitions) {
  EXPECT_EQ(
      ask("dangling-destinations"),
      "source,file,controller,controller_path_id,machine_index,transition_ref,owner_kind,state_index,"
      "selector_index,transition_index,destination_raw,states,selectors\n"
      "game/tower-bundles,odds.bundle!CAB-odds,Odd Fa\\xE7ade,1,0,state 0 transition "
      "0,state,0,,0,77,2,2\n"
      "game/tower-bundles,odds.bundle!CAB-odds,Odd Fa\\xE7ade,1,0,state 0 transition "
      "1,state,0,,1,30009,2,2\n");
}

TEST(MadeQueries, Q14FindsEmptyMachinesAndNoSyncedLayer) {
  EXPECT_EQ(ask("empty-state-machines", {{"source", "game/tower-6000"}}),
            "source,file,controller,controller_path_id,machine_index,layers,selectors\n"
            "game/tower-6000,Tower_Data/sharedassets0.assets,Ambience,-9000000000000000001,0,1,2\n"
            "game/tower-6000,Tower_Data/sharedassets0.assets,Hero,5,2,1,2\n");
}

}  // namespace
}  // namespace mecadex::testing
