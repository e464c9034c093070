#include "server/access.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <fstream>

#include "server/problem.hpp"

namespace mecadex::server {
namespace {

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return lowered;
}

/// "localhost:8080" -> "localhost", "[::1]:8080" -> "[::1]".
std::string_view without_port(std::string_view host) {
  const auto bracket = host.rfind(']');
  const auto colon = host.rfind(':');
  if (colon == std::string_view::npos) return host;
  if (bracket != std::string_view::npos && colon < bracket) return host;
  return host.substr(0, colon);
}

/// Throws BadSetting unless it is written as browsers send it. "*" would open the corpus to every
/// page that its users visit.
void require_origin(const std::string& origin) {
  const auto scheme = origin.find("://");
  const bool is_origin = scheme != std::string::npos && scheme > 0 && origin.size() > scheme + 3 &&
                         origin.find_first_of("/*, ", scheme + 3) == std::string::npos;
  if (!is_origin) {
    throw BadSetting("--cors " + origin + ": write an origin like https://example.org");
  }
}

/// An address as it is written in a URL.
std::string as_host(const std::string& address) {
  return address.find(':') == std::string::npos ? address : "[" + address + "]";
}

}  // namespace

BindAddress parse_bind(const std::string& text) {
  const auto wrong = [&](const char* why) {
    return BadSetting(fmt::format("--bind {}: {}; write it like 127.0.0.1:8080", text, why));
  };
  const auto colon = text.rfind(':');
  if (colon == std::string::npos) throw wrong("the port is missing");
  BindAddress bind;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + colon + 1, end, bind.port);
  if (read.ec != std::errc() || read.ptr != end) throw wrong("the port is not a number to 65535");

  bind.address = text.substr(0, colon);
  if (bind.address == "localhost") bind.address = "127.0.0.1";
  if (bind.address.size() > 2 && bind.address.front() == '[' && bind.address.back() == ']') {
    bind.address = bind.address.substr(1, bind.address.size() - 2);
  }
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(bind.address, error);
  if (error) throw wrong("this is not an IP address");
  bind.is_loopback = address.is_loopback();
  return bind;
}

std::string read_token(const std::string& file) {
  struct stat status {};
  std::ifstream in(file);
  if (!in || ::stat(file.c_str(), &status) != 0) {
    throw BadSetting("--token-file " + file + " cannot be read");
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw BadSetting("--token-file " + file + " is open to others: chmod 600 it");
  }
  std::string token;
  std::getline(in, token);
  while (!token.empty() && (token.back() == '\r' || token.back() == ' ')) token.pop_back();
  if (token.empty()) throw BadSetting("--token-file " + file + " is empty");
  return token;
}

AccessRules::AccessRules(const Settings& settings) : hosts_{"localhost", "127.0.0.1", "[::1]"} {
  const BindAddress bind = parse_bind(settings.bind);
  hosts_.push_back(as_host(bind.address));
  for (const std::string& host : settings.hosts) hosts_.push_back(lower(without_port(host)));
  for (const std::string& origin : settings.cors) require_origin(origin);
  if (!settings.token_file.empty()) {
    token_ = read_token(settings.token_file);
  } else if (!bind.is_loopback) {
    throw BadSetting("--bind " + settings.bind +
                     " can be reached by others: give a --token-file, or bind to 127.0.0.1");
  }
}

bool AccessRules::knows_host(std::string_view host) const {
  return std::find(hosts_.begin(), hosts_.end(), lower(without_port(host))) != hosts_.end();
}

void AccessRules::check(const Request& request, bool is_open) const {
  if (!knows_host(request.host)) {
    throw Problem(problems::kHostUnknown,
                  "this server does not answer to that host name; --host NAME makes it known");
  }
  if (token_.empty() || is_open) return;
  constexpr std::string_view kBearer = "bearer ";
  const std::string_view given = request.authorization;
  const bool is_bearer = lower(given.substr(0, kBearer.size())) == kBearer;
  if (!is_bearer || !equal_secret(given.substr(kBearer.size()), token_)) {
    throw Problem(problems::kTokenRequired, "send the header Authorization: Bearer TOKEN",
                  {{"WWW-Authenticate", "Bearer"}});
  }
}

bool equal_secret(std::string_view given, std::string_view secret) {
  unsigned difference = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const char expected = secret.empty() ? '\0' : secret[i % secret.size()];
    difference |= static_cast<unsigned>(given[i] ^ expected);
  }
  return difference == 0;
}

}  // namespace mecadex::server
