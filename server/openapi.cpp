#include "server/openapi.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "queries/parameters.hpp"
#include "server/router.hpp"
#include "server/statements.hpp"

namespace mecadex::server {
namespace {

using json = nlohmann::ordered_json;

json reference(const std::string& path) { return {{"$ref", "#/components/" + path}}; }

const char* media_type_of(const std::string& format) {
  if (format == "ndjson") return "application/x-ndjson";
  if (format == "csv" || format == "csv-exact") return "text/csv";
  if (format == "html") return "text/html";
  if (format == "sql") return "application/sql";
  if (format == "text") return "text/plain";
  return "application/json";
}

/// What a column's value looks like in JSON; all may be null.
json column_schema(const EntityColumn& column) {
  const bool is_path_id =
      column.name == "path_id" ||
      (column.name.size() > 8 && column.name.substr(column.name.size() - 8) == "_path_id");
  json schema;
  if (column.is_list) {
    schema["type"] = json::array({"array", "null"});
  } else if (is_path_id || column.type == "TEXT" || column.type == "BLOB") {
    schema["type"] = json::array({"string", "null"});
  } else if (column.type == "INTEGER") {
    schema["type"] = json::array({"integer", "null"});
  } else if (column.type == "REAL") {
    schema["type"] = json::array({"number", "string", "null"});
  }
  if (!column.doc.empty()) schema["description"] = column.doc;
  return schema;
}

json entity_schema(const Entity& entity) {
  json properties = json::object();
  for (const EntityColumn& column : entity.columns) properties[column.name] = column_schema(column);
  return {{"type", "object"}, {"description", entity.doc}, {"properties", std::move(properties)}};
}

/// A document: the row, and arrays of rows in it.
json document_schema(const Entity& entity) {
  json schema = entity_schema(entity);
  schema["description"] = "one " + entity.one + " with all its parts";
  schema["properties"]["revision"] = {{"type", "string"}};
  schema["required"] = json::array({"revision", entity.key});
  for (const Section& section : entity.sections) {
    schema["properties"][section.name] = {{"type", "array"}, {"items", {{"type", "object"}}}};
    schema["required"].push_back(section.name);
  }
  return schema;
}

json rows_schema(json row) {
  return {{"type", "object"},
          {"required", {"revision", "columns", "rows", "truncated", "next"}},
          {"properties",
           {{"revision", {{"type", "string"}}},
            {"columns", {{"type", "array"}, {"items", {{"type", "string"}}}}},
            {"rows", {{"type", "array"}, {"items", std::move(row)}}},
            {"truncated", {{"type", "boolean"}, {"description", "there are more rows"}}},
            {"next", {{"type", {"string", "null"}}, {"description", "cursor of the next page"}}},
            {"hint",
             {{"type", "string"}, {"description", "only for SQL with more rows than the limit: how to get the rest"}}}}}};
}

json param_json(const ApiParam& param) {
  json schema{{"type", param.type == "int" ? "integer" : "string"}};
  if (!param.choices.empty() && param.type != "int") schema["enum"] = param.choices;
  json made{{"name", param.name},
            {"in", param.is_in_path ? "path" : "query"},
            {"required", param.is_required},
            {"description", param.doc},
            {"schema", std::move(schema)}};
  if (!param.example.empty()) {
    if (param.type == "int") {
      made["example"] = std::stoll(param.example);
    } else {
      made["example"] = param.example;
    }
  }
  return made;
}

json format_param(const Route& route) {
  json made = param_json({"format", "text", "format of the answer; without it the Accept header decides", "",
                          route.formats, false, false});
  made["schema"]["default"] = route.formats.front();
  return made;
}

ApiParam query_api_param(const queries::Param& param) {
  ApiParam made{param.name, "text", param.doc, "", param.choices, false, param.is_required};
  if (param.type == queries::ValueType::integer) made.type = "int";
  if (param.default_text) made.doc += "; default: " + *param.default_text;
  // Examples that every corpus answers: an unknown avatar or snapshot is an error.
  if (param.is_required) {
    made.example = param.is_pattern ? "*" : param.name == "from" ? "current" : made.type == "int" ? "1" : "Idle";
  }
  return made;
}

/// "/v1/controllers/{id}" -> "getControllersId".
std::string operation_id(const std::string& method, const std::string& path) {
  std::string id = method == "GET" ? "get" : "post";
  bool is_begin = true;
  for (const char c : path.substr(path.compare(0, 3, "/v1") == 0 ? 3 : 0)) {
    const bool is_letter =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
    if (is_letter) id += is_begin && c >= 'a' ? static_cast<char>(c - 32) : c;
    is_begin = !is_letter;
  }
  return path == "/" ? "getHome" : id;
}

class Document {
 public:
  Document(const queries::Catalogue& catalogue, const EntityCatalogue& entities,
           const Settings& settings)
      : catalogue_(catalogue), entities_(entities), settings_(settings) {}

  std::string text() {
    json made{{"openapi", "3.1.0"}, {"info", info()}, {"servers", {{{"url", "/"}}}}};
    made["security"] = json::array({json::object(), {{"token", json::array()}}});
    made["tags"] = tags();
    for (const Route& route : all_routes()) add(route);
    made["paths"] = std::move(paths_);
    made["components"] = components();
    return made.dump() + "\n";
  }

 private:
  static json info() {
    return {{"title", "Mecadex"},
            {"version", MECADEX_VERSION},
            {"description",
             "A corpus of the animation state machines of games. What may change under /v1 and in "
             "the schema: additions only; a removal is a new major version."},
            {"license", {{"name", "MIT"}, {"identifier", "MIT"}}}};
  }

  static json tags() {
    return json::array({{{"name", "queries"}, {"description", "named queries"}},
                        {{"name", "entities"}, {"description", "lists, and single objects as documents"}},
                        {{"name", "sql"}, {"description", "SQL of your own, and what it can read"}},
                        {{"name", "service"}, {"description", "what the service says about itself"}}});
  }

  static const char* tag_of(const Route& route) {
    if (route.entity != nullptr) return "entities";
    if (route.pattern.find("/queries") != std::string::npos) return "queries";
    for (const char* part : {"/sql", "/schema", "/names"}) {
      if (route.pattern.find(part) != std::string::npos) return "sql";
    }
    return "service";
  }

  /// A named query has a path of its own, with its parameters and columns.
  void add(const Route& route) {
    if (route.pattern != "/v1/queries/{name}") {
      add_path(route, route.pattern, operation(route, route.params, row_schema(route)));
      return;
    }
    for (const queries::QuerySpec& spec : catalogue_.all()) {
      std::vector<ApiParam> params;
      for (const queries::Param& param : queries::all_params(spec)) {
        params.push_back(query_api_param(param));
      }
      json row{{"type", "object"}, {"properties", json::object()}};
      for (const queries::Column& column : spec.columns) {
        row["properties"][column.name] = {{"description", column.doc}};
      }
      json made = operation(route, params, rows_schema(std::move(row)));
      made["summary"] = spec.title;
      if (!spec.description.empty()) made["description"] = spec.description;
      if (!spec.deprecated.empty()) made["deprecated"] = true;
      add_path(route, "/v1/queries/" + spec.name, std::move(made));
    }
  }

  void add_path(const Route& route, const std::string& path, json made) {
    const std::string method = route.method == "GET" ? "get" : "post";
    made["operationId"] = operation_id(route.method, path);
    paths_[path][method] = made;
    if (!route.has_revision) return;
    made["operationId"] = made["operationId"].get<std::string>() + "AtRevision";
    made["parameters"].push_back(reference("parameters/revision"));
    paths_["/v1/rev/{revision}" + path.substr(3)][method] = std::move(made);
  }

  json row_schema(const Route& route) const {
    if (route.entity != nullptr) {
      return reference("schemas/" + route.entity->name + (route.is_list ? "List" : "Document"));
    }
    if (route.pattern == "/v1/sql") return rows_schema({{"type", "object"}});
    return {{"type", "object"}};
  }

  json operation(const Route& route, const std::vector<ApiParam>& params, json schema) const {
    json made{{"summary", route.doc}, {"operationId", ""}, {"tags", {tag_of(route)}}};
    if (route.is_open) made["security"] = json::array();
    made["parameters"] = json::array();
    for (const ApiParam& param : params) made["parameters"].push_back(param_json(param));
    if (route.formats.size() > 1) made["parameters"].push_back(format_param(route));
    if (route.method == "POST") made["requestBody"] = sql_body();
    json content = json::object();
    for (const std::string& format : route.formats) {
      content[media_type_of(format)] = {
          {"schema", format == "json" ? schema : json{{"type", "string"}}}};
    }
    made["responses"] = {{"200", {{"description", "the answer"}, {"content", content}}},
                         {"304", {{"description", "not modified: the client already has this answer (If-None-Match)"}}},
                         {"4XX", reference("responses/problem")},
                         {"5XX", reference("responses/problem")}};
    return made;
  }

  json sql_body() const {
    const std::string& sql = sql_examples().front().sql;
    json properties{
        {"sql", {{"type", "string"}, {"description", "one SELECT"}}},
        {"params", {{"type", "object"}, {"description", "values of :name in the statement"}}},
        {"limit", {{"type", "integer"}, {"minimum", 1}, {"maximum", settings_.max_rows}}},
        {"timeout_ms",
         {{"type", "integer"}, {"minimum", 1}, {"maximum", settings_.sql_timeout.count()}}}};
    return {{"required", true},
            {"content",
             {{"application/json",
               {{"schema", {{"type", "object"}, {"required", {"sql"}}, {"properties", properties}}},
                {"example", {{"sql", sql}, {"limit", 10}}}}},
              {"application/sql", {{"schema", {{"type", "string"}}}, {"example", sql}}},
              {"text/plain", {{"schema", {{"type", "string"}}}, {"example", sql}}}}}};
  }

  json components() const {
    json schemas = json::object();
    for (const Entity& entity : entities_.all()) {
      schemas[entity.name + "List"] = rows_schema(entity_schema(entity));
      schemas[entity.name + "Document"] = document_schema(entity);
    }
    json text{{"type", "string"}};
    schemas["problem"] = {{"type", "object"},
                          {"required", {"type", "title", "status", "detail", "code", "request_id"}},
                          {"properties",
                           {{"type", text},
                            {"title", text},
                            {"status", {{"type", "integer"}}},
                            {"detail", text},
                            {"instance", text},
                            {"code", text},
                            {"request_id", text}}}};
    const json problem{{"schema", reference("schemas/problem")}};
    return {{"schemas", std::move(schemas)},
            {"parameters",
             {{"revision",
               {{"name", "revision"},
                {"in", "path"},
                {"required", true},
                {"description", "revision of a kept snapshot"},
                {"schema", {{"type", "string"}, {"pattern", "^[0-9a-f]{1,64}$"}}}}}}},
            {"responses",
             {{"problem",
               {{"description", "what is wrong, as application/problem+json (RFC 9457)"},
                {"content", {{"application/problem+json", problem}}}}}}},
            {"securitySchemes",
             {{"token",
               {{"type", "http"},
                {"scheme", "bearer"},
                {"description", "only where the server has a --token-file"}}}}}};
  }

  const queries::Catalogue& catalogue_;
  const EntityCatalogue& entities_;
  const Settings& settings_;
  json paths_ = json::object();
};

}  // namespace

std::string openapi_json(const queries::Catalogue& catalogue, const EntityCatalogue& entities,
                         const Settings& settings) {
  return Document(catalogue, entities, settings).text();
}

}  // namespace mecadex::server
