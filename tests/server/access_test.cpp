#include "server/access.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "server/problem.hpp"
#include "tests/server/data_folder.hpp"

namespace mecadex::server {
namespace {

std::string write_token(const DataFolder& folder, const std::string& text, mode_t mode = 0600) {
  const std::string file = folder.path() + "/token";
  std::ofstream(file) << text;
  ::chmod(file.c_str(), mode);
  return file;
}

unsigned status_for(const AccessRules& rules, const std::string& host,
                    const std::string& authorization = "", bool is_open = false) {
  Request request;
  request.host = host;
  request.authorization = authorization;
  try {
    rules.check(request, is_open);
  } catch (const Problem& problem) {
    return problem.kind().status;
  }
  return 200;
}

TEST(Access, ReadsBindAddresses) {
  EXPECT_EQ(parse_bind("127.0.0.1:80").port, 80);
  EXPECT_EQ(parse_bind("localhost:1").address, "127.0.0.1");
  EXPECT_EQ(parse_bind("[::1]:8080").address, "::1");
  EXPECT_TRUE(parse_bind("[::1]:8080").is_loopback);
  EXPECT_TRUE(parse_bind("127.9.9.9:0").is_loopback);
  EXPECT_FALSE(parse_bind("0.0.0.0:8080").is_loopback);
  EXPECT_FALSE(parse_bind("[::]:8080").is_loopback);
  for (const char* wrong : {"", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536",
                            "127.0.0.1:8x", "example.org:80", ":80"}) {
    EXPECT_THROW(parse_bind(wrong), BadSetting) << wrong;
  }
}

TEST(Access, AnswersOnlyToKnownHosts) {
  Settings settings;
  settings.hosts = {"Corpus.Example"};
  const AccessRules rules(settings);
  for (const char* host : {"localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "[::1]",
                           "corpus.example:8080"}) {
    EXPECT_EQ(status_for(rules, host), 200U) << host;
  }
  for (const char* host :
       {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1:8080"}) {
    EXPECT_EQ(status_for(rules, host), 421U) << host;
  }
}

TEST(Access, PublicAddressNeedsAToken) {
  Settings settings;
  settings.bind = "0.0.0.0:8080";
  EXPECT_THROW(AccessRules{settings}, BadSetting);
  const DataFolder folder;
  settings.token_file = write_token(folder, "secret\n");
  const AccessRules rules(settings);
  EXPECT_EQ(status_for(rules, "localhost"), 401U);
  EXPECT_EQ(status_for(rules, "localhost", "Bearer secret"), 200U);
  EXPECT_EQ(status_for(rules, "localhost", "bearer secret"), 200U);
  EXPECT_EQ(status_for(rules, "localhost", "Bearer secre"), 401U);
  EXPECT_EQ(status_for(rules, "localhost", "Bearer secretsecret"), 401U);
  EXPECT_EQ(status_for(rules, "localhost", "Basic secret"), 401U);
  EXPECT_EQ(status_for(rules, "localhost", "", true), 200U);
  EXPECT_EQ(status_for(rules, "evil.example", "Bearer secret", true), 421U);
}

TEST(Access, TokenFileMustBePrivateAndFilled) {
  const DataFolder folder;
  EXPECT_EQ(read_token(write_token(folder, "a b c \r\nmore")), "a b c");
  EXPECT_THROW(read_token(write_token(folder, "secret", 0644)), BadSetting);
  EXPECT_THROW(read_token(write_token(folder, "\n")), BadSetting);
  EXPECT_THROW(read_token(folder.path() + "/absent"), BadSetting);
}

TEST(Access, ComparesSecretsWhole) {
  EXPECT_TRUE(equal_secret("abc", "abc"));
  EXPECT_FALSE(equal_secret("abd", "abc"));
  EXPECT_FALSE(equal_secret("", "abc"));
  EXPECT_FALSE(equal_secret("abcabc", "abc"));
  EXPECT_FALSE(equal_secret("a", ""));
}

TEST(Access, OnlyWholeOriginsCanBeListed) {
  Settings settings;
  settings.cors = {"https://example.org", "http://localhost:3000"};
  EXPECT_NO_THROW(AccessRules{settings});
  for (const char* origin : {"*", "example.org", "https://", "https://*", "https://a/b", "null"}) {
    settings.cors = {origin};
    EXPECT_THROW(AccessRules{settings}, BadSetting) << origin;
  }
}

}  // namespace
}  // namespace mecadex::server
