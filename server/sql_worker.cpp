#include "server/sql_worker.hpp"

#include <SQLiteCpp/Exception.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "queries/query_error.hpp"
#include "queries/rows_out.hpp"
#include "queries/run_query.hpp"
#include "server/part_buffer.hpp"
#include "server/sql_protocol.hpp"

namespace mecadex::server {
namespace {

constexpr int kChannel = STDIN_FILENO;

/// Address space beyond SQLite's memory: program, libraries, stacks, one part being written.
constexpr std::int64_t kOwnMemoryMib = 256;

void set_limit(decltype(RLIMIT_AS) what, rlim_t value) {
  const rlimit limit{value, value};
  ::setrlimit(what, &limit);
}

void give_up_rights([[maybe_unused]] std::int64_t memory_mib) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // Ctrl-C and a service manager's SIGTERM reach the whole group: the server decides when answers
  // end.
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGTERM, SIG_IGN);
  set_limit(RLIMIT_FSIZE, 0);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_NOFILE, 16);
  if (::geteuid() != 0) set_limit(RLIMIT_NPROC, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  // Sanitizers reserve terabytes of addresses.
  set_limit(RLIMIT_AS, static_cast<rlim_t>((memory_mib + kOwnMemoryMib) * 1024 * 1024));
#endif
  if (::nice(10) == -1) return;  // not vital
}

/// Processor seconds from here: the last resort should the server not kill in time. The hard limit
/// stays, since this one moves with each task.
void limit_processor(std::chrono::milliseconds timeout) {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  rlimit limit{};
  ::getrlimit(RLIMIT_CPU, &limit);
  limit.rlim_cur =
      static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec + timeout.count() / 1000 + 2);
  ::setrlimit(RLIMIT_CPU, &limit);
}

/// The other end has closed.
class ChannelClosed : public std::exception {};

void read_all(char* into, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(kChannel, into, size);
    if (got <= 0) throw ChannelClosed();
    into += got;
    size -= static_cast<std::size_t>(got);
  }
}

void write_all(const char* from, std::size_t size) {
  while (size > 0) {
    const ssize_t put = ::write(kChannel, from, size);
    if (put <= 0) throw ChannelClosed();
    from += put;
    size -= static_cast<std::size_t>(put);
  }
}

void write_frame(Frame kind, const std::string& payload) {
  const auto head = write_frame_head(kind, payload.size());
  write_all(head.data(), head.size());
  write_all(payload.data(), payload.size());
}

nlohmann::json read_task() {
  std::array<char, kFrameHead> bytes{};
  read_all(bytes.data(), bytes.size());
  const FrameHead head = read_frame_head(bytes);
  if (head.kind != Frame::task || head.size > kFrameBytes) throw ChannelClosed();
  std::string text(head.size, '\0');
  read_all(text.data(), text.size());
  return nlohmann::json::parse(text);
}

queries::BoundValue bound_value(const nlohmann::json& value) {
  if (value.is_boolean()) return std::int64_t{value.get<bool>() ? 1 : 0};
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  return {};
}

/// Keeps whether the answer was cut.
class EndKeeper : public queries::RowSink {
 public:
  explicit EndKeeper(queries::RowSink& sink) : sink_(sink) {}
  void begin(const queries::AnswerHeader& header) override { sink_.begin(header); }
  void row(const std::vector<queries::Value>& values) override { sink_.row(values); }
  void end(const queries::AnswerEnd& end) override {
    is_truncated = end.is_truncated;
    sink_.end(end);
  }
  bool is_truncated = false;

 private:
  queries::RowSink& sink_;
};

class SqlWorker {
 public:
  void answer(const nlohmann::json& task) {
    const std::chrono::milliseconds timeout(task["timeout_ms"].get<std::int64_t>());
    limit_processor(timeout);
    queries::GuardedConnection& connection = open(task["db"].get<std::string>());
    connection.begin_request(nullptr, timeout);
    PartBuffer buffer(
        [&](const std::string& part) {
          connection.pause_deadline();
          write_frame(Frame::part, part);
          connection.resume_deadline();
        },
        task["gzip"].get<bool>());
    std::ostream out(&buffer);
    out.exceptions(std::ios::badbit);
    const auto writer = queries::make_writer(
        queries::parse_format(task["format"].get<std::string>()).value_or(queries::Format::json),
        out);
    EndKeeper keeper(*writer);
    std::optional<std::int64_t> limit;
    if (!task["limit"].is_null()) limit = task["limit"].get<std::int64_t>();
    std::map<std::string, queries::BoundValue> params;
    for (const auto& [name, value] : task["params"].items()) params[name] = bound_value(value);
    queries::run_sql(connection, task["sql"].get<std::string>(), limit, keeper, params);
    const PartBuffer::Rest rest = buffer.finish();
    write_frame(Frame::last, rest.part);
    const nlohmann::json end{{"truncated", keeper.is_truncated}, {"gzip", rest.is_gzip}};
    write_frame(Frame::end, end.dump());
  }

 private:
  queries::GuardedConnection& open(const std::string& database) {
    if (!connection_ || database != database_) {
      connection_.reset();
      connection_ = std::make_unique<queries::GuardedConnection>(database, "the corpus",
                                                                 queries::ad_hoc_limits());
      database_ = database;
    }
    return *connection_;
  }

  std::string database_;
  std::unique_ptr<queries::GuardedConnection> connection_;
};

void answer_guarded(SqlWorker& worker, const nlohmann::json& task) {
  const auto error = [](queries::QueryErrorKind kind, const std::string& code,
                        const std::string& message) {
    const nlohmann::json json{
        {"kind", static_cast<int>(kind)}, {"code", code}, {"message", message}};
    write_frame(Frame::error, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  };
  try {
    worker.answer(task);
  } catch (const queries::QueryError& refused) {
    error(refused.kind(), refused.code(), refused.what());
  } catch (const std::bad_alloc&) {
    error(queries::QueryErrorKind::sql, "sql.memory",
          "the query needs more memory than it may have");
  } catch (const ChannelClosed&) {
    throw;
  } catch (const std::exception& failure) {
    write_frame(Frame::failed, failure.what());
  }
}

}  // namespace

int run_sql_worker(std::int64_t memory_mib) {
  give_up_rights(memory_mib);
  queries::limit_process_heap(memory_mib * 1024 * 1024);
  SqlWorker worker;
  try {
    for (;;) answer_guarded(worker, read_task());
  } catch (const std::exception&) {
    return 0;  // the server has closed its end
  }
}

}  // namespace mecadex::server
