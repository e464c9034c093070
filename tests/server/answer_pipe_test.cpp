#include "server/answer_pipe.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "tests/server/running_server.hpp"

namespace mecadex::server {
namespace {

using namespace std::chrono_literals;
using State = AnswerPipe::State;

/// The next news of the pipe, waited for.
AnswerPipe::Taken wait_for(AnswerPipe& pipe) {
  for (;;) {
    AnswerPipe::Taken taken = pipe.take();
    if (taken.state != State::waiting) return taken;
    std::this_thread::sleep_for(1ms);
  }
}

/// A worker of one connection.
class OneConnection : public DatabasePool::Worker {
 public:
  explicit OneConnection(const Snapshot& snapshot) : connection_(snapshot.connect()) {}
  queries::GuardedConnection& connection() override { return *connection_; }

 private:
  std::unique_ptr<queries::GuardedConnection> connection_;
};

TEST(AnswerPipe, ShortAnswerArrivesWholeWithItsEnd) {
  AnswerPipe pipe(nullptr, {1s, 10s});
  EXPECT_EQ(pipe.take().state, State::waiting);
  pipe.finish("all", {{"X-Truncated", "false"}});
  const AnswerPipe::Taken taken = pipe.take();
  EXPECT_EQ(taken.state, State::ended);
  EXPECT_EQ(taken.part, "all");
  EXPECT_EQ(taken.end.size(), 1U);
}

TEST(AnswerPipe, KeepsAtMost256KiBOfALongAnswer) {
  AnswerPipe pipe(nullptr, {10s, 100s});
  std::atomic<std::size_t> written = 0;
  std::thread worker([&] {
    PartBuffer buffer([&](std::string part) { pipe.write(std::move(part)); }, false);
    std::ostream out(&buffer);
    for (int i = 0; i < 10'000; ++i) {
      out << std::string(1'000, 'x');
      written += 1'000;
    }
    pipe.finish(buffer.finish().part, {});
  });
  std::this_thread::sleep_for(100ms);
  EXPECT_LE(written.load(), 256U * 1024);
  std::size_t taken = 0;
  for (;;) {
    const AnswerPipe::Taken part = wait_for(pipe);
    taken += part.part.size();
    EXPECT_LE(written.load() - std::min(written.load(), taken), 256U * 1024);
    if (part.state == State::ended) break;
  }
  worker.join();
  EXPECT_EQ(taken, 10'000'000U);
}

TEST(AnswerPipe, WorkerGivesUpWhenNobodyReads) {
  AnswerPipe stalled(nullptr, {20ms, 10s});
  stalled.write("1");
  stalled.write("2");
  EXPECT_THROW(stalled.write("3"), AnswerAbandoned);

  AnswerPipe left(nullptr, {10s, 100s});
  left.write("1");
  left.write("2");
  auto third = std::async(std::launch::async, [&] { left.write("3"); });
  left.abandon();
  EXPECT_THROW(third.get(), AnswerAbandoned);
}

TEST(AnswerPipe, ReaderThatIsSlowAltogetherIsGivenUp) {
  AnswerPipe pipe(nullptr, {10s, 100ms});
  pipe.write("1");
  pipe.write("2");
  EXPECT_THROW(pipe.write("3"), AnswerAbandoned);
}

TEST(AnswerPipe, WriterThatDoesNotWaitIsToldOfRoomAndOfTheEnd) {
  AnswerPipe pipe(nullptr, {10s, 100s});
  int calls = 0;
  pipe.on_room([&] { ++calls; });
  std::string part = "1";
  EXPECT_TRUE(pipe.try_write(part));
  part = "2";
  EXPECT_TRUE(pipe.try_write(part));
  part = "3";
  EXPECT_FALSE(pipe.try_write(part));
  EXPECT_EQ(part, "3");
  pipe.take();
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(pipe.is_cancelled());
  pipe.abandon();
  EXPECT_EQ(calls, 2);
  EXPECT_TRUE(pipe.is_cancelled());
}

TEST(AnswerPipe, EarlyFailureIsAnAnswerAndALateOneABreak) {
  Response problem;
  problem.status = 504;
  AnswerPipe early(nullptr, {1s, 10s});
  early.fail(problem);
  const AnswerPipe::Taken taken = early.take();
  EXPECT_EQ(taken.state, State::failed);
  EXPECT_EQ(taken.response.status, 504U);

  AnswerPipe late(nullptr, {1s, 10s});
  late.write("part");
  late.fail(problem);
  EXPECT_EQ(late.take().state, State::broken);
}

TEST(AnswerPipe, ProducerThatThrowsBecomesAProblem) {
  DataFolder data;
  data.publish("00112233aabbccdd");
  Application application(test_settings(data));
  Response response;
  response.produce = [](queries::GuardedConnection&, std::ostream& out) -> Headers {
    out << "half";
    throw std::runtime_error("no");
  };
  OneConnection worker(*application.pool().current());
  AnswerPipe pipe(nullptr, {1s, 10s});
  produce_answer(response, Request{}, worker, pipe);
  const AnswerPipe::Taken taken = pipe.take();
  EXPECT_EQ(taken.state, State::failed);
  EXPECT_EQ(taken.response.status, 500U);
  EXPECT_EQ(taken.response.body.find("half"), std::string::npos);
}

}  // namespace
}  // namespace mecadex::server
