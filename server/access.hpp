// Who may ask: the host names that the server answers to, and the token.
//
// A page of the web can point a name of its own at 127.0.0.1 and so make a browser ask this server
// (DNS rebinding). The browser then sends that name as Host: only known names are answered.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "server/message.hpp"
#include "server/settings.hpp"

namespace mecadex::server {

/// A setting cannot be used; `what()` is one line for the user.
class BadSetting : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct BindAddress {
  std::string address;  // "127.0.0.1", "::1"
  std::uint16_t port = 0;
  bool is_loopback = true;
};

/// Reads ADDRESS:PORT, [ADDRESS]:PORT or localhost:PORT. Throws BadSetting.
BindAddress parse_bind(const std::string& text);

/// The secret in a file: its first line. Throws BadSetting when the file cannot be read, is empty,
/// or others may read it.
std::string read_token(const std::string& file);

class AccessRules {
 public:
  /// Throws BadSetting for a bind address that others can reach without a token.
  explicit AccessRules(const Settings& settings);

  /// Throws Problem: 421 for an unknown host, 401 for a missing or wrong token unless `is_open`.
  void check(const Request& request, bool is_open) const;

 private:
  bool knows_host(std::string_view host) const;

  std::vector<std::string> hosts_;  // lower case, without port
  std::string token_;
};

/// Compares in a time that depends on `given` only.
bool equal_secret(std::string_view given, std::string_view secret);

}  // namespace mecadex::server
