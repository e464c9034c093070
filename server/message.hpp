// Request and response as the handlers see them: no socket, no HTTP library.
//
// A response is either complete (`body`) or still to be made (`produce`): then a worker calls
// `produce` with a connection to `snapshot`, and what it writes becomes the body. An exception
// before the first part has left turns into a problem response; a later one breaks the connection
// off, so that nobody takes half an answer for a whole one.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/target.hpp"

namespace mecadex::queries {
class GuardedConnection;
}

namespace mecadex::server {

class Snapshot;

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Request {
  std::string id;      // ours, for logs and problem responses
  std::string method;  // as sent
  std::string raw_target;
  Target target;
  std::string host;           // the Host header, or the absolute target's
  std::string authorization;  // the header, or ""
  std::string accept;         // all Accept headers, joined
  std::string if_none_match;
  std::vector<std::string> path_args;  // what the route's {...} stand for, in order

  bool is_head() const { return method == "HEAD"; }
};

/// Writes a body and returns the headers that are known only at its end (sent as trailers when the
/// body is too long to be kept).
using Produce = std::function<Headers(queries::GuardedConnection&, std::ostream&)>;

struct Response {
  unsigned status = 200;
  std::string content_type;
  Headers headers;
  std::string body;
  Produce produce;                           // empty: `body` is all
  std::shared_ptr<const Snapshot> snapshot;  // that `produce` reads
  std::string_view route;                    // pattern of the route that answered, for the log
};

/// Value of a header of a response; "" when it has none.
std::string_view header_value(const Headers& headers, std::string_view name);

}  // namespace mecadex::server
