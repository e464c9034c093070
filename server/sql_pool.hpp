// The worker processes for users' SQL, as the server sees them.
//
//   start(task) -> idle process, or queue -> frames (sql_protocol.hpp) -> AnswerPipe
//
// A process that outlives its statement's deadline by kGrace, or whose client has left, is killed
// and replaced. Only the time in which the process is waited for counts: not that in which the
// client takes what there is. All of this happens on the I/O thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <string>

#include "server/answer_pipe.hpp"
#include "server/message.hpp"
#include "server/metrics.hpp"

namespace mecadex::server {

/// How long after its deadline a process is killed: it should have ended by itself.
inline constexpr std::chrono::milliseconds kGrace{100};

struct SqlPoolOptions {
  std::string program = "/proc/self/exe";    // started with --sql-worker
  std::size_t workers = 0;                   // 0: one per processor
  std::size_t queue = 64;                    // statements that may wait
  int memory_mib = 256;                      // of a statement
  std::chrono::milliseconds whole{300'000};  // longest answer altogether
};

class SqlPool {
 public:
  /// Starts the processes. `counts` outlives the pool.
  SqlPool(boost::asio::any_io_executor executor, SqlPoolOptions options, SqlCounts& counts);

  /// Kills all processes.
  ~SqlPool();
  SqlPool(const SqlPool&) = delete;
  SqlPool& operator=(const SqlPool&) = delete;

  /// Runs `response->sql` and fills the pipe. False when too many are waiting.
  bool start(std::shared_ptr<const Response> response, std::shared_ptr<const Request> request,
             std::shared_ptr<AnswerPipe> pipe);

  /// No further processes are started; those at work go on.
  void stop();

 private:
  struct Process;
  struct Job;
  using ProcessPtr = std::shared_ptr<Process>;
  using JobPtr = std::shared_ptr<Job>;
  enum class Outcome { answered, ended_early, killed, broken };

  ProcessPtr spawn();
  void begin(ProcessPtr process, JobPtr job);
  void release(const ProcessPtr& process, Outcome outcome);
  void next();
  void replenish();
  boost::asio::awaitable<void> run(ProcessPtr process, JobPtr job);
  boost::asio::awaitable<Outcome> exchange(Process& process, Job& job);
  boost::asio::awaitable<Outcome> relay(Process& process, Job& job);
  boost::asio::awaitable<bool> read(Process& process, Job& job, char* into, std::size_t size);
  boost::asio::awaitable<bool> hand_on(Job& job, std::string part);
  boost::asio::awaitable<void> reap(ProcessPtr process);
  void kill(Process& process);
  void fail(Job& job, Outcome outcome, const std::string& reason);

  boost::asio::any_io_executor executor_;
  SqlPoolOptions options_;
  SqlCounts& counts_;
  std::deque<ProcessPtr> idle_;
  std::list<ProcessPtr> all_;
  std::deque<JobPtr> waiting_;
  std::size_t running_ = 0;
  bool is_stopping_ = false;
};

}  // namespace mecadex::server
