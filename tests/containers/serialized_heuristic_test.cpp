#include "indexer/containers/serialized_heuristic.hpp"

#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

class EveryFormat : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(EveryFormat, IsRecognised) {
  const Bytes data = make_stub({.format = GetParam()});
  EXPECT_EQ(detect_bytes(data).kind, ContentKind::serialized_file);
}

TEST_P(EveryFormat, IsRecognisedAsASliceOfALargerFile) {
  const Bytes data = join(make_stub({.format = GetParam()}), Bytes(100));
  EXPECT_EQ(detect_bytes(data, "", true).kind, ContentKind::serialized_file);
  EXPECT_NE(detect_bytes(data, "", false).kind, ContentKind::serialized_file);
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat,
                         ::testing::Values(5, 6, 7, 8, 9, 14, 15, 17, 19, 20, 21, 22, 23, 24, 25,
                                           26));

TEST(SerializedHeuristic, NamesFormatsThatAreTooNew) {
  const Detection detection = detect_bytes(make_stub({.format = 27}));
  EXPECT_EQ(detection.kind, ContentKind::unsupported);
  EXPECT_EQ(detection.code, FindingCode::serialized_unsupported_format);
  EXPECT_EQ(detection.reason, "serialized format 27");
  EXPECT_EQ(detect_bytes(make_stub({.format = 51})).kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(make_stub({.format = 0})).kind, ContentKind::unknown);
}

TEST(SerializedHeuristic, IgnoresGarbageInUnusedHeaderBytesOf2020) {
  Bytes data = make_stub({.format = 22, .version = "2020.1.1f1"});
  for (const std::size_t at : {0U, 3U, 7U, 12U, 15U, 41U, 47U}) data[at] = std::byte{0xD9};
  EXPECT_EQ(detect_bytes(data).kind, ContentKind::serialized_file);
  data[16] = std::byte{1};
  EXPECT_EQ(detect_bytes(data).kind, ContentKind::unknown);
}

TEST(SerializedHeuristic, WantsAnEndianByteAndZeroesBehindIt) {
  Bytes data = make_stub();
  data[16] = std::byte{1};
  EXPECT_EQ(detect_bytes(data).kind, ContentKind::serialized_file);
  data[16] = std::byte{2};
  EXPECT_EQ(detect_bytes(data).kind, ContentKind::unknown);
  data[16] = std::byte{0};
  data[18] = std::byte{1};
  EXPECT_EQ(detect_bytes(data).kind, ContentKind::unknown);
}

TEST(SerializedHeuristic, WantsAVersionText) {
  for (const char* version :
       {"5.6.0f3\n2", "0.0.0", "2022.3.38t3", "5.6.1xMacVR", "2020.3.1f1c1"}) {
    EXPECT_EQ(detect_bytes(make_stub({.version = version})).kind, ContentKind::serialized_file);
  }
  for (const char* version : {"", "five", "2020", "2020.", ".5", "2020.x"}) {
    EXPECT_EQ(detect_bytes(make_stub({.version = version})).kind, ContentKind::unknown) << version;
  }
  const std::string too_long = "2018.4" + std::string(60, 'x');
  EXPECT_EQ(detect_bytes(make_stub({.version = too_long})).kind, ContentKind::unknown);
}

TEST(SerializedHeuristic, WantsPartsThatFit) {
  EXPECT_EQ(detect_bytes(make_stub({.metadata_size = 0})).kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(make_stub({.metadata_size = 240})).kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(make_stub({.data_offset = 513})).kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(make_stub({.metadata_size = 513})).kind, ContentKind::unknown);
}

TEST(SerializedHeuristic, AcceptsAFileWithoutObjects) {
  const StubOptions options{.format = 22, .size = 128, .metadata_size = 80, .data_offset = 0};
  EXPECT_EQ(detect_bytes(make_stub(options)).kind, ContentKind::serialized_file);
}

TEST(SerializedHeuristic, NamesAFileThatIsCutOff) {
  Bytes data = make_stub();
  data.resize(data.size() - 1);
  EXPECT_EQ(detect_bytes(data).code, FindingCode::serialized_truncated);
  EXPECT_EQ(detect_bytes(data, "", true).code, FindingCode::serialized_truncated);
}

TEST(SerializedHeuristic, NamesAFileThatGoesOn) {
  const Detection detection = detect_bytes(join(make_stub(), Bytes(1)));
  EXPECT_EQ(detection.kind, ContentKind::unsupported);
  EXPECT_EQ(detection.code, FindingCode::serialized_damaged);
}

TEST(SerializedHeuristic, RejectsSizesBeyondSigned64Bits) {
  for (const std::uint64_t size : {UINT64_MAX, UINT64_MAX - 1, std::uint64_t{1} << 63U}) {
    Bytes data = make_stub({.format = 22});
    put_number(data, 24, size, 8, true);
    EXPECT_EQ(detect_bytes(data).kind, ContentKind::unknown);
  }
}

}  // namespace
}  // namespace mecadex::testing
