// The table of routes: what can be asked, with which method, and who answers.
//
// The page `/`, the Allow header and the tests read the same table, so that nothing is answered
// that is not listed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/message.hpp"
#include "server/problem.hpp"

namespace mecadex::server {

struct Services;

using Handler = Response (*)(const Request&, Services&);

struct Route {
  std::string_view method;   // GET answers HEAD, too
  std::string_view pattern;  // "/v1/queries/{name}"
  Handler handler;
  bool is_open;  // answered without the token
  std::string_view doc;
};

std::span<const Route> all_routes();

/// The route of a request, or why there is none.
struct RouteMatch {
  const Route* route = nullptr;  // that the path belongs to, even when the method is refused
  std::vector<std::string> args;
  std::optional<Problem> problem;
};

/// HEAD is answered by GET's route, OPTIONS by any.
RouteMatch match_route(const Request& request);

/// "GET, HEAD, OPTIONS": what the path of this pattern takes.
std::string allowed_methods(std::string_view pattern);

}  // namespace mecadex::server
