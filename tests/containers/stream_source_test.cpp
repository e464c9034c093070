#include "indexer/containers/stream_source.hpp"

#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

using containers::StreamInput;
using containers::StreamSource;

enum class Stream { gzip, brotli, lzma };

std::unique_ptr<StreamSource> open_stream(Stream kind, const Bytes& packed,
                                          std::optional<std::uint64_t> declared = {},
                                          std::shared_ptr<DecodeBudget> budget = {}) {
  StreamInput input{source_of(packed), 0, std::nullopt};
  std::unique_ptr<containers::StreamDecoder> decoder;
  if (kind == Stream::gzip) decoder = containers::make_gzip_decoder();
  if (kind == Stream::brotli) decoder = containers::make_brotli_decoder();
  if (kind == Stream::lzma) {
    input.offset = containers::kLzmaPropertyBytes;
    decoder = containers::make_lzma_decoder(containers::read_lzma_properties(packed, 0),
                                            declared.value_or(UINT64_MAX));
  }
  return std::make_unique<StreamSource>(std::move(input), std::move(decoder), declared,
                                        budget ? budget : budget_of());
}

Bytes pack(Stream kind, const Bytes& data) {
  if (kind == Stream::gzip) return make_gzip(data);
  return kind == Stream::brotli ? make_brotli(data) : make_lzma(data);
}

class EveryStream : public ::testing::TestWithParam<Stream> {};

TEST_P(EveryStream, DecodesWholeAndInPieces) {
  for (const std::size_t n : {0U, 1U, 5'000U, 65'536U, 300'000U, 5'000'000U}) {
    const Bytes plain = make_filler(n, 3);
    const auto stream = open_stream(GetParam(), pack(GetParam(), plain), n);
    std::vector<std::byte> scratch;
    if (n > 100) {
      const auto middle = stream->view(n / 2, 50, scratch);
      EXPECT_TRUE(std::equal(middle.begin(), middle.end(),
                             plain.begin() + static_cast<std::ptrdiff_t>(n / 2)));
      const auto start = stream->view(0, 10, scratch);
      EXPECT_TRUE(std::equal(start.begin(), start.end(), plain.begin()));
    }
    EXPECT_EQ(read_all(*stream), plain);
    EXPECT_EQ(stream->decoded(), n);
  }
}

TEST_P(EveryStream, DecodesNoFurtherThanAsked) {
  const auto budget = budget_of();
  const auto stream =
      open_stream(GetParam(), pack(GetParam(), make_filler(1'000'000, 3)), 1'000'000, budget);
  EXPECT_EQ(stream->size(), 1'000'000U);
  EXPECT_EQ(budget->decoded(), 0U);
  EXPECT_TRUE(stream->readable(999'999, 1));
  EXPECT_FALSE(stream->readable(999'999, 2));
  EXPECT_EQ(budget->decoded(), 0U);
  std::vector<std::byte> scratch;
  stream->view(100, 100, scratch);
  EXPECT_LE(budget->decoded(), 4'096U);
}

TEST_P(EveryStream, KeepsBytesBeforeACut) {
  const Bytes plain = make_filler(200'000, 3);
  Bytes packed = pack(GetParam(), plain);
  packed.resize(packed.size() / 2);
  const auto stream = open_stream(GetParam(), packed, plain.size());
  std::vector<std::byte> scratch;
  EXPECT_EQ(code_of([&] { stream->view(0, 200'000, scratch); }), FindingCode::container_truncated);
  const auto start = stream->view(0, 50'000, scratch);
  EXPECT_TRUE(std::equal(start.begin(), start.end(), plain.begin()));
}

TEST_P(EveryStream, IsBoundedByTheBudget) {
  const auto budget = budget_of(100'000);
  const auto stream =
      open_stream(GetParam(), pack(GetParam(), Bytes(5'000'000)), 5'000'000, budget);
  std::vector<std::byte> scratch;
  EXPECT_EQ(stream->view(0, 1'000, scratch).size(), 1'000U);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(code_of([&] { stream->view(4'000'000, 1'000, scratch); }),
              FindingCode::container_budget);
  }
}

TEST_P(EveryStream, GoesToAFileBeyondTheMemoryLimit) {
  const Bytes plain = make_filler(6'000'000, 8);
  const auto stream = open_stream(GetParam(), pack(GetParam(), plain), plain.size());
  std::vector<std::byte> scratch;
  for (const std::size_t offset : {5'999'000U, 0U, 4'194'300U, 70'000U, 4'194'000U}) {
    for (const std::size_t n : {1U, 600U}) {
      const auto view = stream->view(offset, n, scratch);
      EXPECT_TRUE(std::equal(view.begin(), view.end(),
                             plain.begin() + static_cast<std::ptrdiff_t>(offset)));
    }
  }
  EXPECT_EQ(read_all(*stream), plain);
}

INSTANTIATE_TEST_SUITE_P(Streams, EveryStream,
                         ::testing::Values(Stream::gzip, Stream::brotli, Stream::lzma));

TEST(StreamSource, FindsTheLengthThatIsNotStored) {
  const Bytes plain = make_filler(300'000, 3);
  for (const Stream kind : {Stream::gzip, Stream::brotli}) {
    const auto stream = open_stream(kind, pack(kind, plain));
    EXPECT_TRUE(stream->readable(0, 64));
    EXPECT_LE(stream->decoded(), 4'096U);
    EXPECT_EQ(stream->available(100'000), 100'000U);
    EXPECT_LT(stream->decoded(), 200'000U);
    EXPECT_FALSE(stream->readable(0, 300'001));
    EXPECT_EQ(stream->size(), 300'000U);
  }
}

TEST(StreamSource, WantsExactlyTheDeclaredLength) {
  const Bytes plain = make_filler(10'000, 3);
  const Bytes packed = make_gzip(plain);
  std::vector<std::byte> scratch;
  const auto longer = open_stream(Stream::gzip, packed, 10'001);
  EXPECT_EQ(code_of([&] { longer->view(0, 10'001, scratch); }), FindingCode::container_codec);
  const auto shorter = open_stream(Stream::gzip, packed, 9'999);
  EXPECT_EQ(shorter->view(0, 9'998, scratch).size(), 9'998U);
  EXPECT_EQ(code_of([&] { shorter->view(0, 9'999, scratch); }), FindingCode::container_codec);
}

TEST(StreamSource, NamesDamage) {
  for (const Stream kind : {Stream::gzip, Stream::brotli}) {
    Bytes packed = pack(kind, make_filler(100'000, 3));
    for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 50; ++i)
      packed[i] = std::byte{0xFF};
    const auto stream = open_stream(kind, packed);
    const auto code = code_of([&] { stream->size(); });
    ASSERT_TRUE(code);
    EXPECT_TRUE(*code == FindingCode::container_codec || *code == FindingCode::container_truncated);
    EXPECT_LT(stream->available(UINT64_MAX), 100'000U);
  }
}

TEST(StreamSource, ChecksGzipsOwnSum) {
  Bytes packed = make_gzip(make_filler(1'000, 3));
  packed[packed.size() - 5] ^= std::byte{1};
  const auto stream = open_stream(Stream::gzip, packed);
  EXPECT_EQ(code_of([&] { stream->size(); }), FindingCode::container_codec);
}

TEST(StreamSource, CapsTheRatio) {
  // Brotli makes a gigabyte of a few hundred bytes.
  const auto stream = open_stream(Stream::brotli, make_brotli(Bytes(64'000'000)));
  EXPECT_EQ(code_of([&] { stream->size(); }), FindingCode::container_limit);
}

TEST(StreamSource, ReadsConcatenatedGzipMembers) {
  const Bytes first = make_filler(70'000, 1);
  const Bytes second = make_filler(500, 2);
  const Bytes both = join(make_gzip(first, true), make_gzip(second));
  EXPECT_EQ(read_all(*open_stream(Stream::gzip, both)), join(first, second));
  for (const Bytes& padding : {Bytes(100), to_bytes("\x1Fgarbage"), to_bytes("\x1F\x8B\x07")}) {
    const auto stream = open_stream(Stream::gzip, join(both, padding));
    EXPECT_EQ(stream->size(), first.size() + second.size());
  }
}

TEST(StreamSource, EndsWhereTheInputIsSaidToEnd) {
  const Bytes packed = make_gzip(make_filler(5'000, 1));
  StreamInput input{source_of(join(packed, packed)), 0, packed.size()};
  StreamSource stream(std::move(input), containers::make_gzip_decoder(), std::nullopt, budget_of());
  EXPECT_EQ(stream.size(), 5'000U);
}

TEST(StreamSource, SurvivesAnInputThatIsShorterThanSaid) {
  const Bytes packed = make_gzip(make_filler(5'000, 1));
  StreamInput input{source_of(packed), 4, UINT64_MAX};
  StreamSource stream(std::move(input), containers::make_gzip_decoder(), std::nullopt, budget_of());
  EXPECT_TRUE(code_of([&] { stream.size(); }));
  StreamSource beyond({source_of(packed), UINT64_MAX - 1, UINT64_MAX},
                      containers::make_gzip_decoder(), std::nullopt, budget_of());
  EXPECT_EQ(code_of([&] { beyond.size(); }), FindingCode::container_truncated);
}

TEST(StreamSource, LeavesNoFileBehind) {
  const auto folder = std::filesystem::temp_directory_path() / "mecadex-spool-test";
  std::filesystem::create_directories(folder);
  const Bytes plain = make_filler(5'000'000, 3);
  StreamSource stream({source_of(make_gzip(plain)), 0, std::nullopt},
                      containers::make_gzip_decoder(), std::nullopt,
                      std::make_shared<DecodeBudget>(bytes::kMaxDecodedBytes, folder));
  EXPECT_EQ(stream.size(), plain.size());
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::filesystem::remove(folder);
}

TEST(StreamSource, ReportsAMissingSpoolFolderAsAFaultOfTheMachine) {
  const auto folder = std::filesystem::temp_directory_path() / "mecadex-no-such-folder";
  StreamSource stream({source_of(make_gzip(make_filler(5'000'000, 3))), 0, std::nullopt},
                      containers::make_gzip_decoder(), std::nullopt,
                      std::make_shared<DecodeBudget>(bytes::kMaxDecodedBytes, folder));
  EXPECT_THROW(stream.size(), bytes::MachineError);
}

}  // namespace
}  // namespace mecadex::testing
