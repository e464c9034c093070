// How a server ends: running answers first, then everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

#include "tests/server/http_client.hpp"
#include "tests/server/running_server.hpp"

namespace mecadex::server {
namespace {

using namespace std::chrono_literals;

const std::string kLong =
    "/v1/queries/selector-transitions-without-destination?limit=60000&format=ndjson";

Settings long_answers(const DataFolder& data) {
  Settings settings = test_settings(data);
  settings.max_rows = 1'000'000;
  settings.query_timeout = 60s;
  settings.drain_timeout = 60s;
  return settings;
}

TEST(Stop, IdleServerEndsAtOnce) {
  DataFolder data;
  data.publish("aaaa");
  RunningServer server(test_settings(data));
  HttpClient idle(server.port());
  HttpClient used(server.port());
  EXPECT_EQ(used.get("/healthz").status, 200U);
  const auto began = std::chrono::steady_clock::now();
  EXPECT_TRUE(server.stop());
  EXPECT_LT(std::chrono::steady_clock::now() - began, 1s);
  EXPECT_TRUE(idle.is_closed_within(1'000));
  EXPECT_TRUE(used.is_closed_within(1'000));
  EXPECT_FALSE(HttpClient(server.port()).is_connected());
}

TEST(Stop, RunningAnswerIsFinished) {
  DataFolder data;
  data.publish("aaaa", 60'000);
  RunningServer server(long_answers(data));
  HttpClient client(server.port(), 4'096);
  client.send(get_request(kLong));
  std::this_thread::sleep_for(300ms);
  auto stopped = std::async(std::launch::async, [&] { return server.stop(); });
  std::this_thread::sleep_for(100ms);
  const Reply reply = client.read_reply();
  EXPECT_TRUE(reply.is_complete);
  EXPECT_EQ(std::count(reply.body.begin(), reply.body.end(), '\n'), 60'000);
  EXPECT_TRUE(client.is_closed_within(1'000));
  EXPECT_TRUE(stopped.get());
}

TEST(Stop, AnswerThatNobodyReadsIsBrokenOff) {
  DataFolder data;
  data.publish("aaaa", 60'000);
  Settings settings = long_answers(data);
  settings.drain_timeout = 200ms;
  RunningServer server(settings);
  HttpClient client(server.port(), 4'096);
  client.send(get_request(kLong));
  std::this_thread::sleep_for(300ms);
  const auto began = std::chrono::steady_clock::now();
  EXPECT_FALSE(server.stop());
  EXPECT_LT(std::chrono::steady_clock::now() - began, 2s);
  EXPECT_FALSE(client.read_reply().is_complete);
}

TEST(Stop, ClientThatDoesNotReadIsCutOff) {
  DataFolder data;
  data.publish("aaaa", 60'000);
  Settings settings = long_answers(data);
  settings.write_timeout = 200ms;
  RunningServer server(settings);
  HttpClient client(server.port(), 4'096);
  client.send(get_request(kLong));
  for (int i = 0; i < 1'000 && server.log().empty(); ++i) std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(client.read_reply().is_complete);
  EXPECT_TRUE(server.stop());
  const auto log = server.log();
  ASSERT_EQ(log.size(), 1U);
  EXPECT_FALSE(log[0].is_complete);
}

TEST(Stop, ClientThatLeavesFreesTheWorker) {
  DataFolder data;
  data.publish("aaaa", 60'000);
  Settings settings = long_answers(data);
  settings.workers = 1;
  RunningServer server(settings);
  {
    HttpClient client(server.port(), 4'096);
    client.send(get_request(kLong));
    std::this_thread::sleep_for(300ms);
  }
  HttpClient next(server.port());
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(next.get("/v1/queries/corpus-census").status, 200U);
  EXPECT_LT(std::chrono::steady_clock::now() - began, 2s);
}

}  // namespace
}  // namespace mecadex::server
