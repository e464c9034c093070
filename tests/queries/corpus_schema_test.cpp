// Tables and columns as users see them, and what is suggested for those that do not exist.
#include "queries/corpus_schema.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/queries/fixture_corpus.hpp"

namespace mecadex::queries {
namespace {

std::string sql_error(const std::string& sql) {
  std::ostringstream out;
  try {
    run_sql(fixture_connection(), sql, std::nullopt, *make_writer(Format::csv, out));
  } catch (const QueryError& error) {
    return error.what();
  }
  return {};
}

TEST(CorpusSchema, DescribesEveryTableViewAndColumn) {
  const auto tables = read_corpus_tables(fixture_connection());
  EXPECT_GT(tables.size(), 40U);
  for (const CorpusTable& table : tables) {
    EXPECT_NE(table.doc, "") << table.name;
    const auto columns = read_corpus_columns(fixture_connection(), table.name);
    EXPECT_FALSE(columns.empty()) << table.name;
    EXPECT_TRUE(std::any_of(columns.begin(), columns.end(), [](const auto& column) { return !column.doc.empty(); }))
        << table.name;
  }
}

TEST(CorpusSchema, ReadsOneTable) {
  const auto tables = read_corpus_tables(fixture_connection(), "transitions");
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables.front().kind, "table");
  EXPECT_FALSE(read_corpus_indexes(fixture_connection(), "transitions").empty());
  EXPECT_TRUE(read_corpus_tables(fixture_connection(), "sqlite_schema").empty());
}

TEST(SqlErrors, SuggestTheNearestTable) {
  EXPECT_EQ(sql_error("SELECT 1 FROM avatrs"), "no such table: avatrs; did you mean avatars?");
  EXPECT_EQ(sql_error("SELECT 1 FROM zzzzzzzzzzzz"), "no such table: zzzzzzzzzzzz");
  EXPECT_NE(nearest_tables(fixture_connection(), "contrllers").find("controllers"), std::string::npos);
}

TEST(SqlErrors, SuggestTheNearestColumnOfTheTablesInTheStatement) {
  EXPECT_EQ(sql_error("SELECT lable FROM sources").substr(0, 49), "no such column: lable; did you mean label?");
  EXPECT_EQ(sql_error("SELECT s.lable FROM sources s"), "no such column: s.lable; did you mean label?");
  EXPECT_EQ(sql_error("SELECT destination_rw FROM sources").find("destination_raw"), std::string::npos);
}

TEST(SqlErrors, OfOtherKindsAreAsTheyWere) {
  EXPECT_EQ(sql_error("SELEKT 1"), "near \"SELEKT\": syntax error");
}

}  // namespace
}  // namespace mecadex::queries
