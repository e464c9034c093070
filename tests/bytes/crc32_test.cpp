#include "indexer/bytes/crc32.hpp"

#include <gtest/gtest.h>

namespace mecadex::bytes {
namespace {

// Check values measured on real files (data-model.md 2).
TEST(NameHash, IsZlibsCrc32) {
  EXPECT_EQ(name_hash(""), 0U);
  EXPECT_EQ(name_hash("Base Layer"), 756'556'552U);
  EXPECT_EQ(name_hash("Base Layer.Idling"), 3'897'200'399U);
  EXPECT_EQ(name_hash("beak_noise"), 1'942'952'956U);
  EXPECT_EQ(name_hash("Base Layer.Alerted"), 0x7EB92713U);
}

TEST(NameHash, GoesOnFromAPrefix) {
  EXPECT_EQ(name_hash_continue(name_hash("Base Layer"), ".Idling"), name_hash("Base Layer.Idling"));
  EXPECT_EQ(name_hash_continue(name_hash("x"), ""), name_hash("x"));
}

}  // namespace
}  // namespace mecadex::bytes
