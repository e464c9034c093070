// The way of an answer from whoever makes it to the connection that sends it.
//
//   worker thread:   produce -> PartBuffer (64 KiB) -> write() waits for room --+
//   worker process:  frames on a socket -> try_write(), on_room()  -------------+-> take() ->
//   client
//
// With the part that is being sent at most 256 KiB of an answer are in memory: when the pipe is
// full its writer waits. It gives up when the reader does not come, takes too long altogether, or
// has gone: abandon() sets is_cancelled(), which ends a query that has written nothing yet. An
// answer that fits in one part arrives whole, so that its length is known and a failure can still
// become a problem response.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "server/database_pool.hpp"
#include "server/message.hpp"
#include "server/part_buffer.hpp"

namespace mecadex::server {

inline constexpr std::size_t kPartsInPipe = 2;

/// Nobody waits for the answer any more.
class AnswerAbandoned : public std::runtime_error {
 public:
  AnswerAbandoned() : std::runtime_error("the client has gone") {}
};

/// How long a writer waits for its reader.
struct Patience {
  std::chrono::milliseconds part{30'000};    // for room for one part
  std::chrono::milliseconds whole{300'000};  // from the pipe's beginning to its last part
};

/// Told when a writer begins and ends to wait for its reader.
struct WaitHooks {
  std::function<void()> begin;
  std::function<void()> end;
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

  /// `wake` is called from the writer's thread when take() has something new.
  AnswerPipe(std::function<void()> wake, const Patience& patience);

  // The writer's side.
  void write(std::string part, const WaitHooks& hooks = {});  // waits; throws AnswerAbandoned
  bool try_write(std::string& part);  // takes the part; false when there is no room
  void finish(std::string last_part, Headers end);
  void fail(Response response);  // breaks the answer off if a part has been written
  const std::atomic<bool>& is_cancelled() const { return is_abandoned_; }

  /// Called (on the reader's thread) when there is room again, and when the reader has gone.
  void on_room(std::function<void()> call);

  // The reader's side.
  Taken take();
  void abandon();

 private:
  enum class Ending { none, finished, failed, broken };
  void wake_reader(std::unique_lock<std::mutex>& lock);
  void wait_for_room(std::unique_lock<std::mutex>& lock, const WaitHooks& hooks);

  std::mutex mutex_;
  std::condition_variable has_room_;
  std::function<void()> wake_;
  std::function<void()> on_room_;
  Patience patience_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::deque<std::string> parts_;
  bool has_begun_ = false;
  std::atomic<bool> is_abandoned_ = false;
  Ending ending_ = Ending::none;
  Headers end_;
  Response failure_;
};

/// Runs `response.produce` on a worker's connection and fills the pipe with what comes of it.
void produce_answer(const Response& response, const Request& request, DatabasePool::Worker& worker,
                    AnswerPipe& pipe);

/// Hands the answer of `response` to a worker. False when too many are waiting.
bool start_answer(DatabasePool& pool, std::shared_ptr<const Response> response,
                  std::shared_ptr<const Request> request, std::shared_ptr<AnswerPipe> pipe);

}  // namespace mecadex::server
