// The schema as users meet it: the contract's names, documentation for every column, marks of a
// corpus, and rules that the tables enforce.
#include "schema/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/schema/contract.hpp"

namespace mecadex::schema {
namespace {

std::unique_ptr<SQLite::Database> migrated() {
  auto database =
      std::make_unique<SQLite::Database>(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  create_tables(*database);
  create_indexes(*database);
  create_views(*database);
  fill_schema_docs(*database);
  return database;
}

/// One column of an answer.
std::vector<std::string> texts(SQLite::Database& database, const std::string& sql, int column = 0) {
  std::vector<std::string> found;
  SQLite::Statement query(database, sql);
  while (query.executeStep()) found.push_back(query.getColumn(column).getString());
  return found;
}

std::vector<std::string> columns(SQLite::Database& database, const std::string& table) {
  return texts(database, "SELECT name FROM pragma_table_info('" + table + "') ORDER BY cid");
}

TEST(Schema, HasEveryNameOfTheContract) {
  const auto database = migrated();
  for (const auto& [table, wanted] : kContract) {
    const auto found = columns(*database, table);
    const std::set<std::string> names(found.begin(), found.end());
    for (const char* column : wanted) EXPECT_EQ(names.count(column), 1U) << table << '.' << column;
  }
}

TEST(Schema, DocumentsEveryColumnOfEveryTableAndView) {
  const auto database = migrated();
  const auto missing =
      texts(*database,
            "SELECT m.name || '.' || c.name FROM sqlite_schema m, "
            "pragma_table_info(m.name) c WHERE m.type IN ('table', 'view') "
            "AND m.name NOT LIKE 'sqlite%' AND NOT EXISTS (SELECT 1 FROM schema_docs d "
            "WHERE d.table_name = m.name AND d.column_name = c.name AND d.text <> '')");
  EXPECT_EQ(missing, std::vector<std::string>{});
}

TEST(Schema, DocumentsEveryTableAndViewItself) {
  const auto database = migrated();
  const auto missing = texts(*database,
                             "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
                             "AND name NOT LIKE 'sqlite%' AND name NOT IN "
                             "(SELECT table_name FROM schema_docs WHERE column_name = '')");
  EXPECT_EQ(missing, std::vector<std::string>{});
}

TEST(Schema, DocumentsNothingThatDoesNotExist) {
  const auto database = migrated();
  const auto extra = texts(*database,
                           "SELECT table_name || '.' || column_name FROM schema_docs d "
                           "WHERE column_name <> '' AND NOT EXISTS (SELECT 1 FROM "
                           "pragma_table_info(d.table_name) c WHERE c.name = d.column_name)");
  EXPECT_EQ(extra, std::vector<std::string>{});
}

TEST(Schema, KeepsTheCommentsOfTablesInTheirStatements) {
  const auto database = migrated();
  const auto undocumented =
      texts(*database,
            "SELECT d.table_name || '.' || d.column_name FROM schema_docs d "
            "JOIN sqlite_schema m ON m.name = d.table_name AND m.type = 'table' "
            "WHERE instr(m.sql, substr(d.text, 1, 20)) = 0");
  EXPECT_EQ(undocumented, std::vector<std::string>{});
}

TEST(Schema, MakesEveryTableStrict) {
  const auto database = migrated();
  EXPECT_EQ(texts(*database,
                  "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
                  "AND strict = 0 AND name NOT LIKE 'sqlite%'"),
            std::vector<std::string>{});
}

TEST(Schema, ReplacesViewsThatExist) {
  const auto database = migrated();
  EXPECT_NO_THROW(create_views(*database));
  EXPECT_NO_THROW(fill_schema_docs(*database));
}

TEST(Schema, RunsEveryViewOnAnEmptyDatabase) {
  const auto database = migrated();
  for (const std::string& view :
       texts(*database, "SELECT name FROM sqlite_schema WHERE type = 'view'")) {
    EXPECT_NO_THROW(texts(*database, "SELECT count(*) FROM " + view)) << view;
  }
}

TEST(Schema, RefusesAKindThatIsNotInTheContract) {
  const auto database = migrated();
  EXPECT_THROW(
      database->exec("INSERT INTO sources (source_id, label, kind) VALUES (1, 'a', 'game')"),
      SQLite::Exception);
  EXPECT_NO_THROW(
      database->exec("INSERT INTO sources (source_id, label, kind) VALUES (1, 'a', 'player')"));
}

TEST(Schema, ReadsNamesThroughItsLeanTables) {
  const auto database = migrated();
  database->exec(
      "INSERT INTO sources (source_id, label) VALUES (1, 'a');"
      "INSERT INTO files (file_id, source_id, path, status) VALUES (1, 1, 'f', 'indexed');"
      "INSERT INTO serialized_files (serialized_file_id, file_id, node_path, status)"
      "  VALUES (1, 1, '', 'indexed');"
      "INSERT INTO objects (object_id, serialized_file_id, path_id, class_id) VALUES (1, 1, 7, 90);"
      "INSERT INTO avatars (avatar_id, is_human, node_count) VALUES (1, 0, 2);"
      "INSERT INTO names (name_id, hash, text) VALUES (5, 4294967295, 'Hips');"
      "INSERT INTO stored_name_uses (object_id, origin, name_id) VALUES (1, 2, 5);"
      "INSERT INTO avatar_node_rows (avatar_id, skeleton, node_index, path_hash, path_name_id)"
      "  VALUES (1, 'avatar', 0, 4294967295, 5), (1, 'avatar', 1, 6, NULL);");
  EXPECT_EQ(texts(*database, "SELECT hash || text || origin FROM name_uses WHERE object_id = 1"),
            std::vector<std::string>{"4294967295Hipsavatar_tos"});
  EXPECT_EQ(texts(*database, "SELECT ifnull(path, '-') FROM avatar_nodes ORDER BY node_index"),
            (std::vector<std::string>{"Hips", "-"}));
}

TEST(Schema, SaysWhichControllerAnAnimatorPlaysOrWhyNone) {
  const auto database = migrated();
  database->exec(
      "INSERT INTO sources (source_id, label) VALUES (1, 'a');"
      "INSERT INTO files (file_id, source_id, path, status) VALUES (1, 1, 'f', 'indexed');"
      "INSERT INTO serialized_files (serialized_file_id, file_id, node_path, status)"
      "  VALUES (1, 1, '', 'indexed');"
      "INSERT INTO objects (object_id, serialized_file_id, path_id)"
      "  VALUES (1, 1, 1), (2, 1, 2), (3, 1, 3), (4, 1, 4), (5, 1, 5), (6, 1, 6), (7, 1, 7);"
      "INSERT INTO controllers (controller_id, format, name) VALUES (1, 'unity', 'Base');"
      "INSERT INTO override_controllers (override_controller_id, base_object_id,"
      "  effective_controller_id, effective_resolution)"
      "  VALUES (2, 1, 1, 'resolved'), (3, 3, NULL, 'cycle');"
      "INSERT INTO animators (animator_id, controller_id, override_controller_id, controller_resolution)"
      "  VALUES (4, 1, NULL, 'resolved'), (5, NULL, 2, 'resolved'), (6, NULL, 3, 'resolved'),"
      "  (7, NULL, NULL, 'resolved');");
  EXPECT_EQ(texts(*database,
                  "SELECT ifnull(effective_controller, 'none') || ' ' || effective_resolution "
                  "FROM animators_view ORDER BY animator_id"),
            (std::vector<std::string>{"Base resolved", "Base resolved", "none cycle", "none wrong_class"}));
}

TEST(Schema, FindsTheClipsOfOneAnimatorByKeys) {
  const auto database = migrated();
  const auto plan = texts(*database, "EXPLAIN QUERY PLAN SELECT * FROM animator_clips_view WHERE animator_id = 5", 3);
  for (const std::string& step : plan) EXPECT_EQ(step.find("SCAN"), std::string::npos) << step;
  EXPECT_NE(std::find(plan.begin(), plan.end(),
                      "SEARCH s USING PRIMARY KEY (override_controller_id=? AND slot=?) LEFT-JOIN"),
            plan.end());
}

TEST(ParseDocs, JoinsCommentLinesAndSkipsConstraints) {
  const auto docs = parse_docs(
      "CREATE TABLE t (  -- a thing\n"
      "  kind TEXT  -- what it is,\n"
      "             -- in words\n"
      "    CHECK (kind IN ('a')),\n"
      "  n INTEGER, -- how many\n"
      "  PRIMARY KEY (kind)\n"
      ")");
  ASSERT_EQ(docs.size(), 3U);
  EXPECT_EQ(docs[0].column + ":" + docs[0].text, ":a thing");
  EXPECT_EQ(docs[1].column + ":" + docs[1].text, "kind:what it is, in words");
  EXPECT_EQ(docs[2].column + ":" + docs[2].text, "n:how many");
}

/// What require_compatible says about `database`; empty when it accepts it.
std::string complaint(SQLite::Database& database) {
  try {
    require_compatible(database, "x.db");
  } catch (const IncompatibleDatabase& error) {
    return error.what();
  }
  return {};
}

TEST(RequireCompatible, AcceptsItsOwn) { EXPECT_EQ(complaint(*migrated()), ""); }

TEST(RequireCompatible, NamesADatabaseThatIsNotOurs) {
  SQLite::Database other(":memory:", SQLite::OPEN_READWRITE);
  EXPECT_EQ(complaint(other), "x.db is not a Mecadex corpus");
}

TEST(RequireCompatible, NamesANewerSchema) {
  const auto database = migrated();
  database->exec("PRAGMA user_version = 999");
  EXPECT_EQ(complaint(*database),
            "x.db was written by a newer Mecadex (schema 999; this program reads up to " + std::to_string(kSchemaVersion) + ")");
}

TEST(RequireCompatible, NamesAFileThatIsNoDatabase) {
  const std::string path = testing::TempDir() + "no_database.db";
  std::ofstream(path) << std::string(4096, 'x');
  SQLite::Database text(path);
  EXPECT_EQ(complaint(text), "x.db is not a SQLite database");
}

}  // namespace
}  // namespace mecadex::schema
