#include "queries/cursor.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "queries/query_error.hpp"

namespace mecadex::queries {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

[[noreturn]] void invalid() {
  throw QueryError(QueryErrorKind::bad_parameter, "cursor.invalid",
                   "the cursor is damaged or belongs to another request");
}

std::string to_base64url(std::string_view bytes) {
  std::string text;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char byte : bytes) {
    bits = (bits << 8U) | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) text += kAlphabet[(bits >> (count - 6)) & 63U];
  }
  if (count > 0) text += kAlphabet[(bits << (6 - count)) & 63U];
  return text;
}

std::string from_base64url(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char letter : text) {
    const auto value = kAlphabet.find(letter);
    if (value == std::string_view::npos) invalid();
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>((bits >> count) & 255U);
  }
  return bytes;
}

nlohmann::json to_json(const BoundValue& value) {
  return std::visit(
      [](const auto& held) -> nlohmann::json {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return nullptr;
        } else {
          return held;
        }
      },
      value);
}

BoundValue from_json(const nlohmann::json& json) {
  if (json.is_null()) return {};
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  invalid();
}

}  // namespace

std::string encode_cursor(const Cursor& cursor) {
  nlohmann::json keys = nlohmann::json::array();
  for (const BoundValue& key : cursor.keys) keys.push_back(to_json(key));
  const nlohmann::json json{cursor.revision, cursor.request, std::move(keys)};
  return to_base64url(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Cursor decode_cursor(std::string_view text) {
  const auto json = nlohmann::json::parse(from_base64url(text), nullptr, false);
  const bool is_cursor = json.is_array() && json.size() == 3 && json[0].is_string() &&
                         json[1].is_number_unsigned() && json[2].is_array();
  if (!is_cursor) invalid();
  Cursor cursor{json[0].get<std::string>(), json[1].get<std::uint32_t>(), {}};
  for (const auto& key : json[2]) cursor.keys.push_back(from_json(key));
  return cursor;
}

}  // namespace mecadex::queries
