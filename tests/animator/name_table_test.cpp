#include "indexer/animator/name_table.hpp"

#include <gtest/gtest.h>

namespace mecadex::animator {
namespace {

TEST(NameTable, TheFirstOfTwoTextsCounts) {
  const std::vector<NameEntry> entries{{5, "first"}, {5, "second"}, {0, ""}};
  const NameTable table(entries);
  EXPECT_EQ(*table.find(5), "first");
  EXPECT_EQ(*table.find(0), "");
  EXPECT_EQ(table.find(6), nullptr);
}

}  // namespace
}  // namespace mecadex::animator
