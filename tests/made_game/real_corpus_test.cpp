// Real files: wherever an object has a type tree of its own and its version is one whose release
// layout we have, both must read the same values. The files lie outside the repository;
// MECADEX_SHARED names their folder (default: `shared` beside the source folder). Without it the
// test is skipped and says so.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "indexer/animator/avatar.hpp"
#include "indexer/animator/clip.hpp"
#include "indexer/animator/controller.hpp"
#include "indexer/animator/scene.hpp"
#include "indexer/crawl/source_walk.hpp"
#include "indexer/layouts/builtin_layouts.hpp"
#include "indexer/layouts/read_plan.hpp"
#include "indexer/serialized/class_id.hpp"
#include "indexer/serialized/serialized_file.hpp"
#include "tests/support/corpus_fixture.hpp"

namespace mecadex::testing {
namespace {

namespace fs = std::filesystem;
using layouts::Record;

const std::map<std::int32_t, const Record*>& records() {
  static const std::map<std::int32_t, const Record*> all{
      {serialized::kGameObject, &animator::game_object_record()},
      {serialized::kTransform, &animator::transform_record()},
      {serialized::kRectTransform, &animator::transform_record()},
      {serialized::kAnimationClip, &animator::clip_record()},
      {serialized::kAvatar, &animator::avatar_record()},
      {serialized::kAnimatorController, &animator::controller_record()},
      {serialized::kAnimator, &animator::animator_record()},
      {serialized::kAnimatorOverrideController, &animator::override_controller_record()},
      {serialized::kMonoBehaviour, &animator::mono_behaviour_record()},
      {serialized::kMonoScript, &animator::mono_script_record()},
      {serialized::kPlayerSettings, &animator::player_settings_record()},
      {serialized::kBuildSettings, &animator::build_settings_record()},
      {serialized::kAssetBundle, &animator::asset_bundle_record()},
      {serialized::kResourceManager, &animator::resource_manager_record()}};
  return all;
}

class NoSink final : public corpus::EventSink {
 public:
  void put(corpus::Event) override {}
};

// Stands in for the reader of serialized files: decodes by both layouts and compares.
class BothLayouts {
 public:
  std::string operator()(bytes::ByteSource& source) {
    static const std::vector<std::int32_t> wanted = [] {
      std::vector<std::int32_t> classes;
      for (const auto& [class_id, record] : records()) classes.push_back(class_id);
      return classes;
    }();
    const serialized::SerializedFile file = serialized::read_serialized_file(source, wanted);
    const auto version = layouts::parse_unity_version(file.unity_version);
    if (!file.has_type_tree || !version || layouts::is_engine_branch(file.unity_version))
      return "indexed";
    for (const serialized::ObjectEntry& object : file.objects) {
      const auto record = records().find(object.class_id);
      if (record == records().end() || object.type_index < 0) continue;
      const layouts::LayoutPtr embedded =
          file.types[static_cast<std::size_t>(object.type_index)].layout;
      const auto builtin = layouts::builtin_layout(object.class_id, *version);
      if (!embedded || !builtin || builtin->source != layouts::LayoutSource::exact) continue;
      compare(source, file, object, *record->second, embedded, builtin->layout);
    }
    return "indexed";
  }

  std::map<std::int32_t, std::size_t> compared;
  std::size_t different_trees = 0;

 private:
  void compare(bytes::ByteSource& source, const serialized::SerializedFile& file,
               const serialized::ObjectEntry& object, const Record& record,
               const layouts::LayoutPtr& embedded, const layouts::LayoutPtr& builtin) {
    const auto digest = [&](const layouts::LayoutPtr& layout) {
      bytes::Reader reader(source.view(object.byte_start, object.byte_size, scratch_), file.endian);
      return layouts::shared_plan(layout, record)->digest(reader);
    };
    if (!(*embedded == *builtin)) ++different_trees;
    try {
      EXPECT_EQ(digest(embedded), digest(builtin)) << record.name << " path id " << object.path_id;
      ++compared[object.class_id];
    } catch (const bytes::ParseError& error) {
      ADD_FAILURE() << record.name << " path id " << object.path_id << ": " << error.what();
    }
  }

  std::vector<std::byte> scratch_;
};

TEST(RealCorpus, EmbeddedTreesAndBuiltInLayoutsReadTheSameValues) {
  const char* shared = std::getenv("MECADEX_SHARED");
  const fs::path corpus =
      fs::path(shared != nullptr ? shared : MECADEX_SOURCE_DIR "/../shared") / "corpus";
  if (!fs::exists(corpus)) GTEST_SKIP() << "SKIPPED: no " << corpus;
  BothLayouts both;
  const crawl::SerializedReader reader = [&](bytes::ByteSource& source, const std::string&,
                                             const crawl::SerializedOptions&,
                                             corpus::EventSink&) { return both(source); };
  const TemporaryFolder spool;
  crawl::ReadOptions options;
  options.spool_folder = spool.path();
  NoSink sink;
  for (const char* part : {"players", "bundles", "sets", "rare"}) {
    for (const crawl::FileEntry& file : crawl::list_files({part, corpus / part, {}}, {}).files) {
      SCOPED_TRACE(std::string(part) + "/" + file.path);
      if (file.is_readable) crawl::read_file(file, options, sink, reader);
    }
  }
  std::size_t all = 0;
  for (const auto& [class_id, n] : both.compared) {
    std::cout << "class " << class_id << ": " << n << " objects\n";
    all += n;
  }
  std::cout << all << " objects read by both, " << both.different_trees
            << " by trees that differ in some flag or name\n";
  EXPECT_GT(both.compared[serialized::kAnimatorController], 20U);
  EXPECT_GT(both.compared[serialized::kAnimationClip], 100U);
  EXPECT_GT(all, 10'000U);
}

}  // namespace
}  // namespace mecadex::testing
