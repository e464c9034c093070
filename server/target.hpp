// The target of a request line, taken apart.
//
//   /v1/queries/some-name?source=My%20Game&limit=5         origin form
//   http://localhost:8080/v1/queries/some-name?limit=5     absolute form, as proxies send it
//
// The path is split at '/' before its segments are decoded, so that %2F never makes a new segment.
// In the query string '+' is a blank, as HTML forms send it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mecadex::server {

struct Target {
  std::string host;                                         // of the absolute form, else ""
  std::string path;                                         // as it was sent
  std::vector<std::string> segments;                        // decoded; "/" has none
  std::vector<std::pair<std::string, std::string>> params;  // decoded, in order
};

/// The target is malformed: `what()` says how.
class BadTarget : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws BadTarget for a wrong percent escape, a NUL byte, a fragment or another form.
Target parse_target(std::string_view text);

/// Escapes all but unreserved characters, for a path segment or a parameter.
std::string percent_encode(std::string_view text);

}  // namespace mecadex::server
