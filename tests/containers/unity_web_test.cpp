#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

std::vector<NamedFile> player_files() {
  return {{"mainData", make_filler(4'000, 1)},
          {"sharedassets0.assets", make_filler(70'003, 2)},
          {"Assembly-CSharp.dll", make_filler(77, 3)}};
}

struct WebCase {
  bool is_compressed;
  std::uint32_t version;
};

class EveryWebVersion : public ::testing::TestWithParam<WebCase> {};

TEST_P(EveryWebVersion, ReadsItsEntries) {
  const auto files = player_files();
  for (const std::uint32_t levels : {1U, 2U, 6U, 100U}) {
    const auto container =
        open_bytes(make_unity_web(files, {.is_compressed = GetParam().is_compressed,
                                          .version = GetParam().version,
                                          .levels = levels}));
    EXPECT_EQ(container->kind(),
              GetParam().is_compressed ? ContentKind::unityweb : ContentKind::unityraw);
    EXPECT_EQ(container->compression(), GetParam().is_compressed ? "lzma" : "none");
    EXPECT_EQ(container->engine_version(), "4.6.0f3");
    EXPECT_TRUE(container->notes().empty());
    ASSERT_EQ(container->entries().size(), files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
      EXPECT_EQ(container->entries()[i].path, files[i].path);
      EXPECT_EQ(read_entry(*container, i), files[i].data);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, EveryWebVersion,
                         ::testing::Values(WebCase{true, 1}, WebCase{true, 2}, WebCase{true, 3},
                                           WebCase{true, 4}, WebCase{true, 5}, WebCase{false, 1},
                                           WebCase{false, 2}, WebCase{false, 3}, WebCase{false, 4},
                                           WebCase{false, 5}));

TEST(UnityWeb, TakesAnUnknownSizeFromTheLevels) {
  const auto files = player_files();
  const auto container = open_bytes(make_unity_web(files, {.is_size_unknown = true}));
  EXPECT_EQ(read_entry(*container, 1), files[1].data);
}

TEST(UnityWeb, DecodesNoFurtherThanItsDirectory) {
  const auto budget = budget_of();
  const auto container =
      open_bytes(make_unity_web({{"mainData", make_filler(1'000'000, 1)}}), budget);
  EXPECT_LE(budget->decoded(), 8'192U);
}

TEST(UnityWeb, NotesBytesBehindThePayload) {
  const auto container = open_bytes(join(make_unity_web(player_files()), Bytes(10)));
  EXPECT_TRUE(has_note(*container, FindingCode::container_trailing));
}

TEST(UnityWeb, ReadsWhatIsThereOfAFileThatIsCutOff) {
  const auto files = player_files();
  Bytes data = make_unity_web(files);
  data.resize(data.size() / 2);
  const auto container = open_bytes(data);
  EXPECT_TRUE(has_note(*container, FindingCode::container_truncated));
  EXPECT_EQ(read_entry(*container, 0), files[0].data);
  EXPECT_EQ(code_of([&] { read_entry(*container, 2); }), FindingCode::container_truncated);
}

TEST(UnityWeb, RefusesLevelsAndHeadersThatCannotBe) {
  const auto code = [](std::size_t at, std::uint64_t value) {
    Bytes data = make_unity_web(player_files(), {.version = 1});
    put_number(data, at, value, 4, true);
    return code_of([&] { open_bytes(data); });
  };
  const std::size_t header_size_at = 9 + 4 + 6 + 8 + 4;
  const std::size_t levels_at = header_size_at + 8;
  EXPECT_EQ(code(levels_at, 0), FindingCode::container_damaged);
  EXPECT_EQ(code(levels_at, bytes::kMaxWebLevels + 1), FindingCode::container_limit);
  EXPECT_EQ(code(levels_at, 0xFFFFFFFF), FindingCode::container_limit);
  EXPECT_TRUE(code(header_size_at, 0));
  EXPECT_EQ(code(header_size_at, 0xFFFFFFFF), FindingCode::container_damaged);
}

TEST(UnityWeb, RefusesEntryCountsThatDoNotFit) {
  for (const std::uint64_t count : {0xFFFFFFFFU, 0x7FFFFFFFU, 100'000U}) {
    Bytes data = make_unity_web({{"a", Bytes(10)}}, {.is_compressed = false});
    put_number(data, data.size() - 28, count, 4, true);
    EXPECT_TRUE(code_of([&] { open_bytes(data); })) << count;
  }
}

TEST(UnityWeb, FailsEntriesOutsideThePayload) {
  Bytes data = make_unity_web({{"a", Bytes(10)}}, {.is_compressed = false});
  put_number(data, data.size() - 18, 0xFFFFFFFF, 4, true);
  const auto container = open_bytes(data);
  EXPECT_EQ(code_of([&] { container->open(0); }), FindingCode::container_entry_range);
}

TEST(UnityWeb, RefusesImpossiblePayloadSizes) {
  const Bytes good = make_unity_web(player_files(), {.version = 3});
  const std::size_t lzma_at = static_cast<std::size_t>(std::to_integer<unsigned>(good[34]));
  const auto code = [&](std::uint64_t size) {
    Bytes data = good;
    put_number(data, lzma_at + 5, size, 8, false);
    return code_of([&] { open_bytes(data); });
  };
  EXPECT_EQ(code(UINT64_MAX - 1), FindingCode::container_damaged);
  EXPECT_EQ(code(std::uint64_t{1} << 63U), FindingCode::container_damaged);
  EXPECT_EQ(code((std::uint64_t{1} << 63U) - 1), FindingCode::container_limit);
  EXPECT_TRUE(code(0));
}

TEST(UnityWeb, EndsAtAnOverwrittenHeaderWithoutAVerdict) {
  Bytes data = make_unity_web(player_files());
  std::fill_n(data.begin(), 0x97, std::byte{0x5A});
  EXPECT_EQ(detect_bytes(data).kind, ContentKind::unknown);
}

TEST(UnityWeb, WithoutEntriesOverDataIsDamaged) {
  Bytes data = make_unity_web(player_files(), {.is_compressed = false});
  const std::string text(reinterpret_cast<const char*>(data.data()), data.size());
  put_number(data, text.find("mainData") - 4, 0, 4, true);
  EXPECT_EQ(code_of([&] { open_bytes(data); }), FindingCode::container_damaged);
}

TEST(UnityWeb, EntriesOnTheSameBytesAreReadOnce) {
  Bytes data = make_unity_web(player_files(), {.is_compressed = false});
  const std::string text(reinterpret_cast<const char*>(data.data()), data.size());
  const auto place_of = [&](const std::string& name) { return text.find(name) + name.size() + 1; };
  const std::size_t from = place_of("mainData");
  std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(from), 8,
              data.begin() + static_cast<std::ptrdiff_t>(place_of("sharedassets0.assets")));
  const auto container = open_bytes(data);
  EXPECT_TRUE(has_note(*container, FindingCode::container_overlap));
  EXPECT_FALSE(container->entries()[0].is_overlapping);
  EXPECT_TRUE(container->entries()[1].is_overlapping);
  EXPECT_FALSE(container->entries()[2].is_overlapping);
}

}  // namespace
}  // namespace mecadex::testing
