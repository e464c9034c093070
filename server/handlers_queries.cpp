// /v1/queries and /v1/queries/{name}: the catalogue, and its answers as JSON, NDJSON or CSV.
//
// An answer as JSON is a page; as NDJSON or CSV it is everything unless there is a limit: a file that ends after the
// first page looks like a whole one.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "queries/cell_text.hpp"
#include "queries/parameters.hpp"
#include "queries/rows_out.hpp"
#include "server/handlers.hpp"
#include "server/representation.hpp"

namespace mecadex::server {
namespace {

constexpr std::array kListTypes{kJson};

}  // namespace

std::string query_list_json(const queries::Catalogue& catalogue) {
  nlohmann::json list = nlohmann::json::array();
  for (const queries::QuerySpec& spec : catalogue.all()) {
    nlohmann::json query = queries::to_json(spec);
    query["href"] = "/v1/queries/" + spec.name;
    list.push_back(std::move(query));
  }
  return list.dump(1);
}

Response handle_query_list(const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kListTypes);
  const auto snapshot = request.revision.empty() ? request.newest : snapshot_for(request, services);
  const std::string revision = snapshot ? snapshot->revision() : "";
  Response response = begin_response(request, type, revision);
  if (response.status == 304) return response;
  response.body =
      fmt::format(R"({{"revision":{},"queries":{}}})",
                  revision.empty() ? "null" : queries::json_string(revision), services.query_list) +
      "\n";
  return response;
}

Response handle_query(const Request& request, Services& services) {
  const queries::QuerySpec& spec = services.catalogue.find(request.path_args.front());
  queries::QueryRequest query;
  query.name = spec.name;
  query.params = given_params(request);
  const queries::Arguments arguments = queries::parse_arguments(spec, query.params);
  const MediaType& type = choose_type(request, kRowTypes);
  const bool is_page = type.format == kJson.format;
  if (is_page) {
    query.limit = services.settings.rows;
    query.max_limit = services.settings.max_rows;
  }
  const auto snapshot = snapshot_for(request, services);

  Response response = begin_response(request, type, snapshot->revision());
  if (response.status == 304) return response;
  response.snapshot = snapshot;
  response.is_stream = !is_page;
  response.produce = [&catalogue = services.catalogue, query, format = row_format(type), request](
                         queries::GuardedConnection& connection, std::ostream& out) {
    const auto writer = queries::make_writer(format, out);
    EndKeeper keeper(*writer);
    queries::run_query(catalogue, connection, query, keeper);
    return end_headers(request, keeper.kept());
  };
  return response;
}

}  // namespace mecadex::server
