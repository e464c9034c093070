#include "indexer/containers/block_stream.hpp"

#include <random>

#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

using containers::BlockStream;
using containers::BlockTable;

struct Made {
  Bytes plain;
  std::shared_ptr<DecodeBudget> budget = budget_of();
  std::unique_ptr<Container> container;
  bytes::SourcePtr entry;
  std::uint64_t block_info = 0;  // decoded by opening

  std::uint64_t decoded() const { return budget->decoded() - block_info; }
};

Made make(BlockCodec codec, std::size_t size, std::size_t block_size) {
  Made made;
  made.plain = make_filler(size, 5);
  made.container = open_bytes(
      make_unityfs({{"CAB", made.plain}}, {.codec = codec, .block_size = block_size}), made.budget);
  made.block_info = made.budget->decoded();
  made.entry = made.container->open(0);
  return made;
}

void expect_range(Made& made, std::size_t offset, std::size_t n) {
  const auto from = made.plain.begin() + static_cast<std::ptrdiff_t>(offset);
  Bytes read(n);
  made.entry->read_at(offset, read);
  EXPECT_TRUE(std::equal(read.begin(), read.end(), from)) << offset << '+' << n;
  std::vector<std::byte> scratch;
  const auto view = made.entry->view(offset, n, scratch);
  EXPECT_TRUE(std::equal(view.begin(), view.end(), from)) << offset << '+' << n;
}

class EveryBlockCodec : public ::testing::TestWithParam<BlockCodec> {};

TEST_P(EveryBlockCodec, ReadsAnyRange) {
  Made made = make(GetParam(), 50'000, 1'000);
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const std::size_t offset = random() % 50'000;
    expect_range(made, offset, random() % std::min<std::size_t>(50'001 - offset, 5'000));
  }
  expect_range(made, 0, 50'000);
  expect_range(made, 50'000, 0);
}

TEST_P(EveryBlockCodec, RefusesRangesOutside) {
  Made made = make(GetParam(), 5'000, 1'000);
  std::vector<std::byte> scratch;
  EXPECT_FALSE(made.entry->readable(4'999, 2));
  EXPECT_EQ(code_of([&] { made.entry->view(4'999, 2, scratch); }),
            FindingCode::container_truncated);
  EXPECT_EQ(code_of([&] { made.entry->view(UINT64_MAX, 2, scratch); }),
            FindingCode::container_truncated);
}

INSTANTIATE_TEST_SUITE_P(Codecs, EveryBlockCodec,
                         ::testing::Values(BlockCodec::none, BlockCodec::lzma, BlockCodec::lz4,
                                           BlockCodec::lz4hc));

TEST(BlockStream, DecodesOnlyTheBlocksThatAreWanted) {
  Made made = make(BlockCodec::lz4, 1'000'000, 10'000);
  expect_range(made, 500'100, 50);
  expect_range(made, 500'200, 50);
  EXPECT_EQ(made.decoded(), 10'000U);
  expect_range(made, 509'990, 20);
  EXPECT_EQ(made.decoded(), 20'000U);
}

TEST(BlockStream, DecodesLzmaOnlyUpToTheLastWantedByte) {
  Made made = make(BlockCodec::lzma, 1'000'000, 0);
  expect_range(made, 10'000, 100);
  EXPECT_GE(made.decoded(), 10'100U);
  EXPECT_LE(made.decoded(), 16'384U);
}

TEST(BlockStream, DecodesLzmaOnceWhenGoingBack) {
  Made made = make(BlockCodec::lzma, 9'000'000, 0);  // beyond what the spool keeps in memory
  expect_range(made, 8'999'000, 1'000);
  expect_range(made, 10, 100'000);
  expect_range(made, 4'194'000, 1'000);
  expect_range(made, 0, 9'000'000);
  EXPECT_EQ(made.decoded(), 9'000'000U);
}

TEST(BlockStream, ViewsStoredBlocksInPlace) {
  Made made = make(BlockCodec::none, 50'000, 1'000);
  std::vector<std::byte> scratch;
  made.entry->view(500, 20'000, scratch);  // over many blocks
  EXPECT_TRUE(scratch.empty());
}

TEST(BlockStream, ViewsDecodedBlocksInPlace) {
  Made made = make(BlockCodec::lz4, 50'000, 10'000);
  std::vector<std::byte> scratch;
  made.entry->view(500, 9'000, scratch);
  EXPECT_TRUE(scratch.empty());
  made.entry->view(9'000, 2'000, scratch);
  EXPECT_EQ(scratch.size(), 2'000U);
}

TEST(BlockStream, SharesDecodedBlocksBetweenEntries) {
  const auto budget = budget_of();
  const auto container = open_bytes(
      make_unityfs({{"a", make_filler(1'000, 1)}, {"b", make_filler(1'000, 2)}}), budget);
  const std::uint64_t block_info = budget->decoded();
  std::vector<std::byte> scratch;
  container->open(0)->view(0, 50, scratch);
  container->open(1)->view(0, 50, scratch);
  EXPECT_EQ(budget->decoded() - block_info, 2'000U);
}

TEST(BlockStream, MixesCodecsInOneArchive) {
  const Bytes plain = make_filler(3'000, 1);
  const std::span<const std::byte> all(plain);
  const Bytes first = make_lz4(all.first(1'000));
  const Bytes third = make_lzma(all.subspan(2'000));
  const Bytes data = join(join(first, all.subspan(1'000, 1'000)), third);
  const auto container =
      open_bytes(make_raw_unityfs({{1000, static_cast<std::uint32_t>(first.size()), 3},
                                   {0, 0, 0},
                                   {600, 600, 0},
                                   {400, 400, 0x40},
                                   {1000, static_cast<std::uint32_t>(third.size()), 1}},
                                  {{0, 3'000, 4, "CAB"}}, data));
  EXPECT_EQ(container->compression(), "lz4hc+lzma+none");
  EXPECT_EQ(read_entry(*container, 0), plain);
}

TEST(BlockStream, LimitsOpenLzmaBlocks) {
  Made made = make(BlockCodec::lzma, 40'000, 1'000);
  for (std::size_t i = 0; i < 40; ++i) expect_range(made, (i * 17 % 40) * 1'000 + 7, 900);
}

TEST(BlockStream, WantsExactlyTheDeclaredLength) {
  const Bytes plain = make_filler(1'000, 1);
  const Bytes packed = make_lz4(plain);
  const auto n = static_cast<std::uint32_t>(packed.size());
  for (const std::uint32_t declared : {999U, 1'001U}) {
    const auto container =
        open_bytes(make_raw_unityfs({{declared, n, 2}}, {{0, declared, 4, "CAB"}}, packed));
    EXPECT_EQ(code_of([&] { read_entry(*container, 0); }), FindingCode::container_codec);
  }
}

TEST(BlockStream, RefusesAnLzmaBlockThatIsShorterThanDeclared) {
  const Bytes packed = make_lzma(make_filler(1'000, 1));
  const auto n = static_cast<std::uint32_t>(packed.size());
  const auto container =
      open_bytes(make_raw_unityfs({{50'000'000, n, 1}}, {{0, 50'000'000, 4, "CAB"}}, packed));
  std::vector<std::byte> scratch;
  const auto entry = container->open(0);
  EXPECT_EQ(entry->view(0, 900, scratch).size(), 900U);
  EXPECT_TRUE(code_of([&] { entry->view(0, 2'000, scratch); }));
}

TEST(BlockStream, RefusesImpossibleLzmaProperties) {
  const auto code = [](std::size_t at, std::byte value) {
    Bytes packed = make_lzma(make_filler(1'000, 1));
    packed[at] = value;
    const auto n = static_cast<std::uint32_t>(packed.size());
    const auto container =
        open_bytes(make_raw_unityfs({{1000, n, 1}}, {{0, 1000, 4, "c"}}, packed));
    return code_of([&] { read_entry(*container, 0); });
  };
  EXPECT_EQ(code(0, std::byte{0x80 + 100}), FindingCode::container_codec);
  EXPECT_EQ(code(0, std::byte{0xFF}), FindingCode::container_codec);
  EXPECT_EQ(code(0, std::byte{8 + 9 * 4}), FindingCode::container_codec);  // lc + lp > 4
  EXPECT_EQ(code(4, std::byte{0x10}), FindingCode::container_limit);       // 256 MiB dictionary
}

TEST(BlockStream, BoundsTheTimeOfTinyBlocks) {
  for (const BlockCodec codec : {BlockCodec::lz4, BlockCodec::lzma}) {
    const auto budget = budget_of(1'000'000);
    const auto container = open_bytes(
        make_unityfs({{"a", make_filler(5'000, 1)}}, {.codec = codec, .block_size = 1}), budget);
    EXPECT_EQ(code_of([&] { container->open(0)->readable(0, 5'000); }), std::nullopt);
    EXPECT_EQ(code_of([&] { read_entry(*container, 0); }), FindingCode::container_budget);
  }
}

TEST(BlockTable, RefusesTablesThatCannotBeTrue) {
  const auto code = [](std::uint32_t uncompressed, std::uint32_t compressed, std::uint32_t flags) {
    return code_of([&] { BlockTable().add(uncompressed, compressed, flags, 0); });
  };
  EXPECT_EQ(code(100, 99, 0), FindingCode::container_damaged);
  EXPECT_EQ(code(100, 200, 2), FindingCode::container_damaged);
  EXPECT_EQ(code(0x10000001, 100, 2), FindingCode::container_limit);
  EXPECT_EQ(code(0xFFFFFFFF, 100, 1), std::nullopt);
  EXPECT_EQ(code(0x10000000, 1'000'000, 2), std::nullopt);
}

TEST(BlockTable, LimitsTheSumOfBlocks) {
  BlockTable table;
  const auto add = [&] { table.add(0xFFFFFFFF, 10, 1, 0); };
  for (int i = 0; i < 8; ++i) EXPECT_EQ(code_of(add), std::nullopt);
  EXPECT_EQ(code_of(add), FindingCode::container_limit);
}

TEST(BlockStream, LeavesNothingInMemoryForAnImpossibleExpansion) {
  const auto container =
      open_bytes(make_raw_unityfs({{0x10000000, 100, 2}}, {{0, 1'000, 4, "CAB"}}, Bytes(100)));
  EXPECT_EQ(code_of([&] { read_entry(*container, 0); }), FindingCode::container_codec);
}

}  // namespace
}  // namespace mecadex::testing
