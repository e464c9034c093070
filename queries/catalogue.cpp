// Embedded queries, look-up by name, and the documentation of a query as JSON.
#include "queries/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "queries/front_matter.hpp"
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

/// Edits (insert, delete, replace a character) that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[b.size()];
}

/// Up to three names that are near `wanted`, nearest first: few edits, or one holds the other.
std::vector<std::string> nearest(const std::vector<QuerySpec>& specs, std::string_view wanted) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const QuerySpec& spec : specs) {
    const bool holds = !wanted.empty() && spec.name.find(wanted) != std::string::npos;
    const std::size_t distance = holds ? 1 : edit_distance(wanted.substr(0, 100), spec.name);
    if (holds || distance <= 1 + spec.name.size() / 4) near.emplace_back(distance, spec.name);
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < near.size() && i < 3; ++i) names.push_back(near[i].second);
  return names;
}

nlohmann::json to_json(const Param& param) {
  nlohmann::json json{{"name", param.name},
                      {"type", to_string(param.type)},
                      {"required", param.is_required},
                      {"doc", param.doc}};
  if (param.default_text) json["default"] = *param.default_text;
  if (param.max) json["max"] = *param.max;
  if (!param.choices.empty()) json["choices"] = param.choices;
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
  std::string message = fmt::format("there is no query '{}'", name);
  const auto near = nearest(specs_, name);
  if (!near.empty()) message += fmt::format("; did you mean {}?", fmt::join(near, ", "));
  throw QueryError(QueryErrorKind::unknown_query, "query.unknown", message);
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
