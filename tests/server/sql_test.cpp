// /v1/sql over sockets: answers, refusals, deadlines, clients that leave, gzip, CORS.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>
#include <zlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "server/statements.hpp"
#include "server/target.hpp"
#include "tests/server/http_client.hpp"
#include "tests/server/running_server.hpp"

namespace mecadex::server {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

const std::string kEndless =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";

/// One operation of SQLite that looks at no clock.
const std::string kStubborn =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 9000000) "
    "SELECT x FROM c ORDER BY x * 7919 % 1000003 LIMIT 1 OFFSET 8999999";

std::string target_of(const std::string& sql, const std::string& more = "") {
  return "/v1/sql?sql=" + percent_encode(sql) + more;
}

std::string post(const std::string& type, const std::string& body) {
  return "POST /v1/sql HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Kills the worker processes of this process, as the system does when memory runs out.
int kill_workers() {
  int killed = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stat(entry.path() / "stat");
    std::string pid;
    std::string name;
    std::string state;
    int parent = 0;
    if (!(stat >> pid >> name >> state >> parent)) continue;
    if (name != "(mecadex-server)" || parent != ::getpid() || state == "Z") continue;
    killed += ::kill(std::stoi(pid), SIGKILL) == 0 ? 1 : 0;
  }
  return killed;
}

class Sql : public testing::Test {
 protected:
  Sql() { data_.publish("00112233aabbccdd"); }

  RunningServer& server() {
    if (!server_) server_ = std::make_unique<RunningServer>(settings());
    return *server_;
  }
  virtual Settings settings() {
    Settings made = test_settings(data_);
    made.sql_timeout = 500ms;
    made.sql_workers = 1;
    return made;
  }
  std::string outcome(const std::string& sql, const std::string& more = "") {
    HttpClient client(server().port());
    const Reply reply = client.get(target_of(sql, more));
    return std::to_string(reply.status) + " " + problem_code(reply.body);
  }
  double metric(const std::string& name) {
    HttpClient client(server().port());
    const std::string text = "\n" + client.get("/metrics").body;
    const auto at = text.find("\nmecadex_" + name + " ");
    return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size() + 10));
  }

  DataFolder data_;
  std::unique_ptr<RunningServer> server_;
};

TEST_F(Sql, AnswersInEveryFormFromGetAndPost) {
  HttpClient client(server().port());
  const json answer = json::parse(client.get(target_of("SELECT 1 AS a, '=x' AS b")).body);
  EXPECT_EQ(answer["revision"], "00112233aabbccdd");
  EXPECT_EQ(answer["rows"], json::parse(R"([{"a":1,"b":"=x"}])"));
  const std::string sql = "SELECT 1 AS a, '=x' AS b";
  EXPECT_EQ(client.get(target_of(sql, "&format=ndjson")).body, "{\"a\":1,\"b\":\"=x\"}\n");
  EXPECT_EQ(client.get(target_of(sql, "&format=csv")).body, "a,b\r\n1,\"'=x\"\r\n");
  EXPECT_EQ(client.get(target_of(sql, "&format=csv-exact")).body, "a,b\r\n1,=x\r\n");
  for (const char* type : {"application/sql", "text/plain; charset=utf-8"}) {
    client.send(post(type, sql));
    EXPECT_EQ(json::parse(client.read_reply().body)["rows"], answer["rows"]);
  }
  client.send(
      post("application/json", R"({"sql":"SELECT :a AS a, :n AS n","params":{"a":"x","n":null}})"));
  EXPECT_EQ(json::parse(client.read_reply().body)["rows"], json::parse(R"([{"a":"x","n":null}])"));
}

TEST_F(Sql, ListsAndFullTextSearchWork) {
  EXPECT_EQ(outcome("SELECT count(*) FROM names_fts WHERE names_fts MATCH '\"idl\"'"), "200 ");
  EXPECT_EQ(outcome("SELECT count(*) FROM names WHERE text LIKE '%dl%'"), "200 ");
  EXPECT_EQ(outcome("SELECT value FROM json_each('[1,2]')"), "200 ");
  EXPECT_EQ(outcome("SELECT layer_names FROM state_machines_view"), "200 ");
}

TEST_F(Sql, EveryExampleAnswers) {
  for (const SqlExample& example : sql_examples()) {
    EXPECT_EQ(outcome(example.sql), "200 ") << example.name;
    EXPECT_NE(example.title, "");
  }
}

TEST_F(Sql, BadRequestsAreProblems) {
  EXPECT_EQ(outcome("SELEC"), "400 sql.error");
  HttpClient client(server().port());
  EXPECT_NE(client.get(target_of("SELECT nme FROM controllers")).body.find("did you mean name?"), std::string::npos);
  EXPECT_NE(client.get(target_of("SELECT 1 FROM avatrs")).body.find("did you mean avatars?"), std::string::npos);
  EXPECT_NE(client.get("/v1/sql?sq=SELECT+1").body.find("did you mean sql?"), std::string::npos);
  EXPECT_EQ(outcome("SELECT 1; SELECT 2"), "400 sql.not_one_statement");
  EXPECT_EQ(outcome("-- nothing"), "400 sql.not_one_statement");
  EXPECT_EQ(outcome("DELETE FROM states"), "400 sql.refused");
  EXPECT_EQ(outcome("SELECT 1", "&limit=0"), "400 parameter.range");
  EXPECT_EQ(outcome("SELECT 1", "&limit=10001"), "400 parameter.range");
  EXPECT_EQ(outcome("SELECT 1", "&timeout_ms=501"), "400 parameter.range");
  EXPECT_EQ(outcome("SELECT 1", "&nonsense=1"), "400 parameter.unknown");
  EXPECT_EQ(outcome("", ""), "400 parameter.missing");
  const auto posted = [&](const std::string& type, const std::string& body) {
    client.send(post(type, body));
    const Reply reply = client.read_reply();
    return std::to_string(reply.status) + " " + problem_code(reply.body);
  };
  EXPECT_EQ(posted("application/xml", "x"), "415 body.type");
  EXPECT_EQ(posted("application/json", "{"), "400 body.malformed");
  EXPECT_EQ(posted("application/json", "[]"), "400 body.malformed");
  EXPECT_EQ(posted("application/json", R"({"sql":1})"), "400 body.malformed");
  EXPECT_EQ(posted("application/json", R"({"sql":"SELECT 1","limit":"1"})"), "400 body.malformed");
  EXPECT_EQ(posted("application/json", R"({"sql":"SELECT 1","params":{"a":[]}})"),
            "400 body.malformed");
  EXPECT_EQ(posted("application/json", std::string(50'000, '[')), "400 body.malformed");
  EXPECT_EQ(posted("application/json", "{}"), "400 parameter.missing");
}

TEST_F(Sql, EndlessStatementsEndAtTheirDeadline) {
  for (const std::string& sql : {kEndless, kStubborn}) {
    const auto began = Clock::now();
    EXPECT_EQ(outcome(sql, "&timeout_ms=200"), "504 sql.deadline") << sql;
    EXPECT_LT(Clock::now() - began, 200ms + 1s) << sql;
    EXPECT_EQ(outcome("SELECT 1"), "200 ");
  }
  EXPECT_EQ(metric("sql_timeouts_total"), 2);
}

TEST_F(Sql, StatementThatNeedsTooMuchMemoryIsRefused) {
  server_.reset();
  Settings narrow = settings();
  narrow.sql_memory = 8;
  narrow.sql_timeout = 10s;
  server_ = std::make_unique<RunningServer>(narrow);
  EXPECT_EQ(outcome("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < "
                    "1000) SELECT hex(zeroblob(40000)) AS h FROM c ORDER BY x * -1 LIMIT 999"),
            "400 sql.memory");
  EXPECT_EQ(outcome("SELECT 1"), "200 ");
}

TEST_F(Sql, ClientThatLeavesEndsItsStatement) {
  server_.reset();
  Settings patient = settings();
  patient.sql_timeout = 60s;
  server_ = std::make_unique<RunningServer>(patient);
  {
    HttpClient client(server().port());
    client.send(get_request(target_of(kEndless)));
    std::this_thread::sleep_for(200ms);
    EXPECT_EQ(metric("sql_kills_total"), 0);
  }
  const auto left = Clock::now();
  while (metric("sql_cancelled_total") < 1 && Clock::now() - left < 5s) {
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_LT(Clock::now() - left, 1s);
  EXPECT_EQ(metric("sql_kills_total"), 1);
  EXPECT_EQ(outcome("SELECT 1"), "200 ");
}

TEST_F(Sql, WorkerThatDiesByItselfIsReplaced) {
  EXPECT_EQ(outcome("SELECT 1"), "200 ");
  EXPECT_EQ(kill_workers(), 1);
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(outcome("SELECT 1"), "200 ");
  EXPECT_EQ(metric("sql_workers_started_total"), 2);
}

TEST_F(Sql, LongAnswersAreStreamedAndLimited) {
  HttpClient client(server().port());
  const std::string rows =
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE "
      "x < 50000) SELECT x FROM c";
  const Reply all = client.get(target_of(rows, "&format=csv"));
  EXPECT_EQ(std::count(all.body.begin(), all.body.end(), '\n'), 50'001);
  EXPECT_EQ(all.header("transfer-encoding"), "chunked");
  const json page = json::parse(client.get(target_of(rows)).body);
  EXPECT_EQ(page["rows"].size(), 1'000U);
  EXPECT_EQ(page["truncated"], true);
  EXPECT_NE(page["hint"].get<std::string>().find("ndjson"), std::string::npos);
  EXPECT_FALSE(json::parse(client.get(target_of("SELECT 1")).body).contains("hint"));
  const json raised = json::parse(client.get(target_of(rows, "&limit=10000")).body);  // the hint is true
  EXPECT_EQ(raised["rows"].size(), 10'000U);
}

TEST_F(Sql, EtagOnlyWhereTwoRunsGiveTheSame) {
  HttpClient client(server().port());
  const std::string etag = client.get(target_of("SELECT 1")).header("etag");
  EXPECT_NE(etag, "");
  const double statements = metric("sql_statements_total");
  EXPECT_EQ(client.get(target_of("SELECT 1"), "If-None-Match: " + etag + "\r\n").status, 304U);
  EXPECT_EQ(metric("sql_statements_total"), statements);
  EXPECT_EQ(client.get(target_of("SELECT RANDOM()")).header("etag"), "");
  EXPECT_EQ(client.get(target_of("SELECT datetime('now')")).header("etag"), "");
}

std::string unpack(const std::string& packed) {
  z_stream z{};
  inflateInit2(&z, 15 + 16);
  std::string text(64U << 20U, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  z.avail_in = static_cast<uInt>(packed.size());
  z.next_out = reinterpret_cast<Bytef*>(text.data());
  z.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&z, Z_FINISH), Z_STREAM_END);
  text.resize(z.total_out);
  inflateEnd(&z);
  return text;
}

TEST_F(Sql, GzipUnpacksToTheSameForEveryKindOfAnswer) {
  data_.publish("1111222233334444", 3'000);
  HttpClient client(server().port());
  for (const std::string& target :
       {std::string("/"), std::string("/openapi.json"), std::string("/v1/queries"),
        std::string("/v1/transitions?format=ndjson"), std::string("/v1/transitions?limit=1000"),
        std::string("/v1/schema"), target_of("SELECT * FROM transitions_view", "&format=csv")}) {
    const Reply plain = client.get(target);
    const Reply packed = client.get(target, "Accept-Encoding: br, gzip;q=0.5\r\n");
    EXPECT_EQ(packed.header("content-encoding"), "gzip") << target;
    EXPECT_EQ(plain.header("content-encoding"), "") << target;
    EXPECT_LT(packed.body.size() * 2, plain.body.size()) << target;
    EXPECT_EQ(unpack(packed.body), plain.body) << target;
    EXPECT_NE(packed.header("etag"), plain.header("etag")) << target;
    EXPECT_EQ(client.get(target, "Accept-Encoding: gzip;q=0\r\n").body, plain.body);
  }
  EXPECT_EQ(client.get("/v1/version", "Accept-Encoding: gzip\r\n").header("content-encoding"), "");
}

TEST_F(Sql, OnlyListedOriginsMayReadFromABrowser) {
  Settings open = settings();
  open.cors = {"https://lab.example"};
  server_ = std::make_unique<RunningServer>(open);
  HttpClient client(server().port());
  for (int i = 0; i < 2; ++i) {  // the second time from memory
    const Reply listed = client.get("/v1/controllers/1", "Origin: https://lab.example\r\n");
    EXPECT_EQ(listed.header("access-control-allow-origin"), "https://lab.example");
    const Reply other = client.get("/v1/controllers/1", "Origin: https://evil.example\r\n");
    EXPECT_EQ(other.status, 200U);
    EXPECT_EQ(other.header("access-control-allow-origin"), "");
  }
  client.send(get_request("/v1/sql",
                          "Origin: https://lab.example\r\n"
                          "Access-Control-Request-Method: POST\r\n",
                          "OPTIONS"));
  const Reply preflight = client.read_reply();
  EXPECT_EQ(preflight.status, 204U);
  EXPECT_NE(preflight.header("access-control-allow-methods").find("POST"), std::string::npos);
}

TEST_F(Sql, QueryOfAClientThatLeftEndsAndFreesItsWorker) {
  data_.publish("aaaa", 100'000);
  Settings one = settings();
  one.workers = 1;
  one.query_timeout = 60s;
  server_ = std::make_unique<RunningServer>(one);
  {
    HttpClient client(server().port());
    client.send(get_request("/v1/names/nothing-has-this-name"));
    client.send(get_request("/v1/transitions?controller=nothing*&source=nothing"));
    std::this_thread::sleep_for(20ms);
  }
  const auto left = Clock::now();
  while (metric("corpus_reads_running") > 0 && Clock::now() - left < 5s) {
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_LT(Clock::now() - left, 2s);
}

TEST_F(Sql, ReadyOnlyWithACorpus) {
  HttpClient client(server().port());
  EXPECT_EQ(client.get("/readyz").status, 200U);
  const DataFolder empty;
  RunningServer waiting(test_settings(empty));
  HttpClient other(waiting.port());
  EXPECT_EQ(other.get("/readyz").status, 503U);
  EXPECT_EQ(other.get("/healthz").status, 200U);
}

TEST_F(Sql, EveryExampleOfTheOpenApiDocumentAnswersAsDocumented) {
  HttpClient client(server().port());
  const json document = json::parse(client.get("/openapi.json").body);
  int tried = 0;
  for (const auto& [path, item] : document["paths"].items()) {
    for (const auto& [method, operation] : item.items()) {
      std::string target = path;
      std::string query;
      for (const json& parameter : operation["parameters"]) {
        std::string name;
        std::string example;
        if (parameter.contains("$ref")) {
          name = "revision";
          example = "00112233aabbccdd";
        } else {
          if (!parameter.contains("example")) {
            EXPECT_EQ(parameter["required"], false) << path;
            continue;
          }
          name = parameter["name"];
          example = parameter["example"].is_string() ? parameter["example"].get<std::string>()
                                                     : parameter["example"].dump();
        }
        const auto at = target.find("{" + name + "}");
        if (at != std::string::npos) {
          target.replace(at, name.size() + 2, percent_encode(example));
        } else {
          query += (query.empty() ? "?" : "&") + name + "=" + percent_encode(example);
        }
      }
      std::vector<std::pair<std::string, std::string>> bodies{{"", ""}};
      if (method == "post") {
        bodies.clear();
        for (const auto& [type, content] : operation["requestBody"]["content"].items()) {
          const json& example = content["example"];
          bodies.emplace_back(type,
                              example.is_string() ? example.get<std::string>() : example.dump());
        }
      }
      for (const auto& [type, body] : bodies) {
        ++tried;
        if (method == "get") {
          client.send(get_request(target + query));
        } else {
          client.send("POST " + target + query +
                      " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type +
                      "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        }
        const Reply reply = client.read_reply();
        EXPECT_EQ(reply.status, 200U) << method << ' ' << target << query << '\n' << reply.body;
        const std::string got =
            reply.header("content-type").substr(0, reply.header("content-type").find(';'));
        const json& content = operation["responses"]["200"]["content"];
        EXPECT_TRUE(content.contains(got)) << target << ' ' << got;
        if (got != "application/json" || !content.contains(got)) continue;
        json schema = content[got]["schema"];
        if (schema.contains("$ref")) {
          const std::string name = schema["$ref"].get<std::string>().substr(21);
          schema = document["components"]["schemas"][name];
        }
        const json answer = json::parse(reply.body);
        for (const json& member : schema.value("required", json::array())) {
          EXPECT_TRUE(answer.contains(member.get<std::string>())) << target << ' ' << member;
        }
      }
    }
  }
  EXPECT_GT(tried, 100);
}

}  // namespace
}  // namespace mecadex::server
