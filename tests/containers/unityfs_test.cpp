#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

std::vector<NamedFile> three_files() {
  return {{"CAB-a", make_filler(70'001, 1)},
          {"CAB-a.resS", make_filler(5'000, 2), 0},
          {"CAB-b", make_filler(333, 3)}};
}

void expect_round_trip(const UnityFsOptions& options) {
  const auto files = three_files();
  const auto container = open_bytes(make_unityfs(files, options));
  ASSERT_EQ(container->entries().size(), files.size());
  EXPECT_EQ(container->engine_version(), options.engine_version);
  EXPECT_TRUE(container->notes().empty());
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(container->entries()[i].path, files[i].path);
    EXPECT_EQ(container->entries()[i].size, files[i].data.size());
    EXPECT_EQ(read_entry(*container, i), files[i].data);
  }
}

class EveryCodec : public ::testing::TestWithParam<BlockCodec> {};

TEST_P(EveryCodec, ReadsEveryVersionAndPlaceOfTheInfo) {
  for (const std::uint32_t version : {6U, 7U, 8U}) {
    for (const bool at_end : {false, true}) {
      expect_round_trip({.version = version,
                         .engine_version = version == 8 ? "2022.3.10f1" : "2020.3.1f1",
                         .codec = GetParam(),
                         .info_codec = GetParam(),
                         .block_size = 16'384,
                         .info_at_end = at_end,
                         .is_padded_after_info = version == 8});
    }
  }
}

TEST_P(EveryCodec, ReadsTheVariantOfUnityWeb) {
  for (const char* signature : {"UnityWeb", "UnityRaw"}) {
    expect_round_trip({.signature = signature,
                       .engine_version = "5.3.5f1",
                       .codec = GetParam(),
                       .extra_flags = 0x100});
  }
}

TEST_P(EveryCodec, NamesItsCompression) {
  const auto container = open_bytes(make_unityfs(three_files(), {.codec = GetParam()}));
  const std::array names{"none", "lzma", "lz4", "lz4hc"};
  EXPECT_EQ(container->compression(), names.at(static_cast<std::size_t>(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Codecs, EveryCodec,
                         ::testing::Values(BlockCodec::none, BlockCodec::lzma, BlockCodec::lz4,
                                           BlockCodec::lz4hc));

TEST(UnityFs, ReadsPaddedHeadersOfVersion6) {
  for (const bool at_end : {false, true}) {
    for (const bool padded : {false, true}) {
      expect_round_trip({.engine_version = "2019.4.15f1",
                         .codec = BlockCodec::none,
                         .info_at_end = at_end,
                         .is_header_padded = padded});
    }
  }
  expect_round_trip({.engine_version = "2019.4.1f1", .is_header_padded = false});
}

TEST(UnityFs, TellsPaddingOfAHiddenEngineByTheBytes) {
  for (const std::uint32_t version : {7U, 8U}) {
    expect_round_trip(
        {.version = version, .engine_version = "0.0.0", .is_padded_after_info = true});
  }
  expect_round_trip({.version = 7, .engine_version = "0.0.0", .extra_flags = 0x200});
}

TEST(UnityFs, LeavesOutDirectoriesAndDeletedNodes) {
  auto files = three_files();
  files[0].flags = 1;
  files[1].flags = 2;
  const auto container = open_bytes(make_unityfs(files));
  ASSERT_EQ(container->entries().size(), 1U);
  EXPECT_EQ(read_entry(*container, 0), files[2].data);
}

TEST(UnityFs, UsesOnlyTheLowSixBitsOfBlockFlags) {
  expect_round_trip({.extra_block_flags = 0x40});
  expect_round_trip({.extra_block_flags = 0x240});
  expect_round_trip({.codec = BlockCodec::lzma, .extra_block_flags = 0x1C0});
}

TEST(UnityFs, ToleratesZeroesBehindTheDirectory) {
  expect_round_trip({.info_trailing = Bytes(3)});
  expect_round_trip({.info_trailing = Bytes(16)});
  const auto container = open_bytes(make_unityfs(three_files(), {.info_trailing = to_bytes("x")}));
  EXPECT_TRUE(has_note(*container, FindingCode::container_trailing));
}

TEST(UnityFs, ReadsByItsOwnSizeWhereTheFileGoesOn) {
  for (const bool at_end : {false, true}) {
    const auto files = three_files();
    const auto container =
        open_bytes(make_unityfs(files, {.info_at_end = at_end, .trailing = to_bytes("config=1")}));
    EXPECT_TRUE(has_note(*container, FindingCode::container_trailing));
    EXPECT_EQ(read_entry(*container, 0), files[0].data);
  }
}

TEST(UnityFs, ReadsWhatIsThereOfAnArchiveThatIsCutOff) {
  const auto files = three_files();
  Bytes data = make_unityfs(files, {.block_size = 8'192});
  data.resize(data.size() - 100);
  const auto container = open_bytes(data);
  EXPECT_TRUE(has_note(*container, FindingCode::container_truncated));
  EXPECT_EQ(read_entry(*container, 0), files[0].data);
  EXPECT_EQ(code_of([&] { read_entry(*container, 2); }), FindingCode::container_truncated);
}

TEST(UnityFs, NotesNamesThatRepeat) {
  auto files = three_files();
  files[2].path = files[0].path;
  const auto container = open_bytes(make_unityfs(files));
  EXPECT_TRUE(has_note(*container, FindingCode::container_duplicate_entry));
  EXPECT_EQ(read_entry(*container, 2), files[2].data);
}

TEST(UnityFs, NamesUnityCnEncryption) {
  const auto code = [](const UnityFsOptions& options) {
    return code_of([&] { open_bytes(make_unityfs(three_files(), options)); });
  };
  const auto expected = FindingCode::container_encrypted_unitycn;
  EXPECT_EQ(code({.extra_flags = 0x400}), expected);
  EXPECT_EQ(code({.extra_flags = 0x1000}), expected);
  EXPECT_EQ(code({.version = 7, .engine_version = "2021.3.1f1", .extra_flags = 0x200}), expected);
  EXPECT_EQ(code({.version = 7, .engine_version = "2021.3.2f1", .is_padded_after_info = true}),
            std::nullopt);
}

TEST(UnityFs, TakesUndecodableInfoOfAChinaBuildForEncrypted) {
  const auto code = [](const char* engine) {
    Bytes data = make_unityfs(three_files(), {.engine_version = engine});
    for (std::size_t i = 60; i < 100; ++i) data[i] = std::byte{0xFF};
    return code_of([&] { open_bytes(data); });
  };
  EXPECT_EQ(code("2019.4.9f1c1"), FindingCode::container_encrypted_unitycn);
  EXPECT_EQ(code("2019.4.9f1"), FindingCode::container_codec);
}

TEST(UnityFs, NamesEncryptedBlocks) {
  const Bytes noise(50, std::byte{0xFF});
  const auto container =
      open_bytes(make_raw_unityfs({{1000, 50, 0x102}}, {{0, 1000, 4, "CAB"}}, noise));
  EXPECT_EQ(code_of([&] { read_entry(*container, 0); }), FindingCode::container_encrypted_unitycn);
}

TEST(UnityFs, NamesCodecsThatItDoesNotRead) {
  const auto message = [](std::uint16_t codec, const Bytes& data) {
    try {
      open_bytes(make_raw_unityfs({{100, static_cast<std::uint32_t>(data.size()), codec}},
                                  {{0, 100, 4, "CAB"}}, data));
    } catch (const bytes::ParseError& error) {
      EXPECT_EQ(error.code(), FindingCode::container_unsupported);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(4, Bytes(20)), "unsupported block compression LZHAM");
  EXPECT_EQ(message(5, Bytes(20)), "unsupported block compression 5");
  EXPECT_EQ(message(6, to_bytes("\x28\xB5\x2F\xFD....")), "unsupported block compression zstd (6)");
}

TEST(UnityFs, RefusesVersionsThatItDoesNotKnow) {
  for (const std::uint32_t version : {0U, 5U, 9U, 0xFFFFFFFFU}) {
    const Bytes data = make_unityfs(three_files(), {.version = version});
    EXPECT_EQ(code_of([&] { open_bytes(data); }), FindingCode::container_unsupported);
  }
}

TEST(UnityFs, RefusesADirectoryApart) {
  Bytes data = make_unityfs(three_files(), {.engine_version = "2018.1.1f1"});
  const std::size_t flags_at = 8 + 4 + 6 + 11 + 16;
  data[flags_at + 3] = std::byte{2};
  EXPECT_EQ(code_of([&] { open_bytes(data); }), FindingCode::container_unsupported);
}

TEST(UnityFs, KeepsEntriesOutsideTheDataAndFailsTheirOpening) {
  const Bytes stored(100, std::byte{1});
  const std::uint64_t minus_one = UINT64_MAX;
  const auto container = open_bytes(make_raw_unityfs({{100, 100, 0}},
                                                     {{0, 101, 4, "a"},
                                                      {101, 0, 4, "b"},
                                                      {minus_one, 2, 4, "c"},
                                                      {0, minus_one, 4, "d"},
                                                      {1U << 31U, std::uint64_t{1} << 63U, 4, "e"},
                                                      {100, 0, 4, "f"},
                                                      {50, 50, 4, "g"}},
                                                     stored));
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(code_of([&] { container->open(i); }), FindingCode::container_entry_range) << i;
  }
  EXPECT_EQ(container->open(5)->size(), 0U);
  EXPECT_EQ(read_entry(*container, 6).size(), 50U);
}

TEST(UnityFs, KeepsPathsAsTheyAre) {
  const std::vector<NamedFile> files{{"../../etc/passwd", Bytes(3)}, {"\xFF\x01", Bytes(4)}};
  const auto container = open_bytes(make_unityfs(files));
  EXPECT_EQ(container->entries()[0].path, files[0].path);
  EXPECT_EQ(container->entries()[1].path, files[1].path);
}

TEST(UnityFs, RefusesPathsBeyondTheLimit) {
  const auto code = [](std::size_t n) {
    return code_of([&] { open_bytes(make_unityfs({{std::string(n, 'x'), Bytes(3)}})); });
  };
  EXPECT_EQ(code(bytes::kMaxEntryPath), std::nullopt);
  EXPECT_EQ(code(bytes::kMaxEntryPath + 1), FindingCode::container_limit);
}

TEST(UnityFs, OpensAnArchiveWithoutData) {
  EXPECT_TRUE(open_bytes(make_unityfs({}))->entries().empty());
  const auto container = open_bytes(make_unityfs({{"empty", {}}}));
  EXPECT_EQ(container->open(0)->size(), 0U);
}

TEST(UnityFs, WithoutEntriesOverDataIsDamaged) {
  const Bytes data = make_filler(100, 1);
  EXPECT_EQ(code_of([&] { open_bytes(make_raw_unityfs({{100, 100, 0}}, {}, data)); }), FindingCode::container_damaged);
  EXPECT_TRUE(open_bytes(make_raw_unityfs({}, {}, {}))->entries().empty());
}

TEST(UnityFs, EntriesThatAreLeftOutAreNamed) {
  const Bytes data = make_filler(100, 1);
  for (const std::uint32_t flags : {1U, 2U, 6U}) {
    const auto container = open_bytes(make_raw_unityfs({{100, 100, 0}}, {{0, 50, flags, "a"}, {50, 50, 4, "b"}}, data));
    EXPECT_TRUE(has_note(*container, FindingCode::container_deleted_entry)) << flags;
    EXPECT_EQ(container->entries().size(), 1U);
  }
  EXPECT_TRUE(open_bytes(make_raw_unityfs({{100, 100, 0}}, {{0, 0, 1, "folder"}, {0, 100, 4, "b"}}, data))->notes().empty());
}

TEST(UnityFs, EntriesThatOverlapInPartAreReadOnce) {
  const Bytes data = make_filler(100, 1);
  const auto container = open_bytes(make_raw_unityfs(
      {{100, 100, 0}}, {{40, 20, 4, "a"}, {0, 40, 4, "b"}, {59, 41, 4, "c"}, {60, 40, 4, "d"}, {10, 1, 4, "e"}}, data));
  const auto is_overlapping = [&](std::size_t i) { return container->entries()[i].is_overlapping; };
  EXPECT_FALSE(is_overlapping(0));
  EXPECT_FALSE(is_overlapping(1));
  EXPECT_TRUE(is_overlapping(2));
  EXPECT_FALSE(is_overlapping(3));
  EXPECT_TRUE(is_overlapping(4));
}

TEST(UnityFs, SaysWhereItEndsWhenBytesFollow) {
  const Bytes archive = make_unityfs({{"a", make_filler(100, 1)}});
  EXPECT_FALSE(open_bytes(archive)->followed_at().has_value());
  EXPECT_EQ(open_bytes(join(archive, Bytes(1)))->followed_at(), archive.size());
  EXPECT_EQ(open_bytes(join(make_filler(77, 2), join(archive, Bytes(1))))->followed_at(), 77 + archive.size());
}

}  // namespace
}  // namespace mecadex::testing
