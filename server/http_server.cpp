#include "server/http_server.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "server/http_session.hpp"

namespace mecadex::server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr auto kNoThrow = asio::as_tuple(asio::use_awaitable);

/// Connections beyond the limit that are told so; still more wait in the system's queue.
constexpr std::size_t kSurplus = 64;

/// After accept() failed (no file descriptors, say) or while too many are open.
constexpr auto kAcceptPause = std::chrono::milliseconds(100);

SqlPoolOptions sql_options(const Settings& settings, std::string program) {
  SqlPoolOptions options;
  options.program = std::move(program);
  options.workers = static_cast<std::size_t>(settings.sql_workers);
  options.queue = static_cast<std::size_t>(settings.queue);
  options.memory_mib = settings.sql_memory;
  options.whole = settings.stream_timeout;
  return options;
}

std::uint64_t random_number() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

}  // namespace

class HttpServer::Impl {
 public:
  Impl(Services& services, AccessLog log, std::string program)
      : acceptor_(io_),
        drain_(io_),
        accept_pause_(io_),
        signals_(io_),
        sql_(io_.get_executor(), sql_options(services.settings, std::move(program)),
             services.metrics.sql()),
        context_{services, sql_, std::move(log), false, random_number()} {
    listen(parse_bind(services.settings.bind));
  }

  tcp::endpoint endpoint() const { return endpoint_; }

  void stop_on_signals() {
    signals_.add(SIGTERM);
    signals_.add(SIGINT);
    wait_for_signal();
  }

  bool run() {
    asio::co_spawn(io_, accept_loop(), [](std::exception_ptr) {});
    io_.run();
    return drained_;
  }

  void stop() {
    asio::post(io_, [this] { begin_stop(); });
  }

 private:
  void listen(const BindAddress& bind) {
    const tcp::endpoint wanted(asio::ip::make_address(bind.address), bind.port);
    acceptor_.open(wanted.protocol());
    acceptor_.set_option(asio::socket_base::reuse_address(true));
    acceptor_.bind(wanted);
    acceptor_.listen();
    endpoint_ = acceptor_.local_endpoint();
  }

  asio::awaitable<void> accept_loop() {
    const auto limit = static_cast<std::size_t>(context_.services.settings.max_connections);
    while (!context_.is_stopping) {
      bool must_pause = sessions_.size() >= limit + kSurplus;
      if (!must_pause) {
        auto [error, socket] = co_await acceptor_.async_accept(kNoThrow);
        if (!error) begin_session(std::move(socket), limit);
        must_pause = static_cast<bool>(error);
      }
      if (must_pause && !context_.is_stopping) {
        accept_pause_.expires_after(kAcceptPause);
        co_await accept_pause_.async_wait(kNoThrow);
      }
    }
  }

  void begin_session(tcp::socket socket, std::size_t limit) {
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    // A descriptor of ours is no business of the worker processes.
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
    const asio::ip::address address = socket.remote_endpoint(ignored).address();
    const bool is_surplus = sessions_.size() >= limit || !count_address(address);
    const auto session = std::make_shared<HttpSession>(std::move(socket), context_, is_surplus);
    sessions_.insert(session);
    context_.services.connections = sessions_.size();
    asio::co_spawn(io_, session->run(), [this, session, address](const std::exception_ptr& error) {
      if (error) session->break_off();
      sessions_.erase(session);
      if (--by_address_[address] == 0) by_address_.erase(address);
      context_.services.connections = sessions_.size();
      end_if_idle();
    });
  }

  /// Counts one more connection from there; false when these are too many. This machine's own
  /// address stands for all its users, and for a proxy.
  bool count_address(const asio::ip::address& address) {
    const auto most = static_cast<std::size_t>(context_.services.settings.max_per_address);
    return ++by_address_[address] <= most || address.is_loopback();
  }

  void begin_stop() {
    if (context_.is_stopping) return;
    context_.is_stopping = true;
    context_.services.is_stopping = true;
    sql_.stop();
    acceptor_.close();
    accept_pause_.cancel();
    for (const auto& session : sessions_) session->stop_when_idle();
    drain_.expires_after(context_.services.settings.drain_timeout);
    drain_.async_wait([this](boost::system::error_code error) {
      if (error || sessions_.empty()) return;
      drained_ = false;
      for (const auto& session : sessions_) session->break_off();
    });
    end_if_idle();
  }

  /// Nothing is left to wait for: run() returns.
  void end_if_idle() {
    if (!context_.is_stopping || !sessions_.empty()) return;
    drain_.cancel();
    signals_.cancel();
  }

  void wait_for_signal() {
    signals_.async_wait([this](boost::system::error_code error, int signal) {
      if (error) return;
      if (context_.is_stopping) std::_Exit(128 + signal);
      begin_stop();
      if (!sessions_.empty()) wait_for_signal();
    });
  }

  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  asio::steady_timer drain_;
  asio::steady_timer accept_pause_;
  asio::signal_set signals_;
  tcp::endpoint endpoint_;
  SqlPool sql_;
  SessionContext context_;
  std::map<asio::ip::address, std::size_t> by_address_;  // open connections
  std::set<std::shared_ptr<HttpSession>> sessions_;
  bool drained_ = true;
};

HttpServer::HttpServer(Services& services, AccessLog log, std::string program)
    : impl_(std::make_unique<Impl>(services, std::move(log), std::move(program))) {}

HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return impl_->endpoint().port(); }

std::string HttpServer::url() const {
  const auto address = impl_->endpoint().address();
  const std::string text = address.to_string();
  return fmt::format(fmt::runtime(address.is_v6() ? "http://[{}]:{}/" : "http://{}:{}/"), text,
                     port());
}

void HttpServer::stop_on_signals() { impl_->stop_on_signals(); }

bool HttpServer::run() { return impl_->run(); }

void HttpServer::stop() { impl_->stop(); }

}  // namespace mecadex::server
