#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

std::vector<NamedFile> apk_files() {
  return {{"AndroidManifest.xml", make_filler(500, 1)},
          {"assets/bin/Data/", {}},
          {"assets/bin/Data/level0", make_filler(70'000, 2)},
          {"__MACOSX/._level0", make_filler(30, 3)}};
}

void expect_round_trip(const ZipOptions& options) {
  const auto files = apk_files();
  const auto container = open_bytes(make_zip(files, options));
  ASSERT_EQ(container->entries().size(), 3U);  // without the folder
  EXPECT_EQ(container->kind(), ContentKind::zip);
  EXPECT_EQ(container->compression(), options.is_deflated ? "deflate" : "none");
  EXPECT_EQ(container->entries()[1].path, files[2].path);
  EXPECT_EQ(container->entries()[1].size, files[2].data.size());
  EXPECT_EQ(read_entry(*container, 0), files[0].data);
  EXPECT_EQ(read_entry(*container, 1), files[2].data);
  EXPECT_EQ(read_entry(*container, 2), files[3].data);
}

TEST(Zip, ReadsStoredAndDeflatedEntries) {
  for (const bool deflated : {false, true}) {
    for (const bool zip64 : {false, true}) {
      for (const bool descriptor : {false, true}) {
        expect_round_trip(
            {.is_deflated = deflated, .is_zip64 = zip64, .has_data_descriptor = descriptor});
      }
    }
  }
}

TEST(Zip, FindsItsDirectoryBeforeAComment) {
  using namespace std::string_literals;
  expect_round_trip({.comment = "made by hand"});
  expect_round_trip({.comment = std::string(65'535, 'c')});
  const Bytes padded = join(make_zip(apk_files()), Bytes(1'000));
  EXPECT_EQ(open_bytes(padded)->entries().size(), 3U);
  expect_round_trip({.comment = "PK\x05\x06 is no directory"s + std::string(40, '\0')});
}

TEST(Zip, JoinsSplitPartsInNumericOrder) {
  const NamedFile whole{"assets/bin/Data/sharedassets0.assets", make_filler(12'345, 7)};
  auto files = make_split_parts(whole, 1'000);
  ASSERT_EQ(files.size(), 13U);
  std::ranges::sort(files, {}, &NamedFile::path);  // split10 before split2
  files.insert(files.begin(), {"a", Bytes(1)});
  for (const bool deflated : {false, true}) {
    const auto container = open_bytes(make_zip(files, {.is_deflated = deflated}));
    ASSERT_EQ(container->entries().size(), 2U);
    EXPECT_EQ(container->entries()[1].path, whole.path);
    EXPECT_EQ(container->entries()[1].size, whole.data.size());
    EXPECT_TRUE(container->entries()[1].is_joined);
    EXPECT_FALSE(container->entries()[0].is_joined);
    EXPECT_EQ(read_entry(*container, 1), whole.data);
  }
}

TEST(Zip, NotesMissingPartsAndOpensNoneOfThem) {
  auto files = make_split_parts({"level0", make_filler(5'000, 7)}, 1'000);
  files.erase(files.begin() + 2);
  const auto container = open_bytes(make_zip(files));
  EXPECT_TRUE(container->entries().empty());
  EXPECT_TRUE(has_note(*container, FindingCode::file_split_gap));
}

TEST(Zip, PrefersTheWholeFileToItsParts) {
  auto files = make_split_parts({"level0", make_filler(5'000, 7)}, 1'000);
  files.push_back({"level0", Bytes(3)});
  const auto container = open_bytes(make_zip(files));
  ASSERT_EQ(container->entries().size(), 1U);
  EXPECT_EQ(read_entry(*container, 0).size(), 3U);
}

TEST(Zip, FailsTheEntriesThatItCannotRead) {
  const auto code = [](const ZipOptions& options) {
    const auto container = open_bytes(make_zip(apk_files(), options));
    return code_of([&] { container->open(0); });
  };
  EXPECT_EQ(code({.is_encrypted = true}), FindingCode::container_entry_encrypted);
  EXPECT_EQ(code({.is_deflated = false, .method = 12}), FindingCode::container_unsupported);
  EXPECT_EQ(code({.is_deflated = true, .method = 0}), FindingCode::container_damaged);
}

// Offsets in the directory entry of a zip with the one file "a".
constexpr std::size_t kEnd = 22;
constexpr std::size_t kEntry = 47;

Bytes with_field(std::size_t from_end, std::uint64_t value, unsigned n) {
  Bytes data = make_zip({{"a", make_filler(100, 1)}});
  put_number(data, data.size() - from_end, value, n, false);
  return data;
}

TEST(Zip, RefusesDirectoriesThatCannotBe) {
  for (const std::uint64_t value : {0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFEU}) {
    EXPECT_EQ(code_of([&] { open_bytes(with_field(kEnd - 12, value, 4)); }),
              FindingCode::container_damaged);
    EXPECT_EQ(code_of([&] { open_bytes(with_field(kEnd - 16, value, 4)); }),
              FindingCode::container_damaged);
  }
  EXPECT_EQ(code_of([&] { open_bytes(with_field(kEnd - 10, 2, 2)); }),
            FindingCode::container_damaged);
  EXPECT_EQ(code_of([&] { open_bytes(with_field(kEnd - 4, 1, 2)); }),
            FindingCode::container_unsupported);
}

TEST(Zip, FailsEntriesWithHostileSizes) {
  for (const std::uint64_t value : {0x7FFFFFFFU, 0xFFFFFFFEU, 0xFFFFFFFFU}) {
    const auto compressed = open_bytes(with_field(kEnd + kEntry - 20, value, 4));
    EXPECT_TRUE(code_of([&] { read_entry(*compressed, 0); })) << value;
    const auto uncompressed = open_bytes(with_field(kEnd + kEntry - 24, value, 4));
    EXPECT_EQ(code_of([&] { uncompressed->open(0); }), FindingCode::container_limit) << value;
    const auto place = open_bytes(with_field(kEnd + kEntry - 42, value, 4));
    EXPECT_EQ(code_of([&] { place->open(0); }), FindingCode::container_entry_range) << value;
  }
}

TEST(Zip, WantsExactlyTheDeclaredLength) {
  for (const std::uint64_t declared : {0U, 99U, 101U}) {
    const auto container = open_bytes(with_field(kEnd + kEntry - 24, declared, 4));
    const auto code = code_of([&] { read_entry(*container, 0); });
    EXPECT_EQ(code, declared == 0 ? std::nullopt : std::optional(FindingCode::container_codec));
  }
}

TEST(Zip, RefusesHostileZip64Records) {
  const Bytes good = make_zip({{"a", Bytes(10)}}, {.is_zip64 = true});
  const std::size_t end64 = good.size() - 22 - 20 - 56;
  for (const std::uint64_t value :
       {std::uint64_t{0x7FFFFFFF}, std::uint64_t{1} << 32U, UINT64_MAX, UINT64_MAX >> 1U}) {
    for (const std::size_t at : {end64 + 32, end64 + 40, end64 + 48, end64 + 56 + 8}) {
      Bytes data = good;
      put_number(data, at, value, 8, false);
      EXPECT_TRUE(code_of([&] { open_bytes(data); })) << at << ' ' << value;
    }
    for (const std::size_t field : {0U, 8U, 16U}) {
      Bytes data = good;
      put_number(data, end64 - 24 + field, value, 8, false);
      EXPECT_TRUE(code_of([&] { open_bytes(data)->open(0); })) << field << ' ' << value;
    }
  }
}

TEST(Zip, BoundsAZipInAZip) {
  Bytes data(3'000'000);
  for (int i = 0; i < 3; ++i) data = make_zip({{"inner", data}, {"copy", data}});
  const auto budget = budget_of(1'000'000);
  bytes::SourcePtr source = source_of(data);
  const auto code = code_of([&] {
    for (int depth = 0; depth < 3; ++depth) {
      auto zip = containers::open_container(containers::detect(*source, "", true), source, budget);
      source = zip->open(0);
    }
    read_all(*source);
  });
  EXPECT_EQ(code, FindingCode::container_budget);
}

TEST(Zip, IsTruncatedWithoutItsEnd) {
  Bytes data = make_zip(apk_files());
  data.resize(data.size() - 1);
  EXPECT_EQ(code_of([&] { open_bytes(data); }), FindingCode::container_truncated);
}

TEST(Zip, BehindAStubIsReadWhetherItsPlacesCountTheStubOrNot) {
  const auto files = apk_files();
  for (const bool deflated : {false, true}) {
    const Bytes zip = make_zip(files, {.is_deflated = deflated});
    for (const std::size_t stub : {1U, 1'051U, 200'000U}) {
      const Bytes data = join(make_filler(stub, 8), zip);
      EXPECT_EQ(detect_bytes(data).kind, ContentKind::zip) << stub;
      const auto container = open_bytes(data);
      EXPECT_TRUE(has_note(*container, FindingCode::container_prefix));
      EXPECT_EQ(read_entry(*container, 1), files[2].data);
    }
  }
}

TEST(Zip, BehindAStubIsNoDamagedBundle) {
  // The bundle's own header stands in the stored block that a deflated entry begins with.
  const std::vector<NamedFile> files{{"a.bundle", make_unityfs({{"CAB-1", make_filler(90'000, 1)}}, {.codec = BlockCodec::none})}};
  for (const bool deflated : {false, true}) {
    const auto container = open_bytes(join(make_filler(1'000, 8), make_zip(files, {.is_deflated = deflated})));
    ASSERT_EQ(container->kind(), ContentKind::zip);
    EXPECT_EQ(read_entry(*container, 0), files[0].data);
  }
}

TEST(Zip, ReadsAllEntriesWhenTheirCountIsWrong) {
  const auto files = apk_files();
  const auto container = open_bytes(make_zip(files, {.count = 1}));
  EXPECT_EQ(container->entries().size(), 3U);
  EXPECT_TRUE(has_note(*container, FindingCode::container_damaged));
  EXPECT_EQ(code_of([&] { open_bytes(make_zip(files, {.count = 5'000})); }), FindingCode::container_damaged);
}

TEST(Zip, EntriesOverOneLocalHeaderAreReadOnce) {
  Bytes data = make_zip({{"a", make_filler(100, 1)}, {"b", make_filler(100, 2)}, {"c", make_filler(100, 3)}});
  // The directory's second and third entries point to the first one's header.
  const std::string text(reinterpret_cast<const char*>(data.data()), data.size());
  std::size_t at = text.find("PK\x01\x02");
  for (int i = 0; i < 2; ++i) {
    at = text.find("PK\x01\x02", at + 1);
    put_number(data, at + 42, 0, 4, false);
  }
  const auto container = open_bytes(data);
  EXPECT_TRUE(has_note(*container, FindingCode::container_overlap));
  ASSERT_EQ(container->entries().size(), 1U);
  EXPECT_EQ(read_entry(*container, 0), make_filler(100, 1));
}

}  // namespace
}  // namespace mecadex::testing
