#include "server/sql_pool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "server/problem.hpp"
#include "server/sql_protocol.hpp"

extern char** environ;

namespace mecadex::server {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

constexpr auto kNoThrow = asio::as_tuple(asio::use_awaitable);

/// Between two looks at whether a killed process has gone.
constexpr auto kReapPause = std::chrono::milliseconds(2);

std::string task_json(const SqlTask& task, const Response& response) {
  nlohmann::json json{{"db", response.snapshot->file().path},
                      {"sql", task.sql},
                      {"params", nlohmann::json::object()},
                      {"format", task.format},
                      {"limit", nullptr},
                      {"timeout_ms", task.timeout.count()},
                      {"gzip", response.takes_gzip}};
  if (!task.params.empty()) json["params"] = nlohmann::json::parse(task.params);
  if (task.limit) json["limit"] = *task.limit;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

struct SqlPool::Process {
  explicit Process(const asio::any_io_executor& executor) : socket(executor), timer(executor) {}
  asio::local::stream_protocol::socket socket;
  asio::steady_timer timer;  // kills at the deadline
  pid_t pid = -1;
  bool is_killed = false;
};

struct SqlPool::Job {
  std::shared_ptr<const Response> response;
  std::shared_ptr<const Request> request;
  std::shared_ptr<AnswerPipe> pipe;
  std::shared_ptr<asio::steady_timer> room;  // cancelled when there is room, or nobody waits
  Clock::duration budget{};                  // left of the time that the process may take
  Clock::time_point began = Clock::now();
  bool has_begun = false;  // something came from the process
  bool is_late = false;
  bool is_retried = false;
};

SqlPool::SqlPool(asio::any_io_executor executor, SqlPoolOptions options, SqlCounts& counts)
    : executor_(std::move(executor)), options_(std::move(options)), counts_(counts) {
  if (options_.workers == 0) options_.workers = std::max(1U, std::thread::hardware_concurrency());
  replenish();
}

SqlPool::~SqlPool() {
  for (const ProcessPtr& process : all_) {
    ::kill(process->pid, SIGKILL);
    ::waitpid(process->pid, nullptr, 0);
  }
}

void SqlPool::stop() { is_stopping_ = true; }

/// Null when the system has no process left for us.
SqlPool::ProcessPtr SqlPool::spawn() {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  std::string name = "mecadex-server";
  std::string option = "--sql-worker";
  std::string memory = std::to_string(options_.memory_mib);
  char* words[] = {name.data(), option.data(), memory.data(), nullptr};
  auto process = std::make_shared<Process>(executor_);
  const int error =
      ::posix_spawn(&process->pid, options_.program.c_str(), &actions, nullptr, words, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    return nullptr;
  }
  process->socket.assign(asio::local::stream_protocol(), ends[0]);
  ++counts_.started;
  all_.push_back(process);
  return process;
}

/// As many processes as wanted, ahead of need: a killed one is replaced at once.
void SqlPool::replenish() {
  while (!is_stopping_ && idle_.size() + running_ < options_.workers) {
    ProcessPtr process = spawn();
    if (!process) break;
    idle_.push_back(std::move(process));
  }
  counts_.idle = idle_.size();
  counts_.busy = running_;
  counts_.waiting = waiting_.size();
}

bool SqlPool::start(std::shared_ptr<const Response> response,
                    std::shared_ptr<const Request> request, std::shared_ptr<AnswerPipe> pipe) {
  replenish();
  if (idle_.empty() && (running_ == 0 || waiting_.size() >= options_.queue)) return false;
  auto job = std::make_shared<Job>();
  job->response = std::move(response);
  job->request = std::move(request);
  job->pipe = std::move(pipe);
  waiting_.push_back(std::move(job));
  next();
  return true;
}

void SqlPool::next() {
  while (!idle_.empty() && !waiting_.empty()) {
    JobPtr job = std::move(waiting_.front());
    waiting_.pop_front();
    if (job->pipe->is_cancelled()) continue;
    ProcessPtr process = std::move(idle_.front());
    idle_.pop_front();
    begin(std::move(process), std::move(job));
  }
  counts_.idle = idle_.size();
  counts_.busy = running_;
  counts_.waiting = waiting_.size();
}

void SqlPool::begin(ProcessPtr process, JobPtr job) {
  ++running_;
  ++counts_.statements;
  job->budget = job->response->sql->timeout + kGrace;
  job->room = std::make_shared<asio::steady_timer>(executor_);
  job->pipe->on_room(
      [this, room = job->room, process, job_pipe = std::weak_ptr<AnswerPipe>(job->pipe)] {
        const auto pipe = job_pipe.lock();
        if (pipe && pipe->is_cancelled()) kill(*process);
        room->cancel();
      });
  asio::co_spawn(executor_, run(std::move(process), std::move(job)), asio::detached);
}

void SqlPool::kill(Process& process) {
  if (process.is_killed) return;
  process.is_killed = true;
  ++counts_.kills;
  ::kill(process.pid, SIGKILL);
}

asio::awaitable<void> SqlPool::run(ProcessPtr process, JobPtr job) {
  const Outcome outcome = co_await exchange(*process, *job);
  job->pipe->on_room(nullptr);
  --running_;
  const bool is_retry = outcome == Outcome::ended_early && !job->is_retried;
  if (is_retry) {
    // It had died before this task came: that is nobody's fault.
    job->is_retried = true;
    waiting_.push_front(job);
  }
  if (job->pipe->is_cancelled() && process->is_killed && !job->is_late) ++counts_.cancelled;
  release(process, outcome);
}

void SqlPool::release(const ProcessPtr& process, Outcome outcome) {
  if (outcome == Outcome::answered && !process->is_killed) {
    idle_.push_back(process);
  } else {
    kill(*process);
    asio::co_spawn(executor_, reap(process), asio::detached);
  }
  replenish();
  next();
}

/// A process that holds much memory takes a while to go: it is waited for on the side.
asio::awaitable<void> SqlPool::reap(ProcessPtr process) {
  boost::system::error_code ignored;
  process->socket.close(ignored);
  while (::waitpid(process->pid, nullptr, WNOHANG) == 0) {
    process->timer.expires_after(kReapPause);
    co_await process->timer.async_wait(kNoThrow);
  }
  all_.remove(process);
}

asio::awaitable<SqlPool::Outcome> SqlPool::exchange(Process& process, Job& job) {
  const std::string task = task_json(*job.response->sql, *job.response);
  const auto head = write_frame_head(Frame::task, task.size());
  const std::array<asio::const_buffer, 2> frame{asio::buffer(head), asio::buffer(task)};
  const auto [error, size] = co_await asio::async_write(process.socket, frame, kNoThrow);
  Outcome outcome = Outcome::ended_early;
  if (!error) outcome = co_await relay(process, job);
  if (outcome == Outcome::ended_early && job.is_retried) outcome = Outcome::broken;
  if (outcome == Outcome::killed || outcome == Outcome::broken) fail(job, outcome, "ended");
  co_return outcome;
}

/// Reads exactly `size` bytes within the job's budget; kills the process when that is used up.
asio::awaitable<bool> SqlPool::read(Process& process, Job& job, char* into, std::size_t size) {
  const auto began = Clock::now();
  process.timer.expires_after(job.budget);
  process.timer.async_wait([this, &process, &job](boost::system::error_code error) {
    if (error || process.is_killed) return;
    job.is_late = true;
    kill(process);
  });
  const auto [error, got] =
      co_await asio::async_read(process.socket, asio::buffer(into, size), kNoThrow);
  process.timer.cancel();
  // The timer's handler must not outlive the job: it runs before whatever comes next here.
  co_await asio::post(executor_, asio::use_awaitable);
  job.budget -= std::min(job.budget, Clock::now() - began);
  co_return !error;
}

/// Waits until the client has taken enough. False when it has gone or takes too long.
asio::awaitable<bool> SqlPool::hand_on(Job& job, std::string part) {
  while (!job.pipe->is_cancelled()) {
    if (job.pipe->try_write(part)) co_return true;
    if (Clock::now() - job.began > options_.whole) co_return false;
    job.room->expires_after(std::chrono::seconds(1));
    co_await job.room->async_wait(kNoThrow);
  }
  co_return false;
}

asio::awaitable<SqlPool::Outcome> SqlPool::relay(Process& process, Job& job) {
  std::string last;
  for (;;) {
    std::array<char, kFrameHead> bytes{};
    if (!co_await read(process, job, bytes.data(), bytes.size())) {
      const bool is_ours = process.is_killed;
      co_return is_ours ? Outcome::killed
                        : (job.has_begun ? Outcome::broken : Outcome::ended_early);
    }
    job.has_begun = true;
    const FrameHead head = read_frame_head(bytes);
    if (head.size > kFrameBytes) co_return Outcome::broken;
    std::string payload(head.size, '\0');
    if (!co_await read(process, job, payload.data(), payload.size())) {
      co_return process.is_killed ? Outcome::killed : Outcome::broken;
    }
    switch (head.kind) {
      case Frame::part:
        if (!co_await hand_on(job, std::move(payload))) co_return Outcome::killed;
        break;
      case Frame::last:
        last = std::move(payload);
        break;
      case Frame::end: {
        const auto end = nlohmann::json::parse(payload);
        Headers headers{{"X-Truncated", end["truncated"].get<bool>() ? "true" : "false"}};
        if (end["gzip"].get<bool>()) headers.emplace_back("Content-Encoding", "gzip");
        job.pipe->finish(std::move(last), std::move(headers));
        co_return Outcome::answered;
      }
      case Frame::error: {
        const auto error = nlohmann::json::parse(payload);
        if (error["code"] == "sql.deadline") ++counts_.timeouts;
        job.pipe->fail(query_problem(
            *job.request, static_cast<queries::QueryErrorKind>(error["kind"].get<int>()),
            error["code"].get<std::string>(), error["message"].get<std::string>()));
        co_return Outcome::answered;
      }
      case Frame::failed:
        fail(job, Outcome::broken, payload);
        co_return Outcome::answered;
      default:
        co_return Outcome::broken;
    }
  }
}

void SqlPool::fail(Job& job, Outcome outcome, const std::string& reason) {
  if (job.is_late) {
    ++counts_.timeouts;
    job.pipe->fail(query_problem(*job.request, queries::QueryErrorKind::deadline, "sql.deadline",
                                 "the query took too long and was ended"));
    return;
  }
  if (outcome == Outcome::broken) {
    ++counts_.failures;
    const std::string line =
        fmt::format("mecadex-server: request {}: the SQL worker: {}\n", job.request->id, reason);
    std::fwrite(line.data(), 1, line.size(), stderr);
  }
  job.pipe->fail(problem_response(
      std::make_exception_ptr(Problem(problems::kSqlFailed, "the statement could not be run")),
      *job.request));
}

}  // namespace mecadex::server
