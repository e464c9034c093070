#include "indexer/bytes/sha256.hpp"

#include <gtest/gtest.h>

namespace mecadex::bytes {
namespace {

TEST(Sha256, HasTheStandardsDigests) {
  EXPECT_EQ(Sha256().hex_digest(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  Sha256 hash;
  hash.update("a");
  hash.update("bc");
  EXPECT_EQ(hash.hex_digest(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, NumbersAreEightLittleEndianBytes) {
  Sha256 a;
  a.update_u64(0x0102);
  Sha256 b;
  b.update(std::string_view("\x02\x01\0\0\0\0\0\0", 8));
  EXPECT_EQ(a.hex_digest(), b.hex_digest());
}

}  // namespace
}  // namespace mecadex::bytes
