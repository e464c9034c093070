// Lists and documents of entities: what they hold, how they page, and that no page costs more than
// another.
#include "server/entity_list.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "schema/schema.hpp"
#include "server/part_buffer.hpp"
#include "tests/queries/fixture_corpus.hpp"
#include "tests/server/running_server.hpp"

namespace mecadex::server {
namespace {

using nlohmann::json;

class Entities : public testing::Test {
 protected:
  Entities() {
    data_.publish("00112233aabbccdd", 50);
    application_ = std::make_unique<Application>(test_settings(data_));
  }

  json get(const std::string& target) {
    const Response response = application_->get(target);
    EXPECT_EQ(response.status, 200U) << target << '\n' << response.body;
    return json::parse(response.body);
  }

  std::string outcome(const std::string& target) {
    const Response response = application_->get(target);
    return std::to_string(response.status) + " " + problem_code(response.body);
  }

  /// All values of a column, page by page.
  std::vector<json> walk(const std::string& target, const std::string& column) {
    std::vector<json> values;
    for (std::string cursor;;) {
      const json page = get(target + "&cursor=" + cursor);
      for (const json& row : page["rows"]) values.push_back(row[column]);
      EXPECT_EQ(page["truncated"], !page["next"].is_null());
      if (page["next"].is_null()) return values;
      cursor = page["next"];
    }
  }

  DataFolder data_;
  std::unique_ptr<Application> application_;
};

TEST_F(Entities, EveryListHasEveryRowAndEachRowIsADocument) {
  SQLite::Database database(data_.current());
  for (const Entity& entity : builtin_entities().all()) {
    const std::string list = "/v1/" + entity.name;
    const auto ids = walk(list + "?limit=7", entity.key);
    SQLite::Statement all(database,
                          "SELECT " + entity.key + " FROM " + entity.table + " ORDER BY 1");
    std::vector<json> expected;
    while (all.executeStep()) expected.emplace_back(all.getColumn(0).getInt64());
    EXPECT_EQ(ids, expected) << entity.name;
    for (const json& id : ids) {
      const json document = get(list + "/" + id.dump());
      EXPECT_EQ(document["revision"], "00112233aabbccdd");
      EXPECT_EQ(document[entity.key], id);
      for (const Section& section : entity.sections) {
        EXPECT_TRUE(document[section.name].is_array()) << entity.name << ' ' << section.name;
      }
    }
  }
}

TEST_F(Entities, EverySortOrdersInBothDirectionsAndWalksEveryRowOnce) {
  for (const Entity& entity : builtin_entities().all()) {
    std::vector<std::string> sorts = entity.sorts;
    sorts.push_back(entity.key);
    for (const std::string& sort : sorts) {
      const std::string list = "/v1/" + entity.name + "?limit=7&sort=";
      const auto up = walk(list + sort, sort);
      const auto down = walk(list + "-" + sort, sort);
      EXPECT_TRUE(std::is_sorted(up.begin(), up.end())) << entity.name << ' ' << sort;
      EXPECT_TRUE(std::is_sorted(down.rbegin(), down.rend())) << entity.name << ' ' << sort;
      for (const auto& order : {sort, "-" + sort}) {
        const auto ids = walk(list + order, entity.key);
        const std::set<json> distinct(ids.begin(), ids.end());
        EXPECT_EQ(distinct.size(), ids.size());
        EXPECT_EQ(distinct.size(), up.size());
      }
    }
  }
}

TEST_F(Entities, NoPageSortsAndNoViewIsScanned) {
  SQLite::Database database(data_.current());
  for (const Entity& entity : builtin_entities().all()) {
    for (std::size_t n = 0; n <= entity.filters.size(); ++n) {
      ListRequest request;
      for (const EntityColumn& column : entity.columns) request.fields.push_back(&column);
      if (n < entity.filters.size()) {
        if (entity.filters[n].name.find("_id") != std::string::npos) continue;  // an index, sorted
        request.filters.emplace_back(&entity.filters[n], "1");
      }
      request.after = {std::int64_t{5}};
      SQLite::Statement plan(database, "EXPLAIN QUERY PLAN " + compose_list(entity, request));
      std::string text;
      while (plan.executeStep()) text += plan.getColumn(3).getString() + "\n";
      const std::string keys = text.substr(0, text.find("SCAN k\n"));  // the inner SELECT
      EXPECT_EQ(keys.find("TEMP B-TREE"), std::string::npos) << entity.name << ' ' << n << text;
      EXPECT_NE(keys.find("SEARCH b USING"), std::string::npos) << entity.name << ' ' << n << text;
      EXPECT_EQ(text.compare(keys.size() + 7, 7, "SEARCH "), 0) << entity.name << text;
    }
  }
}

TEST_F(Entities, FiltersChoose) {
  EXPECT_EQ(get("/v1/controllers?name=Gem")["rows"].size(), 2U);
  EXPECT_EQ(get("/v1/controllers?name=Gem&source=beta")["rows"].size(), 1U);
  EXPECT_EQ(get("/v1/controllers?name=G*")["rows"].size(), 2U);
  EXPECT_EQ(get("/v1/controllers?name=[G]em")["rows"].size(), 0U);
  EXPECT_EQ(get("/v1/controllers?name=[G]*")["rows"].size(), 0U);
  EXPECT_EQ(get("/v1/controllers?name=nothing")["rows"].size(), 0U);
  EXPECT_EQ(get("/v1/controllers?unity_version=2019")["rows"].size(),
            get("/v1/controllers?source=alpha")["rows"].size());
  const auto hex = get("/v1/transitions?destination_raw=0xFFFFFFFF&limit=1000");
  const auto decimal = get("/v1/transitions?destination_raw=4294967295&limit=1000");
  EXPECT_EQ(hex["rows"], decimal["rows"]);
  EXPECT_EQ(hex["rows"].size(), 52U);
  EXPECT_EQ(get("/v1/files?status=encrypted")["rows"].size(), 1U);
}

TEST_F(Entities, FieldsChooseColumnsInTheirOrder) {
  const json page = get("/v1/controllers?fields=path_id,name");
  EXPECT_EQ(page["columns"], json({"path_id", "name"}));
  EXPECT_EQ(page["rows"][0].size(), 2U);
  EXPECT_TRUE(page["rows"][0]["path_id"].is_string());
}

TEST_F(Entities, StreamsGiveAllRowsUnlessThereIsALimit) {
  const std::string all = application_->get("/v1/transitions?format=ndjson").body;
  SQLite::Database database(data_.current());
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'),
            database.execAndGet("SELECT count(*) FROM transitions").getInt());
  const Response some = application_->get("/v1/transitions?format=csv&limit=3");
  EXPECT_EQ(std::count(some.body.begin(), some.body.end(), '\n'), 4);
  EXPECT_EQ(header_value(some.headers, "X-Truncated"), "true");
  EXPECT_NE(header_value(some.headers, "Link").find("cursor="), std::string_view::npos);
}

TEST_F(Entities, DocumentOfAControllerNestsWhatItHolds) {
  const json gem = get("/v1/controllers/1");
  EXPECT_EQ(gem["name"], "Gem");
  const json& selectors = gem["machines"][0]["selectors"];
  ASSERT_FALSE(selectors.empty());
  EXPECT_EQ(selectors[0]["transitions"][0]["destination_raw"], 4294967295);
  const json player = get("/v1/controllers/2");
  EXPECT_EQ(player["machines"].size(), 2U);
  std::size_t transitions = 0;
  for (const json& machine : player["machines"]) {
    transitions += machine["any_state_transitions"].size();
    for (const json& state : machine["states"]) transitions += state["transitions"].size();
    for (const json& each : machine["selectors"]) transitions += each["transitions"].size();
  }
  EXPECT_EQ(transitions, get("/v1/transitions?controller_id=2")["rows"].size());
}

TEST(EntityDocuments, OfClipsHaveTheTextsOfBindingsThatAreKnown) {
  DataFolder data;
  data.publish("00112233aabbccdd");
  SQLite::Database(data.current(), SQLite::OPEN_READWRITE).exec(R"sql(
    INSERT INTO names (name_id, hash, text) VALUES (900, 1234, 'Root/Hand'), (901, 5678, 'Brightness');
    INSERT INTO clip_bindings (clip_id, binding_index, path_hash, attribute_hash, type_id, custom_type, is_pptr_curve)
      VALUES (13, 0, 1234, 2, 4, 0, 0), (13, 1, 0, 5678, 114, 0, 0), (13, 2, 99, 100, 114, 0, 0);
  )sql");
  Application application(test_settings(data));
  const json bindings = json::parse(application.get("/v1/clips/13").body)["bindings"];
  ASSERT_EQ(bindings.size(), 3U);
  EXPECT_EQ(bindings[0]["path"], "Root/Hand");
  EXPECT_EQ(bindings[0]["path_hash"], 1234);
  EXPECT_EQ(bindings[0]["attribute"], "rotation");
  EXPECT_EQ(bindings[1]["path"], "");  // the Animator's own GameObject
  EXPECT_EQ(bindings[1]["attribute"], "Brightness");
  EXPECT_TRUE(bindings[2]["path"].is_null());
  EXPECT_TRUE(bindings[2]["attribute"].is_null());
}

TEST_F(Entities, BadRequestsAreProblems) {
  EXPECT_EQ(outcome("/v1/controllers/99999"), "404 entity.unknown");
  EXPECT_EQ(outcome("/v1/controllers/x"), "404 entity.unknown");
  EXPECT_EQ(outcome("/v1/controllers/99999999999999999999"), "404 entity.unknown");
  EXPECT_EQ(outcome("/v1/controllers/1?limit=1"), "400 parameter.unknown");
  EXPECT_EQ(outcome("/v1/controllers?nonsense=1"), "400 parameter.unknown");
  EXPECT_EQ(outcome("/v1/controllers?sort=nonsense"), "400 parameter.choice");
  EXPECT_EQ(outcome("/v1/controllers?sort=-"), "400 parameter.choice");
  EXPECT_EQ(outcome("/v1/controllers?fields=name,name"), "400 parameter.repeated");
  EXPECT_EQ(outcome("/v1/controllers?fields=nonsense"), "400 parameter.choice");
  EXPECT_EQ(outcome("/v1/controllers?fields="), "200 ");
  EXPECT_EQ(outcome("/v1/controllers?fields=,"), "400 parameter.choice");
  EXPECT_EQ(outcome("/v1/controllers?limit=0"), "400 parameter.range");
  EXPECT_EQ(outcome("/v1/controllers?limit=1001"), "400 parameter.range");
  EXPECT_EQ(outcome("/v1/controllers?limit=x"), "400 parameter.type");
  EXPECT_EQ(outcome("/v1/controllers?name=a&name=b"), "400 parameter.repeated");
  EXPECT_EQ(outcome("/v1/transitions?owner_kind=x"), "400 parameter.choice");
  EXPECT_EQ(outcome("/v1/transitions?controller_id=x"), "400 parameter.type");
  EXPECT_EQ(outcome("/v1/controllers?cursor=x"), "400 cursor.invalid");
  EXPECT_EQ(outcome("/v1/controllers?cursor=W10"), "400 cursor.invalid");
  const std::string next = get("/v1/controllers?limit=1")["next"];
  EXPECT_EQ(outcome("/v1/clips?cursor=" + next), "400 cursor.invalid");
  EXPECT_EQ(outcome("/v1/controllers?name=Gem&cursor=" + next), "400 cursor.invalid");
  EXPECT_EQ(outcome("/v1/rev/ffff/controllers"), "404 revision.unknown");
  EXPECT_EQ(outcome("/v1/rev/..%2F/controllers"), "404 revision.unknown");
  EXPECT_EQ(outcome("/v1/rev/00112233aabbccdd/controllers"), "200 ");
  EXPECT_EQ(outcome("/v1/rev/00112233aabbccdd/"), "404 route.unknown");
}

TEST_F(Entities, CursorOfAnotherRevisionIsGoneAndWorksBelowItsRevision) {
  const std::string next = get("/v1/transitions?limit=3")["next"];
  const std::string rest = "transitions?limit=3&cursor=" + next;
  const json expected = get("/v1/" + rest);
  data_.publish("ffff000011112222", 10);
  application_->pool().refresh();
  EXPECT_EQ(outcome("/v1/" + rest), "410 cursor.revision");
  EXPECT_EQ(get("/v1/rev/00112233aabbccdd/" + rest), expected);
}

TEST_F(Entities, RunsComeFromTheHistoryWhereItCanBeRead) {
  const auto runs = [&] { return get("/v1/runs")["rows"].size(); };
  const std::size_t in_snapshot = runs();
  const std::string file = data_.path() + "/state.db";
  {
    SQLite::Database history(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    schema::create_tables(history);
    for (int i = 1; i <= 9; ++i) {
      history.exec("INSERT INTO runs (run_id, started_at) VALUES (" + std::to_string(i) + ", 'x')");
    }
  }
  EXPECT_EQ(runs(), 9U);
  EXPECT_EQ(get("/v1/runs/9")["started_at"], "x");
  EXPECT_EQ(get("/v1/rev/00112233aabbccdd/runs")["rows"].size(), in_snapshot);
  {
    SQLite::Database writer(file, SQLite::OPEN_READWRITE);
    writer.exec("BEGIN EXCLUSIVE");
    EXPECT_EQ(runs(), in_snapshot);
  }
  std::ofstream(file, std::ios::trunc) << "no database";
  EXPECT_EQ(runs(), in_snapshot);
}

TEST_F(Entities, SchemaDescribesEveryTableThatCanBeRead) {
  const json schema = get("/v1/schema");
  std::set<std::string> names;
  for (const json& table : schema["tables"]) {
    names.insert(table["name"]);
    EXPECT_TRUE(table["doc"].is_string()) << table["name"];
    for (const json& column : table["columns"]) {
      EXPECT_TRUE(column["doc"].is_string()) << table["name"] << ' ' << column["name"];
    }
    EXPECT_EQ(get(table["href"])["columns"], table["columns"]);
  }
  for (const char* name : {"transitions", "transitions_view", "state_machines_view"}) {
    EXPECT_EQ(names.count(name), 1U) << name;
  }
  EXPECT_EQ(outcome("/v1/schema/nonsense"), "404 entity.unknown");
  EXPECT_EQ(outcome("/v1/schema/sqlite_schema"), "404 entity.unknown");
  EXPECT_NE(application_->get("/v1/schema?format=sql").body.find("CREATE TABLE states (  -- "),
            std::string::npos);
}

TEST_F(Entities, NamesTellHashesAndWhereTheyAreUsed) {
  const json idle = get("/v1/names/Idle");
  EXPECT_EQ(idle["hash"], 2081823275);
  EXPECT_EQ(idle["hex"], "0x7C161A2B");
  EXPECT_EQ(get("/v1/names/2081823275")["uses"], idle["uses"]);
  EXPECT_EQ(get("/v1/names/0x7c161a2b")["texts"], idle["texts"]);
  const json unknown = get("/v1/names/no%2Fsuch%20name");
  EXPECT_EQ(unknown["asked"], "no/such name");
  EXPECT_TRUE(unknown["uses"].empty());
  EXPECT_TRUE(unknown["texts"].empty());
  EXPECT_EQ(get("/v1/names/7?as=text")["hash"], 1790921346);
  EXPECT_EQ(outcome("/v1/names/4294967296"), "400 parameter.type");
  EXPECT_EQ(outcome("/v1/names/99999999999999999999"), "400 parameter.type");
  EXPECT_EQ(outcome("/v1/names/Idle?as=hash"), "400 parameter.type");
  EXPECT_EQ(outcome("/v1/names/Idle?nonsense=1"), "400 parameter.unknown");
}

TEST_F(Entities, KeptAnswersAreTheSameAsFreshOnes) {
  const Response fresh = application_->get("/v1/controllers/1");
  keep_answer(fresh, application_->services());
  const auto hits = application_->services().cache.hits();
  const auto reads = application_->pool().jobs_begun();
  const Response kept = application_->get("/v1/controllers/1");
  EXPECT_EQ(application_->services().cache.hits(), hits + 1);
  EXPECT_EQ(application_->pool().jobs_begun(), reads);
  EXPECT_EQ(kept.body, fresh.body);
  const std::string etag(header_value(fresh.headers, "ETag"));
  EXPECT_EQ(header_value(kept.headers, "ETag"), etag);
  const Response same = application_->get("/v1/controllers/1",
                                          [&](Request& request) { request.if_none_match = etag; });
  EXPECT_EQ(same.status, 304U);
  EXPECT_EQ(same.body, "");
}

TEST(EntityFile, MistakesAreErrors) {
  const std::string good = "-- one: x\n-- table: t\n-- view: v\n-- key: k\n-- doc: d\n";
  EXPECT_NO_THROW(parse_entity("e", good));
  for (const std::string bad :
       {"-- nonsense: 1\n", "SELECT 1\n", "-- filter: a text\n", "-- filter: a blob -- d\n",
        "-- filter: format text -- d\n", "-- filter: a text known thing -- d\n", "-- section: a.b\n",
        "-- no key\n", "-- name: other\n"}) {
    EXPECT_THROW(parse_entity("e", good + bad), std::runtime_error) << bad;
  }
  EXPECT_THROW(parse_entity("e", "-- one: x\n"), std::runtime_error);
}

TEST(EntityFile, EverySectionPreparesAndFindsItsParameters) {
  auto& connection = queries::fixture_connection();
  const std::function<void(const std::vector<Section>&, std::set<std::string>)> check =
      [&](const std::vector<Section>& sections, const std::set<std::string>& outer) {
        for (const Section& section : sections) {
          EXPECT_FALSE(section.params.empty()) << section.name;
          for (const std::string& param : section.params) {
            EXPECT_EQ(outer.count(param), 1U) << section.name << ' ' << param;
          }
          const auto statement = connection.prepare(section.sql);
          std::set<std::string> inner = outer;
          for (int i = 0; i < statement.column_count(); ++i) inner.insert(statement.column_name(i));
          check(section.sections, inner);
        }
      };
  for (const Entity& entity : builtin_entities().all()) {
    std::set<std::string> columns;
    for (const EntityColumn& column : entity.columns) {
      EXPECT_TRUE(columns.insert(column.name).second) << entity.name << ' ' << column.name;
      EXPECT_NE(column.doc, "") << entity.name << ' ' << column.name;
    }
    check(entity.sections, columns);
  }
}

}  // namespace
}  // namespace mecadex::server
