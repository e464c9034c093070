#include "tests/containers/container_fixture.hpp"

namespace mecadex::testing {
namespace {

const std::vector<NamedFile> kFiles{{"CAB-1", make_filler(3000, 1)}};

Bytes text_file(std::string_view head) { return join(to_bytes(head), make_filler(200, 9)); }

TEST(Detect, KnowsEverySignature) {
  using namespace std::string_view_literals;
  EXPECT_EQ(detect_bytes(make_unityfs(kFiles)).kind, ContentKind::unityfs);
  EXPECT_EQ(detect_bytes(make_unityfs(kFiles, {.signature = "UnityWeb"})).kind,
            ContentKind::unityfs);
  EXPECT_EQ(detect_bytes(make_unityfs(kFiles, {.signature = "UnityRaw"})).kind,
            ContentKind::unityfs);
  EXPECT_EQ(detect_bytes(make_unity_web(kFiles)).kind, ContentKind::unityweb);
  EXPECT_EQ(detect_bytes(make_unity_web(kFiles, {.is_compressed = false})).kind,
            ContentKind::unityraw);
  EXPECT_EQ(detect_bytes(make_web_data(kFiles)).kind, ContentKind::web_data);
  EXPECT_EQ(detect_bytes(make_web_data(kFiles, "TuanjieWebData1.0")).kind, ContentKind::web_data);
  EXPECT_EQ(detect_bytes(make_gzip(to_bytes("x"))).kind, ContentKind::gzip);
  EXPECT_EQ(detect_bytes(make_brotli(to_bytes("x"), true)).kind, ContentKind::brotli);
  EXPECT_EQ(detect_bytes(make_zip(kFiles)).kind, ContentKind::zip);
  EXPECT_EQ(detect_bytes(text_file("PK\x07\x08"sv)).kind, ContentKind::zip);
}

TEST(Detect, NamesWhatItCannotRead) {
  using namespace std::string_view_literals;
  const auto reason = [](const Bytes& data) {
    const Detection detection = detect_bytes(data);
    EXPECT_EQ(detection.kind, ContentKind::unsupported);
    EXPECT_EQ(code_of([&] { open_bytes(data); }), FindingCode::container_unsupported);
    return detection.reason;
  };
  EXPECT_EQ(reason(text_file("UnityArchive\0"sv)), "UnityArchive");
  EXPECT_EQ(reason(text_file("\xFA\xFA\xFA\xFA\xFA\xFA\xFA\xFA"sv)), "0xFA header");
  EXPECT_EQ(reason(text_file("UnityWeb\0\0\0\0\x07"sv)), "UnityWeb version 7");
  EXPECT_EQ(reason(text_file("UnityRaw\0\0\0\0\0"sv)), "UnityRaw version 0");
  EXPECT_EQ(reason(text_file("UnityWebData2.0\0"sv)), "WebData of another version than 1.0");
}

TEST(Detect, LeavesOtherFilesAlone) {
  EXPECT_EQ(detect_bytes({}).kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(to_bytes("U")).kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(to_bytes("{\"a\": 1}")).kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(Bytes(100'000)).kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(to_bytes("\x89PNG\r\n\x1A\n")).kind, ContentKind::unknown);
  // A game's own wrapper stays unknown: nothing tells what it wraps.
  EXPECT_EQ(detect_bytes(text_file("ENCRYPT_HEADER")).kind, ContentKind::unknown);
}

TEST(Detect, DecidesByContentNotByName) {
  EXPECT_EQ(detect_bytes(make_unityfs(kFiles), "level0").kind, ContentKind::unityfs);
  EXPECT_EQ(detect_bytes(make_stub(), "data.unity3d").kind, ContentKind::serialized_file);
  EXPECT_EQ(detect_bytes(make_gzip(to_bytes("x")), "a.br").kind, ContentKind::gzip);
}

TEST(Detect, ReadsOtherFilesUpToALimit) {
  CountingSource source(make_filler(40'000'000, 3));
  EXPECT_EQ(containers::detect(source, "movie.mp4", false).kind, ContentKind::unknown);
  EXPECT_LE(source.bytes_read(), bytes::kMaxSignatureSearch + 3 * bytes::kMaxPrefix);
  CountingSource entry(make_filler(40'000'000, 3));
  EXPECT_EQ(containers::detect(entry, "movie.mp4", true).kind, ContentKind::unknown);
  EXPECT_LE(entry.bytes_read(), bytes::kMaxPrefix + 1024);
}

TEST(Detect, TriesBrotliOnlyByNameAndContent) {
  const Bytes packed = make_brotli(make_web_data(kFiles));
  EXPECT_EQ(detect_bytes(packed, "WebGL.data.br").kind, ContentKind::brotli);
  EXPECT_EQ(detect_bytes(packed, "WebGL.data.unityweb").kind, ContentKind::brotli);
  EXPECT_EQ(detect_bytes(packed, "WebGL.data").kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(make_brotli(make_stub()), "level0.br").kind, ContentKind::brotli);
  EXPECT_EQ(detect_bytes(make_brotli(to_bytes("function()")), "loader.js.br").kind,
            ContentKind::unknown);
  EXPECT_EQ(detect_bytes(to_bytes("no brotli"), "a.br").kind, ContentKind::unknown);
}

TEST(Detect, KnowsTheBrotliMarkerBehindChangedBytes) {
  Bytes data = make_brotli(to_bytes("x"), true);
  data[0] = std::byte{0x0B};
  EXPECT_EQ(detect_bytes(data).kind, ContentKind::brotli);
}

TEST(Detect, FindsAnArchiveBehindAPrefix) {
  const Bytes archive = make_unityfs(kFiles, {.version = 7});
  const Bytes data = join(make_filler(4321, 4), archive);
  const Detection detection = detect_bytes(data);
  EXPECT_EQ(detection.kind, ContentKind::unityfs);
  EXPECT_EQ(detection.prefix, 4321U);
  const auto container = open_bytes(data);
  EXPECT_TRUE(has_note(*container, FindingCode::container_prefix));
  EXPECT_EQ(read_entry(*container, 0), kFiles[0].data);
}

TEST(Detect, LooksForAPrefixedArchiveInTheFirst64KiBOnly) {
  const Bytes archive = make_unityfs(kFiles);
  EXPECT_EQ(detect_bytes(join(Bytes(65'000, std::byte{7}), archive)).prefix, 65'000U);
  EXPECT_EQ(detect_bytes(join(Bytes(66'000, std::byte{7}), archive)).kind, ContentKind::unsupported);
}

TEST(Detect, NamesAnArchiveThatShowsInsideSomethingElse) {
  for (const Bytes& archive : {make_unityfs(kFiles), make_unity_web(kFiles), make_unityfs(kFiles, {.signature = "UnityRaw"})}) {
    for (const std::size_t prefix : {70'000U, 262'000U, 262'144U, 524'280U, 3'000'000U}) {  // also over the pieces' edges
      const Detection detection = detect_bytes(join(make_filler(prefix, 4), archive));
      EXPECT_EQ(detection.code, FindingCode::file_hidden_archive) << prefix;
      EXPECT_NE(detection.reason.find("at byte " + std::to_string(prefix)), std::string::npos) << detection.reason;
    }
  }
}

TEST(Detect, TakesTheWordsAloneForNoArchive) {
  using namespace std::string_view_literals;
  // What a player or a tool holds: signatures as texts, without a header behind them.
  const Bytes words = join(make_filler(700, 4), text_file("UnityFS\0UnityWeb\0UnityRaw\0UnityArchive\0"sv));
  EXPECT_EQ(detect_bytes(words).kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(join(make_filler(100'000, 4), words)).kind, ContentKind::unknown);
  Bytes header = make_unityfs(kFiles);
  header.resize(30);  // the texts of a header, as compressed data may begin
  EXPECT_EQ(detect_bytes(join(make_filler(700, 4), join(header, Bytes(300, std::byte{0xFF})))).kind, ContentKind::unknown);
}

TEST(Detect, DoesNotTakeAPrefixedArchiveThatIsCutOff) {
  Bytes data = join(make_filler(100, 4), make_unityfs(kFiles));
  data.resize(data.size() - 1);
  EXPECT_EQ(detect_bytes(data).code, FindingCode::file_hidden_archive);
}

TEST(Detect, OpensAUnityWebBehindAPrefix) {
  const Bytes data = join(make_filler(4321, 4), make_unity_web(kFiles));
  const auto container = open_bytes(data);
  EXPECT_EQ(container->kind(), ContentKind::unityweb);
  EXPECT_TRUE(has_note(*container, FindingCode::container_prefix));
  EXPECT_EQ(read_entry(*container, 0), kFiles[0].data);
}

TEST(Detect, SkipsADecoyHeaderWithAnImpossibleSize) {
  Bytes decoy = make_unityfs(kFiles, {.size_change = 1'000'000});
  decoy.resize(0x140);
  const Bytes data = join(decoy, make_unityfs(kFiles));
  const auto container = open_bytes(data);
  EXPECT_EQ(detect_bytes(data).prefix, 0x140U);
  EXPECT_EQ(read_entry(*container, 0), kFiles[0].data);
}

TEST(Detect, SkipsADecoyThatIsACopyOfTheRealHeader) {
  const Bytes archive = make_unityfs(kFiles);
  const Bytes decoy(archive.begin(), archive.begin() + 64);
  EXPECT_EQ(detect_bytes(join(decoy, archive)).prefix, 64U);
}

TEST(Detect, SkipsADecoyThatIsOnlyASignature) {
  using namespace std::string_view_literals;
  EXPECT_EQ(detect_bytes(join(text_file("UnityFS\0junk"sv), make_unityfs(kFiles))).prefix, 212U);
}

TEST(Detect, TakesTheFirstOfTwoWholeArchives) {
  const Bytes archive = make_unityfs(kFiles);
  EXPECT_EQ(detect_bytes(join(archive, archive)).prefix, 0U);
  // An archive stored in an archive is an entry, not the file's own.
  const Bytes outer = make_unityfs({{"inner", archive}}, {.codec = BlockCodec::none});
  EXPECT_EQ(detect_bytes(outer).prefix, 0U);
}

TEST(Detect, NamesEncryptedBundlesByTheirEvenBytes) {
  Bytes noise(5000);
  std::uint64_t state = 1;
  for (std::byte& b : noise) {
    state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    b = static_cast<std::byte>(state >> 56U);
  }
  EXPECT_EQ(detect_bytes(noise, "a.bundle").code, FindingCode::container_encrypted);
  EXPECT_EQ(detect_bytes(noise, "objects/ab/cdef").kind, ContentKind::unknown);
  EXPECT_EQ(detect_bytes(make_filler(5000, 1), "a.bundle").kind, ContentKind::unknown);
}

TEST(Detect, NamesAnArchiveThatLostItsHeader) {
  const std::string inner = "CAB-20a9f877b1c78e3d69149ef8ebc52c6f";
  Bytes data = make_unityfs({{inner, make_filler(500, 1)}});
  std::fill_n(data.begin(), 40, std::byte{0});
  EXPECT_EQ(detect_bytes(data).code, FindingCode::container_damaged);
  EXPECT_EQ(detect_bytes(to_bytes("a log that names " + inner)).kind, ContentKind::unknown);
}

TEST(OpenContainer, RefusesWhatIsNone) {
  EXPECT_EQ(code_of([] { open_bytes(make_stub()); }), FindingCode::container_unsupported);
  EXPECT_EQ(code_of([] { open_bytes(to_bytes("text")); }), FindingCode::container_unsupported);
}

TEST(KindName, IsTheDatabasesWord) {
  EXPECT_EQ(containers::kind_name(ContentKind::unityfs), "unityfs");
  EXPECT_EQ(containers::kind_name(ContentKind::web_data), "web_data");
}

}  // namespace
}  // namespace mecadex::testing
