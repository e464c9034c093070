#include "server/entity_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "queries/cursor.hpp"
#include "queries/known_names.hpp"
#include "queries/name_pattern.hpp"
#include "queries/nearest.hpp"
#include "queries/query_error.hpp"

namespace mecadex::server {
namespace {

using queries::BoundValue;
using Params = std::vector<std::pair<std::string, std::string>>;

[[noreturn]] void bad(const char* code, const std::string& message) {
  throw queries::QueryError(queries::QueryErrorKind::bad_parameter, code, message);
}

std::int64_t parse_integer(const std::string& name, const std::string& text) {
  const bool is_hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] =
      std::from_chars(text.data() + (is_hex ? 2 : 0), end, value, is_hex ? 16 : 10);
  if (error != std::errc() || rest != end) {
    bad("parameter.type", fmt::format("{}: '{}' is not a whole number", name, text));
  }
  return value;
}

/// Parameters by name: given once, not empty.
std::map<std::string, std::string> by_name(const Params& params) {
  std::map<std::string, std::string> given;
  for (const auto& [name, value] : params) {
    if (name == "format" || value.empty()) continue;
    if (!given.emplace(name, value).second) bad("parameter.repeated", name + " is given twice");
  }
  return given;
}

std::string take(std::map<std::string, std::string>& given, const std::string& name) {
  const auto found = given.find(name);
  if (found == given.end()) return {};
  std::string value = std::move(found->second);
  given.erase(found);
  return value;
}

std::vector<const EntityColumn*> parse_fields(const Entity& entity, const std::string& text) {
  std::vector<const EntityColumn*> fields;
  if (text.empty()) {
    for (const EntityColumn& column : entity.columns) fields.push_back(&column);
    return fields;
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string name = text.substr(begin, end - begin);
    const EntityColumn* column = entity.find_column(name);
    if (column == nullptr) {
      std::vector<std::string> names;
      for (const EntityColumn& each : entity.columns) names.push_back(each.name);
      bad("parameter.choice",
          fmt::format("fields: there is no '{}'; there are {}", name, fmt::join(names, ", ")));
    }
    if (std::find(fields.begin(), fields.end(), column) != fields.end()) {
      bad("parameter.repeated", "fields: " + name + " is given twice");
    }
    fields.push_back(column);
    begin = end + 1;
  }
  return fields;
}

void parse_sort(const Entity& entity, const std::string& text, ListRequest& request) {
  request.is_descending = !text.empty() && text.front() == '-';
  const std::string column = text.substr(request.is_descending ? 1 : 0);
  if (column.empty()) {
    if (!text.empty()) bad("parameter.choice", "sort: a column is missing");
    return;
  }
  const bool is_key = column == entity.key;
  if (!is_key &&
      std::find(entity.sorts.begin(), entity.sorts.end(), column) == entity.sorts.end()) {
    bad("parameter.choice", fmt::format("sort: '{}' is none of {}, {}", column, entity.key,
                                        fmt::join(entity.sorts, ", ")));
  }
  if (!is_key) request.sort = column;
}

void check_filter(const EntityFilter& filter, const std::string& value) {
  if (filter.type == queries::ValueType::integer) parse_integer(filter.name, value);
  if (filter.is_pattern && queries::has_wildcard(value)) queries::glob_of(filter.name, value);
  const auto& choices = filter.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
    bad("parameter.choice",
        fmt::format("{}: '{}' is none of {}", filter.name, value, fmt::join(choices, ", ")));
  }
}

BoundValue bound_value(const EntityFilter& filter, const std::string& value) {
  if (filter.type == queries::ValueType::integer) return parse_integer(filter.name, value);
  return filter.is_pattern && queries::has_wildcard(value) ? queries::glob_of(filter.name, value) : value;
}

std::string condition_of(const EntityFilter& filter, const std::string& value) {
  std::string condition;
  for (const char c : filter.condition) {
    if (c == '@' && filter.is_pattern) {
      condition += queries::has_wildcard(value) ? "GLOB" : "=";
    } else {
      condition += c;
    }
  }
  return "(" + condition + ")";
}

/// What makes two requests the same for a cursor: all but fields, limit and cursor.
std::uint32_t request_id(const Entity& entity, const ListRequest& request) {
  std::string text = entity.name + (request.is_descending ? " desc " : " asc ") + request.sort;
  for (const auto& [filter, value] : request.filters) {
    text += fmt::format("\n{}={}:{}", filter->name, value.size(), value);
  }
  return queries::name_hash(text);
}

void parse_cursor(const std::string& text, const std::string& revision, ListRequest& request) {
  if (text.empty()) return;
  queries::Cursor cursor = queries::decode_cursor(text);
  const std::size_t keys = request.sort.empty() ? 1 : 2;
  const bool is_ours = cursor.request == request.id && cursor.keys.size() == keys &&
                       std::holds_alternative<std::int64_t>(cursor.keys.back());
  if (!is_ours) bad("cursor.invalid", "the cursor is damaged or belongs to another request");
  if (cursor.revision != revision) {
    bad("cursor.revision",
        fmt::format("the cursor belongs to revision {0}; this is {1}: begin again, or ask below "
                    "/v1/rev/{0}/",
                    cursor.revision, revision));
  }
  request.after = std::move(cursor.keys);
}

/// Rows behind the cursor's. In SQLite NULL sorts first; the bound on the sorted column lets an
/// index begin at the right place.
std::string behind(const Entity& entity, const ListRequest& request) {
  const std::string key = "b." + entity.key;
  if (request.after.empty()) return "1";
  const bool goes_down = request.is_descending;
  if (request.sort.empty()) return fmt::format("{} {} :after_key", key, goes_down ? "<" : ">");
  const std::string column = "b." + request.sort;
  const bool is_null = std::holds_alternative<std::monostate>(request.after.front());
  if (is_null && goes_down) return fmt::format("{} IS NULL AND {} > :after_key", column, key);
  if (is_null) return fmt::format("({0} IS NOT NULL OR {1} > :after_key)", column, key);
  const std::string later = fmt::format(
      "{0} {2}= :after_sort AND ({0} {2} :after_sort OR "
      "{1} > :after_key)",
      column, key, goes_down ? "<" : ">");
  return goes_down ? fmt::format("(({}) OR {} IS NULL)", later, column) : later;
}

std::vector<queries::Column> answer_columns(const ListRequest& request) {
  std::vector<queries::Column> columns;
  for (const EntityColumn* field : request.fields) {
    const auto type = field->is_list ? queries::ValueType::list : queries::ValueType::text;
    columns.push_back({field->name, type, queries::Rollup::key, field->doc});
  }
  return columns;
}

BoundValue keep(const queries::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  return {};
}

/// Reads one page of at most `rows` (none: all); leaves the keys of its last row in `after`. True
/// when there are more rows.
bool read_page(const Entity& entity, ListRequest& page, std::optional<std::int64_t> rows,
               queries::GuardedConnection& connection, queries::RowSink& sink) {
  queries::GuardedStatement statement = connection.prepare_kept(compose_list(entity, page));
  for (const auto& [filter, value] : page.filters) {
    statement.bind(filter->name, bound_value(*filter, value));
  }
  if (!page.after.empty()) {
    statement.bind("after_sort", page.after.front());
    statement.bind("after_key", page.after.back());
  }
  statement.bind("page_rows", rows ? *rows + 1 : std::int64_t{-1});
  const int columns = static_cast<int>(page.fields.size());
  std::vector<queries::Value> values(page.fields.size());
  for (std::int64_t n = 0; statement.step(); ++n) {
    if (rows && n == *rows) return true;
    for (int i = 0; i < columns; ++i) values[static_cast<std::size_t>(i)] = statement.value(i);
    if (rows && n + 1 == *rows) {
      page.after.clear();
      if (!page.sort.empty()) page.after.push_back(keep(statement.value(columns)));
      page.after.push_back(keep(statement.value(columns + 1)));
    }
    sink.row(values);
  }
  return false;
}

}  // namespace

ListRequest parse_list_request(const Entity& entity, const Params& params,
                               const std::string& revision, std::optional<std::int64_t> standard,
                               std::optional<std::int64_t> most) {
  auto given = by_name(params);
  ListRequest request;
  request.fields = parse_fields(entity, take(given, "fields"));
  parse_sort(entity, take(given, "sort"), request);
  const std::string limit = take(given, "limit");
  const std::string cursor = take(given, "cursor");
  for (const EntityFilter& filter : entity.filters) {
    std::string value = take(given, filter.name);
    if (value.empty()) continue;
    check_filter(filter, value);
    request.filters.emplace_back(&filter, std::move(value));
  }
  if (!given.empty()) {
    std::vector<std::string> names{"fields", "sort", "limit", "cursor", "format"};
    for (const EntityFilter& filter : entity.filters) names.push_back(filter.name);
    const std::string& unknown = given.begin()->first;
    queries::Nearest nearest(unknown);
    for (const std::string& name : names) nearest.offer(name);
    bad("parameter.unknown", fmt::format("there is no parameter '{}'{}; there are {}", queries::shown(unknown),
                                         nearest.suggestion(), fmt::join(names, ", ")));
  }
  request.limit = limit.empty() ? standard : parse_integer("limit", limit);
  if (request.limit && (*request.limit < 1 || *request.limit > most.value_or(INT64_MAX - 1))) {
    bad("parameter.range",
        most ? fmt::format("limit is 1 to {}", *most) : std::string("limit is 1 or more"));
  }
  request.id = request_id(entity, request);
  parse_cursor(cursor, revision, request);
  return request;
}

std::string compose_list(const Entity& entity, const ListRequest& request) {
  std::vector<std::string> shown;
  for (const EntityColumn* field : request.fields) {
    shown.push_back(fmt::format("v.\"{}\"", field->name));
  }
  std::string conditions = behind(entity, request);
  for (const auto& [filter, value] : request.filters) {
    conditions += "\n    AND " + condition_of(*filter, value);
  }
  const bool goes_down = request.is_descending;
  const std::string sort = request.sort.empty() ? "NULL" : "b." + request.sort;
  const std::string order =
      request.sort.empty() ? fmt::format("b.{}{}", entity.key, goes_down ? " DESC" : "")
                           : fmt::format("{}{}, b.{}", sort, goes_down ? " DESC" : "", entity.key);
  return fmt::format(
      "SELECT {}, k.sort_key, k.key\nFROM (SELECT b.{} AS key, {} AS sort_key FROM {} b\n"
      "  WHERE {}\n  ORDER BY {} LIMIT :page_rows) k\nCROSS JOIN {} v ON v.{} = k.key",
      fmt::join(shown, ", "), entity.key, sort, entity.table, conditions, order, entity.view,
      entity.key);
}

void require_known_filters(const ListRequest& request, queries::GuardedConnection& connection) {
  for (const auto& [filter, value] : request.filters) {
    if (!filter->known.empty()) queries::require_known(connection, filter->known, value);
  }
}

void run_list(const Entity& entity, const ListRequest& request, const std::string& revision,
              queries::GuardedConnection& connection, queries::RowSink& sink) {
  sink.begin({std::nullopt, revision, answer_columns(request), std::nullopt});
  ListRequest page = request;
  bool has_more = true;
  for (auto left = request.limit; has_more && left != 0;) {
    auto rows = left;
    if (!request.sort.empty()) rows = std::min(left.value_or(kSortedPage), kSortedPage);
    has_more = read_page(entity, page, rows, connection, sink);
    if (left) *left -= *rows;
  }
  queries::AnswerEnd end;
  end.is_truncated = has_more;
  if (has_more) end.next = queries::encode_cursor({revision, request.id, page.after});
  sink.end(end);
}

}  // namespace mecadex::server
