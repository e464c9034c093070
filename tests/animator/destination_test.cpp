#include "indexer/animator/destination.hpp"

#include <gtest/gtest.h>

namespace mecadex::animator {
namespace {

void expect(std::uint32_t raw, DestinationKind kind, std::uint32_t index) {
  const Destination found = destination(raw, 3, 2);
  EXPECT_EQ(found.kind, kind) << raw;
  EXPECT_EQ(found.index, index) << raw;
}

TEST(Destination, BelowThirtyThousandIsAState) {
  expect(0, DestinationKind::state, 0);
  expect(2, DestinationKind::state, 2);
  expect(3, DestinationKind::out_of_range, 0);
  expect(29'999, DestinationKind::out_of_range, 0);
}

TEST(Destination, FromThirtyThousandIsASelector) {
  expect(30'000, DestinationKind::selector, 0);
  expect(30'001, DestinationKind::selector, 1);
  expect(30'002, DestinationKind::out_of_range, 0);
  expect(0xFFFFFFFE, DestinationKind::out_of_range, 0);
}

TEST(Destination, AllOnesIsNoneWhateverTheMachineHas) {
  expect(0xFFFFFFFF, DestinationKind::none, 0);
  EXPECT_EQ(destination(0xFFFFFFFF, 0, 0).kind, DestinationKind::none);
  EXPECT_EQ(destination(0, 0, 0).kind, DestinationKind::out_of_range);
}

TEST(Destination, HasWordsForTheDatabase) {
  EXPECT_EQ(to_string(DestinationKind::state), "state");
  EXPECT_EQ(to_string(DestinationKind::selector), "selector");
  EXPECT_EQ(to_string(DestinationKind::none), "none");
  EXPECT_EQ(to_string(DestinationKind::out_of_range), "out_of_range");
}

}  // namespace
}  // namespace mecadex::animator
