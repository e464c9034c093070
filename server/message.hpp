// Request and response as the handlers see them: no socket, no HTTP library.
//
// A response is either complete (`body`) or still to be made. With `produce` a worker thread calls
// that function with a connection to `snapshot`, and what it writes becomes the body; with `sql` a
// worker process runs the user's statement. An error before the first part has left turns into a
// problem response; a later one breaks the connection off, so that nobody takes half an answer for
// a whole one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

class Snapshot;  // server/snapshot.hpp

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Request {
  std::string id;      // ours, for logs and problem responses
  std::string method;  // as sent
  std::string raw_target;
  Target target;
  std::string host;           // the Host header, or the absolute target's
  std::string authorization;  // the header, or ""
  std::string accept;         // all Accept headers, joined
  std::string accept_encoding;
  std::string if_none_match;
  std::string origin;            // the page that asks, when a browser asks for another one's page
  std::string preflight_method;  // Access-Control-Request-Method
  std::string content_type;
  std::string body;
  std::string revision;                    // of a path below /v1/rev/{revision}; "" for the newest
  std::shared_ptr<const Snapshot> newest;  // when the request began; null while there is no corpus
  std::string_view settings_stamp;         // the server's settings that shape answers; part of every ETag
  std::vector<std::string> path_args;      // what the route's {...} stand for, in order
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

  bool is_head() const { return method == "HEAD"; }
};

/// Writes a body and returns the headers that are known only at its end (sent as trailers when the
/// body is too long to be kept).
using Produce = std::function<Headers(queries::GuardedConnection&, std::ostream&)>;

/// One statement of a user's, for a worker process.
struct SqlTask {
  std::string sql;
  std::string params;                 // JSON object of values to bind by name; "" for none
  std::string format;                 // json, ndjson, csv or csv-safe
  std::optional<std::int64_t> limit;  // rows; none: all
  std::chrono::milliseconds timeout{1'000};
};

struct Response {
  unsigned status = 200;
  std::string content_type;
  Headers headers;
  std::string body;
  Produce produce;                           // empty: `body` is all, unless there is `sql`
  std::optional<SqlTask> sql;                // never together with `produce`
  std::shared_ptr<const Snapshot> snapshot;  // that `produce` or `sql` reads
  std::string_view route;                    // pattern of the route that answered, for the log
  bool takes_gzip = false;    // the client takes it: the body is compressed when it is worth it
  bool is_stream = false;     // rows without end: the deadline counts anew from each part
  bool is_cacheable = false;  // depends on the snapshot and the request alone
  std::string cache_key;      // where to keep it (answer_cache.hpp); "" for nowhere

  bool is_complete() const { return !produce && !sql; }
};

/// Value of a header of a response; "" when it has none.
std::string_view header_value(const Headers& headers, std::string_view name);

}  // namespace mecadex::server
