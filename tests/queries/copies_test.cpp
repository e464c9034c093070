// copies=distinct: equal content counts once, as its first copy. The fixture corpus has no
// fingerprints, as an old one; here it gets some, and copies of a clip.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "queries/front_matter.hpp"
#include "tests/queries/fixture_corpus.hpp"

namespace mecadex::queries {
namespace {

using nlohmann::json;

// Clips in places whose order is not that of their ids: 24 is the first copy of c1, 23 that of c2.
constexpr const char* kCopies = R"sql(
UPDATE objects SET fingerprint = 'f1' WHERE object_id IN (1, 3);
INSERT INTO objects (object_id, serialized_file_id, path_id, class_id, name, fingerprint) VALUES
  (21, 3, -9, 74, 'Wave', 'c1'), (22, 1, 90, 74, 'Wave', 'c1'), (23, 1, 80, 74, 'Wave', 'c2'),
  (24, 2, 95, 74, 'Wave', 'c1'), (25, 3, -8, 74, 'Wave', 'c2'), (26, 1, 70, 74, 'Wave', NULL),
  (27, 1, 71, 74, 'Wave', NULL), (28, 3, -7, 74, 'Wave', 'f1');
)sql";

GuardedConnection& connection() {
  static GuardedConnection made = [] {
    const std::string path = testing::TempDir() + "copies " + std::to_string(::getpid()) + ".db";
    std::filesystem::copy_file(fixture_corpus(), path,
                               std::filesystem::copy_options::overwrite_existing);
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    database.exec(kCopies);
    return GuardedConnection(path, "copies", catalogue_limits());
  }();
  return made;
}

json run(const Catalogue& catalogue, const std::string& name, Params params) {
  std::ostringstream out;
  run_query(catalogue, connection(), {name, std::move(params)}, *make_writer(Format::json, out));
  return json::parse(out.str());
}

json distinct(const std::string& name, Params params = {}) {
  params.emplace_back("copies", "distinct");
  return run(builtin_catalogue(), name, std::move(params));
}

std::vector<int> controllers(const Params& params) {
  const json rows = distinct("empty-state-machines", params)["rows"];
  std::vector<int> ids;
  for (const json& row : rows) ids.push_back(row["controller_id"]);
  return ids;
}

TEST(Copies, CountOnceAndAsTheFirst) {
  EXPECT_EQ(distinct("selector-transition-count")["rows"], json::parse(R"([{"n": 6}])"));
  EXPECT_EQ(controllers({}), (std::vector<int>{2, 1}));
  EXPECT_EQ(run(builtin_catalogue(), "selector-transition-count", {})["rows"][0]["n"], 8);
}

TEST(Copies, NarrowTheDenominator) {
  EXPECT_EQ(distinct("selector-transition-count")["scope"], (json{{"sources", 2},
                                                                  {"serialized_files", 4},
                                                                  {"controllers", 2},
                                                                  {"controllers_unreadable", 1}}));
}

TEST(Copies, AreThoseInScope) {
  EXPECT_EQ(controllers({{"source", "beta"}}), std::vector<int>{3});
  EXPECT_EQ(controllers({{"controller", "3"}}), std::vector<int>{3});
  EXPECT_EQ(controllers({{"controller", "Gem"}}), std::vector<int>{1});
  EXPECT_EQ(controllers({{"unity_version", "2021"}}), std::vector<int>{3});
}

TEST(Copies, AreToldApartBeforeGrouping) {
  EXPECT_EQ(distinct("entry-transition-targets", {{"group_by", "source"}})["rows"],
            json::parse(R"([{"source": "alpha", "destination_kind": "none", "n": 1},
                            {"source": "alpha", "destination_kind": "state", "n": 2}])"));
}

TEST(Copies, OfEveryClassGoByOneOrder) {
  const Catalogue catalogue({parse_query("t/n", R"sql(-- title: T
-- scope: corpus
-- copies: yes
-- returns: rows
-- order: id
-- column: id int -- id
SELECT o.object_id AS id
FROM scope_serialized_files v
CROSS JOIN objects o ON o.class_id = 74 AND o.serialized_file_id = v.serialized_file_id
WHERE o.name = 'Wave'
  AND o.object_id NOT IN (SELECT object_id FROM scope_repeats WHERE class_id = 74))sql")});
  const auto ids = [&](const char* copies) {
    const json rows = run(catalogue, "n", {{"copies", copies}})["rows"];
    std::vector<int> found;
    for (const json& row : rows) found.push_back(row["id"]);
    return found;
  };
  EXPECT_EQ(ids("all"), (std::vector<int>{21, 22, 23, 24, 25, 26, 27, 28}));
  EXPECT_EQ(ids("distinct"), (std::vector<int>{23, 24, 26, 27, 28}));
}

TEST(Copies, HaveCursorsOfTheirOwn) {
  const json next = distinct("empty-state-machines", {{"limit", "1"}})["next"];
  EXPECT_EQ(controllers({{"cursor", next}}), std::vector<int>{1});
  EXPECT_EQ(error_code([&] {
              run(builtin_catalogue(), "empty-state-machines", {{"cursor", next}});
            }),
            "cursor.invalid");
}

}  // namespace
}  // namespace mecadex::queries
