// A data directory as the indexer leaves it: snapshots/<revision>.db and the link current.db. The
// snapshots are copies of the fixture corpus of tests/queries.
#pragma once

#include <filesystem>
#include <string>

namespace mecadex::server {

class DataFolder {
 public:
  DataFolder();
  ~DataFolder();
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;

  /// Makes a snapshot with this revision the current one. `extra` entry transitions that lead
  /// nowhere come on top of the fixture's two.
  void publish(const std::string& revision, int extra = 0);

  std::string path() const { return path_.string(); }
  std::string current() const { return (path_ / "current.db").string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace mecadex::server
