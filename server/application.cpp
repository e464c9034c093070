#include "server/application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "server/handlers.hpp"
#include "server/openapi.hpp"
#include "server/part_buffer.hpp"
#include "server/problem.hpp"
#include "server/representation.hpp"
#include "server/router.hpp"

namespace mecadex::server {
namespace {

/// /v1/rev/{revision}/x is /v1/x of that revision.
void take_revision(Request& request) {
  auto& segments = request.target.segments;
  if (segments.size() < 4 || segments[0] != "v1" || segments[1] != "rev") return;
  request.revision = segments[2];
  segments.erase(segments.begin() + 1, segments.begin() + 3);
}

std::string key_of(const Request& request) {
  return request.newest ? cache_key(request, request.newest->revision()) : std::string();
}

/// The answer in memory, or the 304 when the client has it.
Response kept_response(const Request& request, const Response& kept) {
  if (!is_among(request.if_none_match, header_value(kept.headers, "ETag"))) return kept;
  Response response = kept;
  response.status = 304;
  response.content_type.clear();
  response.body.clear();
  std::erase_if(response.headers, [](const auto& header) {
    return header.first == "Content-Encoding" || header.first == "X-Truncated" ||
           header.first == "Link";
  });
  return response;
}

/// A browser asks before it sends a request from another origin's page.
bool is_preflight(const Request& request) {
  return request.method == "OPTIONS" && !request.origin.empty() &&
         !request.preflight_method.empty();
}

/// Tells a browser that a page of this origin may read the answer.
void add_cors(const Request& request, const Services& services, Response& response) {
  if (services.settings.cors.empty()) return;
  response.headers.emplace_back("Vary", "Origin");
  const auto& origins = services.settings.cors;
  if (std::find(origins.begin(), origins.end(), request.origin) == origins.end()) return;
  response.headers.emplace_back("Access-Control-Allow-Origin", request.origin);
  if (is_preflight(request)) {
    response.headers.emplace_back("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS");
    response.headers.emplace_back("Access-Control-Allow-Headers",
                                  "Authorization, Content-Type, If-None-Match");
    response.headers.emplace_back("Access-Control-Max-Age", "600");
  } else {
    response.headers.emplace_back("Access-Control-Expose-Headers",
                                  "ETag, Link, X-Request-Id, X-Truncated, Retry-After");
  }
}

/// After a restart with other limits, pages are cut elsewhere and documents show other numbers.
std::string stamp_of(const Settings& s) {
  return fmt::format("{},{},{},{},{},{}", s.rows, s.max_rows, s.page, s.max_page, s.sql_timeout.count(), s.sql_memory);
}

/// A body that is complete already is compressed here.
void compress(Response& response) {
  if (!response.is_complete() || !response.takes_gzip || response.body.size() < kGzipBytes) return;
  response.body = gzip(response.body);
  response.headers.emplace_back("Content-Encoding", "gzip");
}

Response route_request(Request& request, Services& services, const Route*& route) {
  request.target = parse_target(request.raw_target);
  if (!request.target.host.empty()) request.host = request.target.host;
  take_revision(request);
  const RouteMatch match = match_route(request);
  route = match.route;
  const bool is_open = route != nullptr && (route->is_open || is_preflight(request));
  services.access.check(request, is_open);
  if (match.problem) throw Problem(*match.problem);
  request.path_args = match.args;
  if (request.method != "OPTIONS") return route->handler(request, services);
  Response response;
  response.status = 204;
  response.headers.emplace_back("Allow", allowed_methods(route->pattern));
  return response;
}

}  // namespace

Services::Services(const Settings& settings_, const AccessRules& access_,
                   const queries::Catalogue& catalogue_, DatabasePool& pool_)
    : settings(settings_),
      access(access_),
      catalogue(catalogue_),
      pool(pool_),
      entities(builtin_entities()),
      query_list(query_list_json(catalogue_)),
      openapi(openapi_json(catalogue_, entities, settings_)),
      settings_stamp(stamp_of(settings_)),
      cache(static_cast<std::size_t>(settings_.answer_cache) * 1024 * 1024) {}

Response handle(Request& request, Services& services) {
  const Route* route = nullptr;
  Response response;
  request.newest = services.pool.current();
  request.settings_stamp = services.settings_stamp;
  const std::string key = key_of(request);
  try {
    const Response* kept = key.empty() ? nullptr : services.cache.find(key);
    if (kept != nullptr) {
      services.access.check(request, false);
      response = kept_response(request, *kept);
    } else {
      response = route_request(request, services, route);
      if (route != nullptr) response.route = route->pattern;
      compress(response);
      if (response.is_cacheable && response.status == 200) response.cache_key = key;
      if (response.is_complete()) keep_answer(response, services);
    }
  } catch (...) {
    response = problem_response(std::current_exception(), request);
    if (route != nullptr) response.route = route->pattern;
  }
  add_cors(request, services, response);
  return response;
}

void keep_answer(const Response& response, Services& services) {
  if (response.cache_key.empty() || response.status != 200 || !response.is_complete()) return;
  Response kept = response;
  std::erase_if(kept.headers, [](const auto& header) {
    return header.first.substr(0, 15) == "Access-Control-" ||
           (header.first == "Vary" && header.second == "Origin");
  });
  services.cache.store(response.cache_key, std::move(kept));
}

}  // namespace mecadex::server
