// The writer's own rules: ids over several files, kinds of sources, scene paths, bounds on hostile
// data.
#include "indexer/corpus/corpus_writer.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "indexer/bytes/crc32.hpp"
#include "indexer/corpus/data_directory.hpp"
#include "indexer/corpus/work_copy.hpp"
#include "tests/support/corpus_fixture.hpp"

namespace mecadex::corpus {
namespace {

// Writes a corpus; the first question publishes it.
class Written {
 public:
  Written()
      : directory_(folder_.path() / "corpus"),
        state_(directory_.state(), std::nullopt),
        work_(std::make_unique<WorkCopy>(directory_, "0")) {
    work_->begin();
    work_->mark_changed(work_->add_source("game", std::nullopt), std::nullopt);
    work_->commit();
    work_->start_writing(true);
  }
  void write(const Event& event) { work_->write(event); }
  std::string rows(const std::string& sql) {
    if (work_) {
      work_->link();
      const std::string revision = work_->revision();
      work_->finish(state_, revision);
      work_->publish(revision);
      work_.reset();
    }
    SQLite::Database database(directory_.current().string(), SQLite::OPEN_READONLY);
    return testing::rows(database, sql);
  }

 private:
  testing::TemporaryFolder folder_;
  DataDirectory directory_;
  StateDatabase state_;
  std::unique_ptr<WorkCopy> work_;
};

class CorpusWriterTest : public ::testing::Test {
 protected:
  void write(const Event& event) { corpus_.write(event); }

  // A file that is one serialized file, or holds it under `node`.
  void file(const std::string& path, const std::string& node, SerializedEnd end = {"indexed"},
            Piece piece = {}) {
    write(FileStart{path});
    if (!node.empty()) write(ContainerItem{"", "unityfs", "2021.3.1f1", "lz4", 1, "indexed"});
    write(SerializedStart{node, "2021.3.1f1", 22});
    write(std::move(piece));
    write(std::move(end));
    write(FileEnd{"indexed", 5, "aa", node.empty() ? "serialized" : "unityfs", 5});
  }

  std::string rows(const std::string& sql) { return corpus_.rows(sql); }

  Written corpus_;
};

Piece one_object(LocalId id, std::int64_t path_id) {
  Piece piece;
  piece.objects.push_back({id, path_id, 129});
  return piece;
}

TEST_F(CorpusWriterTest, NumbersObjectsOnFromFileToFile) {
  write(SourceStart{"game"});
  file("a", "", {"indexed", 3}, one_object(2, 100));
  file("b", "", {"indexed", 1}, one_object(0, 200));
  EXPECT_EQ(rows("SELECT object_id, serialized_file_id, path_id FROM objects"),
            "3|1|100\n4|2|200\n");
}

TEST_F(CorpusWriterTest, ScenesNameTheLevelsOfTheirFolderOnly) {
  write(SourceStart{"game"});
  SerializedEnd settings{"indexed"};
  settings.scenes = {"Assets/A.unity", "Assets/B.unity"};
  file("Game_Data/globalgamemanagers", "", settings);
  file("Game_Data/level0", "");
  file("Game_Data/level1", "");
  file("Game_Data/level2", "");
  file("Other_Data/level0", "");
  file("Game_Data/levelX", "");
  EXPECT_EQ(
      rows("SELECT path, scene_path FROM files JOIN serialized_files USING (file_id) ORDER BY 1"),
      "Game_Data/globalgamemanagers|-\nGame_Data/level0|Assets/A.unity\nGame_Data/level1|Assets/"
      "B.unity\n"
      "Game_Data/level2|-\nGame_Data/levelX|-\nOther_Data/level0|-\n");
}

TEST_F(CorpusWriterTest, BeforeUnity5TheFirstSceneIsMainData) {
  write(SourceStart{"game"});
  SerializedEnd settings{"indexed"};
  settings.scenes = {"A", "B"};
  file("mainData", "", settings);
  file("level0", "");
  EXPECT_EQ(
      rows("SELECT path, scene_path FROM files JOIN serialized_files USING (file_id) ORDER BY 1"),
      "level0|B\nmainData|A\n");
}

TEST_F(CorpusWriterTest, AFindingNamesTheLevelItIsAbout) {
  write(SourceStart{"game"});
  write(FindingItem{"", kNoObject, {bytes::FindingCode::file_unreadable, 0, "", "a source"}});
  write(FileStart{"a"});
  write(FindingItem{"", kNoObject, {bytes::FindingCode::container_truncated, 7, "", "a file"}});
  write(SerializedStart{"n", "2021.3.1f1", 22});
  Piece piece = one_object(0, 5);
  piece.findings.push_back({"n", 0, {bytes::FindingCode::value_nan, 9, "m_Speed", "an object"}});
  write(std::move(piece));
  write(SerializedEnd{"indexed", 1});
  write(FileEnd{"partial"});
  EXPECT_EQ(rows("SELECT file_id, node_path, serialized_file_id, object_id, stage, code, severity, "
                 "byte_offset,"
                 " field_path, message FROM findings"),
            "-|-|-|-|file|file.unreadable|error|0|-|a source\n"
            "1|-|-|-|container|container.truncated|error|7|-|a file\n"
            "1|n|1|1|object|value.nan|info|9|m_Speed|an object\n");
}

TEST_F(CorpusWriterTest, AMaterialPropertyOfABindingIsStoredApartAndNamed) {
  ClipItem item;
  item.id = 0;
  item.clip.name = "Blink";
  animator::ClipBinding tint{1, 0x4100F6C6, 23, animator::kMaterialBinding, false};
  animator::ClipBinding unknown{1, 0x80000001, 23, animator::kMaterialBinding, false};
  animator::ClipBinding plain{1, 0x4100F6C6, 23, 0, false};
  item.clip.bindings = {tint, unknown, plain};
  Piece piece;
  piece.objects.push_back({0, 10, 74, "Blink", 0, 4});
  piece.clips.push_back(item);
  write(SourceStart{"game"});
  file("a", "", {"indexed", 1}, std::move(piece));
  EXPECT_EQ(rows("SELECT attribute_hash, property_hash, property_component, property FROM clip_bindings_view ORDER BY binding_index"),
            "1090582214|16840390|r|_TintColor.r\n2147483649|1|value|-\n1090582214|-|-|-\n");
  EXPECT_EQ(rows("SELECT column_name, hash FROM hash_uses WHERE table_name = 'clip_bindings' AND column_name <> 'path_hash' ORDER BY element_id"),
            "property_hash|" + std::to_string(bytes::name_hash("_TintColor")) + "\nproperty_hash|1\nattribute_hash|1090582214\n");
}

TEST_F(CorpusWriterTest, APathThatIsNotUtf8KeepsItsBytes) {
  write(SourceStart{"game"});
  file("caf\xE9/level0", "");
  file("caf\xC3\xA9/level0", "");
  EXPECT_EQ(rows("SELECT path, path_bytes FROM files"),
            "caf\\xE9/level0|636166e92f6c6576656c30\ncaf\xC3\xA9/level0|-\n");
}

// Many motion sets that all show one big tree would write it as often: it is left out beyond a
// bound.
TEST_F(CorpusWriterTest, BoundsTreesThatAreShownOverAndOver) {
  ControllerItem item;
  item.id = 0;
  animator::State state;
  state.trees.resize(1);
  state.trees[0].nodes.resize(1'000);
  state.tree_indexes.resize(500, 0);
  animator::StateMachine machine;
  machine.states.push_back(state);
  item.controller.state_machines.push_back(machine);
  Piece piece;
  piece.objects.push_back({0, 1, 91});
  piece.controllers.push_back(std::move(item));
  write(SourceStart{"game"});
  file("a", "", {"indexed", 1}, std::move(piece));
  EXPECT_EQ(rows("SELECT count(*), min(node_count) FROM blend_trees"), "500|1000\n");
  EXPECT_EQ(rows("SELECT count(*) FROM blend_nodes"), "5000\n");
}

TEST_F(CorpusWriterTest, LongFloatArraysAreCutIntoParts) {
  animator::BlendNode node;
  node.pair_vectors.emplace().data.resize(bytes::kMaxValueBytes + 8, std::byte{1});
  animator::State state;
  state.trees.resize(1);
  state.trees[0].nodes.push_back(node);
  state.tree_indexes = {0};
  animator::StateMachine machine;
  machine.states.push_back(state);
  ControllerItem item;
  item.id = 0;
  item.controller.state_machines.push_back(machine);
  Piece piece;
  piece.objects.push_back({0, 1, 91});
  piece.controllers.push_back(std::move(item));
  write(SourceStart{"game"});
  file("a", "", {"indexed", 1}, std::move(piece));
  EXPECT_EQ(rows("SELECT array_name, part, length(data) FROM blend_pair_arrays"),
            "pair_vector|0|65536\npair_vector|1|8\n");
}

struct KindCase {
  std::vector<std::string> files;  // "path" loose, "path!" a UnityFS bundle
  const char* kind;
};

TEST(SourceKind, FollowsFromWhatIsInIt) {
  const KindCase cases[] = {{{"level0", "sharedassets0.assets"}, "player"},
                            {{"a.bundle!", "b.bundle!"}, "bundles"},
                            {{"level0", "StreamingAssets/a.bundle!"}, "player"},
                            {{"some.assets"}, "player"},
                            {{}, "-"}};
  for (const KindCase& c : cases) {
    Written writer;
    writer.write(SourceStart{"game"});
    for (std::string path : c.files) {
      const bool is_bundle = path.back() == '!';
      if (is_bundle) path.pop_back();
      writer.write(FileStart{path});
      if (is_bundle) writer.write(ContainerItem{"", "unityfs", "", "lz4", 1, "indexed"});
      writer.write(SerializedStart{is_bundle ? "CAB-x" : "", "2021.3.1f1", 22});
      writer.write(SerializedEnd{"indexed"});
      writer.write(FileEnd{"indexed"});
    }
    EXPECT_EQ(writer.rows("SELECT kind FROM sources"), std::string(c.kind) + "\n");
  }
}

}  // namespace
}  // namespace mecadex::corpus
