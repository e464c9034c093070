#include "queries/cell_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace mecadex::queries {
namespace {

constexpr std::int64_t kMaxExact = (std::int64_t{1} << 53) - 1;

bool is_path_id(std::string_view column) {
  constexpr std::string_view kSuffix = "_path_id";
  return column == "path_id" || (column.size() > kSuffix.size() &&
                                 column.substr(column.size() - kSuffix.size()) == kSuffix);
}

/// The shortest digits that read back as the same number, recognisable as a real.
std::string real_text(double value) {
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string hex_text(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

}  // namespace

std::string plain_text(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&value)) return real_text(*real);
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  if (const auto* blob = std::get_if<Blob>(&value)) return hex_text(blob->bytes);
  return {};
}

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_text(const Column& column, const Value& value, bool quotes_big_integers) {
  if (std::holds_alternative<std::monostate>(value)) return "null";
  std::string text = plain_text(value);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    const bool is_big = *integer > kMaxExact || *integer < -kMaxExact;
    const bool is_quoted = is_path_id(column.name) || (quotes_big_integers && is_big);
    return is_quoted ? '"' + text + '"' : text;
  }
  if (const auto* real = std::get_if<double>(&value))
    return std::isinf(*real) ? '"' + text + '"' : text;
  const bool is_list =
      column.type == ValueType::list && std::holds_alternative<std::string_view>(value);
  return is_list ? text : json_string(text);
}

}  // namespace mecadex::queries
