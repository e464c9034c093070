#include "server/router.hpp"

#include <fmt/format.h>

#include "server/handlers.hpp"

namespace mecadex::server {
namespace {

const std::vector<std::string> kRowFormats{"json", "ndjson", "csv", "csv-exact"};

ApiParam path_param(const char* name, const char* doc, std::string example) {
  return {name, "text", doc, std::move(example), {}, true, true};
}

ApiParam query_param(const char* name, const char* type, const char* doc,
                     std::string example = "") {
  return {name, type, doc, std::move(example), {}, false, false};
}

std::vector<ApiParam> list_params(const Entity& entity) {
  std::vector<ApiParam> params;
  for (const EntityFilter& filter : entity.filters) {
    const bool is_number = filter.type == queries::ValueType::integer;
    params.push_back({filter.name, is_number ? "int" : "text",
                      filter.doc + (filter.is_pattern ? "; * and ? are wildcards" : ""),
                      "", filter.choices, false, false});
  }
  ApiParam sort = query_param("sort", "text", "column to sort by; a - in front reverses the order");
  for (const std::string& column : entity.sorts) {
    sort.choices.push_back(column);
    sort.choices.push_back("-" + column);
  }
  sort.choices.push_back(entity.key);
  sort.choices.push_back("-" + entity.key);
  params.push_back(std::move(sort));
  params.push_back(
      query_param("fields", "text", "columns to return, separated by commas", entity.key));
  params.push_back(
      query_param("limit", "int", "maximum number of rows; without it NDJSON and CSV have every row", "10"));
  params.push_back(query_param("cursor", "text", "`next` of the previous page"));
  return params;
}

void add_entity(const Entity& entity, std::vector<Route>& routes) {
  Route list{"GET",
             "/v1/" + entity.name,
             [&entity](const Request& request, Services& services) {
               return handle_entity_list(entity, request, services);
             },
             entity.doc,
             kRowFormats,
             list_params(entity)};
  list.has_revision = true;
  list.entity = &entity;
  list.is_list = true;
  routes.push_back(std::move(list));
  Route one{"GET",
            "/v1/" + entity.name + "/{id}",
            [&entity](const Request& request, Services& services) {
              return handle_entity(entity, request, services);
            },
            "one " + entity.one + " with all its parts, as a document",
            {"json"},
            {path_param("id", "id, as the list shows it", entity.example)}};
  one.has_revision = true;
  one.entity = &entity;
  routes.push_back(std::move(one));
}

void add_sql(std::vector<Route>& routes) {
  const std::vector<ApiParam> common{
      query_param("limit", "int", "maximum number of rows; without it NDJSON and CSV have every row", "10"),
      query_param("timeout_ms", "int", "maximum running time in milliseconds; the default is also the highest value")};
  std::vector<ApiParam> with_sql{
      {"sql", "text", "one SELECT", "SELECT count(*) AS n FROM controllers", {}, false, true}};
  with_sql.insert(with_sql.end(), common.begin(), common.end());
  routes.push_back({"GET", "/v1/sql", handle_sql_get, "the answer to one SELECT of your own",
                    kRowFormats, with_sql, false, true});
  routes.push_back({"POST", "/v1/sql", handle_sql_post, "the same, with the statement in the body",
                    kRowFormats, common, false, true});
}

std::vector<Route> make_routes() {
  std::vector<Route> routes;
  routes.push_back({"GET", "/", handle_home, "a page for people: every query and list with a form", {"html"}});
  routes.push_back({"GET", "/v1", handle_index, "every route, as JSON", {"json"}});
  routes.push_back({"GET",
                    "/v1/queries",
                    handle_query_list,
                    "every query with its parameters and columns",
                    {"json"},
                    {},
                    false,
                    true});
  routes.push_back({"GET",
                    "/v1/queries/{name}",
                    handle_query,
                    "the answer to one named query",
                    kRowFormats,
                    {path_param("name", "name of the query", "corpus-census")},
                    false,
                    true});
  for (const Entity& entity : builtin_entities().all()) add_entity(entity, routes);
  add_sql(routes);
  ApiParam as = query_param("as", "text", "how to read a number: as a hash (the default) or as a name (text)");
  as.choices = {"hash", "text"};
  routes.push_back({"GET",
                    "/v1/names/{name}",
                    handle_name,
                    "what a hash means, or what a name hashes to, and where it is used",
                    {"json"},
                    {path_param("name", "a name, or a hash in decimal or 0x hex", "Idle"), as,
                     query_param("source", "text", "only uses in this source; * and ? are wildcards"),
                     query_param("file", "text", "only uses in this file; * and ? are wildcards"),
                     query_param("limit", "int", "maximum number of uses", "10"),
                     query_param("cursor", "text", "`next` of the previous page")},
                    false,
                    true});
  routes.push_back({"GET",
                    "/v1/schema",
                    handle_schema,
                    "every table and column with its meaning, and how to write SQL",
                    {"json", "sql"},
                    {},
                    false,
                    true});
  routes.push_back({"GET",
                    "/v1/schema/{table}",
                    handle_schema_table,
                    "a table or view with its columns and indexes",
                    {"json", "sql"},
                    {path_param("table", "name of the table or view", "transitions_view")},
                    false,
                    true});
  routes.push_back({"GET",
                    "/v1/version",
                    handle_version,
                    "versions of program, schema and decoders, revision of the corpus",
                    {"json"},
                    {},
                    false,
                    true});
  routes.push_back({"GET", "/openapi.json", handle_openapi, "this interface as OpenAPI 3.1"});
  routes.push_back(
      {"GET", "/healthz", handle_health, "whether the process is running", {"json"}, {}, true});
  routes.push_back({"GET", "/readyz", handle_ready, "whether the corpus answers within 0.1 s"});
  routes.push_back(
      {"GET", "/metrics", handle_metrics, "counters in Prometheus' text format", {"text"}});
  return routes;
}

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

std::span<const Route> all_routes() {
  static const std::vector<Route> routes = make_routes();
  return routes;
}

std::string allowed_methods(std::string_view pattern) {
  std::string allowed;
  for (const Route& route : all_routes()) {
    if (route.pattern != pattern) continue;
    allowed += fmt::format("{}, ", route.method);
    if (route.method == "GET") allowed += "HEAD, ";
  }
  return allowed + "OPTIONS";
}

RouteMatch match_route(const Request& request) {
  RouteMatch match;
  for (const Route& route : all_routes()) {
    if (!request.revision.empty() && !route.has_revision) continue;
    auto args = fit(route.pattern, request.target.segments);
    if (!args) continue;
    match.route = &route;
    match.args = std::move(*args);
    if (takes(route, request.method) || request.method == "OPTIONS") return match;
  }
  if (match.route == nullptr) {
    match.problem.emplace(problems::kRouteUnknown, "No such route. See / for all routes.");
  } else {
    const std::string allowed = allowed_methods(match.route->pattern);
    match.problem.emplace(problems::kMethodNotAllowed, "This route takes " + allowed,
                          Headers{{"Allow", allowed}});
  }
  return match;
}

}  // namespace mecadex::server
