// The service without sockets: what each route answers, and how it fails.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "server/problem.hpp"
#include "server/router.hpp"
#include "tests/queries/fixture_corpus.hpp"
#include "tests/server/running_server.hpp"

namespace mecadex::server {
namespace {

using nlohmann::json;

const std::string kQuery = "/v1/queries/selector-transitions-without-destination";

class Handlers : public testing::Test {
 protected:
  Handlers() { data_.publish("00112233aabbccdd"); }

  /// Status and code of the answer to a GET.
  std::string outcome(const std::string& target,
                      const std::function<void(Request&)>& change = nullptr) {
    const Response response = application().get(target, change);
    return std::to_string(response.status) + " " + problem_code(response.body);
  }

  Application& application() {
    if (!application_) application_.emplace(test_settings(data_));
    return *application_;
  }

  DataFolder data_;
  std::optional<Application> application_;
};

TEST_F(Handlers, AnswerOfAQueryIsWhatRunQueryWrites) {
  for (const auto& [name, format] :
       {std::pair{"json", queries::Format::json}, std::pair{"ndjson", queries::Format::ndjson},
        std::pair{"csv", queries::Format::csv_safe},
        std::pair{"csv-exact", queries::Format::csv}}) {
    const Response response = application().get(kQuery + "?format=" + name);
    EXPECT_EQ(response.status, 200U);
    EXPECT_EQ(response.body,
              queries::answer("selector-transitions-without-destination", {}, format));
  }
}

TEST_F(Handlers, JsonAnswerHasItsParts) {
  const json answer = json::parse(application().get(kQuery).body);
  EXPECT_EQ(answer["query"], "selector-transitions-without-destination");
  EXPECT_EQ(answer["revision"], "00112233aabbccdd");
  EXPECT_EQ(answer["rows"].size(), 2U);
  EXPECT_EQ(answer["scope"]["controllers"], 3);
  EXPECT_EQ(answer["truncated"], false);
  EXPECT_TRUE(answer["next"].is_null());
  EXPECT_TRUE(answer["rows"][0]["controller_path_id"].is_string());
}

TEST_F(Handlers, EveryQueryAnswers) {
  for (const queries::QuerySpec& spec : queries::builtin_catalogue().all()) {
    std::string target = "/v1/queries/" + spec.name + "?";
    for (const auto& [name, value] : queries::required_params(spec)) target += name + "=" + value + "&";
    EXPECT_EQ(outcome(target), "200 ") << target;
  }
}

TEST_F(Handlers, ChangesBetweenTwoSnapshotsAreAQuery) {
  data_.publish("2222222222222222", 3);
  application().pool().refresh();
  const std::string target = "/v1/queries/changes-between?from=";
  const json none = json::parse(application().get(target + "current").body);
  EXPECT_TRUE(none["rows"].empty());
  // The extra transitions came without a new fingerprint: nothing counts as changed, and that is an answer too.
  const json answer = json::parse(application().get(target + "0011").body);
  EXPECT_EQ(answer["revision"], "2222222222222222");
  EXPECT_EQ(answer["columns"][0], "change");
  EXPECT_EQ(outcome(target + "9999"), "400 parameter.choice");
  EXPECT_EQ(outcome(target + "../0011"), "400 parameter.choice");
  EXPECT_EQ(outcome("/v1/queries/changes-between"), "400 parameter.missing");
  EXPECT_EQ(outcome("/v1/rev/00112233aabbccdd/queries/changes-between?from=2222"), "200 ");
}

TEST_F(Handlers, ParametersOfAFormMayBeEmpty) {
  const std::string form = kQuery + "?source=&file=&controller=Gem&limit=&format=";
  EXPECT_EQ(application().get(form).body, application().get(kQuery + "?controller=Gem").body);
}

TEST_F(Handlers, CatalogueListsEveryQuery) {
  const json list = json::parse(application().get("/v1/queries").body);
  EXPECT_EQ(list["revision"], "00112233aabbccdd");
  EXPECT_EQ(list["queries"].size(), queries::builtin_catalogue().all().size());
  for (const json& query : list["queries"]) {
    EXPECT_EQ(query["href"], "/v1/queries/" + query["name"].get<std::string>());
  }
}

TEST_F(Handlers, IndexListsEveryRoute) {
  const json index = json::parse(application().get("/v1").body);
  EXPECT_EQ(index["revision"], "00112233aabbccdd");
  EXPECT_EQ(index["routes"].size(), all_routes().size());
  for (const json& route : index["routes"]) {
    for (const char* member : {"method", "path", "doc"}) EXPECT_TRUE(route[member].is_string()) << route;
  }
}

TEST_F(Handlers, UnknownRoutesAndTablesSayWhereToLook) {
  EXPECT_EQ(json::parse(application().get("/v1/controler").body)["detail"], "No such route. See / for all routes.");
  const json problem = json::parse(application().get("/v1/schema/controler").body);
  EXPECT_EQ(problem["status"], 404);
  EXPECT_NE(problem["detail"].get<std::string>().find("did you mean controllers"), std::string::npos);
  EXPECT_NE(application().get("/v1/controllers?sourc=alpha").body.find("did you mean source"), std::string::npos);
}

TEST_F(Handlers, DescriptionsQuoteNoOtherDocument) {
  for (const queries::QuerySpec& spec : queries::builtin_catalogue().all()) {
    EXPECT_NE(spec.description, "") << spec.name;
    EXPECT_EQ(spec.description.find("reference document"), std::string::npos) << spec.name;
    EXPECT_NE(spec.description.front(), '"') << spec.name;
  }
}

TEST_F(Handlers, FilesAndClipsAreWordsToo) {
  const json files = json::parse(application().get("/v1/files").body);
  EXPECT_EQ(files["rows"][0]["source"], "alpha");
  EXPECT_EQ(json::parse(application().get("/v1/files/3").body)["source"], "beta");
}

TEST_F(Handlers, VersionSaysWhatIsServed) {
  const json version = json::parse(application().get("/v1/version").body);
  EXPECT_EQ(version["revision"], "00112233aabbccdd");
  EXPECT_EQ(version["corpus"]["schema_version"], 1);
  EXPECT_TRUE(version["corpus"]["decoder_version"].is_null());
}

TEST_F(Handlers, LimitsRowsAndSaysSo) {
  const Response response = application().get(kQuery + "?limit=1&format=csv");
  EXPECT_EQ(header_value(response.headers, "X-Truncated"), "true");
  const std::string link(header_value(response.headers, "Link"));
  EXPECT_EQ(link.find("<" + kQuery + "?limit=1&format=csv&cursor="), 0U) << link;
  EXPECT_EQ(outcome(kQuery + "?limit=10000"), "200 ");
  EXPECT_EQ(outcome(kQuery + "?limit=10001"), "400 parameter.range");
  EXPECT_EQ(outcome(kQuery + "?limit=0"), "400 parameter.range");
}

TEST_F(Handlers, StreamsAreWholeUnlessThereIsALimit) {
  data_.publish("2222222222222222", 20'000);
  const auto lines = [&](const std::string& target) {
    const Response response = application().get(target);
    EXPECT_EQ(response.status, 200U) << target;
    return std::count(response.body.begin(), response.body.end(), '\n');
  };
  EXPECT_EQ(lines(kQuery + "?format=ndjson"), 20'002);
  EXPECT_EQ(lines(kQuery + "?format=csv"), 20'003);  // with the names of the columns
  EXPECT_EQ(lines(kQuery + "?format=csv-exact"), 20'003);
  EXPECT_EQ(lines(kQuery + "?format=ndjson&limit=15000"), 15'000);
  const Response whole = application().get(kQuery + "?format=ndjson");
  EXPECT_EQ(header_value(whole.headers, "X-Truncated"), "false");
  EXPECT_EQ(header_value(whole.headers, "Link"), "");
  const json page = json::parse(application().get(kQuery).body);
  EXPECT_EQ(page["rows"].size(), 1'000U);
  EXPECT_EQ(page["truncated"], true);
  EXPECT_TRUE(page["next"].is_string());
}

TEST_F(Handlers, UnknownNamesAreProblemsWithTheNearestNames) {
  for (const char* target :
       {"/v1/queries/states?source=alhpa", "/v1/controllers?source=alhpa", "/v1/findings?source=alhpa",
        "/v1/names/Idle?source=alhpa", "/v1/transitions?source=alhp*&format=ndjson", "/v1/files?source=alhpa"}) {
    EXPECT_EQ(outcome(target), "422 source.unknown") << target;
    const json problem = json::parse(application().get(target).body);
    EXPECT_NE(problem["detail"].get<std::string>().find("did you mean alpha"), std::string::npos) << problem;
  }
  EXPECT_EQ(outcome("/v1/states?file=level9"), "422 file.unknown");
  EXPECT_EQ(outcome("/v1/findings?path=level9"), "422 file.unknown");
  EXPECT_EQ(outcome("/v1/transitions?controller=Gen"), "422 controller.unknown");
  EXPECT_EQ(outcome("/v1/queries/avatar-parts?avatar=Bod"), "422 avatar.unknown");
  EXPECT_EQ(outcome("/v1/queries/avatar-parts?avatar=Bod*"), "200 ");
  EXPECT_EQ(outcome("/v1/controllers?name=Nobody"), "200 ");  // a search that finds nothing
  EXPECT_EQ(outcome("/v1/controllers?source=a*&file=level?"), "200 ");
  EXPECT_EQ(outcome("/v1/controllers?source=beta&file=level0"), "200 ");
}

TEST_F(Handlers, ErrorsOfQueriesAreProblems) {
  EXPECT_EQ(outcome("/v1/queries/nonsense"), "404 query.unknown");
  EXPECT_EQ(outcome(kQuery + "?nonsense=1"), "400 parameter.unknown");
  EXPECT_EQ(outcome(kQuery + "?limit=x"), "400 parameter.type");
  EXPECT_EQ(outcome(kQuery + "?limit=1&limit=2"), "400 parameter.repeated");
  EXPECT_EQ(outcome(kQuery + "?copies=x"), "400 parameter.choice");
  EXPECT_EQ(outcome(kQuery + "?cursor=x"), "400 cursor.invalid");
  EXPECT_EQ(outcome("/v1/queries/corpus-census?copies=distinct"), "422 copies.not_applicable");
  EXPECT_EQ(outcome(kQuery + "?format=xml"), "406 format.not_acceptable");
  EXPECT_EQ(outcome(kQuery + "?format=csv&format=csv"), "400 format.repeated");
  EXPECT_EQ(outcome(kQuery, [](Request& request) { request.accept = "image/png"; }),
            "406 format.not_acceptable");
  const json problem = json::parse(application().get("/v1/queries/corpus-sensus").body);
  EXPECT_NE(problem["detail"].get<std::string>().find("corpus-census"), std::string::npos);
}

TEST_F(Handlers, ErrorsOfRequestsAreProblems) {
  EXPECT_EQ(outcome("/nonsense"), "404 route.unknown");
  EXPECT_EQ(outcome("/v1/queries/"), "404 query.unknown");
  EXPECT_EQ(outcome("/v1/queries/a/b"), "404 route.unknown");
  EXPECT_EQ(outcome("/v1/../v1/version"), "404 route.unknown");
  EXPECT_EQ(outcome("/v1%2Fversion"), "404 route.unknown");
  EXPECT_EQ(outcome("/v1/queries/%00"), "400 target.malformed");
  EXPECT_EQ(outcome("/v1/queries/%zz"), "400 target.malformed");
  EXPECT_EQ(outcome("/healthz", [](Request& request) { request.host = "evil.example"; }),
            "421 host.unknown");
  EXPECT_EQ(outcome("http://evil.example/healthz"), "421 host.unknown");
  EXPECT_EQ(outcome("http://localhost/healthz"), "200 ");
  for (const char* method : {"POST", "PUT", "DELETE", "TRACE"}) {
    const auto change = [&](Request& request) { request.method = method; };
    EXPECT_EQ(outcome("/v1/queries", change), "405 method.not_allowed");
    EXPECT_EQ(header_value(application().get("/v1/queries", change).headers, "Allow"),
              "GET, HEAD, OPTIONS");
  }
  const auto options = [](Request& request) { request.method = "OPTIONS"; };
  EXPECT_EQ(outcome("/healthz", options), "204 ");
}

TEST_F(Handlers, EveryProblemHasOneShape) {
  for (const char* target : {"/nonsense", "/v1/queries/nonsense", "/%", "/v1/queries?format=x"}) {
    const Response response = application().get(target);
    EXPECT_EQ(response.content_type, "application/problem+json");
    const json problem = json::parse(response.body);
    for (const char* member : {"type", "title", "detail", "code", "request_id"}) {
      EXPECT_TRUE(problem[member].is_string()) << target << ' ' << member;
    }
    EXPECT_EQ(problem["status"], response.status);
  }
  std::set<std::string_view> codes;
  for (const ProblemKind& kind : all_problem_kinds()) {
    EXPECT_TRUE(codes.insert(kind.code).second) << kind.code;
    if (kind.status != 500) {
      EXPECT_NE(status_title(kind.status), status_title(500)) << kind.code;
    }
  }
}

TEST_F(Handlers, NamesOfBytesThatAreNoTextDoNoHarm) {
  const Response response = application().get("/v1/queries/%ff%fe%22%3Cscript%3E%0d%0a");
  EXPECT_EQ(response.status, 404U);
  EXPECT_EQ(problem_code(response.body), "query.unknown");
}

TEST_F(Handlers, NotModifiedWithoutReadingTheCorpus) {
  const std::string etag(header_value(application().get(kQuery).headers, "ETag"));
  const Response response =
      application().get(kQuery, [&](Request& request) { request.if_none_match = etag; });
  EXPECT_EQ(response.status, 304U);
  EXPECT_FALSE(response.produce);
  EXPECT_EQ(header_value(response.headers, "ETag"), etag);
  EXPECT_EQ(response.body, "");
}

TEST_F(Handlers, EtagChangesWithTheRevision) {
  const std::string before(header_value(application().get(kQuery).headers, "ETag"));
  data_.publish("ffff000011112222");
  application().pool().refresh();
  EXPECT_NE(header_value(application().get(kQuery).headers, "ETag"), before);
}

TEST_F(Handlers, CursorOfAnotherRevisionIsRefused) {
  const json page = json::parse(application().get(kQuery + "?limit=1").body);
  const std::string next = kQuery + "?limit=1&cursor=" + page["next"].get<std::string>();
  EXPECT_EQ(outcome(next), "200 ");
  data_.publish("ffff000011112222");
  application().pool().refresh();
  EXPECT_EQ(outcome(next), "410 cursor.revision");
  EXPECT_EQ(outcome("/v1/rev/00112233aabbccdd" + next.substr(3)), "200 ");
}

TEST_F(Handlers, CursorsWalkEveryRowOnce) {
  data_.publish("2222222222222222", 200);
  std::set<std::int64_t> seen;
  int pages = 0;
  for (std::string cursor, target; target = kQuery + "?limit=7&cursor=" + cursor, true;) {
    const json page = json::parse(application().get(target).body);
    ++pages;
    for (const json& row : page["rows"]) {
      EXPECT_TRUE(seen.insert(row["transition_id"].get<std::int64_t>()).second);
    }
    EXPECT_EQ(page["truncated"], !page["next"].is_null());
    if (page["next"].is_null()) break;
    cursor = page["next"];
  }
  EXPECT_EQ(seen.size(), 202U);
  EXPECT_EQ(pages, 29);
}

TEST_F(Handlers, LongQueryMeetsItsDeadline) {
  data_.publish("3333333333333333", 100'000);
  Settings settings = test_settings(data_);
  settings.query_timeout = std::chrono::milliseconds(1);
  Application impatient(settings);
  const Response response = impatient.get(kQuery);
  EXPECT_EQ(response.status, 504U);
  EXPECT_EQ(problem_code(response.body), "sql.deadline");
}

TEST(HandlersWithoutCorpus, SayWhatToDo) {
  const DataFolder data;
  Application application(test_settings(data));
  const Response response = application.get(kQuery);
  EXPECT_EQ(response.status, 503U);
  EXPECT_EQ(problem_code(response.body), "corpus.absent");
  EXPECT_NE(response.body.find("mecadex index"), std::string::npos);
  EXPECT_EQ(response.body.find(data.path()), std::string::npos);
  EXPECT_NE(header_value(response.headers, "Retry-After"), "");
  for (const char* target :
       {"/", "/v1", "/healthz", "/v1/version", "/v1/queries", "/metrics", "/openapi.json"}) {
    EXPECT_EQ(application.get(target).status, 200U) << target;
  }
}

TEST(HandlersWithToken, OnlyHealthIsOpen) {
  DataFolder data;
  data.publish("00112233aabbccdd");
  Settings settings = test_settings(data);
  settings.token_file = data.path() + "/token";
  {
    std::ofstream(settings.token_file) << "secret\n";
    std::filesystem::permissions(settings.token_file, std::filesystem::perms::owner_read);
  }
  Application application(settings);
  const auto with_token = [](Request& request) { request.authorization = "Bearer secret"; };
  for (const Route& route : all_routes()) {
    if (route.pattern.find('{') != std::string::npos || route.pattern == "/v1/sql") continue;
    const std::string& target = route.pattern;
    EXPECT_EQ(application.get(target).status, target == "/healthz" ? 200U : 401U) << target;
    EXPECT_EQ(application.get(target, with_token).status, 200U) << target;
  }
  EXPECT_EQ(header_value(application.get("/").headers, "WWW-Authenticate"), "Bearer");
  EXPECT_EQ(application.get("/nonsense").status, 401U);
}

}  // namespace
}  // namespace mecadex::server
