#include "server/target.hpp"

#include <fmt/format.h>

namespace mecadex::server {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decode(std::string_view text, bool plus_is_blank) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) throw BadTarget("'%' is not followed by two hex digits");
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_blank) {
      c = ' ';
    }
    if (c == '\0') throw BadTarget("a NUL byte is not allowed");
    decoded += c;
  }
  return decoded;
}

/// Everything up to `separator`, which is taken off as well.
std::string_view take_until(std::string_view& rest, char separator) {
  const auto end = rest.find(separator);
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return taken;
}

void split_params(std::string_view query, Target& target) {
  while (!query.empty()) {
    std::string_view pair = take_until(query, '&');
    if (pair.empty()) continue;
    const std::string_view name = take_until(pair, '=');
    target.params.emplace_back(decode(name, true), decode(pair, true));
  }
}

void split_path(std::string_view path, Target& target) {
  target.path = path;
  path.remove_prefix(1);
  if (path.empty()) return;
  for (;;) {
    const auto end = path.find('/');
    target.segments.push_back(decode(path.substr(0, end), false));
    if (end == std::string_view::npos) return;
    path.remove_prefix(end + 1);
  }
}

}  // namespace

Target parse_target(std::string_view text) {
  Target target;
  if (constexpr std::string_view kScheme = "http://"; text.substr(0, kScheme.size()) == kScheme) {
    text.remove_prefix(kScheme.size());
    const auto end = text.find_first_of("/?");
    target.host = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end);
    if (target.host.empty()) throw BadTarget("the host is missing");
    if (text.empty()) text = "/";
  }
  if (text.empty() || text.front() != '/') throw BadTarget("the target does not begin with '/'");
  if (text.find('#') != std::string_view::npos) throw BadTarget("a fragment is not allowed");
  const std::string_view path = take_until(text, '?');
  split_path(path, target);
  split_params(text, target);
  return target;
}

std::string percent_encode(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '~';
    encoded += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return encoded;
}

}  // namespace mecadex::server
