// Damaged files of every kind: whatever the bytes, reading a file ends, soon, with a status and
// findings; its events are in order; what is stored refers only to what is stored. The sanitizers
// see to it that nothing else happens on the way.
//
//   every truncation of every sample
//   random bit flips, and counts set to what breaks readers: 0, -1, 2^31 - 1, 2^32 - 1
//   a share of both indexed for real: the run checks the database's references before it publishes
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <random>

#include "indexer/serialized/class_id.hpp"
#include "indexer/serialized/serialized_file.hpp"
#include "tests/support/corpus_fixture.hpp"
#include "tests/support/made_game.hpp"

namespace mecadex::crawl {
namespace {

namespace fs = std::filesystem;
using testing::NamedFile;

constexpr std::size_t kRounds = MECADEX_DAMAGE_ROUNDS;  // of random damage per sample
constexpr std::uint32_t kSeed = 20'240'917;
constexpr auto kLongest = std::chrono::seconds(20);  // a case takes a millisecond

// Keeps the statuses and checks the order of events (corpus/reading.hpp).
class CheckingSink final : public corpus::EventSink {
 public:
  void put(corpus::Event event) override { std::visit(*this, event); }

  void operator()(const corpus::SourceStart&) { ADD_FAILURE() << "a file starts no source"; }
  void operator()(const corpus::FileStart&) { EXPECT_EQ(files_started++, 0); }
  void operator()(const corpus::ContainerItem& item) { EXPECT_FALSE(item.status.empty()); }
  void operator()(const corpus::FindingItem& item) {
    EXPECT_FALSE(inside);
    EXPECT_FALSE(bytes::info(item.note.code).text.empty());
    ++findings;
  }
  void operator()(const corpus::SerializedStart&) {
    EXPECT_FALSE(inside);
    inside = true;
    most = 0;
  }
  void operator()(const corpus::Piece& piece) {
    EXPECT_TRUE(inside);
    for (const auto& object : piece.objects) most = std::max<std::size_t>(most, object.id + 1);
    objects += piece.objects.size();
    controllers += piece.controllers.size();
    findings += piece.findings.size();
  }
  void operator()(const corpus::SerializedEnd& end) {
    EXPECT_TRUE(inside);
    EXPECT_LE(most, end.stored_objects);
    inside = false;
  }
  void operator()(const corpus::FileEnd& end) {
    EXPECT_FALSE(inside);
    EXPECT_TRUE(status.empty());
    status = end.status;
  }

  int files_started = 0;
  bool inside = false;
  std::size_t most = 0, objects = 0, controllers = 0, findings = 0;
  std::string status;
};

class Damage : public ::testing::TestWithParam<std::size_t> {
 protected:
  Damage() : sample_(samples()[GetParam()]) {
    entry_.path = sample_.path;
    entry_.parts = {folder_.path() / "damaged"};
    options_.spool_folder = folder_.path();
    options_.max_decoded_bytes = 64 * bytes::kMiB;
  }

  static const std::vector<NamedFile>& samples() {
    static const std::vector<NamedFile> all = testing::made_samples();
    return all;
  }

  const testing::Bytes& data() const { return sample_.data; }

  void store(const testing::Bytes& data) {
    std::ofstream out(entry_.parts.front(), std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(data.data()),
              static_cast<std::streamsize>(data.size()));
  }

  // Reads what is stored.
  void read(CheckingSink& sink) {
    const auto start = std::chrono::steady_clock::now();
    read_file(entry_, options_, sink);
    ASSERT_LT(std::chrono::steady_clock::now() - start, kLongest);
    ASSERT_EQ(sink.files_started, 1);
    ASSERT_FALSE(sink.status.empty());
    if (sink.status == "partial" || sink.status == "damaged") {
      ASSERT_GT(sink.findings, 0U);
    }
  }

  // Some bits, or one count, of the sample changed.
  testing::Bytes changed(std::mt19937& random) const {
    testing::Bytes out = data();
    if (random() % 2 == 0) {
      for (unsigned flips = 1 + random() % 8; flips > 0; --flips) {
        out[random() % out.size()] ^= static_cast<std::byte>(1U << random() % 8);
      }
      return out;
    }
    static constexpr std::uint32_t kCounts[] = {0, 0xFFFFFFFF, 0x7FFFFFFF, 0xFFFFFF7F};
    const std::uint32_t count = kCounts[random() % 4];  // the last is 2^31 - 1 of the other order
    const std::size_t at = random() % (out.size() - 3);
    for (unsigned i = 0; i < 4; ++i) out[at + i] = static_cast<std::byte>(count >> (8 * i));
    return out;
  }

  testing::TemporaryFolder folder_;
  const NamedFile& sample_;
  FileEntry entry_;
  ReadOptions options_;
};

TEST_P(Damage, AnIntactSampleIsReadWhole) {
  ASSERT_LE(data().size(), 16U * 1024);
  store(data());
  CheckingSink sink;
  read(sink);
  EXPECT_EQ(sink.status, "indexed");
  EXPECT_GT(sink.objects, 0U);
}

TEST_P(Damage, EveryTruncationEnds) {
  store(data());
  for (std::size_t n = data().size(); n-- > 0;) {
    SCOPED_TRACE(sample_.path + " cut to " + std::to_string(n));
    ASSERT_EQ(::truncate(entry_.parts.front().c_str(), static_cast<off_t>(n)), 0);
    CheckingSink sink;
    ASSERT_NO_FATAL_FAILURE(read(sink));
    // What tells its own length notices that some is missing.
    const bool knows_its_length =
        sample_.path.starts_with("loose") || sample_.path.starts_with("archive");
    if (knows_its_length) {
      ASSERT_NE(sink.status, "indexed");
    }
  }
}

TEST_P(Damage, RandomChangesEnd) {
  std::printf("seed %u, %zu rounds\n", kSeed, kRounds);
  std::mt19937 random(kSeed);
  for (std::size_t round = 0; round < kRounds; ++round) {
    SCOPED_TRACE(sample_.path + " round " + std::to_string(round));
    store(changed(random));
    CheckingSink sink;
    ASSERT_NO_FATAL_FAILURE(read(sink));
  }
}

// The whole way: what the run stores is checked before it is published, and a violation throws.
TEST_P(Damage, WhatIsStoredIsSound) {
  std::mt19937 random(kSeed + 1);
  std::vector<NamedFile> files{{"intact", data()}};
  for (std::size_t i = 0; i < kRounds / 15; ++i) {
    testing::Bytes bytes = changed(random);
    if (i % 4 == 3) bytes.resize(random() % bytes.size());
    files.push_back({std::to_string(i) + sample_.path, std::move(bytes)});
  }
  testing::write_files(folder_.path() / "game", files);
  IndexOptions options;
  options.data = folder_.path() / "corpus";
  options.roots = {folder_.path() / "game"};
  const IndexResult result = testing::index_now(options);
  EXPECT_EQ(result.files, files.size());
  EXPECT_TRUE(result.revision.has_value());
}

std::string sample_name(const ::testing::TestParamInfo<std::size_t>& info) {
  std::string name = testing::made_samples()[info.param].path;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Samples, Damage,
                         ::testing::Range(std::size_t{0}, testing::made_samples().size()),
                         sample_name);

// ---- the rest goes on ----

const NamedFile& heroes() {
  static const std::vector<NamedFile> samples = testing::made_samples();
  return samples.front();
}

CheckingSink& read_bytes(const testing::Bytes& data, CheckingSink& sink) {
  const testing::TemporaryFolder folder;
  testing::write_files(folder.path(), {{"file", data}});
  FileEntry entry{"file", {folder.path() / "file"}};
  ReadOptions options;
  options.spool_folder = folder.path();
  read_file(entry, options, sink);
  return sink;
}

// Each object of the rich file in turn becomes noise: the others are still read.
TEST(DamagedObject, CostsOnlyItself) {
  bytes::MemorySource source(heroes().data);
  const serialized::SerializedFile file = serialized::read_serialized_file(source, {});
  CheckingSink intact;
  read_bytes(heroes().data, intact);
  std::size_t noticed = 0;
  for (const serialized::ObjectEntry& object : file.objects) {
    SCOPED_TRACE("class " + std::to_string(object.class_id) + " path id " +
                 std::to_string(object.path_id));
    testing::Bytes data = heroes().data;
    for (std::size_t i = 0; i < object.byte_size; ++i)
      data[object.byte_start + i] = std::byte{0xFF};
    CheckingSink sink;
    read_bytes(data, sink);
    // Of the scene a few objects hang together; of the others all but one are there as before.
    EXPECT_GE(sink.objects + 20, intact.objects);
    const bool is_controller = object.class_id == serialized::kAnimatorController;
    EXPECT_EQ(sink.controllers, intact.controllers - (is_controller ? 1 : 0));
    if (sink.status == "partial") ++noticed;
  }
  EXPECT_GT(noticed, file.objects.size() / 2);
}

TEST(DamagedEntry, CostsOnlyItself) {
  const testing::Bytes inside = testing::made_samples()[5].data;  // settings
  testing::Bytes broken = inside;
  for (std::size_t i = 40; i < 80; ++i) broken[i] = std::byte{0xFF};  // behind version and platform
  CheckingSink sink;
  read_bytes(testing::make_unityfs({{"a", inside}, {"b", broken}, {"c", inside}}), sink);
  EXPECT_EQ(sink.status, "partial");
  EXPECT_EQ(sink.objects, 4U);
}

}  // namespace
}  // namespace mecadex::crawl
