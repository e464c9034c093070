#include "indexer/containers/serialized_heuristic.hpp"

#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

// What detection says of a damaged header, without the words that all begin with; "" when it is called something else.
std::string damage(const Bytes& data, std::string_view name = "") {
  constexpr std::string_view kFront = "a serialized file with a damaged header: ";
  const Detection detection = detect_bytes(data, name);
  const bool is_damaged = detection.code == FindingCode::serialized_damaged && detection.reason.starts_with(kFront);
  return is_damaged ? detection.reason.substr(kFront.size()) : "";
}

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
  EXPECT_EQ(damage(make_stub({.format = 51})), "the format at byte 8 is 51");
}

TEST(SerializedHeuristic, IgnoresGarbageInUnusedHeaderBytesOf2020) {
  Bytes data = make_stub({.format = 22, .version = "2020.1.1f1"});
  for (const std::size_t at : {0U, 3U, 7U, 12U, 15U, 41U, 47U}) data[at] = std::byte{0xD9};
  EXPECT_EQ(detect_bytes(data).kind, ContentKind::serialized_file);
  data[16] = std::byte{1};
  EXPECT_EQ(damage(data), "the metadata size at byte 16 is 72057594037928000");
}

TEST(SerializedHeuristic, WantsAnEndianByteAndZeroesBehindIt) {
  Bytes data = make_stub();
  data[16] = std::byte{1};
  EXPECT_EQ(detect_bytes(data).kind, ContentKind::serialized_file);
  data[16] = std::byte{2};
  EXPECT_EQ(damage(data), "the endianness at byte 16 is 2");
  data[16] = std::byte{0};
  data[18] = std::byte{1};
  EXPECT_EQ(damage(data), "the reserved field at byte 17 is 256");
}

TEST(SerializedHeuristic, WantsAVersionText) {
  for (const char* version :
       {"5.6.0f3\n2", "0.0.0", "2022.3.38t3", "5.6.1xMacVR", "2020.3.1f1c1"}) {
    EXPECT_EQ(detect_bytes(make_stub({.version = version})).kind, ContentKind::serialized_file);
  }
  for (const char* version : {"", "five", "2020", "2020.", ".5", "2020.x"}) {
    EXPECT_EQ(damage(make_stub({.version = version})), "no Unity version stands at byte 20") << version;
  }
  const std::string too_long = "2018.4" + std::string(60, 'x');
  EXPECT_EQ(damage(make_stub({.version = too_long})), "no Unity version stands at byte 20");
  EXPECT_EQ(damage(make_stub({.format = 22, .version = "five"})), "no Unity version stands at byte 48");
}

TEST(SerializedHeuristic, WantsPartsThatFit) {
  EXPECT_EQ(damage(make_stub({.metadata_size = 0})), "the metadata size at byte 0 is 0");
  EXPECT_EQ(damage(make_stub({.metadata_size = 240})),
            "the metadata size of 240 and the data offset of 256 contradict each other");
  EXPECT_EQ(damage(make_stub({.data_offset = 513})), "the data offset at byte 12 is 513");
  EXPECT_EQ(damage(make_stub({.metadata_size = 513})), "the metadata size at byte 0 is 513");
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
    EXPECT_EQ(damage(data), "the file size at byte 24 is " + std::to_string(size));
  }
}

struct Field {
  const char* name;
  std::size_t at;
  unsigned bytes;
};

TEST(SerializedHeuristic, NamesTheDamagedFieldOfEveryHeader) {
  const std::vector<Field> narrow{{"metadata size", 0, 4}, {"file size", 4, 4}, {"format", 8, 4}, {"data offset", 12, 4},
                                  {"endianness", 16, 1}};
  const std::vector<Field> wide{{"metadata size", 16, 8}, {"file size", 24, 8}, {"format", 8, 4}, {"data offset", 32, 8},
                                {"endianness", 40, 1}};
  for (const std::uint32_t format : {9U, 15U, 17U, 21U, 22U, 26U}) {
    for (const Field& field : format >= 22 ? wide : narrow) {
      const std::uint64_t all = field.bytes == 8 ? UINT64_MAX : (std::uint64_t{1} << (8 * field.bytes)) - 1;
      for (const std::uint64_t value : {std::uint64_t{0}, all, all >> 1U}) {
        Bytes data = make_stub({.format = format});
        put_number(data, field.at, value, field.bytes, true);
        const Detection detection = detect_bytes(data);
        if (data == make_stub({.format = format})) continue;  // endianness 0 is what it was
        const bool is_named = detection.reason.find(field.name) != std::string::npos;
        const bool is_length = detection.code == FindingCode::serialized_truncated ||
                               detection.reason.find("bytes after its own") != std::string::npos;
        EXPECT_EQ(detection.kind, ContentKind::unsupported) << format << " " << field.name << " " << value;
        EXPECT_TRUE(is_named || (is_length && field.name == std::string_view("file size"))) << detection.reason;
      }
    }
  }
}

TEST(SerializedHeuristic, NamesTheDamagedFieldOfOldHeaders) {
  for (const std::uint32_t format : {7U, 8U}) {
    const auto damaged = [&](std::size_t at, std::uint64_t value) {
      Bytes data = make_stub({.format = format});
      put_number(data, at, value, 4, true);
      return damage(data);
    };
    EXPECT_EQ(damaged(0, 0), "the metadata size at byte 0 is 0");
    EXPECT_EQ(damaged(4, 7), "the file size at byte 4 is 7");
    EXPECT_EQ(damaged(8, 1'000), "the format at byte 8 is 1000");
    EXPECT_EQ(damaged(12, 0xFFFFFFFF), "the data offset at byte 12 is 4294967295");
    Bytes text = make_stub({.format = format});
    text[text.size() - 63] = std::byte{'x'};
    EXPECT_EQ(detect_bytes(text).code, FindingCode::serialized_damaged);
  }
}

TEST(SerializedHeuristic, BelievesANameThatOnlyUnityGives) {
  for (const char* name : {"level0", "Game_Data/level12", "sharedassets1.assets", "globalgamemanagers",
                           "globalgamemanagers.assets", "mainData", "Data\\resources.assets"}) {
    EXPECT_EQ(detect_bytes(Bytes(500, std::byte{7}), name).code, FindingCode::serialized_damaged) << name;
    EXPECT_EQ(detect_bytes({}, name).code, FindingCode::serialized_damaged) << name;
  }
  for (const char* name : {"level", "levels.txt", "level0.txt", "sharedassets.assets", "mainData.bak", "my.assets"}) {
    EXPECT_EQ(detect_bytes(Bytes(500, std::byte{7}), name).kind, ContentKind::unknown) << name;
  }
}

}  // namespace
}  // namespace mecadex::testing
