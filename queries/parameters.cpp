// Declaration of the common parameters, and the parsing of each type.
#include "queries/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "queries/name_pattern.hpp"
#include "queries/nearest.hpp"
#include "queries/query_error.hpp"

namespace mecadex::queries {
namespace {

[[noreturn]] void bad(const char* code, const std::string& message) {
  throw QueryError(QueryErrorKind::bad_parameter, code, message);
}

[[noreturn]] void does_not_apply(const char* code, const std::string& message) {
  throw QueryError(QueryErrorKind::unprocessable, code, message);
}

Param optional_param(const char* name, ValueType type, const char* doc) {
  Param param;
  param.name = name;
  param.type = type;
  param.is_required = false;
  param.doc = doc;
  return param;
}

/// A name in which * and ? are wildcards.
Param pattern_param(const char* name, ValueType type, const char* doc) {
  Param param = optional_param(name, type, doc);
  param.is_pattern = true;
  return param;
}

Param choice_param(const char* name, std::string standard, std::vector<std::string> choices,
                   const char* doc) {
  Param param = optional_param(name, ValueType::text, doc);
  param.default_text = std::move(standard);
  param.choices = std::move(choices);
  return param;
}

template <typename Number>
Number parse_number(const Param& param, const std::string& text, const char* what) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) {
    bad("parameter.type", fmt::format("{}: '{}' is not {}", param.name, text, what));
  }
  return value;
}

/// Decimal, 0x hex, or a name that is hashed.
std::int64_t parse_hash(const std::string& text) {
  const bool is_hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const char* begin = text.data() + (is_hex ? 2 : 0);
  const char* end = text.data() + text.size();
  std::uint32_t value = 0;
  const auto [rest, error] = std::from_chars(begin, end, value, is_hex ? 16 : 10);
  if (error == std::errc() && rest == end) return value;
  return name_hash(text);
}

BoundValue parse_value(const Param& param, const std::string& text) {
  switch (param.type) {
    case ValueType::integer:
      return parse_number<std::int64_t>(param, text, "a whole number");
    case ValueType::real:
      return parse_number<double>(param, text, "a number");
    case ValueType::hash:
      return parse_hash(text);
    case ValueType::boolean:
      if (text != "0" && text != "1") bad("parameter.type", param.name + " is 0 or 1");
      return std::int64_t{text == "1"};
    case ValueType::text:
    case ValueType::list:
      break;
  }
  return text;
}

void check_value(const Param& param, const std::string& text, const BoundValue& value) {
  const auto& choices = param.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end()) {
    bad("parameter.choice",
        fmt::format("{} is {}, not '{}'", param.name, fmt::join(choices, ", "), text));
  }
  const auto* number = std::get_if<std::int64_t>(&value);
  if (number != nullptr && param.max && *number > *param.max) {
    bad("parameter.range", fmt::format("{} is at most {}", param.name, *param.max));
  }
}

/// The value of one parameter from all that was given for it; NULL when nothing was.
BoundValue parse_given(const Param& param, std::vector<std::string> given) {
  if (given.empty() && param.default_text) given.push_back(*param.default_text);
  if (given.empty()) {
    if (param.is_required)
      bad("parameter.missing", fmt::format("{} is needed: {}", param.name, param.doc));
    return {};
  }
  if (param.type == ValueType::list) {
    return nlohmann::json(given).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  if (given.size() > 1) bad("parameter.repeated", fmt::format("{} is given twice", param.name));
  BoundValue value = parse_value(param, given.front());
  check_value(param, given.front(), value);
  return value;
}

/// The patterns among the values; NULL when there are none.
BoundValue parse_globs(const Param& param, std::vector<std::string> given) {
  if (given.empty() && param.default_text) given.push_back(*param.default_text);
  std::vector<std::string> globs;
  for (const std::string& value : given) {
    if (has_wildcard(value)) globs.push_back(glob_of(param.name, value));
  }
  if (globs.empty()) return {};
  if (param.type != ValueType::list) return globs.front();
  return nlohmann::json(globs).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// A common parameter that this query does not take gets an answer of its own.
[[noreturn]] void refuse_unknown(const QuerySpec& spec, const std::vector<Param>& known,
                                 const std::string& name) {
  if (name == "copies") {
    does_not_apply("copies.not_applicable",
                   fmt::format("{} has no copies to tell apart: leave out copies", spec.name));
  }
  if (name == "group_by") {
    does_not_apply("group_by.not_applicable",
                   fmt::format("{} does not count: leave out group_by", spec.name));
  }
  std::vector<std::string> names;
  Nearest nearest(name);
  for (const Param& param : known) {
    names.push_back(param.name);
    nearest.offer(param.name);
  }
  bad("parameter.unknown", fmt::format("{} has no parameter '{}'{}; it takes {}", spec.name, shown(name),
                                       nearest.suggestion(), fmt::join(names, ", ")));
}

}  // namespace

std::uint32_t name_hash(const std::string& name) {
  const auto* bytes = reinterpret_cast<const Bytef*>(name.data());
  return static_cast<std::uint32_t>(crc32_z(0, bytes, name.size()));
}

std::vector<Param> all_params(const QuerySpec& spec) {
  std::vector<Param> params = spec.params;
  if (spec.common.source) {
    params.push_back(
        pattern_param("source", ValueType::list,
                      "only sources of this label; * and ? are wildcards; may be repeated"));
  }
  if (spec.common.file) {
    params.push_back(
        pattern_param("file", ValueType::text, "only this file: PATH or PATH!NODE_PATH; * and ? are wildcards"));
  }
  if (spec.common.controller) {
    params.push_back(
        pattern_param("controller", ValueType::text, "only controllers of this name or id; * and ? are wildcards"));
  }
  if (spec.common.unity_version) {
    params.push_back(optional_param("unity_version", ValueType::text,
                                    "only serialized files whose Unity version begins with this text"));
  }
  if (spec.takes_copies) {
    params.push_back(
        choice_param("copies", "all", {"all", "distinct"},
                     "all: every stored copy counts; distinct: objects of equal content (fingerprint) "
                     "count once, as the first copy by source, file, node path and path id; objects "
                     "without a fingerprint are always counted separately"));
  }
  if (spec.default_group) {
    params.push_back(choice_param("group_by", *spec.default_group,
                                  {"none", "source", "unity_version", "controller"},
                                  "count separately for each of these; its columns come first"));
  }
  params.push_back(optional_param("limit", ValueType::integer, "maximum number of rows"));
  params.push_back(
      optional_param("cursor", ValueType::text, "`next` of the previous answer, to get the rows after it"));
  return params;
}

Arguments parse_arguments(const QuerySpec& spec,
                          const std::vector<std::pair<std::string, std::string>>& params) {
  const std::vector<Param> known = all_params(spec);
  std::map<std::string, std::vector<std::string>> given;
  for (const auto& [name, value] : params) {
    const bool is_known = std::any_of(known.begin(), known.end(),
                                      [&](const Param& param) { return param.name == name; });
    if (!is_known) refuse_unknown(spec, known, name);
    given[name].push_back(value);
  }
  Arguments arguments;
  for (const Param& param : known) {
    if (param.is_pattern) arguments.bound[param.name + "_glob"] = parse_globs(param, given[param.name]);
    BoundValue value = parse_given(param, given[param.name]);
    if (param.name == "group_by") {
      arguments.group_by = std::get<std::string>(value);
    } else if (param.name == "limit") {
      if (const auto* limit = std::get_if<std::int64_t>(&value)) arguments.limit = *limit;
    } else if (param.name == "cursor") {
      if (const auto* cursor = std::get_if<std::string>(&value)) arguments.cursor = *cursor;
    } else {
      arguments.bound[param.name] = std::move(value);
    }
  }
  if (arguments.limit && *arguments.limit < 1) bad("parameter.range", "limit is at least 1");
  return arguments;
}

}  // namespace mecadex::queries
