// /v1/sql: one SELECT of the user's own. GET takes it as ?sql=, POST as the body: JSON with `sql`,
// `params`, `limit` and `timeout_ms`, or the bare statement as application/sql or text/plain.
//
// The statement runs in a worker process (sql_pool.hpp). There is no ETag for statements that call
// for chance or for the time of day.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "queries/query_error.hpp"
#include "queries/sql_guard.hpp"
#include "server/handlers.hpp"
#include "server/problem.hpp"
#include "server/representation.hpp"

namespace mecadex::server {
namespace {

[[noreturn]] void bad(const char* code, const std::string& message) {
  throw queries::QueryError(queries::QueryErrorKind::bad_parameter, code, message);
}

std::int64_t parse_number(const std::string& name, const std::string& text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) {
    bad("parameter.type", fmt::format("{}: '{}' is not a whole number", name, text));
  }
  return value;
}

/// What was asked, before defaults and limits.
struct Asked {
  std::string sql;
  std::string params;
  std::optional<std::int64_t> limit;
  std::optional<std::int64_t> timeout_ms;
};

void take_param(Asked& asked, const std::string& name, const std::string& value) {
  if (name == "sql") asked.sql = value;
  if (name == "limit") asked.limit = parse_number(name, value);
  if (name == "timeout_ms") asked.timeout_ms = parse_number(name, value);
}

std::int64_t json_number(const nlohmann::json& body, const char* name) {
  if (!body[name].is_number_integer()) {
    throw Problem(problems::kBodyMalformed, fmt::format("{} is a whole number", name));
  }
  return body[name].get<std::int64_t>();
}

void take_json(Asked& asked, const std::string& text) {
  // Nesting is bounded before the parser builds anything from it.
  const auto too_deep = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    if (depth > 3) throw Problem(problems::kBodyMalformed, "the JSON is nested too deeply");
    return true;
  };
  const auto body = nlohmann::json::parse(text, too_deep, false);
  if (!body.is_object()) {
    throw Problem(problems::kBodyMalformed, "the body is not a JSON object with \"sql\"");
  }
  for (const auto& [name, value] : body.items()) {
    if (name == "sql" && value.is_string()) {
      asked.sql = value.get<std::string>();
    } else if (name == "params" && value.is_object()) {
      for (const auto& [param, bound] : value.items()) {
        if (bound.is_structured()) {
          throw Problem(problems::kBodyMalformed, "params hold texts, numbers, true, false, null");
        }
      }
      asked.params = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    } else if (name == "limit") {
      asked.limit = json_number(body, "limit");
    } else if (name == "timeout_ms") {
      asked.timeout_ms = json_number(body, "timeout_ms");
    } else {
      throw Problem(problems::kBodyMalformed,
                    "the body may have sql (a text), params (an object), limit and timeout_ms");
    }
  }
}

/// "application/json; charset=utf-8" -> "application/json".
std::string media_type(std::string_view header) {
  std::string type(header.substr(0, header.find(';')));
  type.erase(std::remove(type.begin(), type.end(), ' '), type.end());
  std::transform(type.begin(), type.end(), type.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return type;
}

/// Whether two runs of the statement may differ on one revision. May say yes without need.
bool depends_on_chance_or_time(std::string sql) {
  std::transform(sql.begin(), sql.end(), sql.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  constexpr std::array kWords{"random", "current_", "date", "time", "julianday", "changes"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](const char* word) { return sql.find(word) != std::string::npos; });
}

Response answer(const Request& request, Services& services, Asked asked) {
  const MediaType& type = choose_type(request, kRowTypes);
  const Settings& settings = services.settings;
  if (asked.sql.empty()) bad("parameter.missing", "sql: the statement is missing");
  const bool is_page = type.format == kJson.format;
  SqlTask task;
  task.limit = asked.limit ? asked.limit
               : is_page   ? std::optional<std::int64_t>(settings.rows)
                           : std::nullopt;
  if (task.limit && (*task.limit < 1 || (is_page && *task.limit > settings.max_rows))) {
    bad("parameter.range", fmt::format("limit is 1 to {}", settings.max_rows));
  }
  const std::int64_t longest = settings.sql_timeout.count();
  if (asked.timeout_ms && (*asked.timeout_ms < 1 || *asked.timeout_ms > longest)) {
    bad("parameter.range", fmt::format("timeout_ms is 1 to {}", longest));
  }
  const auto snapshot = snapshot_for(request, services);
  const bool has_etag = request.method != "POST" && !depends_on_chance_or_time(asked.sql);
  Response response = has_etag ? begin_response(request, type, snapshot->revision())
                               : begin_fresh_response(request, type);
  response.is_cacheable = false;
  if (response.status == 304) return response;
  task.sql = std::move(asked.sql);
  task.params = std::move(asked.params);
  task.format = type.format == kCsv.format        ? "csv-safe"
                : type.format == kExactCsv.format ? "csv"
                                                  : std::string(type.format);
  task.timeout = std::chrono::milliseconds(asked.timeout_ms.value_or(longest));
  response.snapshot = snapshot;
  response.sql = std::move(task);
  return response;
}

}  // namespace

Response handle_sql_get(const Request& request, Services& services) {
  require_params(request, {"sql", "limit", "timeout_ms"});
  Asked asked;
  for (const auto& [name, value] : given_params(request)) take_param(asked, name, value);
  return answer(request, services, std::move(asked));
}

Response handle_sql_post(const Request& request, Services& services) {
  require_params(request, {"limit", "timeout_ms"});
  Asked asked;
  for (const auto& [name, value] : given_params(request)) take_param(asked, name, value);
  const std::string type = media_type(request.content_type);
  if (type == "application/json") {
    take_json(asked, request.body);
  } else if (type == "application/sql" || type == "text/plain") {
    asked.sql = request.body;
  } else {
    throw Problem(problems::kBodyType,
                  "send application/json, or the statement as application/sql or text/plain");
  }
  return answer(request, services, std::move(asked));
}

}  // namespace mecadex::server
