#include "indexer/bytes/byte_source.hpp"

#include <gtest/gtest.h>

#include "indexer/bytes/reader.hpp"

namespace mecadex::bytes {
namespace {

std::vector<std::byte> data_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

SourcePtr memory(std::string_view text) { return std::make_shared<MemorySource>(data_of(text)); }

std::string read(ByteSource& source, std::uint64_t offset, std::size_t n) {
  std::vector<std::byte> out(n);
  source.read_at(offset, out);
  return std::string(as_text(out));
}

TEST(MemorySource, ReadsRangesAndRefusesOthers) {
  MemorySource source(data_of("abcdef"));
  EXPECT_EQ(source.size(), 6U);
  EXPECT_EQ(read(source, 2, 3), "cde");
  EXPECT_EQ(read(source, 6, 0), "");
  EXPECT_THROW(read(source, 4, 3), ParseError);
  EXPECT_THROW(read(source, UINT64_MAX, 2), ParseError);
  EXPECT_TRUE(source.readable(0, 6));
  EXPECT_FALSE(source.readable(1, 6));
  EXPECT_FALSE(source.readable(UINT64_MAX, 2));
}

TEST(MemorySource, ViewsInPlace) {
  MemorySource source(data_of("abcdef"));
  std::vector<std::byte> scratch;
  EXPECT_EQ(as_text(source.view(1, 2, scratch)), "bc");
  EXPECT_TRUE(scratch.empty());
}

TEST(SliceSource, IsARangeOfItsParent) {
  SliceSource slice(memory("abcdef"), 2, 3);
  std::vector<std::byte> scratch;
  EXPECT_EQ(slice.size(), 3U);
  EXPECT_EQ(read(slice, 1, 2), "de");
  EXPECT_EQ(as_text(slice.view(0, 3, scratch)), "cde");
  EXPECT_THROW(read(slice, 1, 3), ParseError);  // the parent has the byte, the slice has not
}

TEST(SliceSource, BeyondItsParentCannotBeRead) {
  SliceSource slice(memory("abc"), 2, 10);
  EXPECT_TRUE(slice.readable(0, 1));
  EXPECT_FALSE(slice.readable(0, 2));
  EXPECT_THROW(read(slice, 0, 2), ParseError);
}

TEST(ConcatSource, JoinsPartsOfAnyLength) {
  ConcatSource source({memory("abc"), memory(""), memory("d"), memory("efg")});
  EXPECT_EQ(source.size(), 7U);
  EXPECT_EQ(read(source, 0, 7), "abcdefg");
  EXPECT_EQ(read(source, 2, 3), "cde");
  EXPECT_EQ(read(source, 3, 1), "d");
  EXPECT_THROW(read(source, 5, 3), ParseError);
}

TEST(ReadPrefix, IsShorterAtTheEnd) {
  MemorySource source(data_of("abc"));
  EXPECT_EQ(as_text(read_prefix(source, 2)), "ab");
  EXPECT_EQ(as_text(read_prefix(source, 9)), "abc");
}

}  // namespace
}  // namespace mecadex::bytes
