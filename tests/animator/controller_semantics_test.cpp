#include "indexer/animator/controller_semantics.hpp"

#include <gtest/gtest.h>

#include "indexer/layouts/read_plan.hpp"

namespace mecadex::animator {
namespace {

using bytes::FindingCode;

// ---- clips of leaves ----

BlendNode leaf(std::uint32_t clip) {
  BlendNode node;
  node.clip = clip;
  return node;
}

void expect_clip(const LeafClip& clip, ClipResolution resolution, std::optional<std::size_t> slot) {
  EXPECT_EQ(to_string(clip.resolution), to_string(resolution));
  EXPECT_EQ(clip.slot, slot);
}

TEST(LeafClip, IsASlotSinceUnity5) {
  expect_clip(leaf_clip({}, 0, leaf(2), 3), ClipResolution::slot, 2);
  expect_clip(leaf_clip({}, 0, leaf(3), 3), ClipResolution::out_of_range, std::nullopt);
  expect_clip(leaf_clip({}, 0, leaf(0xFFFFFFFF), 3), ClipResolution::none, std::nullopt);
}

TEST(LeafClip, OfAnInnerNodeIsNone) {
  BlendNode inner = leaf(1);
  inner.children = {1};
  expect_clip(leaf_clip({}, 0, inner, 3), ClipResolution::none, std::nullopt);
}

TEST(LeafClip, IsFoundByHashInUnity4) {
  State state;
  state.leaf_infos = {{{10, 20}, 5}, {{20, 30}, 1}};
  expect_clip(leaf_clip(state, 0, leaf(20), 9), ClipResolution::leaf_info, 6);
  expect_clip(leaf_clip(state, 1, leaf(20), 9), ClipResolution::leaf_info, 1);  // per motion set
  expect_clip(leaf_clip(state, 0, leaf(20), 6), ClipResolution::out_of_range, std::nullopt);
  expect_clip(leaf_clip(state, 0, leaf(99), 9), ClipResolution::out_of_range, std::nullopt);
  state.leaf_infos = {{{10}, 0xFFFFFFFF}};
  expect_clip(leaf_clip(state, 0, leaf(10), 9), ClipResolution::out_of_range, std::nullopt);
}

// ---- check_controller ----

// One layer, one machine of two states and two selectors, one clip, a parameter of each kind.
Controller controller() {
  Controller c;
  c.layers.resize(1);
  StateMachine machine;
  State state;
  state.tree_indexes = {0};
  state.trees = {{{leaf(0)}}};
  state.transitions.resize(1);
  machine.states = {state, state};
  machine.selectors = {{{{{0, {}}}, 1, true}, {{{30'000, {}}}, 1, false}}};
  c.state_machines = {machine};
  c.clips.resize(1);
  c.parameters = {{1, 1, 0}, {2, 3, 0}, {3, 4, 0}, {4, 9, 1}};
  c.float_defaults = {0};
  c.int_defaults = {0};
  c.bool_defaults = {0, 0};
  return c;
}

void expect_one(const Controller& c, FindingCode code, const std::string& path) {
  const auto notes = check_controller(c);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(bytes::info(notes[0].code).text, bytes::info(code).text);
  EXPECT_EQ(notes[0].field_path, path);
}

const std::string kState = "m_StateMachineArray[0].m_StateConstantArray[1]";

TEST(CheckController, FindsNothingWhereAllIsWell) {
  EXPECT_TRUE(check_controller(controller()).empty());
}

TEST(CheckController, AnEmptyMachineIsWell) {
  Controller c = controller();
  c.state_machines[0].states.clear();
  c.state_machines[0].default_state = 0;
  c.state_machines[0].selectors->at(0).transitions[0].destination = 0xFFFFFFFF;
  EXPECT_TRUE(check_controller(c).empty());
}

TEST(CheckController, NamesALayersMissingMachine) {
  Controller c = controller();
  c.layers[0].state_machine = 1;
  expect_one(c, FindingCode::controller_machine_index, "m_LayerArray[0].m_StateMachineIndex");
}

TEST(CheckController, NamesADefaultStateThatDoesNotExist) {
  Controller c = controller();
  c.state_machines[0].default_state = 2;
  expect_one(c, FindingCode::controller_default_state, "m_StateMachineArray[0].m_DefaultState");
}

TEST(CheckController, NamesDestinationsOutOfRangeAndStatesThatLeadNowhere) {
  for (const std::uint32_t raw : {2U, 30'002U, 0xFFFFFFFFU}) {
    Controller c = controller();
    c.state_machines[0].states[1].transitions[0].destination = raw;
    expect_one(c, FindingCode::controller_destination, kState + ".m_TransitionConstantArray[0]");
  }
  Controller c = controller();
  c.state_machines[0].any_state_transitions.resize(1);
  c.state_machines[0].any_state_transitions[0].destination = 5;
  expect_one(c, FindingCode::controller_destination,
             "m_StateMachineArray[0].m_AnyStateTransitionConstantArray[0]");
}

TEST(CheckController, NamesTreesChildrenAndClipsThatDoNotExist) {
  Controller c = controller();
  c.state_machines[0].states[1].tree_indexes = {-2};
  expect_one(c, FindingCode::controller_tree_index, kState + ".m_BlendTreeConstantIndexArray[0]");
  c = controller();
  c.state_machines[0].states[1].trees[0].nodes[0].clip = 1;
  expect_one(c, FindingCode::controller_clip_index,
             kState + ".m_BlendTreeConstantArray[0].m_NodeArray[0].m_ClipID");
  c = controller();
  c.state_machines[0].states[1].trees[0].nodes[0].children = {1};
  expect_one(c, FindingCode::controller_child_index,
             kState + ".m_BlendTreeConstantArray[0].m_NodeArray[0].m_ChildIndices");
}

TEST(CheckController, NamesACircleOfNodesOnce) {
  Controller c = controller();
  auto& nodes = c.state_machines[0].states[1].trees[0].nodes;
  nodes[0].children = {0};  // itself
  expect_one(c, FindingCode::controller_tree_cycle,
             kState + ".m_BlendTreeConstantArray[0].m_NodeArray[0].m_ChildIndices");
  nodes.resize(3);
  nodes[0].children = {1};
  nodes[1].children = {2};
  nodes[2].children = {0};
  expect_one(c, FindingCode::controller_tree_cycle,
             kState + ".m_BlendTreeConstantArray[0].m_NodeArray[2].m_ChildIndices");
}

TEST(CheckController, ANodeWithTwoParentsIsNoCircle) {
  Controller c = controller();
  auto& nodes = c.state_machines[0].states[1].trees[0].nodes;
  nodes.resize(4, leaf(0));
  nodes[0].children = {1, 2};
  nodes[1].children = {3};
  nodes[2].children = {3};
  EXPECT_TRUE(check_controller(c).empty());
}

TEST(CheckController, ADeepTreeNeedsNoStack) {
  Controller c = controller();
  auto& nodes = c.state_machines[0].states[0].trees[0].nodes;
  nodes.resize(1'000'000, leaf(0));
  for (std::uint32_t i = 0; i + 1 < nodes.size(); ++i) nodes[i].children = {i + 1};
  EXPECT_TRUE(check_controller(c).empty());
}

TEST(CheckController, NamesParametersBeyondTheirDefaults) {
  Controller c = controller();
  c.parameters[3].index = 2;  // a trigger counts among the bools
  expect_one(c, FindingCode::controller_default_index, "m_ValueArray[3].m_Index");
  c.parameters[3] = {4, 77, 100};  // a kind that nobody knows has no defaults
  EXPECT_TRUE(check_controller(c).empty());
}

TEST(CheckController, NamesBehaviourRangesBeyondTheirList) {
  Controller c = controller();
  c.behaviour_indices = {0, 0};
  c.behaviour_ranges = {{1, 0, 0, 2}, {1, 0, 1, 2}};
  expect_one(c, FindingCode::controller_behaviour_index, "m_StateMachineBehaviourRanges[1]");
  c.behaviour_ranges = {{1, 0, 0xFFFFFFFF, 0xFFFFFFFF}};
  expect_one(c, FindingCode::controller_behaviour_index, "m_StateMachineBehaviourRanges[0]");
}

TEST(CheckController, NotesNoMoreThanTheLimit) {
  Controller c = controller();
  c.layers.resize(5'000);
  for (Layer& layer : c.layers) layer.state_machine = 9;
  EXPECT_EQ(check_controller(c).size(), layouts::kMaxNotesPerObject);
}

}  // namespace
}  // namespace mecadex::animator
