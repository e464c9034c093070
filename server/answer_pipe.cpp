#include "server/answer_pipe.hpp"

#include <algorithm>
#include <exception>
#include <ostream>
#include <utility>

#include "server/problem.hpp"

namespace mecadex::server {

AnswerPipe::AnswerPipe(std::function<void()> wake, std::chrono::milliseconds patience)
    : wake_(std::move(wake)), patience_(patience) {}

/// Under the lock, so that abandon() is not answered by a late call.
void AnswerPipe::wake_reader(std::unique_lock<std::mutex>& lock) {
  if (lock.owns_lock() && !is_abandoned_ && wake_) wake_();
}

void AnswerPipe::write(std::string part) {
  std::unique_lock lock(mutex_);
  const bool has_room = has_room_.wait_for(
      lock, patience_, [this] { return is_abandoned_ || parts_.size() < kPartsInPipe; });
  if (is_abandoned_ || !has_room) throw AnswerAbandoned();
  parts_.push_back(std::move(part));
  has_begun_ = true;
  wake_reader(lock);
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

AnswerPipe::Taken AnswerPipe::take() {
  const std::lock_guard lock(mutex_);
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
  }
  return taken;
}

void AnswerPipe::abandon() {
  const std::lock_guard lock(mutex_);
  is_abandoned_ = true;
  wake_ = nullptr;
  has_room_.notify_one();
}

void AnswerBuffer::hand_on() {
  std::string next;
  next.reserve(kPartBytes);
  pipe_.write(std::exchange(part_, std::move(next)));
}

std::streamsize AnswerBuffer::xsputn(const char* text, std::streamsize size) {
  for (auto left = static_cast<std::size_t>(size); left > 0;) {
    if (part_.size() == kPartBytes) hand_on();
    const std::size_t taken = std::min(left, kPartBytes - part_.size());
    part_.append(text, taken);
    text += taken;
    left -= taken;
  }
  return size;
}

AnswerBuffer::int_type AnswerBuffer::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  xsputn(&one, 1);
  return c;
}

void produce_answer(const Response& response, const Request& request,
                    const DatabasePool::Connect& connect, AnswerPipe& pipe) {
  try {
    AnswerBuffer buffer(pipe);
    std::ostream out(&buffer);
    out.exceptions(std::ios::badbit);  // what the buffer throws gets through
    Headers end = response.produce(connect(), out);
    pipe.finish(buffer.take_rest(), std::move(end));
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
                                pipe = std::move(pipe)](const DatabasePool::Connect& connect) {
    produce_answer(*response, *request, connect, *pipe);
  });
}

}  // namespace mecadex::server
