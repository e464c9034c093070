#include "indexer/containers/tar.hpp"

#include <fmt/format.h>

#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

const std::string kLongPath = std::string(90, 'd') + "/" + std::string(60, 'e') + "/level0";

std::vector<NamedFile> tar_files() {
  return {{"Game_Data/", {}}, {"Game_Data/level0", make_filler(70'001, 2)}, {"empty", {}}, {kLongPath, make_filler(512, 3)}};
}

TEST(Tar, ReadsTheEntriesOfEveryForm) {
  for (const TarForm form : {TarForm::posix, TarForm::gnu, TarForm::pax}) {
    const auto files = tar_files();
    const auto container = open_bytes(make_tar(files, form));
    EXPECT_EQ(container->kind(), ContentKind::tar);
    EXPECT_TRUE(container->notes().empty());
    ASSERT_EQ(container->entries().size(), 3U);  // without the folder
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(container->entries()[i].path, files[i + 1].path);
      EXPECT_EQ(read_entry(*container, i), files[i + 1].data);
    }
  }
}

TEST(Tar, ReadsTheOldestForm) {
  const auto container = open_bytes(make_tar({{"./a", make_filler(10, 1)}}, TarForm::oldest));
  ASSERT_EQ(container->entries().size(), 1U);
  EXPECT_EQ(container->entries()[0].path, "a");
  EXPECT_EQ(read_entry(*container, 0), make_filler(10, 1));
}

TEST(Tar, IsFoundInsideGzip) {
  const auto outer = open_bytes(make_gzip(make_tar(tar_files())));
  const auto stream = outer->open(0);
  const Detection detection = containers::detect(*stream, "game.tar.gz", true);
  ASSERT_EQ(detection.kind, ContentKind::tar);
  const auto container = containers::open_container(detection, stream, budget_of());
  EXPECT_EQ(read_entry(*container, 0), tar_files()[1].data);
}

TEST(Tar, JoinsSplitParts) {
  const NamedFile level{"Data/level0", make_filler(2'500, 4)};
  auto parts = make_split_parts(level, 1'000);
  const auto container = open_bytes(make_tar(parts));
  ASSERT_EQ(container->entries().size(), 1U);
  EXPECT_EQ(container->entries()[0].path, "Data/level0");
  EXPECT_TRUE(container->entries()[0].is_joined);
  EXPECT_EQ(read_entry(*container, 0), level.data);
  parts.erase(parts.begin() + 1);
  EXPECT_TRUE(has_note(*open_bytes(make_tar(parts)), FindingCode::file_split_gap));
}

TEST(Tar, GoesOnInAnArchiveThatWasAppended) {
  const Bytes two = join(make_tar({{"a", make_filler(10, 1)}}), make_tar({{"b", make_filler(20, 2)}}));
  const auto container = open_bytes(two);
  ASSERT_EQ(container->entries().size(), 2U);
  EXPECT_EQ(read_entry(*container, 1), make_filler(20, 2));
}

TEST(Tar, SaysWhereOtherBytesFollow) {
  const Bytes tar = make_tar({{"a", make_filler(10, 1)}});
  const auto container = open_bytes(join(tar, to_bytes("more")));
  EXPECT_TRUE(has_note(*container, FindingCode::container_trailing));
  EXPECT_EQ(container->followed_at(), tar.size());
  EXPECT_FALSE(open_bytes(join(tar, Bytes(9'000)))->followed_at().has_value());
}

TEST(Tar, KeepsWhatStandsBeforeADamage) {
  const auto files = tar_files();
  const Bytes whole = make_tar(files);
  Bytes flipped = whole;
  flipped[512 + 512 + 70'144 + 3] ^= std::byte{1};  // in the second file's header
  const auto damaged = open_bytes(flipped);
  EXPECT_TRUE(has_note(*damaged, FindingCode::container_damaged));
  ASSERT_EQ(damaged->entries().size(), 1U);
  EXPECT_EQ(read_entry(*damaged, 0), files[1].data);
  for (const std::size_t size : {std::size_t{512 + 512 + 100}, std::size_t{512 + 512 + 70'144 + 100}}) {
    const auto cut = open_bytes(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    EXPECT_TRUE(has_note(*cut, FindingCode::container_truncated)) << size;
    EXPECT_GE(cut->entries().size(), 1U);
  }
}

TEST(Tar, RefusesSizesThatCannotBe) {
  for (const std::uint64_t size : {UINT64_MAX, std::uint64_t{1} << 63U, UINT64_MAX - 511}) {
    Bytes data = make_tar({{"a", make_filler(10, 1)}, {"b", {}}});
    data[124] = std::byte{0x80};
    put_number(data, 125, 0, 3, true);
    put_number(data, 128, size, 8, true);
    put_number(data, 148, 0x2020202020202020, 8, true);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < 512; ++i) sum += std::to_integer<std::uint64_t>(data[i]);
    const std::string digits = fmt::format("{:06o}", sum);
    for (std::size_t i = 0; i < 6; ++i) data[148 + i] = static_cast<std::byte>(digits[i]);
    ASSERT_TRUE(containers::is_tar(data));
    const auto container = open_bytes(data);
    EXPECT_TRUE(has_note(*container, FindingCode::container_damaged));
    EXPECT_TRUE(container->entries().empty());
  }
}

TEST(Tar, IsNoFileOfZeroesOrText) {
  EXPECT_FALSE(containers::is_tar(Bytes(512)));
  EXPECT_FALSE(containers::is_tar(make_filler(512, 1)));
  EXPECT_FALSE(containers::is_tar(Bytes(511, std::byte{'a'})));
}

}  // namespace
}  // namespace mecadex::testing
