// /v1/queries and /v1/queries/{name}: the catalogue, and its answers as JSON, NDJSON or CSV.
//
// A parameter with an empty value counts as not given: an HTML form sends every field. NDJSON and
// CSV have no room for `truncated` and `next`, so each answer also says them as headers:
// X-Truncated and Link rel="next".
#include <fmt/format.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "queries/cell_text.hpp"
#include "queries/parameters.hpp"
#include "queries/rows_out.hpp"
#include "server/handlers.hpp"
#include "server/problem.hpp"
#include "server/representation.hpp"

namespace mecadex::server {
namespace {

constexpr std::array kListTypes{kJson};
constexpr std::array kRowTypes{kJson, kNdjson, kCsv};

using Params = std::vector<std::pair<std::string, std::string>>;

Params query_params(const Request& request) {
  Params params;
  for (const auto& param : request.target.params) {
    if (param.first != "format" && !param.second.empty()) params.push_back(param);
  }
  return params;
}

/// Passes an answer on and keeps how it ended.
class EndKeeper : public queries::RowSink {
 public:
  explicit EndKeeper(queries::RowSink& sink) : sink_(sink) {}

  void begin(const queries::AnswerHeader& header) override { sink_.begin(header); }
  void row(const std::vector<queries::Value>& values) override { sink_.row(values); }
  void end(const queries::AnswerEnd& end) override {
    end_ = end;
    sink_.end(end);
  }

  const queries::AnswerEnd& kept() const { return end_; }

 private:
  queries::RowSink& sink_;
  queries::AnswerEnd end_;
};

/// The same request with another cursor.
std::string next_target(const Request& request, const std::string& cursor) {
  std::string target = request.target.path + "?";
  for (const auto& [name, value] : request.target.params) {
    if (name == "cursor") continue;
    target += fmt::format("{}={}&", percent_encode(name), percent_encode(value));
  }
  return target + "cursor=" + percent_encode(cursor);
}

Headers end_headers(const Request& request, const queries::AnswerEnd& end) {
  Headers headers{{"X-Truncated", end.is_truncated ? "true" : "false"}};
  if (end.next) {
    headers.emplace_back("Link",
                         fmt::format("<{}>; rel=\"next\"", next_target(request, *end.next)));
  }
  return headers;
}

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
  const auto snapshot = services.pool.current();
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
  query.params = query_params(request);
  query.limit = services.settings.rows;
  query.max_limit = services.settings.max_rows;
  const queries::Arguments arguments = queries::parse_arguments(spec, query.params);
  const MediaType& type = choose_type(request, kRowTypes);
  const auto snapshot = current_snapshot(services);

  Response response = begin_response(request, type, snapshot->revision());
  if (response.status == 304) return response;
  response.snapshot = snapshot;
  const auto format = queries::parse_format(type.format).value_or(queries::Format::json);
  response.produce = [&catalogue = services.catalogue, query, format, request](
                         queries::GuardedConnection& connection, std::ostream& out) {
    const auto writer = queries::make_writer(format, out);
    EndKeeper keeper(*writer);
    queries::run_query(catalogue, connection, query, keeper);
    return end_headers(request, keeper.kept());
  };
  return response;
}

}  // namespace mecadex::server
