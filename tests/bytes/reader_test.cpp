#include "indexer/bytes/reader.hpp"

#include <gtest/gtest.h>

#include "tests/support/container_writer.hpp"
#include "tests/support/layout_writer.hpp"

namespace mecadex::bytes {
namespace {

using testing::EndianWriter;

FindingCode code_of(const auto& body) {
  try {
    body();
  } catch (const ParseError& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return FindingCode::file_unreadable;
}

TEST(Reader, ReadsBothByteOrders) {
  for (const Endian endian : {Endian::little, Endian::big}) {
    EndianWriter out(endian);
    out.put(std::uint8_t{0xFE});
    out.put(std::uint16_t{0x1234});
    out.put(std::int32_t{-5});
    out.put(std::int64_t{INT64_MIN});
    out.put(1.5F);
    Reader reader(out.data(), endian);
    EXPECT_EQ(reader.u8(), 0xFE);
    EXPECT_EQ(reader.u16(), 0x1234);
    EXPECT_EQ(reader.i32(), -5);
    EXPECT_EQ(reader.i64(), INT64_MIN);
    EXPECT_EQ(reader.read<float>(), 1.5F);
    EXPECT_EQ(reader.remaining(), 0U);
  }
}

TEST(Reader, ThrowsWithTheOffsetWhereBytesAreMissing) {
  const std::vector<std::byte> data = testing::make_filler(6, 1);
  Reader reader(data, Endian::little, FindingCode::serialized_truncated, 1'000);
  reader.u32();
  try {
    reader.u32();
    FAIL();
  } catch (const ParseError& error) {
    EXPECT_EQ(error.code(), FindingCode::serialized_truncated);
    EXPECT_EQ(error.offset(), 1'004U);
  }
  EXPECT_EQ(reader.position(), 4U);  // nothing was taken
}

TEST(Reader, RefusesLengthsBeyondTheEnd) {
  const std::vector<std::byte> data = testing::make_filler(8, 1);
  Reader reader(data);
  EXPECT_EQ(code_of([&] { reader.bytes(UINT64_MAX); }), FindingCode::object_truncated);
  EXPECT_EQ(code_of([&] { reader.skip(9); }), FindingCode::object_truncated);
  EXPECT_EQ(code_of([&] { reader.seek(9); }), FindingCode::object_truncated);
  reader.seek(8);
  EXPECT_EQ(code_of([&] { reader.u8(); }), FindingCode::object_truncated);
}

TEST(Reader, AlignsFromTheSpansStartAndForgivesMissingPaddingAtTheEnd) {
  const std::vector<std::byte> data = testing::make_filler(6, 1);
  Reader reader(data);
  reader.align();
  EXPECT_EQ(reader.position(), 0U);
  reader.u8();
  reader.align();
  EXPECT_EQ(reader.position(), 4U);
  reader.u8();
  reader.align();
  EXPECT_EQ(reader.position(), 6U);
}

TEST(Reader, CStringsEndAtTheNul) {
  const auto data = testing::to_bytes(std::string_view("abc\0\0no end", 11));
  Reader reader(data);
  EXPECT_EQ(reader.cstring(), "abc");
  EXPECT_EQ(reader.cstring(), "");
  EXPECT_EQ(code_of([&] { reader.cstring(); }), FindingCode::object_truncated);
}

TEST(Reader, CStringsHaveALimit) {
  const auto data = testing::to_bytes(std::string_view("abcd\0", 5));
  EXPECT_EQ(Reader(data).cstring(4), "abcd");
  EXPECT_EQ(code_of([&] { Reader(data).cstring(3); }), FindingCode::object_truncated);
}

TEST(Reader, CountsAreBoundedByWhatRemains) {
  const auto count = [](std::int32_t n, std::uint64_t element_size) {
    std::vector<std::byte> data = testing::make_filler(16, 1);
    std::memcpy(data.data(), &n, sizeof n);
    return Reader(data).count(element_size, FindingCode::object_count);
  };
  EXPECT_EQ(count(3, 4), 3U);
  EXPECT_EQ(code_of([&] { count(4, 4); }), FindingCode::object_count);
  EXPECT_EQ(code_of([&] { count(-1, 1); }), FindingCode::object_count);
  EXPECT_EQ(code_of([&] { count(INT32_MAX, 1); }), FindingCode::object_count);
  EXPECT_EQ(count(1'000'000, 0), 1'000'000U);  // elements without bytes
  EXPECT_EQ(code_of([&] { count(1'000'001, 0); }), FindingCode::object_count);
}

}  // namespace
}  // namespace mecadex::bytes
