// Damaged and hostile containers: every one ends in a ParseError or in notes, within its budget.
#include <random>

#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

constexpr std::uint64_t kBudget = 4'000'000;

struct Sample {
  const char* name;
  Bytes data;
};

std::vector<Sample> make_samples() {
  const std::vector<NamedFile> files{{"level0", make_stub({.size = 700})},
                                     {"CAB-x.resS", make_filler(300, 2), 0},
                                     {"archive", make_unityfs({{"level1", make_stub()}})}};
  auto split = make_split_parts({"level0", make_filler(400, 1)}, 150);
  split.push_back({"data.gz", make_gzip(make_stub())});
  const UnityFsOptions small{.block_size = 512};
  std::vector<Sample> samples{
      {"unityfs lz4", make_unityfs(files, small)},
      {"unityfs lzma",
       make_unityfs(files, {.codec = BlockCodec::lzma, .info_codec = BlockCodec::lzma})},
      {"unityfs stored",
       make_unityfs(files, {.codec = BlockCodec::none, .info_codec = BlockCodec::none})},
      {"unityfs 8 at end", make_unityfs(files, {.version = 8,
                                                .engine_version = "2022.3.1f1",
                                                .info_at_end = true,
                                                .is_padded_after_info = true})},
      {"unityfs 7 hidden",
       make_unityfs(files,
                    {.version = 7, .engine_version = "0.0.0", .is_padded_after_info = true})},
      {"unityweb 6", make_unityfs(files, {.signature = "UnityWeb"})},
      {"unityweb 1", make_unity_web(files, {.version = 1, .levels = 3})},
      {"unityweb 5", make_unity_web(files, {.version = 5})},
      {"unityraw 3", make_unity_web(files, {.is_compressed = false})},
      {"web data", make_web_data(files)},
      {"gzip", make_gzip(make_web_data(files), true)},
      {"brotli", make_brotli(make_web_data(files), true)},
      {"zip deflate", make_zip(split)},
      {"zip64 stored", make_zip(split, {.is_deflated = false, .is_zip64 = true})},
      {"prefixed", join(make_filler(50, 1), make_unityfs(files, small))},
      {"serialized", make_stub({.format = 22})}};
  return samples;
}

// Reads everything to the depth limit; each ParseError stops one entry.
void walk(const bytes::SourcePtr& source, const std::shared_ptr<DecodeBudget>& budget, int depth) {
  const Detection detection = containers::detect(*source, "x.br", depth > 0);
  if (detection.kind == ContentKind::unknown || detection.kind == ContentKind::serialized_file) {
    std::vector<std::byte> scratch;
    const std::uint64_t n = std::min<std::uint64_t>(source->size(), 100'000);
    source->view(0, static_cast<std::size_t>(n), scratch);
    return;
  }
  if (depth == bytes::kMaxContainerDepth) return;
  const auto container = containers::open_container(detection, source, budget);
  for (std::size_t i = 0; i < container->entries().size(); ++i) {
    code_of([&] { walk(container->open(i), budget, depth + 1); });
  }
}

void walk_bytes(const Bytes& data) {
  const auto budget = budget_of(kBudget);
  code_of([&] { walk(source_of(data), budget, 0); });
  EXPECT_LE(budget->decoded(), kBudget);
}

TEST(Damage, EndsCleanlyAtEveryTruncation) {
  for (const Sample& sample : make_samples()) {
    SCOPED_TRACE(sample.name);
    for (std::size_t n = 0; n < sample.data.size(); ++n) {
      walk_bytes({sample.data.begin(), sample.data.begin() + static_cast<std::ptrdiff_t>(n)});
    }
  }
}

TEST(Damage, ReportsEveryTruncationOfAnArchive) {
  const Bytes whole = make_unityfs({{"level0", make_filler(2'000, 1)}});
  for (std::size_t n = 8; n < whole.size(); ++n) {
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
    bool is_noted = false;
    const auto code = code_of([&] {
      const auto container = open_bytes(cut);
      is_noted = has_note(*container, FindingCode::container_truncated);
    });
    EXPECT_TRUE(code || is_noted) << n;
  }
}

TEST(Damage, SurvivesFlippedBytes) {
  std::mt19937 random(20'240);
  for (const Sample& sample : make_samples()) {
    SCOPED_TRACE(sample.name);
    for (int round = 0; round < 400; ++round) {
      Bytes data = sample.data;
      const std::size_t flips = 1 + random() % 4;
      for (std::size_t i = 0; i < flips; ++i) {
        // Half of the flips hit the tables at either end.
        const std::size_t most =
            random() % 2 == 0 ? data.size() : std::min<std::size_t>(data.size(), 160);
        data[random() % most] = static_cast<std::byte>(random());
      }
      walk_bytes(data);
    }
  }
}

TEST(Damage, SurvivesHostileLengthsAtEveryPlace) {
  const std::array<std::uint64_t, 7> values{
      0, UINT64_MAX, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, UINT64_MAX >> 1U, std::uint64_t{1} << 63U};
  for (const Sample& sample : make_samples()) {
    SCOPED_TRACE(sample.name);
    const std::size_t end = std::min<std::size_t>(sample.data.size(), 400);
    for (std::size_t at = 0; at + 8 <= end; ++at) {
      for (const std::uint64_t value : values) {
        for (const unsigned width : {2U, 4U, 8U}) {
          Bytes data = sample.data;
          put_number(data, at, value, width, true);
          walk_bytes(data);
        }
      }
    }
  }
}

TEST(Damage, SurvivesHostileLengthsInTheBlockInfo) {
  const std::array<std::uint32_t, 6> sizes{0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x10000000};
  for (const std::uint32_t uncompressed : sizes) {
    for (const std::uint32_t compressed : sizes) {
      for (const std::uint16_t codec : std::array<std::uint16_t, 5>{0, 1, 2, 3, 63}) {
        walk_bytes(make_raw_unityfs({{uncompressed, compressed, codec}, {100, 100, 0}},
                                    {{0, 500, 4, "a"}, {UINT64_MAX, UINT64_MAX, 4, "b"}},
                                    Bytes(200)));
      }
    }
  }
}

TEST(Damage, BoundsCountsBeforeAllocating) {
  for (const std::uint64_t count : {0x7FFFFFFFU, 0xFFFFFFFFU, 0x80000000U, 1000U}) {
    Bytes data = make_unityfs({{"a", Bytes(10)}}, {.info_codec = BlockCodec::none});
    const std::size_t info_at = 8 + 4 + 6 + 11 + 20;
    Bytes blocks = data;
    put_number(blocks, info_at + 16, count, 4, true);
    EXPECT_EQ(code_of([&] { open_bytes(blocks); }), FindingCode::container_damaged);
    put_number(data, info_at + 30, count, 4, true);
    EXPECT_EQ(code_of([&] { open_bytes(data); }), FindingCode::container_damaged);
  }
}

TEST(Damage, BoundsTheBlockInfo) {
  const auto code = [](std::size_t field, std::uint64_t value) {
    Bytes data = make_unityfs({{"a", Bytes(10)}});
    put_number(data, 8 + 4 + 6 + 11 + 8 + field, value, 4, true);
    return code_of([&] { open_bytes(data); });
  };
  EXPECT_EQ(code(0, 0xFFFFFFFF), FindingCode::container_limit);
  EXPECT_EQ(code(0, 1'000), FindingCode::container_damaged);
  EXPECT_EQ(code(4, 0xFFFFFFFF), FindingCode::container_limit);
  EXPECT_EQ(code(4, 60'000'000), FindingCode::container_codec);
  EXPECT_EQ(code(4, 0), FindingCode::container_codec);
}

TEST(Damage, BoundsAGzipBomb) {
  Bytes data = make_gzip(make_gzip(Bytes(20'000'000)));
  const auto budget = budget_of(kBudget);
  const auto outer = open_bytes(data, budget);
  const auto stream = outer->open(0);
  const auto inner =
      containers::open_container(containers::detect(*stream, "", true), stream, budget);
  EXPECT_EQ(code_of([&] { read_entry(*inner, 0); }), FindingCode::container_budget);
}

TEST(Damage, BoundsAnLzmaBomb) {
  const auto container = open_bytes(
      make_unityfs({{"a", Bytes(20'000'000)}}, {.codec = BlockCodec::lzma, .block_size = 0}),
      budget_of(kBudget));
  EXPECT_EQ(code_of([&] { read_entry(*container, 0); }), FindingCode::container_budget);
}

TEST(Damage, BoundsAnLz4Bomb) {
  const auto budget = budget_of(kBudget);
  const auto container = open_bytes(make_unityfs({{"a", Bytes(20'000'000)}}), budget);
  EXPECT_EQ(code_of([&] { read_entry(*container, 0); }), FindingCode::container_budget);
  EXPECT_EQ(code_of([&] { read_entry(*container, 0); }), FindingCode::container_budget);
}

TEST(Damage, BoundsOverlappingEntries) {
  // A thousand entries over one block: decoding it once is enough.
  std::vector<RawNode> nodes;
  for (int i = 0; i < 1'000; ++i) nodes.push_back({0, 100'000, 4, std::to_string(i)});
  const Bytes packed = make_lz4(Bytes(100'000));
  const auto budget = budget_of(kBudget);
  const auto container = open_bytes(
      make_raw_unityfs({{100'000, static_cast<std::uint32_t>(packed.size()), 2}}, nodes, packed),
      budget);
  const std::uint64_t block_info = budget->decoded();
  std::vector<std::byte> scratch;
  for (std::size_t i = 0; i < 1'000; ++i) container->open(i)->view(0, 100'000, scratch);
  EXPECT_EQ(budget->decoded() - block_info, 100'000U);
  EXPECT_TRUE(has_note(*container, FindingCode::container_overlap));
  EXPECT_FALSE(container->entries()[0].is_overlapping);
  EXPECT_TRUE(container->entries()[1].is_overlapping);
  EXPECT_TRUE(container->entries()[999].is_overlapping);
}

}  // namespace
}  // namespace mecadex::testing
