// A file's status, and what stands where something went wrong.
#include "indexer/crawl/read_file.hpp"

#include <gtest/gtest.h>

#include "tests/support/corpus_fixture.hpp"
#include "tests/support/made_game.hpp"

namespace mecadex::crawl {
namespace {

using testing::Bytes;
using testing::NamedFile;

// Events as lines of text.
class TextSink final : public corpus::EventSink {
 public:
  void put(corpus::Event event) override {
    if (const auto* item = std::get_if<corpus::ContainerItem>(&event)) {
      text += "container " + item->kind + " " + item->node_path + " " + item->status + "\n";
    } else if (const auto* finding = std::get_if<corpus::FindingItem>(&event)) {
      text += "finding " + std::string(bytes::info(finding->note.code).text) + " " +
              finding->node_path + "\n";
    } else if (const auto* start = std::get_if<corpus::SerializedStart>(&event)) {
      text += "serialized " + start->node_path + "\n";
    } else if (const auto* end = std::get_if<corpus::FileEnd>(&event)) {
      text += "file " + end->status + "\n";
      last = *end;
    }
  }
  std::string text;
  corpus::FileEnd last;
};

class ReadFile : public ::testing::Test {
 protected:
  static Bytes level() { return testing::made_samples()[5].data; }

  std::string read(const std::string& name, const Bytes& data,
                   std::uint64_t max_decoded = bytes::kMaxDecodedBytes) {
    testing::write_files(folder_.path(), {{name, data}});
    ReadOptions options;
    options.spool_folder = folder_.path();
    options.max_decoded_bytes = max_decoded;
    TextSink sink;
    read_file({name, {folder_.path() / name}}, options, sink);
    last_ = sink.last;
    return sink.text;
  }

  testing::TemporaryFolder folder_;
  corpus::FileEnd last_;
};

TEST_F(ReadFile, OfSomethingElseIsNotUnity) {
  EXPECT_EQ(read("notes.txt", testing::to_bytes("nothing")), "file not_unity\n");
  EXPECT_FALSE(last_.size.has_value());
  EXPECT_EQ(read("empty", {}), "file not_unity\n");
  EXPECT_EQ(read("a.zip", testing::make_zip({{"x.txt", testing::to_bytes("x")}})),
            "container zip  indexed\nfile not_unity\n");
}

TEST_F(ReadFile, ALooseSerializedFileHasAnEmptyNodePath) {
  EXPECT_EQ(read("level0", level()), "serialized \nfile indexed\n");
  EXPECT_EQ(last_.container_kind, "serialized");
  EXPECT_EQ(last_.size, level().size());
  EXPECT_EQ(last_.content_hash->size(), 64U);
}

TEST_F(ReadFile, NodePathsAreChainsAndStreamsAddNothing) {
  const Bytes inner = testing::make_unityfs({{"level0", level()}});
  EXPECT_EQ(
      read("web.data.gz", testing::make_gzip(testing::make_web_data({{"data.unity3d", inner}}))),
      "serialized data.unity3d/level0\n"
      "container unityfs data.unity3d indexed\n"
      "container web_data  indexed\n"
      "container gzip  indexed\n"
      "file indexed\n");
}

TEST_F(ReadFile, ASecondEntryOfOneNameGetsANumber) {
  const std::string text =
      read("twice", testing::make_unityfs({{"level0", level()}, {"level0", level()}}));
  EXPECT_NE(text.find("serialized level0\n"), std::string::npos);
  EXPECT_NE(text.find("serialized level0#2\n"), std::string::npos);
}

TEST_F(ReadFile, ContainersBeyondTheDepthLimitAreAFinding) {
  Bytes nested = testing::make_unityfs({{"level0", level()}});
  for (int i = 0; i < bytes::kMaxContainerDepth; ++i) nested = testing::make_zip({{"z", nested}});
  const std::string text = read("deep.zip", nested);
  EXPECT_NE(text.find("finding container.nesting z/z/z/z/z/z/z/z\n"), std::string::npos) << text;
}

TEST_F(ReadFile, ABombEndsAtTheBudget) {
  const Bytes far = testing::make_web_data({{"x.resource", Bytes(1'000'000)}, {"level0", level()}});
  EXPECT_NE(read("far.data.gz", testing::make_gzip(far)).find("file indexed"), std::string::npos);
  const std::string text = read("bomb.data.gz", testing::make_gzip(far), 100'000);
  EXPECT_NE(text.find("finding container.budget"), std::string::npos) << text;
  EXPECT_NE(text.find("file damaged"), std::string::npos) << text;
}

TEST_F(ReadFile, WhatIsKnownByNameOnlyIsUnsupported) {
  Bytes archive = testing::to_bytes("UnityArchive");
  archive.resize(64);
  EXPECT_EQ(read("a", archive), "finding container.unsupported \nfile unsupported\n");
  Bytes future = testing::made_samples()[1].data;
  future[11] = std::byte{40};  // serialized format 40
  EXPECT_NE(read("b", future).find("file unsupported"), std::string::npos);
}

TEST_F(ReadFile, AFileThatVanishedIsUnreadable) {
  ReadOptions options;
  options.spool_folder = folder_.path();
  TextSink sink;
  read_file({"gone", {folder_.path() / "gone"}}, options, sink);
  EXPECT_EQ(sink.text, "finding file.unreadable \nfile unreadable\n");
}

TEST_F(ReadFile, TheHashIsOfTheBytesReadAndTheSize) {
  const Bytes inside = testing::make_unityfs(
      {{"level0", level()}, {"payload.resS", testing::make_filler(400'000, 3), 0}},
      {.codec = testing::BlockCodec::none});
  read("a", inside);
  const auto hash = last_.content_hash;
  Bytes changed = inside;
  changed[changed.size() - 10] ^= std::byte{1};  // inside the payload that nobody reads
  read("b", changed);
  EXPECT_EQ(last_.content_hash, hash);
  EXPECT_LT(last_.bytes_read, 200'000U);
  changed.push_back(std::byte{0});  // another size
  read("c", changed);
  EXPECT_NE(last_.content_hash, hash);
}

TEST_F(ReadFile, ASinksExceptionPassesThrough) {
  class Throwing final : public corpus::EventSink {
   public:
    void put(corpus::Event) override { throw std::logic_error("no more"); }
  };
  Throwing sink;
  ReadOptions options;
  EXPECT_THROW(read_file({"x", {folder_.path() / "x"}}, options, sink), std::logic_error);
}

// ---- several archives in one file ----

// `archives` behind each other, each beginning at a multiple of `alignment`.
Bytes pack(const std::vector<Bytes>& archives, std::size_t alignment) {
  Bytes all;
  for (const Bytes& archive : archives) {
    all.resize((all.size() + alignment - 1) / alignment * alignment);
    all.insert(all.end(), archive.begin(), archive.end());
  }
  return all;
}

TEST_F(ReadFile, EveryArchiveOfAPackIsRead) {
  const Bytes fs = testing::make_unityfs({{"level0", level()}});
  const Bytes web = testing::make_unity_web({{"level1", level()}});
  const Bytes raw = testing::make_unity_web({{"level2", level()}}, {.is_compressed = false});
  const Bytes fs_web = testing::make_unityfs({{"level3", level()}}, {.signature = "UnityWeb"});
  const std::vector<std::pair<Bytes, std::string>> kinds{{fs, "level0"}, {web, "level1"}, {raw, "level2"}, {fs_web, "level3"}};
  for (const std::size_t alignment : {std::size_t{1}, std::size_t{4'096}}) {
    for (const auto& [first, first_name] : kinds) {
      for (const auto& [second, second_name] : kinds) {
        const Bytes both = pack({first, second}, alignment);
        const std::string text = read("pack.bin", both);
        const std::string at = "@" + std::to_string(both.size() - second.size());
        EXPECT_NE(text.find("serialized " + first_name + "\n"), std::string::npos) << text;
        EXPECT_NE(text.find("serialized " + at + "/" + second_name + "\n"), std::string::npos) << text;
        EXPECT_NE(text.find("finding container.trailing \n"), std::string::npos) << text;
        EXPECT_NE(text.find("file indexed\n"), std::string::npos) << text;
      }
    }
  }
}

TEST_F(ReadFile, ALongPackIsReadToItsEndAlsoBehindAPrefixAndInAStream) {
  const Bytes fs = testing::make_unityfs({{"level0", level()}});
  const Bytes three = pack({fs, fs, fs}, 4'096);
  const std::size_t step = (fs.size() + 4'095) / 4'096 * 4'096;
  for (const Bytes& file : {three, testing::make_gzip(three)}) {
    const std::string text = read("pack", file);
    for (const std::string& path : {std::string("level0"), "@" + std::to_string(step) + "/level0",
                                    "@" + std::to_string(2 * step) + "/level0"}) {
      EXPECT_NE(text.find("serialized " + path + "\n"), std::string::npos) << text;
    }
  }
  const std::string text = read("pack", testing::join(testing::make_filler(10, 1), three));
  EXPECT_NE(text.find("serialized @" + std::to_string(10 + 2 * step) + "/level0\n"), std::string::npos) << text;
}

TEST_F(ReadFile, ADamagedArchiveOfAPackIsNamedAndTheNextOneRead) {
  const Bytes fs = testing::make_unityfs({{"level0", level()}});
  Bytes damaged = fs;
  for (std::size_t i = 0; i < 20; ++i) damaged[60 + i] = std::byte{0xFF};  // its block info
  const std::string text = read("pack", pack({fs, damaged, fs}, 1));
  const std::string second = "@" + std::to_string(fs.size());
  EXPECT_NE(text.find("container unityfs " + second + " damaged\n"), std::string::npos) << text;
  EXPECT_NE(text.find("serialized @" + std::to_string(2 * fs.size()) + "/level0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("file partial\n"), std::string::npos) << text;
}

TEST_F(ReadFile, TextBehindAnArchiveIsOnlyNoted) {
  const Bytes fs = testing::make_unityfs({{"level0", level()}});
  const std::string text = read("a", testing::join(fs, testing::to_bytes("UnityFS is the name of a format. UnityWeb, too.")));
  EXPECT_EQ(text, "finding container.trailing \nserialized level0\ncontainer unityfs  indexed\nfile indexed\n");
}

TEST_F(ReadFile, ManyHeadersInOneFileEnd) {
  // Opening each costs something of what the file may decode to.
  const Bytes fs = testing::make_unityfs({{"level0", level()}});
  Bytes header = testing::make_unityfs({}, {.info_codec = testing::BlockCodec::lz4});
  Bytes all = fs;
  for (int i = 0; i < 20'000; ++i) all.insert(all.end(), header.begin(), header.end());
  const std::string text = read("many", all, 10'000'000);
  EXPECT_NE(text.find("finding container.budget"), std::string::npos);
  EXPECT_NE(text.find("file partial\n"), std::string::npos);
}

// ---- wrappers ----

TEST_F(ReadFile, TarsAndZipsBehindStubsAreOpened) {
  const Bytes fs = testing::make_unityfs({{"level0", level()}});
  const Bytes tar = testing::make_tar({{"game/data.unity3d", fs}, {"readme.txt", testing::to_bytes("x")}});
  EXPECT_EQ(read("game.tar", tar),
            "serialized game/data.unity3d/level0\ncontainer unityfs game/data.unity3d indexed\ncontainer tar  indexed\n"
            "file indexed\n");
  EXPECT_NE(read("game.tar.gz", testing::make_gzip(tar)).find("file indexed"), std::string::npos);
  const Bytes zip = testing::make_zip({{"data.unity3d", fs}});
  EXPECT_NE(read("setup.exe", testing::join(testing::make_filler(1'051, 2), zip)).find("serialized data.unity3d/level0\n"),
            std::string::npos);
  EXPECT_EQ(read("notes.tar", testing::make_tar({{"readme.txt", testing::to_bytes("x")}})), "container tar  indexed\nfile not_unity\n");
}

TEST_F(ReadFile, AUnityPackageIsOpenedForWhatItHolds) {
  const Bytes sources = testing::make_tar({{"0af/asset", testing::to_bytes("%YAML 1.1")}, {"0af/pathname", testing::to_bytes("Assets/a")}});
  EXPECT_NE(read("a.unitypackage", testing::make_gzip(sources)).find("finding source.unsupported \nfile unsupported\n"),
            std::string::npos);
  const Bytes built = testing::make_tar({{"0af/asset", testing::make_unityfs({{"level0", level()}})}});
  const std::string text = read("b.unitypackage", testing::make_gzip(built));
  EXPECT_NE(text.find("serialized 0af/asset/level0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("file indexed\n"), std::string::npos) << text;
}

TEST_F(ReadFile, AnArchiveInsideSomethingElseMakesItUnreadable) {
  const Bytes fs = testing::make_unityfs({{"level0", level()}});
  EXPECT_EQ(read("other.pak", testing::join(testing::make_filler(100'000, 3), fs)),
            "finding file.hidden_archive \nfile unreadable\n");
}

TEST_F(ReadFile, ALooseFileWithADamagedHeaderIsDamagedNotUnknown) {
  Bytes damaged = level();
  for (std::size_t i = 0; i < 4; ++i) damaged[i] = std::byte{0xFF};
  EXPECT_NE(read("some.bin", damaged).find("finding serialized.damaged \nfile damaged\n"), std::string::npos);
  EXPECT_NE(read("level0", testing::to_bytes("no header at all")).find("file damaged\n"), std::string::npos);
}

TEST_F(ReadFile, EntriesOverTheSameBytesAreReadOnce) {
  const Bytes data = level();
  std::vector<testing::RawNode> nodes;
  for (int i = 0; i < 20'000; ++i) nodes.push_back({0, data.size(), 4, std::to_string(i)});
  const auto size = static_cast<std::uint32_t>(data.size());
  const std::string text = read("many", testing::make_raw_unityfs({{size, size, 0}}, nodes, data));
  EXPECT_EQ(text, "finding container.overlap \nserialized 0\ncontainer unityfs  partial\nfile partial\n");
}

TEST_F(ReadFile, AFullDiskUnderADecodedStreamEndsTheRun) {
  // Beyond what a stream keeps in memory; the folder of temporary files is not there.
  const Bytes web = testing::make_unity_web({{"x.bin", testing::make_filler(5'000'000, 1)}, {"level0", level()}});
  testing::write_files(folder_.path(), {{"a", web}});
  ReadOptions options;
  options.spool_folder = folder_.path() / "gone";
  TextSink sink;
  EXPECT_THROW(read_file({"a", {folder_.path() / "a"}}, options, sink), bytes::MachineError);
}

}  // namespace
}  // namespace mecadex::crawl
