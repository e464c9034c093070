// The catalogue as a whole: every query passes its checks, and the checks notice what they are for.
#include "queries/catalogue.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "queries/front_matter.hpp"
#include "queries/query_error.hpp"
#include "schema/schema.hpp"

namespace mecadex::queries {
namespace {

std::vector<std::string> problems(const Catalogue& catalogue) {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  schema::create_tables(database);
  schema::create_indexes(database);
  schema::create_views(database);
  return check_catalogue(catalogue, database);
}

/// What the checks say about one query with column a and this SQL.
std::string problem(const std::string& sql, const std::string& keys = "") {
  const std::string head =
      "-- title: T\n-- scope: corpus\n-- returns: row\n-- column: a int -- a\n";
  const auto found = problems(Catalogue({parse_query("t/n", head + keys + sql)}));
  return found.empty() ? "" : found.front();
}

TEST(Catalogue, PassesItsChecks) {
  EXPECT_EQ(problems(builtin_catalogue()), std::vector<std::string>{});
}

TEST(Catalogue, HasTheFourteenQueriesOfTheReferenceDocument) {
  for (const char* name :
       {"corpus-census", "source-inventory", "files-not-read", "selector-transition-count",
        "selector-transitions-without-destination", "no-destination-profile",
        "no-destination-by-controller", "transitions-without-destination",
        "exit-transitions-to-states", "entry-transition-targets", "exit-transition-targets",
        "destination-kinds", "dangling-destinations", "empty-state-machines"}) {
    EXPECT_NO_THROW(builtin_catalogue().find(name)) << name;
  }
}

// A column of an answer that has a name of the schema is of its kind: "state" is a name everywhere, "state_index" a number.
TEST(Catalogue, CallsAThingAsTheSchemaDoes) {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  schema::create_tables(database);
  schema::create_views(database);
  SQLite::Statement types(database,
                          "SELECT DISTINCT c.type FROM sqlite_schema t JOIN pragma_table_info(t.name) c "
                          "WHERE t.type IN ('table', 'view') AND c.name = ? AND c.type IN ('INTEGER', 'TEXT', 'REAL')");
  for (const QuerySpec& spec : builtin_catalogue().all()) {
    for (const Column& column : spec.columns) {
      types.reset();
      types.bind(1, column.name);
      std::vector<std::string> declared;
      while (types.executeStep()) declared.push_back(types.getColumn(0).getString());
      const bool is_text = column.type == ValueType::text || column.type == ValueType::list;
      const std::string own = is_text ? "TEXT" : column.type == ValueType::real ? "REAL" : "INTEGER";
      const bool is_alike = declared.empty() || std::find(declared.begin(), declared.end(), own) != declared.end();
      EXPECT_TRUE(is_alike) << spec.name << "." << column.name << " is " << own << ", in the schema " << declared.front();
    }
  }
}

// What has a name in the schema is not called otherwise.
TEST(Catalogue, HasNoSecondNameForAThingOfTheSchema) {
  const std::map<std::string, std::string> names{
      {"machine", "machine_index"},       {"selector", "selector_index"},      {"transition", "transition_index"},
      {"node", "node_index"},             {"axes", "axes_index"},              {"state_name", "state"},
      {"target_kind", "destination_kind"}, {"to_kind", "destination_kind"},    {"transition_kind", "owner_kind"},
      {"raw_destination", "destination_raw"}, {"enabled", "is_enabled"},       {"active_in_hierarchy", "is_active_in_hierarchy"},
      {"stored_weight", "default_weight"}, {"type_tree", "has_type_tree"},
      {"crc32", "hash"},                  {"has_skinned_descendant", "has_skinned_renderer_below"}};
  for (const QuerySpec& spec : builtin_catalogue().all()) {
    for (const Column& column : spec.columns) {
      const auto other = names.find(column.name);
      EXPECT_TRUE(other == names.end()) << spec.name << "." << column.name << " is " << other->second << " in the schema";
    }
  }
}

TEST(Catalogue, PutsAnIdBesideEveryController) {
  for (const QuerySpec& spec : builtin_catalogue().all()) {
    bool has_name = false;
    bool has_id = false;
    for (const Column& column : spec.columns) {
      has_name = has_name || column.name == "controller";
      has_id = has_id || column.name == "controller_id";
    }
    EXPECT_EQ(has_name, has_id) << spec.name;
  }
}

TEST(Catalogue, GroupsEveryQueryThatCounts) {
  for (const QuerySpec& spec : builtin_catalogue().all()) {
    for (const Column& column : spec.columns) {
      EXPECT_TRUE(column.name != "n" || spec.default_group.has_value()) << spec.name;
    }
  }
}

TEST(Catalogue, SuggestsTheNearestNames) {
  try {
    builtin_catalogue().find("corpus-cencus");
    FAIL() << "found a query that does not exist";
  } catch (const QueryError& error) {
    EXPECT_EQ(error.kind(), QueryErrorKind::unknown_query);
    EXPECT_STREQ(error.what(), "there is no query 'corpus-cencus'; did you mean corpus-census?");
  }
}

TEST(Catalogue, RefusesTwoQueriesOfOneName) {
  const std::string text = "-- title: T\n-- returns: row\n-- column: a int -- a\nSELECT 1 AS a";
  EXPECT_THROW(Catalogue({parse_query("t/n", text), parse_query("u/n", text)}), FrontMatterError);
}

TEST(Catalogue, ReadsAFolder) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "catalogue";
  std::filesystem::create_directories(folder / "topic");
  std::ofstream(folder / "topic" / "mine.sql")
      << "-- title: T\n-- returns: row\n-- column: a int -- a\nSELECT 1 AS a";
  std::ofstream(folder / "shared.sql") << "not a query";
  EXPECT_EQ(read_catalogue(folder).find("mine").topic, "topic");
}

TEST(Catalogue, DocumentsCommonParametersToo) {
  const auto json = to_json(builtin_catalogue().find("destination-kinds"));
  std::vector<std::string> names;
  for (const auto& param : json["params"]) names.push_back(param["name"]);
  EXPECT_EQ(names,
            (std::vector<std::string>{"transition_kind", "source", "file", "controller",
                                      "unity_version", "copies", "group_by", "limit", "cursor"}));
}

TEST(CheckCatalogue, NoticesAFullScan) {
  EXPECT_NE(
      problem("SELECT count(*) AS a FROM transitions WHERE duration > 1").find("reads all of"),
      std::string::npos);
  EXPECT_EQ(
      problem("SELECT count(*) AS a FROM transitions WHERE duration > 1", "-- scan: it counts\n"),
      "");
}

TEST(CheckCatalogue, NoticesParametersThatDoNotMatch) {
  EXPECT_NE(problem("SELECT :b AS a").find("binds :b"), std::string::npos);
  EXPECT_NE(problem("SELECT 1 AS a", "-- param: b int -- b\n").find("does not use"),
            std::string::npos);
}

TEST(CheckCatalogue, NoticesWritingMissingColumnsAndSecondStatements) {
  EXPECT_NE(problem("DELETE FROM runs"), "");
  EXPECT_NE(problem("SELECT 1 AS b").find("does not prepare"), std::string::npos);
  EXPECT_NE(problem("SELECT 1 AS a; SELECT 2"), "");
  EXPECT_NE(problem("SELECT 1 AS a); SELECT (2").find("t/n"), std::string::npos);
}

}  // namespace
}  // namespace mecadex::queries
