// One connection: reads requests one after the other and answers each before it reads the next, so
// pipelined requests are answered in order.
//
//   wait for a byte (idle time) -> header (limit, time) -> body (limit, time) -> handle -> send
//
// Used on the I/O thread only. Included by the HTTP side alone: everything else does without Beast.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "server/access_log.hpp"
#include "server/answer_pipe.hpp"
#include "server/application.hpp"
#include "server/problem.hpp"
#include "server/sql_pool.hpp"

namespace mecadex::server {

/// Bytes of a request that are read; more is refused.
inline constexpr std::uint32_t kHeaderBytes = 8 * 1024;
inline constexpr std::uint64_t kBodyBytes = 64 * 1024;

/// What all connections of a server share.
struct SessionContext {
  Services& services;
  SqlPool& sql;
  AccessLog log;
  bool is_stopping = false;
  std::uint64_t next_request = 0;  // counts up from a random number: request ids
};

class HttpSession : public std::enable_shared_from_this<HttpSession> {
 public:
  /// `is_surplus`: there are too many connections; the first request is answered 503.
  HttpSession(boost::asio::ip::tcp::socket socket, SessionContext& context, bool is_surplus);

  /// Until the connection is closed.
  boost::asio::awaitable<void> run();

  /// Closes an idle connection; a busy one ends after its answer (SessionContext::is_stopping).
  void stop_when_idle();

  /// Breaks off whatever is going on.
  void break_off();

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  struct Exchange;  // one request and its answer

  boost::asio::awaitable<bool> wait_for_request(bool is_first);
  boost::asio::awaitable<bool> read_request(Parser& parser, Exchange& exchange);
  boost::asio::awaitable<void> answer(Exchange& exchange);
  boost::asio::awaitable<void> answer_from_worker(Exchange& exchange);
  boost::asio::awaitable<AnswerPipe::Taken> next_part(AnswerPipe& pipe);
  boost::asio::awaitable<void> stream(Exchange& exchange, AnswerPipe& pipe, std::string part);
  boost::asio::awaitable<void> send(Exchange& exchange);
  boost::asio::awaitable<bool> write(std::string_view bytes);
  boost::asio::awaitable<void> linger();
  bool start(const std::shared_ptr<const Response>& recipe, const Request& request,
             const std::shared_ptr<AnswerPipe>& pipe);
  void watch_client();
  void stop_watching();
  bool refuse(Exchange& exchange, const ProblemKind& kind, const std::string& detail);
  void take_header(const Parser& parser, Exchange& exchange);

  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  boost::asio::steady_timer news_;  // cancelled by the worker: next_part() looks again
  SessionContext& context_;
  std::shared_ptr<AnswerPipe> pipe_;  // of the running answer
  bool is_surplus_;
  bool is_idle_ = true;
  bool is_broken_off_ = false;
  bool is_watching_ = false;    // the client, while an answer is waited for
  bool has_pipelined_ = false;  // the next request is there already: an end would hide behind it
};

}  // namespace mecadex::server
