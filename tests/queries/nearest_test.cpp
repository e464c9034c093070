// Suggestions: which names are near one that is not known, and how they are shown.
#include "queries/nearest.hpp"

#include <gtest/gtest.h>

namespace mecadex::queries {
namespace {

std::vector<std::string> near(std::string_view wanted, const std::vector<std::string>& names) {
  Nearest nearest(wanted);
  for (const std::string& name : names) nearest.offer(name);
  return nearest.names();
}

using Names = std::vector<std::string>;

TEST(Nearest, FindsNamesThatDifferByFewEdits) {
  EXPECT_EQ(near("Playr", {"Prayer", "Gem", "Player"}), (Names{"Player", "Prayer"}));
  EXPECT_EQ(near("alhpa", {"alpha", "beta"}), (Names{"alpha"}));
}

TEST(Nearest, FindsNamesThatHoldTheWantedOne) {
  EXPECT_EQ(near("tower", {"game/tower-player", "game/hero"}), (Names{"game/tower-player"}));
  EXPECT_EQ(near("game/tower-player", {"tower-player"}), (Names{"tower-player"}));
  EXPECT_EQ(near("to", {"game/tower-player"}), Names{});  // two letters are in everything
}

TEST(Nearest, FindsPathsOfWhichAPartIsNear) {
  EXPECT_EQ(near("playrs", {"players/2019.4", "bundles/2019.4"}), (Names{"players/2019.4"}));
  EXPECT_EQ(near("sharedasets0.assets", {"Data/sharedassets0.assets"}), (Names{"Data/sharedassets0.assets"}));
}

TEST(Nearest, PutsAnotherCaseFirst) {
  EXPECT_EQ(near("idle", {"idler", "Idle"}), (Names{"Idle", "idler"}));
}

TEST(Nearest, GivesThreeAtMostNearestFirstEachOnce) {
  EXPECT_EQ(near("state", {"states_view", "statex", "states", "state_machines", "states"}),
            (Names{"states", "statex", "states_view"}));
}

TEST(Nearest, LeavesOutWildcards) {
  EXPECT_EQ(near("*Playr*", {"Player"}), (Names{"Player"}));
  EXPECT_EQ(near("*", {"Player"}), Names{});
}

TEST(Nearest, SuggestsNothingWhenNothingIsNear) {
  const Nearest nearest("zzz");
  EXPECT_EQ(nearest.suggestion(), "");
  EXPECT_EQ(near("", {"a"}), Names{});
}

TEST(Nearest, IsNotHeldUpByLongNames) {
  EXPECT_EQ(near(std::string(100'000, 'a'), {std::string(100'000, 'b')}), Names{});
}

TEST(Nearest, ShowsControlCharactersAsNumbers) {
  EXPECT_EQ(near("abcd", {"abc\x1B"}), (Names{"abc\\x1B"}));
  EXPECT_EQ(shown("a\nb"), "a\\x0Ab");
  EXPECT_EQ(shown(std::string(300, 'x')).size(), 203U);
}

}  // namespace
}  // namespace mecadex::queries
