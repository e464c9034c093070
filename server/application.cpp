#include "server/application.hpp"

#include <exception>

#include "server/handlers.hpp"
#include "server/problem.hpp"
#include "server/router.hpp"

namespace mecadex::server {

Services::Services(const Settings& settings_, const AccessRules& access_,
                   const queries::Catalogue& catalogue_, DatabasePool& pool_)
    : settings(settings_),
      access(access_),
      catalogue(catalogue_),
      pool(pool_),
      query_list(query_list_json(catalogue_)) {}

Response handle(Request& request, Services& services) {
  const Route* route = nullptr;
  Response response;
  try {
    request.target = parse_target(request.raw_target);
    if (!request.target.host.empty()) request.host = request.target.host;
    const RouteMatch match = match_route(request);
    route = match.route;
    services.access.check(request, route != nullptr && route->is_open);
    if (match.problem) throw Problem(*match.problem);
    request.path_args = match.args;
    if (request.method == "OPTIONS") {
      response.status = 204;
      response.headers.emplace_back("Allow", allowed_methods(route->pattern));
    } else {
      response = route->handler(request, services);
    }
  } catch (...) {
    response = problem_response(std::current_exception(), request);
  }
  if (route != nullptr) response.route = route->pattern;
  return response;
}

}  // namespace mecadex::server
