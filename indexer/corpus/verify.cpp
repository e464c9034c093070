#include "indexer/corpus/verify.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "indexer/corpus/open_snapshot.hpp"
#include "indexer/corpus/revision.hpp"
#include "schema/schema.hpp"

namespace mecadex::corpus {
namespace fs = std::filesystem;
namespace {

constexpr int kMostLines = 20;

class Check {
 public:
  Check(SQLite::Database& database, Verdict& verdict) : database_(database), verdict_(verdict) {}

  // Runs a step; an error of SQLite's in it is damage.
  void step(const char* name, const std::function<void()>& body) {
    try {
      body();
    } catch (const SQLite::Exception& error) {
      damage(fmt::format("{}: {}", name, error.what()));
    }
  }

  void integrity() {
    SQLite::Statement check(database_, fmt::format("PRAGMA integrity_check({})", kMostLines));
    while (check.executeStep()) {
      std::string line = check.getColumn(0).getString();
      std::replace(line.begin(), line.end(), '\n', ' ');
      if (line != "ok") damage("integrity_check: " + line);
    }
  }

  void references() {
    SQLite::Statement check(database_, "PRAGMA foreign_key_check");
    for (int n = 0; n < kMostLines && check.executeStep(); ++n) {
      const std::string row = check.getColumn(1).isNull() ? "a row" : "row " + check.getColumn(1).getString();
      damage(fmt::format("foreign_key_check: {} of {} refers to a missing row of {}", row, check.getColumn(0).getString(),
                         check.getColumn(2).getString()));
    }
  }

  void revision(bool is_snapshot) {
    verdict_.revision = corpus_info(database_, "revision").value_or("");
    if (verdict_.revision.empty()) return damage("corpus_info has no revision");
    const std::string name = verdict_.path.filename().string();
    if (is_snapshot && name != verdict_.revision + ".db") {
      damage(fmt::format("the file is called {}, its revision is {}", name, verdict_.revision));
    }
    const auto inputs = stored_inputs(database_);
    if (!inputs) {
      verdict_.unchecked.push_back("the revision was not computed again: the corpus does not say with which versions it was made");
      return;
    }
    const std::string computed = compute_revision(database_, *inputs);
    if (computed != verdict_.revision) {
      damage(fmt::format("its revision is {}, its files give {}", verdict_.revision, computed));
    }
  }

 private:
  void damage(std::string line) { verdict_.damage.push_back(std::move(line)); }

  SQLite::Database& database_;
  Verdict& verdict_;
};

}  // namespace

Verdict verify_corpus(const fs::path& path, bool is_snapshot) {
  Verdict verdict{fs::canonical(path), {}, {}, {}};
  SQLite::Database database = open_snapshot(verdict.path);
  try {
    schema::require_compatible(database, path.string());
  } catch (const schema::IncompatibleDatabase& error) {
    verdict.damage.emplace_back(error.what());
    return verdict;
  }
  Check check(database, verdict);
  check.step("integrity_check", [&] { check.integrity(); });
  check.step("foreign_key_check", [&] { check.references(); });
  check.step("revision", [&] { check.revision(is_snapshot); });
  return verdict;
}

bool is_snapshot_name(const std::string& name) {
  return name.size() == 19 && name.ends_with(".db") &&
         std::all_of(name.begin(), name.begin() + 16,
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::vector<fs::path> list_snapshots(const fs::path& data) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(data / "snapshots")) {
    const bool is_file = fs::is_regular_file(entry.symlink_status());
    if (is_file && is_snapshot_name(entry.path().filename().string())) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace mecadex::corpus
