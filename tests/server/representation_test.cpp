#include "server/representation.hpp"

#include <gtest/gtest.h>

#include <array>

#include "server/problem.hpp"

namespace mecadex::server {
namespace {

constexpr std::array kTypes{kJson, kNdjson, kCsv};

std::string chosen(const std::string& accept, const std::string& target = "/") {
  Request request;
  request.accept = accept;
  request.target = parse_target(target);
  try {
    return std::string(choose_type(request, kTypes).format);
  } catch (const Problem& problem) {
    return std::string(problem.kind().code);
  }
}

TEST(Representation, FollowsAccept) {
  EXPECT_EQ(chosen(""), "json");
  EXPECT_EQ(chosen("*/*"), "json");
  EXPECT_EQ(chosen("text/csv"), "csv");
  EXPECT_EQ(chosen("TEXT/*"), "csv");
  EXPECT_EQ(chosen("application/x-ndjson"), "ndjson");
  EXPECT_EQ(chosen("text/csv;q=0.5, application/json;q=0.4"), "csv");
  EXPECT_EQ(chosen("text/html, application/xml;q=0.9, */*;q=0.8"), "json");
  EXPECT_EQ(chosen("application/json;q=0, */*"), "ndjson");
  EXPECT_EQ(chosen("image/png"), "format.not_acceptable");
  EXPECT_EQ(chosen("text/csv;q=0"), "format.not_acceptable");
  EXPECT_EQ(chosen("text/csv;q=nonsense"), "format.not_acceptable");
}

TEST(Representation, FormatWinsOverAccept) {
  EXPECT_EQ(chosen("application/json", "/?format=csv"), "csv");
  EXPECT_EQ(chosen("text/csv", "/?format="), "csv");
  EXPECT_EQ(chosen("", "/?format=table"), "format.not_acceptable");
  EXPECT_EQ(chosen("", "/?format=csv&format=json"), "format.repeated");
}

TEST(Representation, EtagTellsRevisionTargetAndTypeApart) {
  Request request;
  request.raw_target = "/a";
  const std::string etag = make_etag(request, kJson, "r1");
  EXPECT_EQ(etag, make_etag(request, kJson, "r1"));
  EXPECT_NE(etag, make_etag(request, kCsv, "r1"));
  EXPECT_NE(etag, make_etag(request, kJson, "r2"));
  Request restarted = request;  // the same question to a server of other limits
  restarted.settings_stamp = "10,100";
  EXPECT_NE(etag, make_etag(restarted, kJson, "r1"));
  request.raw_target = "/b";
  EXPECT_NE(etag, make_etag(request, kJson, "r1"));
}

TEST(Representation, NotModifiedForAnyOfTheTagsHeld) {
  Request request;
  request.raw_target = "/a";
  const std::string etag = make_etag(request, kJson, "r1");
  for (const std::string& held : {etag, "\"x\", " + etag, "W/" + etag, std::string("*")}) {
    request.if_none_match = held;
    EXPECT_EQ(begin_response(request, kJson, "r1").status, 304U) << held;
  }
  for (const char* held : {"", "\"x\"", "x"}) {
    request.if_none_match = held;
    EXPECT_EQ(begin_response(request, kJson, "r1").status, 200U) << held;
  }
}

}  // namespace
}  // namespace mecadex::server
