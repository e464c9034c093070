// Embedded queries, look-up by name, and the documentation of a query as JSON.
#include "queries/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "queries/front_matter.hpp"
#include "queries/nearest.hpp"
#include "queries/parameters.hpp"
#include "queries/query_error.hpp"

namespace mecadex::queries {
namespace {

struct EmbeddedQuery {
  const char* path;
  const char* text;
};

constexpr EmbeddedQuery kQueries[] = {
#include "queries.inc"
};

nlohmann::json to_json(const Param& param) {
  nlohmann::json json{{"name", param.name},
                      {"type", to_string(param.type)},
                      {"required", param.is_required},
                      {"doc", param.doc}};
  if (param.default_text) json["default"] = *param.default_text;
  if (param.max) json["max"] = *param.max;
  if (!param.choices.empty()) json["choices"] = param.choices;
  if (param.is_pattern) json["wildcards"] = true;
  return json;
}

const char* to_string(Returns returns) {
  switch (returns) {
    case Returns::row:
      return "row";
    case Returns::value:
      return "value";
    case Returns::rows:
      break;
  }
  return "rows";
}

}  // namespace

Catalogue::Catalogue(std::vector<QuerySpec> specs) : specs_(std::move(specs)) {
  std::sort(specs_.begin(), specs_.end(), [](const QuerySpec& a, const QuerySpec& b) {
    return std::tie(a.topic, a.name) < std::tie(b.topic, b.name);
  });
  std::vector<std::string_view> names;
  for (const QuerySpec& spec : specs_) names.push_back(spec.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    throw FrontMatterError(fmt::format("two queries are called '{}'", *twice));
  }
}

const QuerySpec& Catalogue::find(std::string_view name) const {
  for (const QuerySpec& spec : specs_) {
    if (spec.name == name) return spec;
  }
  Nearest nearest(name);
  for (const QuerySpec& spec : specs_) nearest.offer(spec.name);
  throw QueryError(QueryErrorKind::unknown_query, "query.unknown",
                   fmt::format("there is no query '{}'{}", shown(name), nearest.suggestion()));
}

const Catalogue& builtin_catalogue() {
  static const Catalogue catalogue = [] {
    std::vector<QuerySpec> specs;
    for (const EmbeddedQuery& query : kQueries)
      specs.push_back(parse_query(query.path, query.text));
    return Catalogue(std::move(specs));
  }();
  return catalogue;
}

Catalogue read_catalogue(const std::filesystem::path& folder) {
  std::vector<QuerySpec> specs;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const auto path = entry.path().lexically_relative(folder);
    const bool in_topic = path.has_parent_path() && !path.parent_path().has_parent_path();
    if (!entry.is_regular_file() || path.extension() != ".sql" || !in_topic) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    specs.push_back(parse_query((path.parent_path() / path.stem()).generic_string(), text));
  }
  return Catalogue(std::move(specs));
}

nlohmann::json to_json(const QuerySpec& spec) {
  nlohmann::json json{{"name", spec.name},
                      {"topic", spec.topic},
                      {"title", spec.title},
                      {"description", spec.description},
                      {"returns", to_string(spec.returns)},
                      {"since", spec.since},
                      {"params", nlohmann::json::array()},
                      {"columns", nlohmann::json::array()}};
  for (const Param& param : all_params(spec)) json["params"].push_back(to_json(param));
  for (const Column& column : spec.columns) {
    json["columns"].push_back(
        {{"name", column.name}, {"type", to_string(column.type)}, {"doc", column.doc}});
  }
  if (!spec.deprecated.empty()) json["deprecated"] = spec.deprecated;
  return json;
}

}  // namespace mecadex::queries
