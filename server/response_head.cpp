#include "server/response_head.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <iterator>

#include "server/problem.hpp"

namespace mecadex::server {
namespace {

std::string_view reason(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    default:
      return status_title(status);
  }
}

/// A line break in a value would begin a header of its own.
void append_header(std::string& head, std::string_view name, std::string_view value) {
  head += name;
  head += ": ";
  for (const char c : value) {
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) head += c;
  }
  head += "\r\n";
}

/// The Date header's value; made anew once a second. Used on one thread.
const std::string& http_date() {
  static std::time_t made_at = 0;
  static std::string text;
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  if (now != made_at) {
    text = fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(now));
    made_at = now;
  }
  return text;
}

bool has_no_body(unsigned status) { return status == 204 || status == 304; }

}  // namespace

std::string response_head(const Response& response, const Framing& framing,
                          std::string_view request_id) {
  std::string head;
  head.reserve(512 + response.body.size());
  fmt::format_to(std::back_inserter(head), "HTTP/1.1 {} {}\r\n", response.status,
                 reason(response.status));
  append_header(head, "Date", http_date());
  if (!response.content_type.empty()) append_header(head, "Content-Type", response.content_type);
  if (framing.length == Length::chunked) {
    append_header(head, "Transfer-Encoding", "chunked");
    append_header(head, "Trailer", "X-Truncated, Link");
  } else if (framing.length == Length::known && !has_no_body(response.status)) {
    append_header(head, "Content-Length", std::to_string(response.body.size()));
  }
  for (const auto& [name, value] : response.headers) append_header(head, name, value);
  append_header(head, "X-Request-Id", request_id);
  append_header(head, "X-Content-Type-Options", "nosniff");
  if (!framing.keep_alive) {
    append_header(head, "Connection", "close");
  } else if (framing.version < 11) {
    append_header(head, "Connection", "keep-alive");
  }
  head += "\r\n";
  return head;
}

std::string as_chunk(std::string_view part) {
  std::string chunk = fmt::format("{:x}\r\n", part.size());
  chunk.reserve(chunk.size() + part.size() + 2);
  chunk += part;
  chunk += "\r\n";
  return chunk;
}

std::string last_chunk(const Headers& trailers) {
  std::string chunk = "0\r\n";
  for (const auto& [name, value] : trailers) append_header(chunk, name, value);
  return chunk + "\r\n";
}

}  // namespace mecadex::server
