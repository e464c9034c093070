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

}  // namespace
}  // namespace mecadex::crawl
