#include "tests/server/http_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>

namespace mecadex::server {
namespace {

constexpr int kPatience = 10'000;  // milliseconds

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return text;
}

}  // namespace

std::string Reply::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

HttpClient::HttpClient(std::uint16_t port, int receive_bytes) {
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (receive_bytes > 0) {
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    ::close(socket_);
    socket_ = -1;
  }
}

HttpClient::~HttpClient() {
  if (socket_ >= 0) ::close(socket_);
}

void HttpClient::send(const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const auto size = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (size <= 0) return;
    sent += static_cast<std::size_t>(size);
  }
}

bool HttpClient::fill() {
  pollfd wait{socket_, POLLIN, 0};
  if (::poll(&wait, 1, kPatience) != 1) return false;
  std::array<char, 16'384> bytes{};
  const auto size = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (size <= 0) return false;
  buffer_.append(bytes.data(), static_cast<std::size_t>(size));
  return true;
}

bool HttpClient::read_until(const std::string& mark, std::string& text) {
  for (;;) {
    const auto end = buffer_.find(mark);
    if (end != std::string::npos) {
      text = buffer_.substr(0, end);
      buffer_.erase(0, end + mark.size());
      return true;
    }
    if (!fill()) return false;
  }
}

bool HttpClient::read_headers(Reply& reply) {
  for (std::string line; read_until("\r\n", line);) {
    if (line.empty()) return true;
    const auto colon = line.find(": ");
    if (colon != std::string::npos) {
      reply.headers[lower(line.substr(0, colon))] = line.substr(colon + 2);
    }
  }
  return false;
}

void HttpClient::read_chunks(Reply& reply) {
  for (std::string line; read_until("\r\n", line);) {
    const std::size_t size = std::strtoul(line.c_str(), nullptr, 16);
    if (size == 0) {
      reply.is_complete = read_headers(reply);
      return;
    }
    while (buffer_.size() < size + 2) {
      if (!fill()) return;
    }
    reply.body += buffer_.substr(0, size);
    buffer_.erase(0, size + 2);
  }
}

Reply HttpClient::read_reply(bool has_body) {
  Reply reply;
  std::string line;
  if (!read_until("\r\n", line) || line.size() < 12) return reply;
  reply.status = static_cast<unsigned>(std::strtoul(line.c_str() + 9, nullptr, 10));
  if (!read_headers(reply)) return reply;
  if (!has_body || reply.status == 304 || reply.status == 204 || reply.status == 100) {
    reply.is_complete = true;
  } else if (reply.header("transfer-encoding") == "chunked") {
    read_chunks(reply);
  } else if (reply.headers.count("content-length") == 0) {
    while (fill()) continue;
    reply.body.swap(buffer_);
  } else {
    const std::size_t size = std::strtoul(reply.header("content-length").c_str(), nullptr, 10);
    while (buffer_.size() < size && fill()) continue;
    reply.is_complete = buffer_.size() >= size;
    reply.body = buffer_.substr(0, size);
    buffer_.erase(0, size);
  }
  return reply;
}

bool HttpClient::is_closed_within(int milliseconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  std::array<char, 4096> bytes{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    pollfd wait{socket_, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&wait, 1, static_cast<int>(left.count())) != 1) return false;
    if (::recv(socket_, bytes.data(), bytes.size(), 0) <= 0) return true;
  }
}

Reply HttpClient::get(const std::string& target, const std::string& headers) {
  send(get_request(target, headers));
  return read_reply();
}

std::string get_request(const std::string& target, const std::string& headers,
                        const std::string& method) {
  return method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
}

}  // namespace mecadex::server
