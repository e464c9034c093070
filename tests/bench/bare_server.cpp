// The floor of the service's speed: a Beast server that answers every request with the same bytes,
// kept in memory. bare_server FILE prints its port and serves the file on 127.0.0.1 until it is
// killed: one thread, a coroutine per connection, TCP_NODELAY, keep-alive, the library's own
// message types.
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;

constexpr auto kNoThrow = asio::as_tuple(asio::use_awaitable);

asio::awaitable<void> serve(tcp::socket socket, const std::string& body) {
  beast::tcp_stream stream(std::move(socket));
  beast::flat_buffer buffer;
  for (bool goes_on = true; goes_on;) {
    http::request<http::string_body> request;
    stream.expires_after(std::chrono::seconds(30));
    const auto [read_error, read] = co_await http::async_read(stream, buffer, request, kNoThrow);
    if (read_error) co_return;
    http::response<http::string_body> response(http::status::ok, request.version());
    response.set(http::field::content_type, "application/json");
    response.keep_alive(request.keep_alive());
    response.body() = body;
    response.prepare_payload();
    const auto [write_error, written] = co_await http::async_write(stream, response, kNoThrow);
    goes_on = !write_error && request.keep_alive();
  }
}

asio::awaitable<void> accept(tcp::acceptor& acceptor, const std::string& body) {
  for (;;) {
    auto [error, socket] = co_await acceptor.async_accept(kNoThrow);
    if (error) continue;
    socket.set_option(tcp::no_delay(true));
    asio::co_spawn(acceptor.get_executor(), serve(std::move(socket), body), asio::detached);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string body{std::istreambuf_iterator<char>(file), {}};
  asio::io_context io(1);
  tcp::acceptor acceptor(io, {asio::ip::make_address("127.0.0.1"), 0});
  std::cout << acceptor.local_endpoint().port() << std::endl;
  asio::co_spawn(io, accept(acceptor, body), asio::detached);
  io.run();
}
