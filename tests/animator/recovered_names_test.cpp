// Texts put together from a controller's own table, each kept only when its CRC-32 is asked for.
#include "indexer/animator/recovered_names.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "indexer/animator/destination.hpp"
#include "indexer/bytes/crc32.hpp"

namespace mecadex::animator {
namespace {

using bytes::name_hash;

class Recovery : public ::testing::Test {
 protected:
  Recovery() {
    controller_.state_machines.resize(1);
    controller_.layers.resize(1);
    controller_.layers[0].name_hash = name_hash("Base Layer");
  }

  /// The table has this text.
  void know(const std::string& text) { names_.push_back({name_hash(text), text}); }
  StateMachine& machine() { return controller_.state_machines[0]; }
  /// A state of which the table knows nothing yet. `path`: what stands below the layer, or the full path.
  State& state(const std::string& name, const std::string& path, const std::string& full_path) {
    State made;
    made.name_hash = name_hash(name);
    made.path_hash = name_hash(path);
    made.full_path_hash = name_hash(full_path);
    machine().states.push_back(made);
    return machine().states.back();
  }
  /// An entry node of this (sub-)machine.
  void selector(const std::string& path) {
    if (!machine().selectors) machine().selectors.emplace();
    machine().selectors->push_back({{}, name_hash(path), true});
  }
  std::string all() const {
    const NameTable table(names_);
    std::vector<std::string> texts;
    for (const NameEntry& entry : RecoveredNames(controller_, table).entries()) {
      EXPECT_EQ(entry.hash, name_hash(entry.text));
      texts.push_back(entry.text);
    }
    std::sort(texts.begin(), texts.end());
    std::string joined;
    for (const std::string& text : texts) joined += text + "\n";
    return joined;
  }

  std::vector<NameEntry> names_;
  Controller controller_;
};

TEST_F(Recovery, OfACompleteTableGivesNothing) {
  for (const char* text : {"Base Layer", "Idle", "Base Layer.Idle"}) know(text);
  state("Idle", "Base Layer.Idle", "Base Layer.Idle");
  selector("Base Layer");
  EXPECT_EQ(all(), "");
}

TEST_F(Recovery, FindsMachinesAndLayersAmongThePrefixesOfAStatesPath) {
  know("Following");
  know("Alerted.Deep.Following");
  know("Base Layer.Alerted.Deep.Following");
  state("Following", "Alerted.Deep.Following", "Base Layer.Alerted.Deep.Following");
  selector("Base Layer.Alerted");
  selector("Base Layer.Alerted.Deep");
  EXPECT_EQ(all(), "Base Layer\nBase Layer.Alerted\nBase Layer.Alerted.Deep\n");
}

TEST_F(Recovery, FindsAStatesNameAndPathBehindADotOfItsFullPath) {
  know("Base Layer");
  know("Base Layer.Alerted.Following");
  state("Following", "Alerted.Following", "Base Layer.Alerted.Following");
  EXPECT_EQ(all(), "Alerted.Following\nFollowing\n");
}

TEST_F(Recovery, PutsAStatesPathTogetherFromMachineAndName) {
  know("Base Layer");
  know("Following");
  know("Base Layer.Alerted");
  state("Following", "Alerted.Following", "Base Layer.Alerted.Following");
  state("Following", "Base Layer.Following", "Base Layer.Following");
  selector("Base Layer.Alerted");
  EXPECT_EQ(all(), "Alerted.Following\nBase Layer.Alerted.Following\nBase Layer.Following\n");
}

TEST_F(Recovery, PutsAFullPathTogetherFromLayerAndPath) {
  know("Base Layer");
  know("Alerted.Following");
  state("Following", "Alerted.Following", "Base Layer.Alerted.Following");
  selector("Base Layer.Alerted");
  EXPECT_EQ(all(), "Base Layer.Alerted\nBase Layer.Alerted.Following\nFollowing\n");
}

TEST_F(Recovery, UsesWhatItFoundToFindMore) {
  // The first state's full path gives the machine, which gives the second state's path.
  know("Circling");
  know("Base Layer.Alerted.Following");
  state("Circling", "Alerted.Circling", "Base Layer.Alerted.Circling");
  state("Following", "Alerted.Following", "Base Layer.Alerted.Following");
  selector("Base Layer.Alerted");
  EXPECT_EQ(all(),
            "Alerted.Circling\nAlerted.Following\nBase Layer\nBase Layer.Alerted\nBase Layer.Alerted.Circling\n"
            "Following\n");
}

// pitfalls.md A17
TEST_F(Recovery, ADotInANameDoesNoHarm) {
  know("Base Layer");
  know("v1.2");
  state("v1.2", "Base Layer.v1.2", "Base Layer.v1.2");
  EXPECT_EQ(all(), "Base Layer.v1.2\n");
  names_ = {{name_hash("Base Layer.v1.2"), "Base Layer.v1.2"}};
  EXPECT_EQ(all(), "Base Layer\nv1.2\n");  // neither "2" nor "Base Layer.v1": nobody asks for them
}

TEST_F(Recovery, FindsTransitionsByTheirEnds) {
  for (const char* text : {"Base Layer", "A", "B", "Base Layer.A", "Base Layer.B"}) know(text);
  State& a = state("A", "Base Layer.A", "Base Layer.A");
  const auto transition = [](std::uint32_t to, const std::string& name, const std::string& full) {
    Transition made;
    made.destination = to;
    made.name_hash = name_hash(name);
    made.full_path_hash = name_hash(full);
    return made;
  };
  a.transitions = {transition(1, "A -> B", "Base Layer.A -> Base Layer.B"),
                   transition(kSelectorBase + 1, "A -> Exit", "Base Layer.A -> Exit"),
                   transition(0, "a custom name", "another")};
  state("B", "Base Layer.B", "Base Layer.B");
  machine().any_state_transitions = {transition(1, "AnyState -> B", "Entry -> Base Layer.B")};
  EXPECT_EQ(all(), "A -> B\nA -> Exit\nAnyState -> B\nBase Layer.A -> Base Layer.B\nBase Layer.A -> Exit\n"
                   "Entry -> Base Layer.B\n");
}

TEST_F(Recovery, FindsTransitionsByPathsInUnity4) {
  for (const char* text : {"Base Layer", "Base Layer.A", "Base Layer.B"}) know(text);
  for (const char* path : {"Base Layer.A", "Base Layer.B"}) {
    State made;
    made.path_hash = name_hash(path);
    Transition to_b;
    to_b.destination = 1;
    to_b.name_hash = name_hash(std::string(path) + " -> Base Layer.B");
    made.transitions = {to_b};
    machine().states.push_back(made);
  }
  Transition any;
  any.name_hash = name_hash("AnyState -> Base Layer.A");
  machine().any_state_transitions = {any};
  EXPECT_EQ(all(), "AnyState -> Base Layer.A\nBase Layer.A -> Base Layer.B\nBase Layer.B -> Base Layer.B\n");
}

TEST_F(Recovery, FindsNothingThatIsNotThere) {
  know("Something else");
  know("Other.Thing");
  State& lonely = state("Idle", "Base Layer.Idle", "Base Layer.Idle");
  lonely.transitions.resize(1);
  lonely.transitions[0].name_hash = 77;
  selector("Base Layer");
  EXPECT_EQ(all(), "");
}

TEST_F(Recovery, OfTwoTextsWithOneHashGivesNone) {
  // Two texts of one CRC-32 (found by search) as machine names.
  ASSERT_EQ(name_hash("plumless"), name_hash("buckeroo"));
  know("Base Layer");
  know("A");
  know("B");
  know("plumless.A");
  state("A", "plumless.A", "plumless.A");
  selector("plumless");
  EXPECT_EQ(all(), "plumless\n");
  know("buckeroo.B");
  state("B", "buckeroo.B", "buckeroo.B");
  EXPECT_EQ(all(), "");
}

TEST_F(Recovery, LeavesTextsBeyondTheLimit) {
  know(std::string(kMaxRecoveredText, 'x') + ".A");
  know("A");
  state("A", names_[0].text, names_[0].text);
  selector(std::string(kMaxRecoveredText, 'x'));
  EXPECT_EQ(all(), "");
}

}  // namespace
}  // namespace mecadex::animator
