// The four formats, value by value.
#include "queries/rows_out.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace mecadex::queries {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string written(Format format, const std::vector<Column>& columns,
                    const std::vector<std::vector<Value>>& rows, bool is_named = true) {
  std::ostringstream out;
  const auto writer = make_writer(format, out);
  AnswerHeader header;
  if (is_named) header.query = "q";
  header.columns = columns;
  writer->begin(header);
  for (const auto& row : rows) writer->row(row);
  writer->end({});
  return out.str();
}

Column column(const char* name, ValueType type = ValueType::text) {
  return {name, type, Rollup::key, ""};
}

nlohmann::json json_value(const Column& name, const Value& value, bool is_named = true) {
  return nlohmann::json::parse(
      written(Format::json, {name}, {{value}}, is_named))["rows"][0][name.name];
}

TEST(Json, KeepsNullNumbersAndInfinities) {
  EXPECT_TRUE(json_value(column("a"), {}).is_null());
  EXPECT_EQ(json_value(column("a"), std::int64_t{4294967295}), 4294967295);
  EXPECT_EQ(json_value(column("a"), 0.1), 0.1);
  EXPECT_TRUE(json_value(column("a"), 2.0).is_number_float());
  EXPECT_EQ(json_value(column("a"), 1e300), 1e300);
  EXPECT_EQ(json_value(column("a"), kInfinity), "Infinity");
  EXPECT_EQ(json_value(column("a"), -kInfinity), "-Infinity");
}

TEST(Json, WritesPathIdsAsStringsAndOtherNumbersNot) {
  EXPECT_EQ(json_value(column("path_id"), std::int64_t{7}), "7");
  EXPECT_EQ(json_value(column("controller_path_id"), std::int64_t{-7}), "-7");
  EXPECT_EQ(json_value(column("my_path_ids"), std::int64_t{7}), 7);
}

TEST(Json, WritesBigIntegersOfAdHocSqlAsStrings) {
  constexpr std::int64_t kBig = std::int64_t{1} << 53;
  EXPECT_EQ(json_value(column("a"), kBig, false), "9007199254740992");
  EXPECT_EQ(json_value(column("a"), kBig - 1, false), kBig - 1);
  EXPECT_EQ(json_value(column("a"), -kBig, false), "-9007199254740992");
}

TEST(Json, EscapesTextsAndRepairsWhatIsNotUtf8) {
  EXPECT_EQ(json_value(column("a"), std::string_view("\"\\\n\x01é")), "\"\\\n\x01é");
  EXPECT_EQ(json_value(column("a"), std::string_view("\xFF")), "\uFFFD");
}

TEST(Json, ShowsListsAsArraysAndBlobsAsHex) {
  EXPECT_EQ(json_value(column("a", ValueType::list), std::string_view("[1,2]")),
            (nlohmann::json{1, 2}));
  EXPECT_EQ(json_value(column("a"), std::string_view("[1,2]")), "[1,2]");
  EXPECT_EQ(json_value(column("a"), Blob{std::string_view("\x00\xAB", 2)}), "00ab");
}

TEST(Json, IsValidWithoutRows) {
  EXPECT_EQ(nlohmann::json::parse(written(Format::json, {column("a")}, {}))["rows"].size(), 0U);
}

TEST(Ndjson, WritesALinePerRow) {
  EXPECT_EQ(written(Format::ndjson, {column("a"), column("b")},
                    {{std::int64_t{1}, std::string_view("x")}, {{}, {}}}),
            "{\"a\":1,\"b\":\"x\"}\n{\"a\":null,\"b\":null}\n");
}

TEST(Csv, QuotesWhatNeedsItAndTellsEmptyFromNull) {
  EXPECT_EQ(written(Format::csv, {column("a"), column("b,c")},
                    {{std::string_view("x,y"), std::string_view("say \"hi\"\n")},
                     {{}, std::string_view("")},
                     {kInfinity, std::int64_t{-1}}}),
            "a,\"b,c\"\r\n\"x,y\",\"say \"\"hi\"\"\n\"\r\n,\"\"\r\nInfinity,-1\r\n");
}

TEST(Table, AlignsNumbersToTheRight) {
  EXPECT_EQ(written(Format::table, {column("name"), column("n"), column("x")},
                    {{std::string_view("Größe"), std::int64_t{7}, std::string_view("a")},
                     {std::string_view("b"), std::int64_t{1234}, {}}}),
            "name      n  x\n"
            "-----  ----  -\n"
            "Größe     7  a\n"
            "b      1234\n"
            "\n2 rows\n");
}

TEST(Table, ShowsControlCharactersInsteadOfObeyingThem) {
  EXPECT_NE(written(Format::table, {column("a")}, {{std::string_view("\x1b[31m\n")}})
                .find("\\x1b[31m\\x0a"),
            std::string::npos);
}

TEST(Table, StreamsMoreRowsThanItHoldsBack) {
  std::vector<std::vector<Value>> rows(2'500, {std::int64_t{1}});
  const std::string text = written(Format::table, {column("a")}, rows);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 + 2'500 + 2);
  EXPECT_NE(text.find("2500 rows"), std::string::npos);
}

TEST(Formats, AreKnownByName) {
  EXPECT_EQ(parse_format("ndjson"), Format::ndjson);
  EXPECT_EQ(parse_format("xml"), std::nullopt);
}

TEST(Csv, ForSpreadsheetsDefusesFormulasAndLeavesNumbers) {
  const std::vector<Column> columns{column("=a"), column("b")};
  for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", "\tx"}) {
    EXPECT_EQ(written(Format::csv_safe, columns, {{text, std::int64_t{-1}}}),
              "\"'=a\",b\r\n\"'" + std::string(text) + "\",-1\r\n");
    EXPECT_EQ(written(Format::csv, {column("b")}, {{text}}), "b\r\n" + std::string(text) + "\r\n");
  }
  EXPECT_EQ(written(Format::csv_safe, {column("b")}, {{"a;=1"}}), "b\r\n\"a;=1\"\r\n");
  EXPECT_EQ(written(Format::csv_safe, {column("b")}, {{-0.5}}), "b\r\n-0.5\r\n");
  EXPECT_EQ(written(Format::csv_safe, {column("b")}, {{"a=1"}}), "b\r\na=1\r\n");
}

}  // namespace
}  // namespace mecadex::queries
