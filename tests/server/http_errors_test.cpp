// Requests that a server must refuse, over a real socket.
#include <gtest/gtest.h>

#include "tests/server/http_client.hpp"
#include "tests/server/running_server.hpp"

namespace mecadex::server {
namespace {

using namespace std::chrono_literals;

class HttpErrors : public testing::Test {
 protected:
  HttpErrors() {
    data_.publish("00112233aabbccdd");
    settings_ = test_settings(data_);
    settings_.header_timeout = 300ms;
    settings_.body_timeout = 300ms;
    settings_.idle_timeout = 300ms;
    settings_.max_connections = 20;
    server_.emplace(settings_);
  }

  /// Status and code of the answer to these bytes; afterwards the connection must be closed.
  std::string refusal(const std::string& bytes) {
    HttpClient client(server_->port());
    client.send(bytes);
    const Reply reply = client.read_reply();
    EXPECT_TRUE(reply.is_complete);
    EXPECT_EQ(reply.header("connection"), "close");
    EXPECT_EQ(reply.header("content-type"), "application/problem+json");
    EXPECT_NE(reply.header("x-request-id"), "");
    EXPECT_TRUE(client.is_closed_within(5'000));
    return std::to_string(reply.status) + " " + problem_code(reply.body);
  }

  DataFolder data_;
  Settings settings_;
  std::optional<RunningServer> server_;
};

TEST_F(HttpErrors, BadFramingIsRefusedAndClosed) {
  const std::string host = "Host: localhost\r\n";
  const std::string malformed = "400 request.malformed";
  EXPECT_EQ(refusal("nonsense\r\n\r\n"), malformed);
  EXPECT_EQ(refusal("GET / HTTP/9.9\r\n" + host + "\r\n"), malformed);
  EXPECT_EQ(refusal("GET / HTTP/1.1\r\n\r\n"), malformed);
  EXPECT_EQ(refusal("GET / HTTP/1.1\r\n" + host + host + "\r\n"), malformed);
  EXPECT_EQ(refusal("GET / HTTP/1.1\r\n" + host + "Bad Name: x\r\n\r\n"), malformed);
  EXPECT_EQ(refusal(std::string("GET /\0 HTTP/1.1\r\n", 17) + host + "\r\n"), malformed);
  EXPECT_EQ(refusal("GET / HTTP/1.1\r\n" + host + "X: a" + std::string(1, '\0') + "b\r\n\r\n"),
            malformed);
}

TEST_F(HttpErrors, TwoLengthsAreRefused) {
  const std::string both =
      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n";
  const std::string swapped = "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n";
  const std::string twice = "Content-Length: 5\r\nContent-Length: 6\r\n\r\n123456";
  for (const std::string& rest : {both, swapped, twice}) {
    EXPECT_EQ(refusal("GET / HTTP/1.1\r\nHost: localhost\r\n" + rest), "400 request.malformed");
  }
}

TEST_F(HttpErrors, WhatIsTooLargeIsRefused) {
  EXPECT_EQ(refusal(get_request("/", "X: " + std::string(9'000, 'x') + "\r\n")),
            "431 header.too_large");
  EXPECT_EQ(refusal(get_request("/", "X: " + std::string(1'000'000, 'x') + "\r\n")),
            "431 header.too_large");
  EXPECT_EQ(
      refusal(get_request("/" + std::string(5'000, 'x'), "X: " + std::string(9'000, 'x') + "\r\n")),
      "431 header.too_large");
  EXPECT_EQ(refusal(get_request("/" + std::string(9'000, 'x'))), "414 target.too_long");
  EXPECT_EQ(refusal(get_request("/", "Content-Length: 65537\r\n") + std::string(65'537, 'x')),
            "413 body.too_large");
  EXPECT_EQ(refusal(get_request("/", "Content-Length: 10737418240\r\n")), "413 body.too_large");
  const std::string chunks = "10001\r\n" + std::string(65'537, 'x') + "\r\n0\r\n\r\n";
  EXPECT_EQ(refusal(get_request("/", "Transfer-Encoding: chunked\r\n") + chunks),
            "413 body.too_large");
}

TEST_F(HttpErrors, BadChunksAreRefused) {
  const std::string chunked = get_request("/", "Transfer-Encoding: chunked\r\n");
  EXPECT_EQ(refusal(chunked + "nonsense\r\n"), "400 request.malformed");
  const std::string huge = refusal(chunked + "FFFFFFFFFFFFFFFF\r\nabc");
  EXPECT_TRUE(huge == "413 body.too_large" || huge == "400 request.malformed") << huge;
}

TEST_F(HttpErrors, BodyUpToTheLimitIsReadAndIgnored) {
  HttpClient client(server_->port());
  client.send(get_request("/healthz", "Content-Length: 65536\r\n") + std::string(65'536, 'x'));
  EXPECT_EQ(client.read_reply().status, 200U);
  EXPECT_EQ(client.get("/healthz").status, 200U);
}

TEST_F(HttpErrors, ExpectContinueIsAnsweredBeforeTheBody) {
  HttpClient client(server_->port());
  client.send(get_request("/healthz", "Content-Length: 4\r\nExpect: 100-continue\r\n"));
  EXPECT_EQ(client.read_reply().status, 100U);
  client.send("body");
  EXPECT_EQ(client.read_reply().status, 200U);
  EXPECT_EQ(refusal(get_request("/", "Expect: wonders\r\n")), "417 expectation.unknown");
}

TEST_F(HttpErrors, WrongHostIsMisdirected) {
  HttpClient client(server_->port());
  client.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  const Reply reply = client.read_reply();
  EXPECT_EQ(reply.status, 421U);
  EXPECT_EQ(problem_code(reply.body), "host.unknown");
}

TEST_F(HttpErrors, MethodsThatARouteLacksAreNamed) {
  HttpClient client(server_->port());
  client.send(get_request("/v1/version", "Content-Length: 2\r\n", "POST") + "{}");
  const Reply reply = client.read_reply();
  EXPECT_EQ(reply.status, 405U);
  EXPECT_EQ(reply.header("allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(client.get("/healthz").status, 200U);
}

TEST_F(HttpErrors, SlowHeaderSlowBodyAndIdlenessEndTheConnection) {
  const std::string whole = get_request("/healthz");
  HttpClient silent(server_->port());
  HttpClient slow_header(server_->port());
  slow_header.send(whole.substr(0, 20));
  HttpClient slow_body(server_->port());
  slow_body.send(get_request("/healthz", "Content-Length: 5\r\n") + "abc");
  HttpClient idle(server_->port());
  EXPECT_EQ(idle.get("/healthz").status, 200U);
  for (HttpClient* client : {&silent, &slow_header, &slow_body, &idle}) {
    EXPECT_TRUE(client->is_closed_within(3'000));
  }
}

TEST_F(HttpErrors, DrippingHeaderIsNotKeptAlive) {
  HttpClient client(server_->port());
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < 100 && !client.is_closed_within(20); ++i) client.send("X");
  EXPECT_LT(std::chrono::steady_clock::now() - began, 1'500ms);
}

TEST_F(HttpErrors, TooManyConnectionsAreToldSo) {
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < settings_.max_connections; ++i) {
    clients.push_back(std::make_unique<HttpClient>(server_->port()));
  }
  HttpClient surplus(server_->port());
  const Reply reply = surplus.get("/healthz");
  EXPECT_EQ(reply.status, 503U);
  EXPECT_EQ(problem_code(reply.body), "server.busy");
  EXPECT_EQ(reply.header("retry-after"), "1");
  clients.clear();
  HttpClient later(server_->port());
  for (int i = 0; i < 100; ++i) {
    HttpClient again(server_->port());
    if (again.get("/healthz").status == 200) return;
  }
  FAIL() << "connections that ended still count";
}

TEST_F(HttpErrors, LogHasNeitherValuesNorPaths) {
  HttpClient client(server_->port());
  client.get("/v1/queries/corpus-census?source=private-name");
  client.get("/private-name");
  server_->stop();
  const auto log = server_->log();
  ASSERT_EQ(log.size(), 2U);
  EXPECT_EQ(log[0].route, "/v1/queries/{name}");
  EXPECT_EQ(log[0].status, 422U);  // no source of this name
  EXPECT_GT(log[0].bytes, 0U);
  EXPECT_EQ(log[1].status, 404U);
  for (const AccessRecord& record : log) {
    EXPECT_EQ(access_line(record).find("private-name"), std::string::npos);
  }
}

}  // namespace
}  // namespace mecadex::server
