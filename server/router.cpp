#include "server/router.hpp"

#include <fmt/format.h>

#include <array>

#include "server/handlers.hpp"

namespace mecadex::server {
namespace {

constexpr std::array kRoutes{
    Route{"GET", "/", handle_home, false, "this page"},
    Route{"GET", "/v1/queries", handle_query_list, false,
          "every query with its parameters and columns"},
    Route{"GET", "/v1/queries/{name}", handle_query, false, "the answer of one query"},
    Route{"GET", "/v1/version", handle_version, false,
          "versions of program, schema and decoders, revision of the corpus"},
    Route{"GET", "/healthz", handle_health, true, "whether the process is up"},
};

/// The arguments of a path if it fits the pattern.
std::optional<std::vector<std::string>> fit(std::string_view pattern,
                                            const std::vector<std::string>& segments) {
  std::vector<std::string> args;
  pattern.remove_prefix(1);
  for (const std::string& segment : segments) {
    if (pattern.empty()) return std::nullopt;
    const auto end = pattern.find('/');
    const std::string_view part = pattern.substr(0, end);
    pattern.remove_prefix(end == std::string_view::npos ? pattern.size() : end + 1);
    if (part.front() == '{') {
      args.push_back(segment);
    } else if (part != segment) {
      return std::nullopt;
    }
  }
  if (!pattern.empty()) return std::nullopt;
  return args;
}

bool takes(const Route& route, std::string_view method) {
  return route.method == method || (route.method == "GET" && method == "HEAD");
}

}  // namespace

std::span<const Route> all_routes() { return kRoutes; }

std::string allowed_methods(std::string_view pattern) {
  std::string allowed;
  for (const Route& route : kRoutes) {
    if (route.pattern != pattern) continue;
    allowed += fmt::format("{}, ", route.method);
    if (route.method == "GET") allowed += "HEAD, ";
  }
  return allowed + "OPTIONS";
}

RouteMatch match_route(const Request& request) {
  RouteMatch match;
  for (const Route& route : kRoutes) {
    auto args = fit(route.pattern, request.target.segments);
    if (!args) continue;
    match.route = &route;
    match.args = std::move(*args);
    if (takes(route, request.method) || request.method == "OPTIONS") return match;
  }
  if (match.route == nullptr) {
    match.problem.emplace(problems::kRouteUnknown, "there is nothing here; / lists what there is");
  } else {
    const std::string allowed = allowed_methods(match.route->pattern);
    match.problem.emplace(problems::kMethodNotAllowed, "this takes " + allowed,
                          Headers{{"Allow", allowed}});
  }
  return match;
}

}  // namespace mecadex::server
