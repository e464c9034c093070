#include "server/health_check.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <exception>
#include <stdexcept>

namespace mecadex::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;

constexpr auto kPatience = std::chrono::seconds(3);

struct Url {
  std::string authority;  // as it goes into the Host header
  std::string host;
  std::string port = "80";
  std::string path = "/";
};

Url parse_url(const std::string& text) {
  constexpr std::string_view kScheme = "http://";
  if (text.compare(0, kScheme.size(), kScheme) != 0) {
    throw std::runtime_error("the URL does not begin with http://");
  }
  Url url;
  const auto slash = text.find('/', kScheme.size());
  url.authority = text.substr(kScheme.size(), slash - kScheme.size());
  if (slash != std::string::npos) url.path = text.substr(slash);
  url.host = url.authority;
  const auto colon = url.authority.rfind(':');
  const auto bracket = url.authority.rfind(']');
  if (colon != std::string::npos && (bracket == std::string::npos || colon > bracket)) {
    url.host = url.authority.substr(0, colon);
    url.port = url.authority.substr(colon + 1);
  }
  if (url.host.size() > 2 && url.host.front() == '[') {
    url.host = url.host.substr(1, url.host.size() - 2);
  }
  return url;
}

/// Asynchronous, because Beast's timeouts hold for asynchronous operations only.
unsigned get_status(const Url& url) {
  asio::io_context io;
  tcp::resolver resolver(io);
  beast::tcp_stream stream(io);
  beast::flat_buffer buffer;
  http::request<http::empty_body> request(http::verb::get, url.path, 11);
  request.set(http::field::host, url.authority);
  request.set(http::field::connection, "close");
  http::response<http::string_body> response;
  beast::error_code failure;
  const auto fail = [&](beast::error_code error) { failure = error; };
  stream.expires_after(kPatience);
  const auto on_written = [&](beast::error_code error, std::size_t) {
    if (error) return fail(error);
    http::async_read(stream, buffer, response,
                     [&](beast::error_code read_error, std::size_t) { fail(read_error); });
  };
  stream.async_connect(resolver.resolve(url.host, url.port),
                       [&](beast::error_code error, const tcp::endpoint&) {
                         if (error) return fail(error);
                         http::async_write(stream, request, on_written);
                       });
  io.run();
  if (failure) throw std::runtime_error(failure.message());
  return response.result_int();
}

}  // namespace

bool is_healthy(const std::string& url, std::string& why) {
  try {
    const unsigned status = get_status(parse_url(url));
    if (status == 200) return true;
    why = "answered " + std::to_string(status);
  } catch (const std::exception& error) {
    why = error.what();
  }
  return false;
}

}  // namespace mecadex::server
