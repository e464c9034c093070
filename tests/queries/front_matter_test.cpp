// What the head of a query's file may say, and how mistakes are reported.
#include "queries/front_matter.hpp"

#include <gtest/gtest.h>

namespace mecadex::queries {
namespace {

constexpr const char* kGood =
    "-- title:   Words\n"
    "-- scope:   source file\n"
    "-- param:   mode int = 3 max 9 -- a mode\n"
    "-- param:   kind text optional in a|b -- a kind\n"
    "-- param:   bone hash -- a bone\n"
    "-- returns: rows\n"
    "-- order:   a, b desc\n"
    "-- column:  a text -- first\n"
    "-- column:  b int -- second\n"
    "--\n"
    "-- It says what it\n"
    "-- does; a colon: inside a line is no key.\n"
    "\n"
    "SELECT 1 AS a, 2 AS b; -- end\n";

std::string complaint(const std::string& text) {
  try {
    parse_query("topic/name", text);
  } catch (const FrontMatterError& error) {
    return error.what();
  }
  return {};
}

TEST(FrontMatter, ReadsEveryKey) {
  const QuerySpec spec = parse_query("topic/name", kGood);
  EXPECT_EQ(spec.topic + "/" + spec.name + " " + spec.title, "topic/name Words");
  EXPECT_EQ(spec.description, "It says what it does; a colon: inside a line is no key.");
  EXPECT_TRUE(spec.common.source && spec.common.file);
  EXPECT_FALSE(spec.common.controller || spec.common.unity_version || spec.takes_copies);
  ASSERT_EQ(spec.params.size(), 3U);
  EXPECT_EQ(spec.params[0].default_text, "3");
  EXPECT_EQ(spec.params[0].max, 9);
  EXPECT_EQ(spec.params[1].choices, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(spec.params[2].is_required);
  EXPECT_EQ(spec.params[2].type, ValueType::hash);
  ASSERT_EQ(spec.order.size(), 2U);
  EXPECT_TRUE(spec.order[1].is_descending);
  EXPECT_EQ(spec.columns[1].doc, "second");
}

TEST(FrontMatter, DropsTheClosingSemicolon) {
  const auto spec =
      parse_query("t/n", "-- title: T\n-- returns: row\n-- column: a int -- a\nSELECT 1;\n");
  EXPECT_EQ(spec.sql, "SELECT 1");
}

TEST(FrontMatter, NamesFileLineAndUnknownKey) {
  EXPECT_EQ(complaint("-- title: T\n-- titel: U\nSELECT 1"),
            "topic/name.sql:2: unknown key 'titel'");
}

TEST(FrontMatter, WantsTitleColumnsSqlAndOrder) {
  EXPECT_NE(complaint("SELECT 1").find("no title"), std::string::npos);
  EXPECT_NE(complaint("-- title: T\n").find("no SQL"), std::string::npos);
  EXPECT_NE(complaint("-- title: T\nSELECT 1").find("no column"), std::string::npos);
  EXPECT_NE(complaint("-- title: T\n-- column: a int -- a\nSELECT 1").find("needs an order"),
            std::string::npos);
}

TEST(FrontMatter, RefusesValuesThatItDoesNotKnow) {
  for (const char* line : {"-- param: a\n", "-- param: a int\n", "-- param: a word -- doc\n",
                           "-- param: a int max x -- doc\n", "-- param: a int maybe -- doc\n",
                           "-- column: a int twice -- doc\n", "-- scope: world\n",
                           "-- returns: table\n", "-- groups: file\n", "-- copies: maybe\n",
                           "-- order: a up\n", "-- since: soon\n", "-- title: T\n-- title: T\n"}) {
    const std::string error = complaint(std::string(line) + "SELECT 1");
    EXPECT_NE(error, "") << line;
    EXPECT_EQ(error.find("no title"), std::string::npos) << line;
  }
}

TEST(FrontMatter, ReadsPatternsOwnGroupsAndEvaluators) {
  const std::string head = "-- title: T\n-- column: a int sum -- a\n";
  const QuerySpec groups =
      parse_query("t/n", head + "-- groups: none own\n-- param: x text pattern -- x\nSELECT 1 AS a");
  EXPECT_EQ(groups.default_group, "none");
  EXPECT_TRUE(groups.groups_itself);
  EXPECT_TRUE(groups.params.front().is_pattern);
  EXPECT_FALSE(parse_query("t/n", head + "-- groups: source\nSELECT 1 AS a").groups_itself);
  EXPECT_EQ(parse_query("t/n", "-- title: T\n-- evaluates: changes\n-- column: a int -- a\n").evaluates, "changes");
  EXPECT_NE(complaint(head + "-- groups: none own\n-- param: x int pattern -- x\nSELECT 1 AS a"), "");
  EXPECT_NE(complaint("-- title: T\n-- evaluates: changes\n-- column: a int -- a\nSELECT 1 AS a"), "");
  EXPECT_NE(complaint("-- title: T\n-- evaluates: changes\n-- order: a\n-- column: a int -- a\n"), "");
}

TEST(FrontMatter, KeepsSumsToQueriesWithGroups) {
  EXPECT_NE(
      complaint("-- title: T\n-- returns: row\n-- column: n int sum -- n\nSELECT 1").find("groups"),
      std::string::npos);
}

}  // namespace
}  // namespace mecadex::queries
