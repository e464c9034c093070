// A library folder of made sources for tests of linking: files are written, the folder is indexed, rows are
// asked.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/corpus_fixture.hpp"
#include "tests/support/made_game.hpp"
#include "tests/support/made_objects.hpp"

namespace mecadex::testing {

class Links : public ::testing::Test {
 protected:
  static constexpr const char* kVersion = "2019.4.0f1";

  static MadeFile file() {
    SerializedFileOptions options;
    options.format = 21;
    options.unity_version = kVersion;
    return MadeFile(options);
  }

  /// A file that holds the clip `name` as object 10.
  static MadeFile clip_file(const std::string& name, double stop_time = 1.0) {
    MadeFile made = file();
    made.add(74, 10, clip(name, stop_time));
    return made;
  }

  /// A file whose controller, object 20, has one clip: object `path_id` of its external 1.
  static MadeFile controller_file(const std::string& external, std::int64_t path_id = 10) {
    MadeFile made = file();
    made.add_external(external);
    made.add(91, 20, one_clip_controller(pptr(path_id, 1)));
    return made;
  }

  static json one_clip_controller(json clip_pointer) {
    Names names;
    const json states = json::array({state(names, "Base.Idle", "Base.Idle", json::array({json::array({leaf(0)})}))});
    return controller("Walker", names, json::array({layer(names("Base"), 0)}),
                      json::array({machine(states, json::array(), json::array())}), {}, json::object(),
                      json::array({std::move(clip_pointer)}));
  }

  void add(const std::string& path, const MadeFile& made) { files_.push_back({path, made.bytes()}); }
  void add_bundle(const std::string& path, const std::vector<std::pair<std::string, MadeFile>>& entries) {
    std::vector<NamedFile> nodes;
    for (const auto& [name, made] : entries) nodes.push_back({name, made.bytes()});
    files_.push_back({path, make_unityfs(nodes)});
  }

  /// Indexes the folder, each entry a source.
  void index() {
    write_files(folder_.path() / "library", files_);
    crawl::IndexOptions options;
    options.data = folder_.path() / "corpus";
    options.roots = {folder_.path() / "library"};
    options.walk.each = true;
    index_now(options);
    database_ = std::make_unique<SQLite::Database>((options.data / "current.db").string(), SQLite::OPEN_READONLY);
  }

  std::string select(const std::string& sql) { return rows(*database_, sql); }
  /// The answer of a named query, as CSV.
  std::string answer(const std::string& query, const std::vector<std::pair<std::string, std::string>>& params = {}) {
    return testing::answer(folder_.path() / "corpus" / "current.db", query, params);
  }
  /// resolution|name of the clip it leads to|file name, for the one slot of the source's controller.
  std::string slot_of(const std::string& source) {
    return select("SELECT r.resolution, c.name, r.target_file_name FROM sources s JOIN files f USING (source_id) "
                  "JOIN serialized_files USING (file_id) JOIN objects o USING (serialized_file_id) "
                  "JOIN object_refs r ON r.object_id = o.object_id AND r.field = 'm_AnimationClips' "
                  "JOIN controller_clips k ON k.controller_id = o.object_id "
                  "LEFT JOIN clips c ON c.clip_id = k.clip_id "
                  "WHERE s.label = 'library/" + source + "'");
  }

 private:
  TemporaryFolder folder_;
  std::vector<NamedFile> files_;
  std::unique_ptr<SQLite::Database> database_;
};

}  // namespace mecadex::testing
