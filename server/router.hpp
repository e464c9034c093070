// The table of routes: what can be asked, with which method, who answers, and what is said about
// it.
//
// The page `/`, the Allow header, /openapi.json and the tests read the same table, so that nothing
// is answered that is not listed. The routes of entities are made from their catalogue.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/entities.hpp"
#include "server/message.hpp"
#include "server/problem.hpp"

namespace mecadex::server {

struct Services;

using Handler = std::function<Response(const Request&, Services&)>;

/// A parameter of the path or the query string, for the documentation.
struct ApiParam {
  std::string name;
  std::string type;  // text, int
  std::string doc;
  std::string example;  // "" when the examples do without it
  std::vector<std::string> choices;
  bool is_in_path = false;
  bool is_required = false;
};

struct Route {
  std::string method;   // GET answers HEAD, too
  std::string pattern;  // "/v1/queries/{name}"
  Handler handler;
  std::string doc;
  std::vector<std::string> formats{"json"};  // values of ?format=, the standard one first
  std::vector<ApiParam> params;
  bool is_open = false;            // answered without the token
  bool has_revision = false;       // also below /v1/rev/{revision}
  const Entity* entity = nullptr;  // whose list or document it is
  bool is_list = false;            // of the entity
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
