#include "server/answer_pipe.hpp"

#include <algorithm>
#include <exception>
#include <ostream>
#include <utility>

#include "server/problem.hpp"

namespace mecadex::server {
namespace {

/// A request on a worker's connection: its deadline, and its end when the client leaves.
class RunningRequest {
 public:
  RunningRequest(queries::GuardedConnection& connection, const std::atomic<bool>& is_cancelled)
      : connection_(connection) {
    connection_.begin_request(&is_cancelled);
  }
  ~RunningRequest() { connection_.end_request(); }
  RunningRequest(const RunningRequest&) = delete;
  RunningRequest& operator=(const RunningRequest&) = delete;

 private:
  queries::GuardedConnection& connection_;
};

}  // namespace

AnswerPipe::AnswerPipe(std::function<void()> wake, const Patience& patience)
    : wake_(std::move(wake)), patience_(patience) {}

/// Under the lock, so that abandon() is not answered by a late call.
void AnswerPipe::wake_reader(std::unique_lock<std::mutex>& lock) {
  if (lock.owns_lock() && !is_abandoned_ && wake_) wake_();
}

void AnswerPipe::wait_for_room(std::unique_lock<std::mutex>& lock, const WaitHooks& hooks) {
  if (is_abandoned_ || parts_.size() < kPartsInPipe) return;
  lock.unlock();
  if (hooks.begin) hooks.begin();
  lock.lock();
  const auto until =
      std::min(std::chrono::steady_clock::now() + patience_.part, began_ + patience_.whole);
  has_room_.wait_until(lock, until,
                       [this] { return is_abandoned_ || parts_.size() < kPartsInPipe; });
  lock.unlock();
  if (hooks.end) hooks.end();
  lock.lock();
}

void AnswerPipe::write(std::string part, const WaitHooks& hooks) {
  std::unique_lock lock(mutex_);
  wait_for_room(lock, hooks);
  if (is_abandoned_ || parts_.size() >= kPartsInPipe) throw AnswerAbandoned();
  parts_.push_back(std::move(part));
  has_begun_ = true;
  wake_reader(lock);
}

bool AnswerPipe::try_write(std::string& part) {
  std::unique_lock lock(mutex_);
  if (parts_.size() >= kPartsInPipe) return false;
  parts_.push_back(std::move(part));
  has_begun_ = true;
  wake_reader(lock);
  return true;
}

void AnswerPipe::finish(std::string last_part, Headers end) {
  std::unique_lock lock(mutex_);
  parts_.push_back(std::move(last_part));
  end_ = std::move(end);
  ending_ = Ending::finished;
  wake_reader(lock);
}

void AnswerPipe::fail(Response response) {
  std::unique_lock lock(mutex_);
  failure_ = std::move(response);
  ending_ = has_begun_ ? Ending::broken : Ending::failed;
  wake_reader(lock);
}

void AnswerPipe::on_room(std::function<void()> call) {
  const std::lock_guard lock(mutex_);
  on_room_ = std::move(call);
}

AnswerPipe::Taken AnswerPipe::take() {
  std::unique_lock lock(mutex_);
  Taken taken;
  if (ending_ == Ending::failed) {
    taken.state = State::failed;
    taken.response = std::move(failure_);
  } else if (ending_ == Ending::broken) {
    taken.state = State::broken;
  } else if (!parts_.empty()) {
    const bool is_last = ending_ == Ending::finished && parts_.size() == 1;
    taken.state = is_last ? State::ended : State::part;
    taken.part = std::move(parts_.front());
    parts_.pop_front();
    if (is_last) taken.end = std::move(end_);
    has_room_.notify_one();
    const auto call = on_room_;
    lock.unlock();
    if (call) call();
  }
  return taken;
}

void AnswerPipe::abandon() {
  std::unique_lock lock(mutex_);
  is_abandoned_ = true;
  wake_ = nullptr;
  has_room_.notify_one();
  const auto call = std::exchange(on_room_, nullptr);
  lock.unlock();
  if (call) call();
}

void produce_answer(const Response& response, const Request& request, DatabasePool::Worker& worker,
                    AnswerPipe& pipe) {
  try {
    queries::GuardedConnection& connection = worker.connection();
    const RunningRequest running(connection, pipe.is_cancelled());
    const WaitHooks hooks{[&] {
                            connection.pause_deadline();
                            worker.begin_wait();
                          },
                          [&] {
                            worker.end_wait();
                            connection.resume_deadline();
                          }};
    bool is_streamed = false;
    PartBuffer buffer(
        [&](std::string part) {
          pipe.write(std::move(part), hooks);
          is_streamed = true;
          if (response.is_stream) connection.begin_request(&pipe.is_cancelled());
        },
        response.takes_gzip);
    std::ostream out(&buffer);
    out.exceptions(std::ios::badbit);  // what the buffer throws gets through
    Headers end = response.produce(connection, out);
    PartBuffer::Rest rest = buffer.finish();
    if (rest.is_gzip && !is_streamed) end.emplace_back("Content-Encoding", "gzip");
    pipe.finish(std::move(rest.part), std::move(end));
  } catch (const AnswerAbandoned&) {
    pipe.fail({});
  } catch (...) {
    pipe.fail(problem_response(std::current_exception(), request));
  }
}

bool start_answer(DatabasePool& pool, std::shared_ptr<const Response> response,
                  std::shared_ptr<const Request> request, std::shared_ptr<AnswerPipe> pipe) {
  const auto snapshot = response->snapshot;
  return pool.submit(snapshot, [response = std::move(response), request = std::move(request),
                                pipe = std::move(pipe)](DatabasePool::Worker& worker) {
    produce_answer(*response, *request, worker, *pipe);
  });
}

}  // namespace mecadex::server
