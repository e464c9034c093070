#include "server/http_session.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <cerrno>
#include <utility>

#include "server/problem.hpp"
#include "server/response_head.hpp"

namespace mecadex::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

constexpr auto kNoThrow = asio::as_tuple(asio::use_awaitable);

/// After an early refusal: what the client is still sending is read and dropped for so long,
/// because closing at once would reset the connection before the client has read why.
constexpr auto kLinger = std::chrono::seconds(2);
constexpr std::size_t kLingerBytes = 4 * 1024 * 1024;

/// For the log: the client left before there was an answer.
constexpr unsigned kClientLeft = 499;

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

std::string joined(const http::request<http::string_body>& message, http::field field) {
  std::string all;
  const auto [begin, end] = message.equal_range(field);
  for (auto header = begin; header != end; ++header) {
    if (!all.empty()) all += ", ";
    all += text_of(header->value());
  }
  return all;
}

}  // namespace

struct HttpSession::Exchange {
  Request request;
  Response response;
  AccessRecord record;
  unsigned version = 11;
  bool keep_alive = false;
  bool is_refused = false;  // before the whole request was read
};

HttpSession::HttpSession(asio::ip::tcp::socket socket, SessionContext& context, bool is_surplus)
    : stream_(std::move(socket)),
      news_(stream_.get_executor()),
      context_(context),
      is_surplus_(is_surplus) {}

void HttpSession::stop_when_idle() {
  if (is_idle_) stream_.close();
}

void HttpSession::break_off() {
  is_broken_off_ = true;
  if (pipe_) pipe_->abandon();
  news_.cancel();
  stream_.close();
}

asio::awaitable<void> HttpSession::run() {
  bool goes_on = true;
  for (bool is_first = true; goes_on; is_first = false) {
    goes_on = false;
    if (!co_await wait_for_request(is_first)) break;
    Exchange exchange;
    exchange.request.id = fmt::format("{:016x}", context_.next_request++);
    exchange.record.request_id = exchange.request.id;
    ++context_.services.requests_running;
    Parser parser;
    parser.header_limit(kHeaderBytes);
    parser.body_limit(kBodyBytes);
    if (co_await read_request(parser, exchange)) {
      exchange.request.body = std::move(parser.get().body());
      co_await answer(exchange);
    } else {
      exchange.record.is_complete = false;
    }
    --context_.services.requests_running;
    context_.services.metrics.record(exchange.record);
    if (context_.log) context_.log(exchange.record);
    if (exchange.is_refused) co_await linger();
    goes_on = exchange.keep_alive && exchange.record.is_complete && !context_.is_stopping;
  }
  beast::error_code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  stream_.close();
}

/// False when the client has closed, or sent nothing in time.
asio::awaitable<bool> HttpSession::wait_for_request(bool is_first) {
  has_pipelined_ = false;
  if (buffer_.size() > 0) co_return true;  // pipelined
  const Settings& settings = context_.services.settings;
  is_idle_ = true;
  stream_.expires_after(is_first ? settings.header_timeout : settings.idle_timeout);
  const auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(4096), kNoThrow);
  is_idle_ = false;
  buffer_.commit(size);
  co_return !error && !is_broken_off_;
}

/// Notes the refusal; the connection ends with it.
bool HttpSession::refuse(Exchange& exchange, const ProblemKind& kind, const std::string& detail) {
  exchange.response =
      problem_response(std::make_exception_ptr(Problem(kind, detail)), exchange.request);
  exchange.is_refused = true;
  return true;
}

/// True when there is something to answer: a request, or a refusal.
asio::awaitable<bool> HttpSession::read_request(Parser& parser, Exchange& exchange) {
  const Settings& settings = context_.services.settings;
  stream_.expires_after(settings.header_timeout);
  auto [error, size] = co_await http::async_read_header(stream_, buffer_, parser, kNoThrow);
  if (error == http::error::header_limit) {
    take_header(parser, exchange);
    const std::string_view read(static_cast<const char*>(buffer_.data().data()), buffer_.size());
    const bool has_request_line =
        !exchange.request.raw_target.empty() || read.find("\r\n") != std::string_view::npos;
    co_return !has_request_line
        ? refuse(exchange, problems::kTargetTooLong, "the request line exceeds 8 KiB")
        : refuse(exchange, problems::kHeaderTooLarge, "the header exceeds 8 KiB");
  }
  if (error == http::error::body_limit) {
    take_header(parser, exchange);
    co_return refuse(exchange, problems::kBodyTooLarge, "the body exceeds 64 KiB");
  }
  if (error && error.category() == http::make_error_code(http::error::bad_target).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message) {
    co_return refuse(exchange, problems::kRequestMalformed,
                     "this is not HTTP/1.1: " + error.message());
  }
  if (error) co_return false;  // gone, or too slow

  take_header(parser, exchange);
  const auto& message = parser.get();
  if (exchange.version >= 11 && message.count(http::field::host) != 1) {
    co_return refuse(exchange, problems::kRequestMalformed, "there must be one Host header");
  }
  const std::string expect = joined(message, http::field::expect);
  if (!expect.empty() && !beast::iequals(expect, "100-continue")) {
    co_return refuse(exchange, problems::kExpectationFailed, "only 100-continue can be expected");
  }
  if (!expect.empty() && !parser.is_done() && !co_await write("HTTP/1.1 100 Continue\r\n\r\n")) {
    co_return false;
  }
  if (parser.is_done()) co_return true;
  stream_.expires_after(settings.body_timeout);
  std::tie(error, size) = co_await http::async_read(stream_, buffer_, parser, kNoThrow);
  if (error == http::error::body_limit) {
    co_return refuse(exchange, problems::kBodyTooLarge, "the body exceeds 64 KiB");
  }
  if (error && error != beast::error::timeout && error != http::error::partial_message &&
      error.category() == http::make_error_code(http::error::bad_chunk).category()) {
    co_return refuse(exchange, problems::kRequestMalformed, "the body: " + error.message());
  }
  co_return !error;
}

void HttpSession::take_header(const Parser& parser, Exchange& exchange) {
  const auto& message = parser.get();
  Request& request = exchange.request;
  request.method = text_of(message.method_string());
  request.raw_target = text_of(message.target());
  request.host = joined(message, http::field::host);
  request.authorization = joined(message, http::field::authorization);
  request.accept = joined(message, http::field::accept);
  request.accept_encoding = joined(message, http::field::accept_encoding);
  request.if_none_match = joined(message, http::field::if_none_match);
  request.origin = joined(message, http::field::origin);
  request.preflight_method = joined(message, http::field::access_control_request_method);
  request.content_type = joined(message, http::field::content_type);
  exchange.version = message.version();
  if (exchange.version < 11 && request.host.empty()) request.host = "localhost";
  exchange.keep_alive = message.keep_alive();
  exchange.record.method = request.method;
}

asio::awaitable<void> HttpSession::answer(Exchange& exchange) {
  if (is_surplus_ && !exchange.is_refused) {
    refuse(exchange, problems::kServerBusy, "too many connections are open");
    exchange.response.headers.emplace_back("Retry-After", "1");
  }
  if (!exchange.is_refused) exchange.response = handle(exchange.request, context_.services);
  exchange.request.body.clear();
  exchange.keep_alive &= !exchange.is_refused && !context_.is_stopping;
  exchange.record.route = exchange.response.route;
  if (!exchange.response.is_complete()) {
    co_await answer_from_worker(exchange);
  } else {
    co_await send(exchange);
  }
}

/// Lets a worker make the body, and sends it: whole when it is short, else part by part.
asio::awaitable<void> HttpSession::answer_from_worker(Exchange& exchange) {
  const auto wake = [self = shared_from_this()] {
    asio::post(self->stream_.get_executor(), [self] { self->news_.cancel(); });
  };
  const Settings& settings = context_.services.settings;
  const auto pipe =
      std::make_shared<AnswerPipe>(wake, Patience{settings.write_timeout, settings.stream_timeout});
  pipe_ = pipe;
  const auto recipe = std::make_shared<const Response>(exchange.response);
  exchange.response.produce = nullptr;
  exchange.response.sql.reset();
  if (!start(recipe, exchange.request, pipe)) {
    const Problem busy(problems::kServerBusy, "too many queries are waiting",
                       {{"Retry-After", "1"}});
    exchange.response = problem_response(std::make_exception_ptr(busy), exchange.request);
    co_await send(exchange);
  } else {
    stream_.expires_never();
    AnswerPipe::Taken taken = co_await next_part(*pipe);
    if (taken.state == AnswerPipe::State::part) {
      co_await stream(exchange, *pipe, std::move(taken.part));
    } else if (taken.state == AnswerPipe::State::broken) {
      exchange.record.status = kClientLeft;
      exchange.record.is_complete = false;
    } else {
      if (taken.state == AnswerPipe::State::failed) exchange.response = std::move(taken.response);
      if (taken.state == AnswerPipe::State::ended) exchange.response.body = std::move(taken.part);
      for (auto& header : taken.end) exchange.response.headers.push_back(std::move(header));
      keep_answer(exchange.response, context_.services);
      co_await send(exchange);
    }
  }
  pipe->abandon();
  pipe_.reset();
}

bool HttpSession::start(const std::shared_ptr<const Response>& recipe, const Request& request,
                        const std::shared_ptr<AnswerPipe>& pipe) {
  auto asked = std::make_shared<const Request>(request);
  if (recipe->sql) return context_.sql.start(recipe, std::move(asked), pipe);
  return start_answer(context_.services.pool, recipe, std::move(asked), pipe);
}

asio::awaitable<AnswerPipe::Taken> HttpSession::next_part(AnswerPipe& pipe) {
  for (;;) {
    AnswerPipe::Taken taken;
    taken.state = AnswerPipe::State::broken;
    if (is_broken_off_) co_return taken;
    taken = pipe.take();
    if (taken.state != AnswerPipe::State::waiting) {
      stop_watching();
      co_return taken;
    }
    watch_client();
    news_.expires_at(asio::steady_timer::time_point::max());
    co_await news_.async_wait(kNoThrow);
  }
}

/// A client that closes while its answer is being made is noticed at once, and the work ends.
void HttpSession::watch_client() {
  if (is_watching_ || has_pipelined_) return;
  is_watching_ = true;
  stream_.socket().async_wait(
      asio::ip::tcp::socket::wait_read,
      [self = shared_from_this()](const boost::system::error_code& error) {
        self->is_watching_ = false;
        if (error || self->is_broken_off_) return;
        char byte = 0;
        const auto got =
            ::recv(self->stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        if (got > 0) {
          self->has_pipelined_ = true;
        } else if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
          self->break_off();
        }
      });
}

void HttpSession::stop_watching() {
  boost::system::error_code ignored;
  if (is_watching_) stream_.socket().cancel(ignored);
}

/// HTTP/1.0 knows no chunks: there the end of the connection is the end of the body.
asio::awaitable<void> HttpSession::stream(Exchange& exchange, AnswerPipe& pipe, std::string part) {
  const bool is_chunked = exchange.version >= 11;
  const Length length = is_chunked ? Length::chunked : Length::until_close;
  if (!is_chunked) exchange.keep_alive = false;
  exchange.record.status = exchange.response.status;
  exchange.record.is_complete = false;
  if (exchange.response.takes_gzip) {
    exchange.response.headers.emplace_back("Content-Encoding", "gzip");
  }
  const std::string head = response_head(
      exchange.response, {exchange.version, exchange.keep_alive, length}, exchange.request.id);
  if (!co_await write(head)) co_return;
  if (exchange.request.is_head()) {
    exchange.record.is_complete = true;
    co_return;
  }
  for (AnswerPipe::Taken taken{AnswerPipe::State::part, std::move(part), {}, {}};;) {
    if (!taken.part.empty()) {
      exchange.record.bytes += taken.part.size();
      const std::string sent = is_chunked ? as_chunk(taken.part) : std::move(taken.part);
      if (!co_await write(sent)) co_return;
    }
    if (taken.state == AnswerPipe::State::ended) {
      exchange.record.is_complete = !is_chunked || co_await write(last_chunk(taken.end));
      co_return;
    }
    taken = co_await next_part(pipe);
    if (taken.state == AnswerPipe::State::broken) co_return;
  }
}

asio::awaitable<void> HttpSession::send(Exchange& exchange) {
  const Response& response = exchange.response;
  exchange.record.status = response.status;
  std::string bytes = response_head(
      response, {exchange.version, exchange.keep_alive, Length::known}, exchange.request.id);
  if (!exchange.request.is_head()) {
    bytes += response.body;
    exchange.record.bytes = response.body.size();
  }
  exchange.record.is_complete = co_await write(bytes);
}

/// The client has the write timeout for every 64 KiB.
asio::awaitable<bool> HttpSession::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, kPartBytes);
    stream_.expires_after(context_.services.settings.write_timeout);
    const auto [error, size] =
        co_await asio::async_write(stream_, asio::buffer(part.data(), part.size()), kNoThrow);
    if (error) co_return false;
    bytes.remove_prefix(size);
  }
  co_return true;
}

asio::awaitable<void> HttpSession::linger() {
  beast::error_code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kLinger);
  buffer_.clear();
  for (std::size_t left = kLingerBytes; left > 0;) {
    const auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(16'384), kNoThrow);
    if (error) co_return;
    left -= std::min(left, size);
  }
}

}  // namespace mecadex::server
