#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

TEST(WrappedStream, IsAContainerOfOneEntryWithoutAName) {
  const Bytes plain = make_filler(100'000, 2);
  for (const bool marker : {false, true}) {
    const auto container = open_bytes(make_gzip(plain, marker));
    EXPECT_EQ(container->kind(), ContentKind::gzip);
    EXPECT_EQ(container->compression(), "gzip");
    EXPECT_EQ(container->engine_version(), "");
    ASSERT_EQ(container->entries().size(), 1U);
    EXPECT_EQ(container->entries()[0].path, "");
    EXPECT_FALSE(container->entries()[0].size_known);
    EXPECT_EQ(read_entry(*container, 0), plain);
  }
}

TEST(WrappedStream, ReadsBrotliFromByteZeroWithAndWithoutTheMarker) {
  const Bytes plain = make_web_data({{"level0", make_filler(100'000, 2)}});
  const Bytes marked = make_brotli(plain, true);
  const Bytes start = join(to_bytes("\x6B\x8D"), Bytes(1));
  EXPECT_TRUE(std::equal(start.begin(), start.end(), marked.begin()));
  EXPECT_EQ(bytes::as_text(marked).substr(3, 36), "UnityWeb Compressed Content (brotli)");
  EXPECT_EQ(read_entry(*open_bytes(marked), 0), plain);
  EXPECT_EQ(read_entry(*open_bytes(make_brotli(plain), {}, "a.data.br"), 0), plain);
}

TEST(WrappedStream, ReadsTheMarkersOfUnitysGzip) {
  const Bytes data = make_gzip(to_bytes("x"), true);
  EXPECT_EQ(std::to_integer<int>(data[3]), 0x18);  // FNAME and FCOMMENT
  EXPECT_EQ(read_entry(*open_bytes(data), 0), to_bytes("x"));
}

TEST(WrappedStream, ReadsGzipWithEveryHeaderField) {
  Bytes data = make_gzip(to_bytes("content"));
  data[3] = std::byte{0x04 | 0x08 | 0x10};
  const Bytes fields = join(join(to_bytes("\x03"), Bytes(1)), join(to_bytes("xyzname"), Bytes(1)));
  const Bytes all = join(join(fields, to_bytes("comment")), Bytes(1));
  data.insert(data.begin() + 10, all.begin(), all.end());
  EXPECT_EQ(read_entry(*open_bytes(data), 0), to_bytes("content"));
}

TEST(WrappedStream, DecodesOnceForEveryOpening) {
  const auto budget = budget_of();
  const auto container = open_bytes(make_gzip(make_filler(10'000, 1)), budget);
  read_entry(*container, 0);
  read_entry(*container, 0);
  EXPECT_EQ(budget->decoded(), 10'000U);
}

TEST(WrappedStream, HoldsA5xBuildWhoseArchiveIsFollowedByOtherFiles) {
  const Bytes archive = make_unityfs({{"level0", make_stub()}}, {.engine_version = "5.3.2f1"});
  const auto gzip = open_bytes(make_gzip(join(archive, to_bytes("settings"))));
  const auto stream = gzip->open(0);
  const auto inner =
      containers::open_container(containers::detect(*stream, "", true), stream, budget_of());
  EXPECT_TRUE(has_note(*inner, FindingCode::container_trailing));
  EXPECT_EQ(read_entry(*inner, 0), make_stub());
}

TEST(WrappedStream, OpensADamagedStreamUpToTheDamage) {
  const Bytes level = make_filler(200'000, 1);
  const Bytes archive = make_unityfs({{"level0", make_stub()}, {"level1", level}});
  Bytes packed = make_gzip(archive);
  packed.resize(packed.size() * 3 / 4);
  const auto gzip = open_bytes(packed);
  const auto stream = gzip->open(0);
  const auto inner =
      containers::open_container(containers::detect(*stream, "", true), stream, budget_of());
  EXPECT_TRUE(has_note(*inner, FindingCode::container_truncated));
  EXPECT_EQ(read_entry(*inner, 0), make_stub());
  EXPECT_EQ(code_of([&] { read_entry(*inner, 1); }), FindingCode::container_truncated);
}

}  // namespace
}  // namespace mecadex::testing
