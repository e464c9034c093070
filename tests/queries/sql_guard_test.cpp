// Statements that try to leave the guard, each of which was once found to work somewhere.
#include "queries/sql_guard.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "schema/schema.hpp"
#include "tests/queries/fixture_corpus.hpp"

namespace mecadex::queries {
namespace {

std::string run(const std::string& sql, Format format = Format::csv,
                std::optional<std::int64_t> max_rows = std::nullopt) {
  static GuardedConnection connection(fixture_corpus(), "fixture", ad_hoc_limits());
  std::ostringstream out;
  run_sql(connection, sql, max_rows, *make_writer(format, out));
  return out.str();
}

std::string code(const std::string& sql) {
  return error_code([&] { run(sql); });
}

TEST(SqlGuard, AnswersASelect) {
  EXPECT_EQ(run("SELECT name, 1.5 AS x FROM controllers ORDER BY controller_id LIMIT 1;  -- end"),
            "name,x\r\nGem,1.5\r\n");
}

TEST(SqlGuard, AllowsViewsListsRecursionAndTheSchema) {
  EXPECT_EQ(
      run("SELECT count(*) FROM selector_transitions_view WHERE destination_raw = 4294967295"),
      "count(*)\r\n2\r\n");
  EXPECT_EQ(
      run("SELECT count(*) FROM selector_transitions_view WHERE destination_raw = 0xFFFFFFFF"),
      "count(*)\r\n2\r\n");
  EXPECT_EQ(run("SELECT sum(value) AS s FROM json_each('[1,2]')"), "s\r\n3\r\n");
  EXPECT_EQ(run("WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5) "
                "SELECT max(i) AS m FROM n"),
            "m\r\n5\r\n");
  EXPECT_NE(run("SELECT sql FROM sqlite_schema WHERE name = 'runs'").find("-- our id"),
            std::string::npos);
  EXPECT_EQ(run("SELECT effective_controller FROM animators_view WHERE animator_id = 10"),
            "effective_controller\r\n\r\n");
}

TEST(SqlGuard, RefusesEverythingThatIsNotReading) {
  const std::string target = testing::TempDir() + "guard_target.db";
  for (const std::string& sql : {"ATTACH '" + target + "' AS other",
                                 std::string("DETACH main"),
                                 "VACUUM INTO '" + target + "'",
                                 std::string("VACUUM"),
                                 std::string("PRAGMA query_only = 0"),
                                 std::string("PRAGMA writable_schema = 1"),
                                 std::string("PRAGMA journal_mode = WAL"),
                                 std::string("PRAGMA table_info(runs)"),
                                 std::string("PRAGMA data_version = 3"),
                                 std::string("INSERT INTO runs (run_id) VALUES (1)"),
                                 std::string("UPDATE runs SET run_id = 2"),
                                 std::string("DELETE FROM runs"),
                                 std::string("REPLACE INTO runs (run_id) VALUES (1)"),
                                 std::string("CREATE TABLE t (a)"),
                                 std::string("CREATE TEMP TABLE t (a)"),
                                 std::string("CREATE VIEW v AS SELECT 1"),
                                 std::string("CREATE VIRTUAL TABLE t USING fts5(a)"),
                                 std::string("DROP TABLE runs"),
                                 std::string("ALTER TABLE runs ADD COLUMN a"),
                                 std::string("BEGIN"),
                                 std::string("COMMIT"),
                                 std::string("SAVEPOINT s"),
                                 std::string("REINDEX"),
                                 std::string("ANALYZE"),
                                 std::string("SELECT load_extension('x.so')"),
                                 std::string("SELECT fts3_tokenizer('simple')"),
                                 std::string("UPDATE sqlite_schema SET sql = ''"),
                                 std::string("SELECT * FROM pragma_table_info('runs')"),
                                 std::string("SELECT * FROM dbstat"),
                                 std::string("SELECT * FROM sqlite_dbpage"),
                                 std::string("SELECT * FROM sqlite_stmt")}) {
    EXPECT_NE(code(sql), "") << sql;
  }
  EXPECT_FALSE(std::filesystem::exists(target));
}

TEST(SqlGuard, SaysThatItOnlyReads) {
  EXPECT_EQ(code("INSERT INTO runs (run_id) VALUES (1)"), "sql.refused");
  EXPECT_EQ(code("ATTACH 'x' AS y"), "sql.refused");
  EXPECT_EQ(code("SELEKT 1"), "sql.error");
}

TEST(SqlGuard, WantsExactlyOneStatement) {
  EXPECT_EQ(code("SELECT 1; SELECT 2"), "sql.not_one_statement");
  EXPECT_EQ(code("SELECT 1; DROP TABLE runs"), "sql.refused");
  EXPECT_EQ(code(""), "sql.not_one_statement");
  EXPECT_EQ(code(" -- nothing\n"), "sql.not_one_statement");
  EXPECT_EQ(code("SELECT 1 AS a; ; -- end"), "");
}

TEST(SqlGuard, EndsWhatTakesTooLong) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(code("WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) "
                 "SELECT count(*) FROM n"),
            "sql.deadline");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(SqlGuard, BoundsSizes) {
  EXPECT_EQ(code("SELECT zeroblob(1000000000)"), "sql.too_big");
  EXPECT_EQ(code("SELECT randomblob(1000000000)"), "sql.too_big");
  EXPECT_EQ(code("SELECT replace(hex(zeroblob(40000)), '00', 'aaaaaaaaaaaaaaaa')"), "sql.too_big");
  EXPECT_NE(code("SELECT '" + std::string(200'000, 'x') + "'"), "");
  EXPECT_NE(code("SELECT " + std::string(2'000, '(') + "1" + std::string(2'000, ')')), "");
  EXPECT_NE(code("SELECT 'a' LIKE '" + std::string(500, '%') + "'"), "");
}

TEST(SqlGuard, KeepsUninterruptibleWorkShort) {
  const auto start = std::chrono::steady_clock::now();
  code("SELECT instr(zeroblob(99000), CAST(zeroblob(48000) || x'01' AS BLOB))");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(SqlGuard, CapsRowsAndSaysSo) {
  const auto json =
      nlohmann::json::parse(run("SELECT value FROM json_each('[1,2,3]')", Format::json, 2));
  EXPECT_EQ(json["rows"].size(), 2U);
  EXPECT_EQ(json["truncated"], true);
  EXPECT_TRUE(json["next"].is_null());
}

TEST(SqlGuard, WorksAgainAfterAnError) {
  EXPECT_EQ(code("SELECT zeroblob(1000000000)"), "sql.too_big");
  EXPECT_EQ(run("SELECT 1 AS a"), "a\r\n1\r\n");
}

TEST(GuardedConnection, RefusesWhatIsNoCorpus) {
  const std::string path = testing::TempDir() + "other.db";
  std::filesystem::remove(path);
  SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE t (a)");
  EXPECT_THROW(GuardedConnection(path, "other", ad_hoc_limits()), schema::IncompatibleDatabase);
  EXPECT_THROW(GuardedConnection(path + ".none", "none", ad_hoc_limits()), SQLite::Exception);
}

TEST(GuardedConnection, LeavesNoFilesBesideTheDatabase) {
  run("SELECT count(*) FROM transitions ORDER BY random()");
  for (const char* suffix : {"-journal", "-wal", "-shm"}) {
    EXPECT_FALSE(std::filesystem::exists(fixture_corpus() + suffix)) << suffix;
  }
}

TEST(GuardedConnection, RunsEveryQueryWithinTheLimitsOfAdHocSql) {
  GuardedConnection connection(fixture_corpus(), "fixture", ad_hoc_limits());
  for (const QuerySpec& spec : builtin_catalogue().all()) {
    std::ostringstream out;
    QueryRequest request;
    request.name = spec.name;
    request.params = required_params(spec);
    EXPECT_NO_THROW(
        run_query(builtin_catalogue(), connection, request, *make_writer(Format::csv, out)))
        << spec.name;
  }
}

constexpr const char* kEndless =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";

TEST(SqlGuard, CancelledRequestEndsSoon) {
  GuardLimits limits = ad_hoc_limits();
  limits.deadline = std::chrono::seconds(60);
  GuardedConnection connection(fixture_corpus(), "fixture", limits);
  std::atomic<bool> is_cancelled = false;
  connection.begin_request(&is_cancelled);
  GuardedStatement statement = connection.prepare(kEndless);
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    is_cancelled = true;
  });
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(error_code([&] { statement.step(); }), "sql.deadline");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
  canceller.join();
  EXPECT_EQ(error_code([&] { connection.prepare("SELECT 1"); }), "sql.cancelled");
  connection.end_request();
  EXPECT_EQ(error_code([&] { connection.prepare("SELECT 1").step(); }), "");
}

TEST(SqlGuard, DeadlineOfARequestHoldsForAllItsStatementsAndCountsNoPause) {
  GuardLimits limits = ad_hoc_limits();
  limits.deadline = std::chrono::milliseconds(100);
  GuardedConnection connection(fixture_corpus(), "fixture", limits);
  const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(150)); };
  connection.begin_request(nullptr);
  connection.pause_deadline();
  wait();
  connection.resume_deadline();
  EXPECT_EQ(error_code([&] { connection.prepare("SELECT 1"); }), "");
  wait();
  EXPECT_EQ(error_code([&] { connection.prepare("SELECT 1"); }), "sql.deadline");
  connection.end_request();
}

TEST(SqlGuard, KeptStatementsAreUsedAgainWithoutTheirOldBindings) {
  GuardedConnection connection(fixture_corpus(), "fixture", ad_hoc_limits());
  const std::string sql = "SELECT :n";
  {
    GuardedStatement first = connection.prepare_kept(sql);
    first.bind("n", std::int64_t{5});
    EXPECT_TRUE(first.step());
    GuardedStatement nested = connection.prepare_kept(sql);
    EXPECT_TRUE(nested.step());
    EXPECT_TRUE(std::holds_alternative<std::monostate>(nested.value(0)));
    EXPECT_EQ(std::get<std::int64_t>(first.value(0)), 5);
  }
  GuardedStatement again = connection.prepare_kept(sql);
  EXPECT_TRUE(again.step());
  EXPECT_TRUE(std::holds_alternative<std::monostate>(again.value(0)));
  std::vector<GuardedStatement> many;
  for (int i = 0; i < 600; ++i) {
    many.push_back(connection.prepare_kept("SELECT " + std::to_string(i)));
    if (i % 2 == 0) many.pop_back();
  }
  for (GuardedStatement& statement : many) EXPECT_TRUE(statement.step());
}

}  // namespace
}  // namespace mecadex::queries
