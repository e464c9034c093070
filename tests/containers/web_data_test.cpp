#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

std::vector<NamedFile> web_files() {
  return {{"data.unity3d", make_unityfs({{"level0", make_stub()}})},
          {"Resources/unity_default_resources", make_stub()},
          {"boot.config", to_bytes("a=1")}};
}

constexpr std::size_t kDirectoryAt = 16;  // behind "UnityWebData1.0"

TEST(WebData, ReadsItsEntries) {
  for (const char* signature : {"UnityWebData1.0", "TuanjieWebData1.0"}) {
    const auto files = web_files();
    const auto container = open_bytes(make_web_data(files, signature));
    EXPECT_EQ(container->kind(), ContentKind::web_data);
    EXPECT_EQ(container->compression(), "none");
    ASSERT_EQ(container->entries().size(), files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
      EXPECT_EQ(container->entries()[i].path, files[i].path);
      EXPECT_EQ(read_entry(*container, i), files[i].data);
    }
  }
}

TEST(WebData, OpensNestedArchives) {
  const auto container = open_bytes(make_web_data(web_files()));
  const auto source = container->open(0);
  const Detection detection = containers::detect(*source, "data.unity3d", true);
  const auto inner = containers::open_container(detection, source, budget_of());
  EXPECT_EQ(read_entry(*inner, 0), make_stub());
}

TEST(WebData, RefusesDirectoriesThatCannotBe) {
  const auto code = [](std::uint64_t end) {
    Bytes data = make_web_data(web_files());
    put_number(data, kDirectoryAt, end, 4, false);
    return code_of([&] { open_bytes(data); });
  };
  EXPECT_EQ(code(0), FindingCode::container_damaged);
  EXPECT_EQ(code(19), FindingCode::container_damaged);
  EXPECT_EQ(code(0xFFFFFFFF), FindingCode::container_damaged);
  EXPECT_EQ(code(0x7FFFFFFF), FindingCode::container_limit);
  EXPECT_EQ(code(21), FindingCode::container_truncated);
  EXPECT_EQ(code(20), FindingCode::container_damaged);  // no entries, and data behind them
}

TEST(WebData, RefusesNamesThatDoNotFit) {
  for (const std::uint64_t length : {1025U, 0xFFFFFFFFU, 0x7FFFFFFFU}) {
    Bytes data = make_web_data(web_files());
    put_number(data, kDirectoryAt + 4 + 8, length, 4, false);
    EXPECT_EQ(code_of([&] { open_bytes(data); }), FindingCode::container_limit);
  }
}

TEST(WebData, FailsEntriesOutsideTheFile) {
  const auto code = [](std::size_t field, std::uint64_t value) {
    Bytes data = make_web_data(web_files());
    put_number(data, kDirectoryAt + 4 + field, value, 4, false);
    const auto container = open_bytes(data);
    return code_of([&] { container->open(0); });
  };
  EXPECT_EQ(code(0, 0xFFFFFFFF), FindingCode::container_entry_range);
  EXPECT_EQ(code(0, 0), FindingCode::container_entry_range);
  EXPECT_EQ(code(4, 0xFFFFFFFF), FindingCode::container_entry_range);
}

TEST(WebData, NotesNamesThatRepeat) {
  const auto container = open_bytes(make_web_data({{"a", Bytes(1)}, {"a", Bytes(2)}}));
  EXPECT_TRUE(has_note(*container, FindingCode::container_duplicate_entry));
}

TEST(WebData, DecodesAWrappedFileOnlyAsFarAsAsked) {
  auto files = web_files();
  files.push_back({"sharedassets0.resource", make_filler(2'000'000, 4)});
  const auto budget = budget_of();
  const auto gzip = open_bytes(make_gzip(make_web_data(files)), budget);
  const auto stream = gzip->open(0);
  const auto web =
      containers::open_container(containers::detect(*stream, "", true), stream, budget);
  EXPECT_EQ(read_entry(*web, 1), files[1].data);
  EXPECT_LT(budget->decoded(), 20'000U);
}

}  // namespace
}  // namespace mecadex::testing
