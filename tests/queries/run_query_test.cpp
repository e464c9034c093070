// Parameters, scope, groups and cursors: what the runner does for every query.
#include "queries/run_query.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "queries/cursor.hpp"
#include "queries/front_matter.hpp"
#include "queries/parameters.hpp"
#include "queries/query_error.hpp"
#include "tests/queries/fixture_corpus.hpp"

namespace mecadex::queries {
namespace {

nlohmann::json json_answer(const std::string& name, const Params& params = {}) {
  return nlohmann::json::parse(answer(name, params, Format::json));
}

std::string answer_error(const std::string& name, const Params& params) {
  return error_code([&] { answer(name, params); });
}

TEST(Scope, GivesTheDenominators) {
  EXPECT_EQ(json_answer("selector-transition-count")["scope"],
            (nlohmann::json{{"sources", 2},
                            {"serialized_files", 4},
                            {"controllers", 3},
                            {"controllers_unreadable", 1}}));
}

TEST(Scope, IsNarrowedByEachCommonParameter) {
  const auto n = [](const Params& params) {
    return json_answer("selector-transition-count", params)["rows"][0]["n"].get<int>();
  };
  EXPECT_EQ(n({{"source", "beta"}}), 2);
  EXPECT_EQ(n({{"source", "alpha"}, {"source", "beta"}}), 8);
  EXPECT_EQ(n({{"unity_version", "2019"}}), 6);
  EXPECT_EQ(n({{"unity_version", "2019.1.0f2"}}), 6);
  EXPECT_EQ(n({{"controller", "Gem"}}), 4);
  EXPECT_EQ(n({{"controller", "3"}}), 2);
  EXPECT_EQ(n({{"file", "level0"}}), 2);
  EXPECT_EQ(n({{"file", "data.unity3d"}}), 4);
  EXPECT_EQ(n({{"file", "data.unity3d!sharedassets0.assets"}}), 4);
  EXPECT_EQ(n({{"file", "level0"}, {"source", "beta"}}), 0);
}

TEST(Scope, TakesWildcardsInEveryName) {
  const auto n = [](const Params& params) {
    return json_answer("selector-transition-count", params)["rows"][0]["n"].get<int>();
  };
  EXPECT_EQ(n({{"source", "*a"}}), 8);
  EXPECT_EQ(n({{"source", "b*"}}), 2);
  EXPECT_EQ(n({{"source", "?eta"}}), 2);
  EXPECT_EQ(n({{"source", "b*"}, {"source", "alpha"}}), 8);
  EXPECT_EQ(n({{"file", "*.unity3d"}}), 4);
  EXPECT_EQ(n({{"file", "*!CAB-?"}}), 2);
  EXPECT_EQ(n({{"file", "*"}}), 8);
  EXPECT_EQ(n({{"controller", "G*m"}}), 4);
  EXPECT_EQ(n({{"controller", "*"}, {"source", "alpha"}}), 6);
  EXPECT_EQ(json_answer("avatar-parts", {{"avatar", "B?d*"}})["rows"],
            json_answer("avatar-parts", {{"avatar", "Body"}})["rows"]);
}

TEST(Scope, TakesEveryOtherCharacterOfAPatternAsItIs) {
  EXPECT_EQ(answer_error("corpus-census", {{"source", "[ab]*"}}), "source.unknown");
  EXPECT_EQ(answer_error("corpus-census", {{"source", "ALPHA*"}}), "source.unknown");
  EXPECT_EQ(answer_error("corpus-census", {{"source", std::string(101, 'a') + "*"}}), "parameter.range");
}

TEST(UnknownNames, AreErrorsWithTheNearestNames) {
  const auto message = [](const std::string& query, const Params& params) -> std::string {
    try {
      answer(query, params);
    } catch (const QueryError& error) {
      EXPECT_EQ(error.kind(), QueryErrorKind::unprocessable);
      return error.code() + ": " + error.what();
    }
    return {};
  };
  EXPECT_EQ(message("corpus-census", {{"source", "alhpa"}}),
            "source.unknown: there is no source 'alhpa' in this corpus; did you mean alpha?");
  EXPECT_EQ(message("corpus-census", {{"source", "beta"}, {"source", "Alpha"}}),
            "source.unknown: there is no source 'Alpha' in this corpus; did you mean alpha?");
  EXPECT_EQ(message("states", {{"file", "shared"}}),
            "file.unknown: there is no file 'shared' in this corpus; did you mean data.unity3d!sharedassets0.assets?");
  EXPECT_EQ(message("states", {{"controller", "Playr"}}),
            "controller.unknown: there is no controller 'Playr' in this corpus; did you mean Player?");
  EXPECT_EQ(message("avatar-parts", {{"avatar", "Bodi"}}),
            "avatar.unknown: there is no avatar 'Bodi' in this corpus; did you mean Body?");
  EXPECT_EQ(message("states", {{"controller", "Gemm*"}}),
            "controller.unknown: no controller in this corpus fits 'Gemm*'; did you mean Gem?");
  EXPECT_EQ(message("states", {{"controller", "zzzzzzzz"}}),
            "controller.unknown: there is no controller 'zzzzzzzz' in this corpus; /v1/controllers lists them");
  EXPECT_EQ(message("states", {{"source", "a\x1B[2Jlpha"}}).find('\x1B'), std::string::npos);
  EXPECT_EQ(message("states", {{"file", "data.unity3d!other"}}).substr(0, 12), "file.unknown");
  EXPECT_EQ(message("states", {{"controller", "4"}}).substr(0, 18), "controller.unknown");  // no object of this id
}

TEST(UnknownNames, AreNotThoseOfWhatCouldNotBeRead) {
  EXPECT_EQ(answer_error("states", {{"controller", "Old"}}), "");  // the editor's form
  EXPECT_EQ(answer_error("states", {{"controller", "7"}}), "");    // unreadable, without a name
  EXPECT_EQ(answer_error("states", {{"controller", "hero"}}), "");
}

TEST(UnknownNames, AreNotThoseThatOnlyFindNothingTogether) {
  const auto json = json_answer("selector-transition-count", {{"source", "beta"}, {"controller", "Player"}});
  EXPECT_EQ(json["rows"][0]["n"], 0);
}

TEST(Scope, NarrowsTheDenominatorsToo) {
  EXPECT_EQ(json_answer("selector-transition-count", {{"unity_version", "2021"}})["scope"],
            (nlohmann::json{{"sources", 1},
                            {"serialized_files", 1},
                            {"controllers", 1},
                            {"controllers_unreadable", 1}}));
}

TEST(Groups, PutTheirColumnsFirst) {
  EXPECT_EQ(answer("entry-transition-targets", {{"group_by", "source"}}),
            "source,destination_kind,n\r\nalpha,none,1\r\nalpha,state,2\r\nbeta,none,1\r\n");
  EXPECT_EQ(answer("entry-transition-targets", {{"group_by", "unity_version"}}),
            "unity_version,destination_kind,n\r\n2019.1.0f2,none,1\r\n2019.1.0f2,state,2\r\n"
            "2021.3.1f1,none,1\r\n");
  EXPECT_EQ(answer("selector-transition-count", {{"group_by", "controller"}}),
            "source,unity_version,controller_id,controller,file,n\r\n"
            "alpha,2019.1.0f2,1,Gem,level0,2\r\n"
            "alpha,2019.1.0f2,2,Player,data.unity3d!sharedassets0.assets,4\r\n"
            "beta,2021.3.1f1,3,Gem,game.bundle!CAB-1,2\r\n");
}

TEST(Groups, SumToTheUngroupedAnswer) {
  for (const QuerySpec& spec : builtin_catalogue().all()) {
    if (!spec.default_group) continue;
    for (const Column& column : spec.columns) {
      if (column.rollup != Rollup::sum) continue;
      std::set<int> totals;
      for (const char* group : {"none", "source", "unity_version", "controller"}) {
        int total = 0;
        const auto answered = json_answer(spec.name, {{"group_by", group}});
        for (const auto& row : answered["rows"]) total += row[column.name].get<int>();
        totals.insert(total);
      }
      EXPECT_EQ(totals.size(), 1U) << spec.name << ' ' << column.name;
    }
  }
}

TEST(Cursor, WalksOverEveryRowOfEveryQueryOnce) {
  for (const QuerySpec& spec : builtin_catalogue().all()) {
    Params params = required_params(spec);
    if (spec.default_group) params.emplace_back("group_by", "controller");
    const auto whole = json_answer(spec.name, params)["rows"];
    nlohmann::json walked = nlohmann::json::array();
    params.emplace_back("limit", "1");
    for (std::string cursor;;) {
      Params page = params;
      if (!cursor.empty()) page.emplace_back("cursor", cursor);
      const auto part = json_answer(spec.name, page);
      for (const auto& row : part["rows"]) walked.push_back(row);
      EXPECT_EQ(part["truncated"].get<bool>(), part["next"].is_string()) << spec.name;
      if (part["next"].is_null()) break;
      cursor = part["next"];
      ASSERT_LE(walked.size(), whole.size()) << spec.name;
    }
    EXPECT_EQ(walked, whole) << spec.name;
  }
}

TEST(Cursor, CountsNullAndDescendingKeysAsValues) {
  const Catalogue catalogue({parse_query(
      "t/n",
      "-- title: T\n-- order: a desc, b\n-- column: a int -- a\n-- column: b text -- b\n"
      "SELECT column1 AS a, column2 AS b FROM (VALUES (1,'x'), (NULL,'z'), (2,NULL), (2,'y'), "
      "(NULL,NULL))")});
  std::string walked;
  for (std::string cursor;;) {
    std::ostringstream out;
    QueryRequest request{"n", {}, 2, {}};
    if (!cursor.empty()) request.params.emplace_back("cursor", cursor);
    run_query(catalogue, fixture_connection(), request, *make_writer(Format::json, out));
    const auto part = nlohmann::json::parse(out.str());
    for (const auto& row : part["rows"]) walked += row["a"].dump() + row["b"].dump() + " ";
    if (part["next"].is_null()) break;
    cursor = part["next"];
  }
  EXPECT_EQ(walked, "2null 2\"y\" 1\"x\" nullnull null\"z\" ");
}

TEST(Cursor, OfAnotherRevisionIsRefused) {
  const std::string next = json_answer("empty-state-machines", {{"limit", "1"}})["next"];
  EXPECT_EQ(answer_error("empty-state-machines", {{"cursor", next}}), "");
  Cursor other = decode_cursor(next);
  other.revision = "ffff";
  EXPECT_EQ(answer_error("empty-state-machines", {{"cursor", encode_cursor(other)}}),
            "cursor.revision");
}

TEST(Cursor, OfAnotherRequestIsRefused) {
  const std::string next = json_answer("empty-state-machines", {{"limit", "1"}})["next"];
  EXPECT_EQ(answer_error("empty-state-machines", {{"cursor", next}, {"source", "beta"}}),
            "cursor.invalid");
  EXPECT_EQ(answer_error("no-destination-profile", {{"cursor", next}}), "cursor.invalid");
  EXPECT_EQ(answer_error("empty-state-machines", {{"cursor", "%%"}}), "cursor.invalid");
  EXPECT_EQ(answer_error("empty-state-machines", {{"cursor", "AAAA"}}), "cursor.invalid");
}

TEST(Copies, DistinctIsUnavailableInACorpusWithoutFingerprints) {
  EXPECT_EQ(answer_error("selector-transition-count", {{"copies", "all"}}), "");
  EXPECT_EQ(answer_error("selector-transition-count", {{"copies", "distinct"}}),
            "copies.unavailable");
  EXPECT_EQ(answer_error("selector-transition-count", {{"copies", "some"}}), "parameter.choice");
}

TEST(Copies, DoNotApplyToFiles) {
  try {
    answer("files-not-read", {{"copies", "distinct"}});
    FAIL() << "accepted";
  } catch (const QueryError& error) {
    EXPECT_EQ(error.kind(), QueryErrorKind::unprocessable);
    EXPECT_EQ(error.code(), "copies.not_applicable");
  }
}

TEST(Parameters, AreRefusedWithAReason) {
  EXPECT_EQ(answer_error("corpus-census", {{"colour", "red"}}), "parameter.unknown");
  EXPECT_EQ(answer_error("corpus-census", {{"file", "a"}, {"file", "b"}}), "parameter.repeated");
  EXPECT_EQ(answer_error("corpus-census", {{"limit", "many"}}), "parameter.type");
  EXPECT_EQ(answer_error("corpus-census", {{"limit", "0"}}), "parameter.range");
  EXPECT_EQ(answer_error("destination-kinds", {{"transition_kind", "door"}}), "parameter.choice");
  EXPECT_EQ(answer_error("empty-state-machines", {{"group_by", "source"}}),
            "group_by.not_applicable");
  EXPECT_EQ(answer_error("no-such-query", {}), "query.unknown");
}

TEST(Parameters, HaveADefaultAndAMaximum) {
  const QuerySpec spec = parse_query(
      "t/n",
      "-- title: T\n-- returns: row\n-- param: n int = 3 max 9 -- n\n-- param: m real -- m\n"
      "-- column: a int -- a\nSELECT :n + :m AS a");
  EXPECT_EQ(std::get<std::int64_t>(parse_arguments(spec, {{"m", "1.5"}}).bound.at("n")), 3);
  EXPECT_EQ(error_code([&] {
              parse_arguments(spec, {{"m", "1"}, {"n", "10"}});
            }),
            "parameter.range");
  EXPECT_EQ(error_code([&] { parse_arguments(spec, {{"n", "1"}}); }), "parameter.missing");
}

TEST(Parameters, TakeAHashAsNumberOrName) {
  const QuerySpec spec = parse_query("t/n",
                                     "-- title: T\n-- returns: row\n-- param: h hash -- h\n"
                                     "-- column: a int -- a\nSELECT :h AS a");
  const auto hash = [&](const char* text) {
    return std::get<std::int64_t>(parse_arguments(spec, {{"h", text}}).bound.at("h"));
  };
  EXPECT_EQ(hash("4294967295"), 4294967295);
  EXPECT_EQ(hash("0xFFFFFFFF"), 4294967295);
  EXPECT_EQ(hash("Base Layer"), 756556552);
  EXPECT_EQ(hash("beak_noise"), 1942952956);
  EXPECT_EQ(hash(""), 0);
  EXPECT_EQ(hash("4294967296"), name_hash("4294967296"));
}

TEST(Limit, BelongsToTheRequestUnlessAParameterSaysOtherwise) {
  std::ostringstream out;
  QueryRequest request{"empty-state-machines", {}, 2, 10};
  run_query(builtin_catalogue(), fixture_connection(), request, *make_writer(Format::json, out));
  EXPECT_EQ(nlohmann::json::parse(out.str())["rows"].size(), 2U);
  request.params = {{"limit", "11"}};
  EXPECT_EQ(error_code([&] {
              run_query(builtin_catalogue(), fixture_connection(), request,
                        *make_writer(Format::json, out));
            }),
            "parameter.range");
}

TEST(Answer, HasTheFormThatIsPromised) {
  const auto json = json_answer("no-destination-by-controller");
  EXPECT_EQ(json["query"], "no-destination-by-controller");
  EXPECT_EQ(json["revision"], "00112233aabbccdd");
  EXPECT_EQ(json["columns"][0], "source");
  EXPECT_EQ(json["rows"][0]["files"], (nlohmann::json{"level0"}));
  EXPECT_EQ(json["truncated"], false);
  EXPECT_TRUE(json["next"].is_null());
}

TEST(Answer, WritesPathIdsAsStrings) {
  EXPECT_EQ(
      json_answer("selector-transitions-without-destination")["rows"][1]["controller_path_id"],
      "-1399971041133135777");
}

}  // namespace
}  // namespace mecadex::queries
