// The made game indexed whole and in parts, for tests of what works on finished corpora.
#pragma once

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <string>
#include <vector>

#include "indexer/corpus/dump.hpp"
#include "indexer/corpus/open_snapshot.hpp"
#include "tests/support/corpus_fixture.hpp"
#include "tests/support/made_game.hpp"

namespace mecadex::corpus {

class MadeShards {
 public:
  MadeShards() { testing::write_files(folder_.path() / "game", testing::made_game()); }

  std::filesystem::path folder() const { return folder_.path(); }
  std::filesystem::path game() const { return folder() / "game"; }

  /// Indexes these entries of the made game into folder()/name (all: none given); returns its current.db.
  std::filesystem::path index(const std::string& name, const std::vector<std::string>& entries = {},
                              std::size_t jobs = 0) const {
    crawl::IndexOptions options;
    options.data = folder() / name;
    options.jobs = jobs;
    options.walk.each = entries.empty();
    options.roots = {game()};
    if (!entries.empty()) options.roots.clear();
    for (const std::string& entry : entries) options.roots.push_back(game() / entry);
    testing::index_now(options);
    return options.data / "current.db";
  }

  static std::string dump(const std::filesystem::path& database) {
    SQLite::Database opened = open_snapshot(database);
    std::string text;
    dump_corpus(opened, [&text](std::string_view line) { text += line; });
    return text;
  }

 private:
  testing::TemporaryFolder folder_;
};

inline const std::vector<std::string>& made_entries() {
  static const std::vector<std::string> entries{"tower-player",     "tower-bundles", "tower-webgl", "tower-webgl-br",
                                                "tower-web-player", "tower.apk",     "tower-6000",  "tower-console"};
  return entries;
}

}  // namespace mecadex::corpus
