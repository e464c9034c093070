#include "queries/cell_text.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  std::string quoted;
  append_json_string(quoted, text);
  return quoted;
}

/// Most names are plain ASCII and need no escape; the rest goes the careful way.
void append_json_string(std::string& out, std::string_view text) {
  bool is_plain = true;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    is_plain &= byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\';
  }
  if (is_plain) {
    out += '"';
    out += text;
    out += '"';
  } else {
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

JsonStyle json_style(const Column& column, bool quotes_big_integers) {
  return {is_path_id(column.name), column.type == ValueType::list, quotes_big_integers};
}

void append_json(std::string& out, const Value& value, const JsonStyle& style) {
  if (std::holds_alternative<std::monostate>(value)) {
    out += "null";
  } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    const bool is_big = *integer > kMaxExact || *integer < -kMaxExact;
    const bool is_quoted = style.is_path_id || (style.quotes_big_integers && is_big);
    const fmt::format_int digits(*integer);
    if (is_quoted) out += '"';
    out.append(digits.data(), digits.size());
    if (is_quoted) out += '"';
  } else if (const auto* real = std::get_if<double>(&value)) {
    out += std::isinf(*real) ? '"' + real_text(*real) + '"' : real_text(*real);
  } else if (const auto* text = std::get_if<std::string_view>(&value)) {
    // A list with a control character in it would spoil the whole answer: then it is a text.
    const bool is_clean = std::none_of(text->begin(), text->end(),
                                       [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (style.is_list && is_clean) {
      out += *text;
    } else {
      append_json_string(out, *text);
    }
  } else {
    append_json_string(out, plain_text(value));
  }
}

}  // namespace mecadex::queries
