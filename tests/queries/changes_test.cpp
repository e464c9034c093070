// `changes-between`: two snapshots of one data directory, and what is answered where there are none.
#include "queries/changes.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/queries/fixture_corpus.hpp"

namespace mecadex::queries {
namespace {

namespace fs = std::filesystem;

/// The fixture corpus, and after it one in which `change` was made.
class Changes : public testing::Test {
 protected:
  Changes() {
    std::string name = testing::TempDir() + "changes-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    fs::create_directory(folder_ / "snapshots");
    fs::copy_file(fixture_corpus(), folder_ / "snapshots/1111111111111111.db");
    fs::copy_file(fixture_corpus(), later());
    SQLite::Database database(later().string(), SQLite::OPEN_READWRITE);
    database.exec(R"sql(
      UPDATE corpus_info SET value = '2222222222222222' WHERE key = 'revision';
      UPDATE files SET status = 'damaged' WHERE file_id = 1;
      UPDATE objects SET fingerprint = 'another' WHERE object_id = 1;
      UPDATE animators SET game_object_name = 'Gate' WHERE animator_id = 11;
      DELETE FROM files WHERE file_id = 5;
      INSERT INTO sources (source_id, label, kind) VALUES (3, 'gamma', 'player');
      INSERT INTO files (file_id, source_id, path, status) VALUES (9, 3, 'level9', 'not_unity');
    )sql");
  }

  ~Changes() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  fs::path later() const { return folder_ / "snapshots/2222222222222222.db"; }

  /// The answer for the later snapshot.
  std::string ask(Params params, Format format = Format::csv) {
    GuardedConnection connection(later(), "later", catalogue_limits());
    std::ostringstream out;
    const auto writer = make_writer(format, out);
    QueryRequest request;
    request.name = "changes-between";
    request.params = std::move(params);
    run_query(builtin_catalogue(), connection, request, *writer);
    return out.str();
  }

  fs::path folder_;
};

constexpr const char* kHead = "change,kind,source,path,node_path,path_id,name,transitions_before,transitions_after\r\n";

TEST_F(Changes, NameWhatWasAddedRemovedAndChanged) {
  EXPECT_EQ(ask({{"from", "1111"}}), kHead + std::string("changed,animator,alpha,level0,\"\",31,Gate,,\r\n"
                                                         "changed,controller,alpha,level0,\"\",21,Gem,2,2\r\n"
                                                         "changed,file,alpha,level0,,,,,\r\n"
                                                         "removed,file,beta,readme.txt,,,,,\r\n"
                                                         "added,file,gamma,level9,,,,,\r\n"));
}

TEST_F(Changes, AreNoneBetweenASnapshotAndItself) {
  EXPECT_EQ(ask({{"from", "current"}}), kHead);
  EXPECT_EQ(ask({{"from", "1111"}, {"to", "1111111111111111"}}), kHead);
}

TEST_F(Changes, GoBackwardsToo) {
  EXPECT_EQ(ask({{"from", "2222"}, {"to", "1111"}, {"source", "gamma"}}),
            kHead + std::string("removed,file,gamma,level9,,,,,\r\n"));
}

TEST_F(Changes, AreThoseOfTheSourcesAskedFor) {
  EXPECT_EQ(ask({{"from", "1111"}, {"source", "beta"}, {"source", "gamma"}}),
            kHead + std::string("removed,file,beta,readme.txt,,,,,\r\nadded,file,gamma,level9,,,,,\r\n"));
}

TEST_F(Changes, KnowTheSourcesOfBothSnapshots) {
  EXPECT_EQ(ask({{"from", "1111"}, {"source", "g*"}}), kHead + std::string("added,file,gamma,level9,,,,,\r\n"));
  EXPECT_EQ(ask({{"from", "2222"}, {"to", "1111"}, {"source", "gamma"}}),
            kHead + std::string("removed,file,gamma,level9,,,,,\r\n"));
  EXPECT_EQ(error_code([&] { ask({{"from", "1111"}, {"source", "delta"}}); }), "source.unknown");
}

TEST_F(Changes, ArePagedByLimitAndCursor) {
  const auto whole = nlohmann::json::parse(ask({{"from", "1111"}}, Format::json));
  ASSERT_EQ(whole["rows"].size(), 5U);
  EXPECT_EQ(whole["truncated"], false);
  nlohmann::json walked = nlohmann::json::array();
  Params params{{"from", "1111"}, {"limit", "2"}};
  for (int page = 0; page < 5; ++page) {
    const auto answer = nlohmann::json::parse(ask(params, Format::json));
    for (const auto& row : answer["rows"]) walked.push_back(row);
    EXPECT_EQ(answer["truncated"].get<bool>(), answer["next"].is_string());
    if (answer["next"].is_null()) break;
    params = {{"from", "1111"}, {"limit", "2"}, {"cursor", answer["next"].get<std::string>()}};
  }
  EXPECT_EQ(walked, whole["rows"]);
}

TEST_F(Changes, RefuseTheCursorOfAnotherRequest) {
  const auto page = nlohmann::json::parse(ask({{"from", "1111"}, {"limit", "1"}}, Format::json));
  const std::string next = page["next"];
  EXPECT_EQ(error_code([&] { ask({{"from", "current"}, {"limit", "1"}, {"cursor", next}}); }), "cursor.invalid");
}

TEST_F(Changes, NeedARevisionThatIsKept) {
  EXPECT_EQ(error_code([&] { ask({}); }), "parameter.missing");
  for (const char* revision : {"3333", "", "../snapshots/1111", "%"}) {
    EXPECT_EQ(error_code([&] { ask({{"from", revision}}); }), "parameter.choice") << revision;
  }
  fs::copy_file(later(), folder_ / "snapshots/1122.db");
  EXPECT_EQ(error_code([&] { ask({{"from", "11"}}); }), "parameter.choice");  // that could be either
}

TEST_F(Changes, OfADatabaseByItselfAreAClearError) {
  const fs::path alone = folder_ / "alone.db";
  fs::copy_file(fixture_corpus(), alone);
  GuardedConnection connection(alone, "alone", catalogue_limits());
  std::ostringstream out;
  const auto writer = make_writer(Format::csv, out);
  try {
    run_query(builtin_catalogue(), connection, {"changes-between", {{"from", "current"}}, {}, {}}, *writer);
    FAIL() << "compared a file with nothing";
  } catch (const QueryError& error) {
    EXPECT_EQ(error.code(), "changes.unavailable");
    EXPECT_EQ(error.kind(), QueryErrorKind::unprocessable);
  }
  EXPECT_EQ(out.str(), "");
}

TEST_F(Changes, EndAtTheDeadlineAndWhenNobodyWaits) {
  GuardedConnection connection(later(), "later", catalogue_limits());
  std::ostringstream out;
  const auto writer = make_writer(Format::csv, out);
  const auto ask_now = [&] {
    run_query(builtin_catalogue(), connection, {"changes-between", {{"from", "1111"}}, {}, {}}, *writer);
  };
  connection.begin_request(nullptr, std::chrono::milliseconds(-1));
  EXPECT_EQ(error_code(ask_now), "");  // no deadline was set for the connection
  connection.end_request();

  GuardLimits limits = catalogue_limits();
  limits.deadline = std::chrono::milliseconds(60'000);
  GuardedConnection bounded(later(), "later", limits);
  const QuerySpec& spec = builtin_catalogue().find("changes-between");
  const Arguments arguments = parse_arguments(spec, {{"from", "1111"}});
  const auto evaluate = [&] { evaluate_changes(bounded, arguments, [](const auto&) { return true; }); };
  bounded.begin_request(nullptr, std::chrono::milliseconds(-1));
  EXPECT_EQ(error_code(evaluate), "sql.deadline");
  bounded.end_request();
  const std::atomic<bool> is_cancelled = true;
  bounded.begin_request(&is_cancelled);
  EXPECT_EQ(error_code(evaluate), "sql.cancelled");
  bounded.end_request();
}

}  // namespace
}  // namespace mecadex::queries
