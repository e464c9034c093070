// What a well-behaved client sees, over a real socket.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/queries/fixture_corpus.hpp"
#include "tests/server/http_client.hpp"
#include "tests/server/running_server.hpp"

namespace mecadex::server {
namespace {

using namespace std::chrono_literals;

const std::string kQuery = "/v1/queries/selector-transitions-without-destination";

TEST(Http, AnswersAQueryAsRunQueryDoes) {
  DataFolder data;
  data.publish("00112233aabbccdd");
  RunningServer server(test_settings(data));
  HttpClient client(server.port());
  const Reply json = client.get(kQuery);
  EXPECT_EQ(json.status, 200U);
  EXPECT_EQ(json.header("content-type"), "application/json");
  EXPECT_EQ(json.header("x-truncated"), "false");
  EXPECT_EQ(json.body,
            queries::answer("selector-transitions-without-destination", {}, queries::Format::json));
  EXPECT_EQ(client.get(kQuery, "Accept: text/csv\r\n").body,
            queries::answer("selector-transitions-without-destination"));
}

TEST(Http, LongAnswersComeInChunksAndWhole) {
  DataFolder data;
  data.publish("aaaa", 30'000);
  Settings settings = test_settings(data);
  settings.max_rows = 100'000;
  RunningServer server(settings);
  HttpClient client(server.port());
  const Reply reply = client.get(kQuery + "?limit=30000&format=ndjson");
  EXPECT_EQ(reply.header("transfer-encoding"), "chunked");
  EXPECT_TRUE(reply.is_complete);
  EXPECT_EQ(std::count(reply.body.begin(), reply.body.end(), '\n'), 30'000);
  EXPECT_EQ(reply.header("x-truncated"), "true");
  EXPECT_NE(reply.header("link").find("rel=\"next\""), std::string::npos);
  EXPECT_EQ(client.get("/healthz").status, 200U);

  const Reply json = client.get(kQuery + "?limit=100000");
  EXPECT_EQ(nlohmann::json::parse(json.body)["rows"].size(), 30'002U);
}

TEST(Http, OldClientsGetLongAnswersUntilTheConnectionCloses) {
  DataFolder data;
  data.publish("aaaa", 3'000);
  RunningServer server(test_settings(data));
  HttpClient client(server.port());
  client.send("GET " + kQuery + "?limit=3000&format=ndjson HTTP/1.0\r\n\r\n");
  const Reply reply = client.read_reply();
  EXPECT_EQ(reply.headers.count("transfer-encoding"), 0U);
  EXPECT_EQ(reply.headers.count("content-length"), 0U);
  EXPECT_EQ(std::count(reply.body.begin(), reply.body.end(), '\n'), 3'000);
}

TEST(Http, HeadIsGetWithoutTheBody) {
  DataFolder data;
  data.publish("aaaa", 3'000);
  RunningServer server(test_settings(data));
  HttpClient client(server.port());
  for (const std::string& target :
       {std::string("/"), std::string("/healthz"), std::string("/v1/queries"), kQuery + "?limit=2",
        kQuery + "?limit=3000", kQuery + "?limit=x", std::string("/nonsense")}) {
    const Reply get = client.get(target);
    client.send(get_request(target, "", "HEAD"));
    const Reply head = client.read_reply(false);
    EXPECT_EQ(head.status, get.status) << target;
    for (const char* name : {"content-length", "content-type", "etag", "transfer-encoding"}) {
      EXPECT_EQ(head.header(name), get.header(name)) << target;
    }
  }
}

TEST(Http, PipelinedRequestsAreAnsweredInOrder) {
  DataFolder data;
  data.publish("00112233aabbccdd");
  RunningServer server(test_settings(data));
  HttpClient client(server.port());
  std::string requests;
  for (int i = 0; i < 100; ++i) {
    requests += get_request(i % 2 == 0 ? kQuery + "?limit=" + std::to_string(i % 3 + 1)
                                       : "/nonsense/" + std::to_string(i));
  }
  client.send(requests);
  for (int i = 0; i < 100; ++i) {
    const Reply reply = client.read_reply();
    const auto json = nlohmann::json::parse(reply.body);
    if (i % 2 == 0) {
      EXPECT_EQ(json["rows"].size(), static_cast<std::size_t>(std::min(2, i % 3 + 1)));
    } else {
      EXPECT_EQ(json["instance"], "/nonsense/" + std::to_string(i));
    }
  }
}

TEST(Http, SecondRequestWithTheEtagIsNotModified) {
  DataFolder data;
  data.publish("00112233aabbccdd");
  RunningServer server(test_settings(data));
  HttpClient client(server.port());
  for (const std::string& target : {std::string("/"), std::string("/v1/queries"), kQuery}) {
    const std::string etag = client.get(target).header("etag");
    const Reply second = client.get(target, "If-None-Match: " + etag + "\r\n");
    EXPECT_EQ(second.status, 304U) << target;
    EXPECT_EQ(second.header("etag"), etag);
    EXPECT_EQ(second.headers.count("content-length"), 0U);
  }
}

/// Seconds of 100 requests one after the other on one connection; `bytes` of the last body.
double seconds_of_100(HttpClient& client, const std::string& target, std::size_t* bytes) {
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < 100; ++i) *bytes = client.get(target).body.size();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

TEST(Http, LargerAnswersDoNotWaitForAcknowledgements) {
  DataFolder data;
  data.publish("aaaa", 60);
  RunningServer server(test_settings(data));
  HttpClient client(server.port());
  std::size_t tiny_bytes = 0;
  std::size_t large_bytes = 0;
  // Both are asked before they are timed: from then on they come from memory.
  seconds_of_100(client, kQuery + "?limit=1", &tiny_bytes);
  seconds_of_100(client, kQuery + "?limit=50", &large_bytes);
  const double tiny = seconds_of_100(client, kQuery + "?limit=1", &tiny_bytes);
  const double large = seconds_of_100(client, kQuery + "?limit=50", &large_bytes);
  EXPECT_GT(large_bytes, 9'000U);
  EXPECT_LT(large, 3 * tiny) << tiny_bytes << " and " << large_bytes << " bytes, " << tiny;
}

TEST(Http, NewSnapshotIsPickedUpWithoutDroppingARequest) {
  DataFolder data;
  data.publish("0000");
  Settings settings = test_settings(data);
  settings.snapshot_poll = 2ms;
  RunningServer server(settings);
  std::atomic<bool> is_over = false;
  std::atomic<int> answers = 0;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> clients;
  for (int n = 0; n < 4; ++n) {
    clients.emplace_back([&] {
      HttpClient client(server.port());
      while (!is_over) {
        const Reply reply = client.get("/v1/queries/corpus-census");
        const auto json = nlohmann::json::parse(reply.body, nullptr, false);
        const bool is_right = reply.status == 200 && json.is_object() &&
                              reply.header("etag").find(json["revision"].get<std::string>()) == 1;
        ++(is_right ? answers : wrong);
      }
    });
  }
  for (int revision = 1; revision <= 30; ++revision) {
    const std::string name = std::to_string(1'000 + revision);
    data.publish(name);
    for (int i = 0; i < 2'000 && server.pool().current()->revision() != name; ++i) {
      std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(server.pool().current()->revision(), name);
  }
  is_over = true;
  for (std::thread& client : clients) client.join();
  EXPECT_GT(answers, 30);
  EXPECT_EQ(wrong, 0);
}

TEST(Http, SlowReaderTakesNoWorkerFromOthers) {
  DataFolder data;
  data.publish("aaaa", 60'000);
  Settings settings = test_settings(data);
  settings.max_rows = 1'000'000;
  settings.workers = 1;
  settings.query_timeout = 1s;
  RunningServer server(settings);
  HttpClient stalled(server.port(), 4'096);
  stalled.send(get_request(kQuery + "?limit=60000&format=ndjson"));
  std::this_thread::sleep_for(1'500ms);  // longer than its deadline, which stands still
  HttpClient other(server.port());
  EXPECT_EQ(other.get(kQuery + "?limit=1").status, 200U);
  const Reply whole = stalled.read_reply();
  EXPECT_TRUE(whole.is_complete);
  EXPECT_EQ(std::count(whole.body.begin(), whole.body.end(), '\n'), 60'000);
}

TEST(Http, FullQueueIsBusyWhileTheRestGoesOn) {
  DataFolder data;
  data.publish("aaaa");
  Settings settings = test_settings(data);
  settings.workers = 1;
  settings.queue = 1;
  RunningServer server(settings);
  std::promise<void> gate;
  std::promise<void> began;
  ASSERT_TRUE(server.pool().submit(server.pool().current(), [&](DatabasePool::Worker&) {
    began.set_value();
    gate.get_future().wait();
  }));
  began.get_future().wait();
  HttpClient waiting(server.port());
  waiting.send(get_request(kQuery + "?limit=1"));
  std::this_thread::sleep_for(100ms);
  HttpClient refused(server.port());
  const Reply busy = refused.get(kQuery + "?limit=2");
  EXPECT_EQ(busy.status, 503U);
  EXPECT_EQ(problem_code(busy.body), "server.busy");
  EXPECT_EQ(busy.header("retry-after"), "1");
  EXPECT_EQ(refused.get("/healthz").status, 200U);
  gate.set_value();
  EXPECT_EQ(waiting.read_reply().status, 200U);
}

}  // namespace
}  // namespace mecadex::server
