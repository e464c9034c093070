#include "server/target.hpp"

#include <gtest/gtest.h>

namespace mecadex::server {
namespace {

TEST(Target, SplitsPathAndParameters) {
  const Target target = parse_target("/v1/queries/a%20b?x=1&y=a%2Bb+c&x=2&&flag");
  EXPECT_EQ(target.path, "/v1/queries/a%20b");
  EXPECT_EQ(target.segments, (std::vector<std::string>{"v1", "queries", "a b"}));
  const std::vector<std::pair<std::string, std::string>> params{
      {"x", "1"}, {"y", "a+b c"}, {"x", "2"}, {"flag", ""}};
  EXPECT_EQ(target.params, params);
}

TEST(Target, ReadsTheAbsoluteForm) {
  const Target target = parse_target("http://example.org:80/a?b=c");
  EXPECT_EQ(target.host, "example.org:80");
  EXPECT_EQ(target.path, "/a");
  EXPECT_EQ(parse_target("http://example.org").path, "/");
}

TEST(Target, KeepsAnEscapedSlashInItsSegment) {
  EXPECT_EQ(parse_target("/a%2Fb/..").segments, (std::vector<std::string>{"a/b", ".."}));
  EXPECT_EQ(parse_target("/").segments.size(), 0U);
  EXPECT_EQ(parse_target("/a//").segments, (std::vector<std::string>{"a", "", ""}));
}

TEST(Target, RefusesWhatIsMalformed) {
  for (const char* text : {"", "a", "*", "/%", "/%4", "/%zz", "/%00", "/a?b=%0", "/a?b=%00",
                           "/a?%f=1", "/a#b", "http:///a", "https://x/"}) {
    EXPECT_THROW(parse_target(text), BadTarget) << text;
  }
}

TEST(Target, EncodesWhatItDecodes) {
  const std::string text = "a b/\xc3\xa4&=+%~.-_";
  EXPECT_EQ(parse_target("/?x=" + percent_encode(text)).params[0].second, text);
}

}  // namespace
}  // namespace mecadex::server
