// The way of an answer from the worker that makes it to the connection that sends it.
//
//   worker:      produce -> AnswerBuffer (64 KiB) -> AnswerPipe (2 parts of it) -> connection
//
// With the part that is being sent at most 256 KiB of an answer are in memory: when the pipe is
// full the worker waits, and it gives up when the reader does not come or has gone. An answer that
// fits in one part arrives whole, so that its length is known and a failure can still become a
// problem response.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <streambuf>
#include <string>

#include "server/database_pool.hpp"
#include "server/message.hpp"

namespace mecadex::server {

inline constexpr std::size_t kPartBytes = 64 * 1024;
inline constexpr std::size_t kPartsInPipe = 2;

/// Nobody waits for the answer any more.
class AnswerAbandoned : public std::runtime_error {
 public:
  AnswerAbandoned() : std::runtime_error("the client has gone") {}
};

class AnswerPipe {
 public:
  /// What the reader finds: a part, the end (with the headers known there), an early failure as a
  /// response, or the break of an answer of which parts have left.
  enum class State { waiting, part, ended, failed, broken };
  struct Taken {
    State state = State::waiting;
    std::string part;   // part; ended: the last one, may be empty
    Headers end;        // ended
    Response response;  // failed
  };

  /// `wake` is called from the worker's thread when take() has something new.
  AnswerPipe(std::function<void()> wake, std::chrono::milliseconds patience);

  // The worker's side.
  void write(std::string part);  // waits for room; throws AnswerAbandoned
  void finish(std::string last_part, Headers end);
  void fail(Response response);  // breaks the answer off if a part has been written
  // The reader's side.
  Taken take();
  void abandon();

 private:
  enum class Ending { none, finished, failed, broken };
  void wake_reader(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable has_room_;
  std::function<void()> wake_;
  std::chrono::milliseconds patience_;
  std::deque<std::string> parts_;
  bool has_begun_ = false;
  bool is_abandoned_ = false;
  Ending ending_ = Ending::none;
  Headers end_;
  Response failure_;
};

/// A stream buffer that fills the pipe part by part.
class AnswerBuffer : public std::streambuf {
 public:
  explicit AnswerBuffer(AnswerPipe& pipe) : pipe_(pipe) { part_.reserve(kPartBytes); }

  /// What has not been handed to the pipe yet.
  std::string take_rest() { return std::move(part_); }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int_type overflow(int_type c) override;

 private:
  void hand_on();

  AnswerPipe& pipe_;
  std::string part_;
};

/// Runs `response.produce` on a worker's connection and fills the pipe with what comes of it.
void produce_answer(const Response& response, const Request& request,
                    const DatabasePool::Connect& connect, AnswerPipe& pipe);

/// Hands the answer of `response` to a worker. False when too many are waiting.
bool start_answer(DatabasePool& pool, std::shared_ptr<const Response> response,
                  std::shared_ptr<const Request> request, std::shared_ptr<AnswerPipe> pipe);

}  // namespace mecadex::server
