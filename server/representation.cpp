#include "server/representation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include "server/problem.hpp"

namespace mecadex::server {
namespace {

std::string_view trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(trim(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

struct Accepted {
  std::string_view range;
  double quality = 1;
};

Accepted parse_accepted(std::string_view entry) {
  const auto parts = split(entry, ';');
  Accepted accepted{parts.front()};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].substr(0, 2) != "q=" && parts[i].substr(0, 2) != "Q=") continue;
    const std::string_view number = parts[i].substr(2);
    const auto read = std::from_chars(number.data(), number.data() + number.size(),
                                      accepted.quality, std::chars_format::fixed);
    if (read.ec != std::errc()) accepted.quality = 0;
  }
  return accepted;
}

/// 3 names the type, 2 its group, 1 everything, 0 another.
int match(std::string_view range, std::string_view name) {
  if (equals_ignoring_case(range, name)) return 3;
  const std::string group = std::string(name.substr(0, name.find('/'))) + "/*";
  if (equals_ignoring_case(range, group)) return 2;
  return range == "*/*" ? 1 : 0;
}

/// How welcome a type is: the quality of the narrowest range that holds it.
double quality_of(std::string_view accept, std::string_view name) {
  int best = 0;
  double quality = 0;
  for (const std::string_view entry : split(accept, ',')) {
    const Accepted accepted = parse_accepted(entry);
    const int fit = match(accepted.range, name);
    if (fit <= best) continue;
    best = fit;
    quality = accepted.quality;
  }
  return quality;
}

std::optional<std::string_view> format_param(const Request& request) {
  std::optional<std::string_view> format;
  for (const auto& [name, value] : request.target.params) {
    if (name != "format" || value.empty()) continue;
    if (format) throw Problem(problems::kFormatRepeated, "format is given twice");
    format = value;
  }
  return format;
}

[[noreturn]] void not_acceptable(std::span<const MediaType> offered) {
  std::vector<std::string> names;
  for (const MediaType& type : offered) names.push_back(fmt::format("{}", type.format));
  throw Problem(problems::kFormatNotAcceptable,
                fmt::format("this is available as {}", fmt::join(names, ", ")));
}

std::uint64_t fnv1a(std::uint64_t hash, std::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return (hash ^ 0xffU) * 0x100000001b3U;
}

}  // namespace

const MediaType& choose_type(const Request& request, std::span<const MediaType> offered) {
  if (const auto format = format_param(request)) {
    for (const MediaType& type : offered) {
      if (type.format == *format) return type;
    }
    not_acceptable(offered);
  }
  if (trim(request.accept).empty()) return offered.front();
  const MediaType* chosen = nullptr;
  double best = 0;
  for (const MediaType& type : offered) {
    const double quality = quality_of(request.accept, type.name);
    if (quality <= best) continue;
    best = quality;
    chosen = &type;
  }
  if (chosen == nullptr) not_acceptable(offered);
  return *chosen;
}

queries::Format row_format(const MediaType& type) {
  if (type.format == kNdjson.format) return queries::Format::ndjson;
  if (type.format == kCsv.format) return queries::Format::csv_safe;
  if (type.format == kExactCsv.format) return queries::Format::csv;
  return queries::Format::json;
}

bool takes_gzip(std::string_view accept_encoding) {
  if (trim(accept_encoding).empty()) return false;
  double named = -1;
  double any = 0;
  for (const std::string_view entry : split(accept_encoding, ',')) {
    const Accepted accepted = parse_accepted(entry);
    if (equals_ignoring_case(accepted.range, "gzip")) named = accepted.quality;
    if (accepted.range == "*") any = accepted.quality;
  }
  return named >= 0 ? named > 0 : any > 0;
}

bool is_among(std::string_view if_none_match, std::string_view etag) {
  for (std::string_view held : split(if_none_match, ',')) {
    if (held.substr(0, 2) == "W/") held.remove_prefix(2);
    if (held == "*" || held == etag) return true;
  }
  return false;
}

std::string make_etag(const Request& request, const MediaType& type, std::string_view revision) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const std::string_view coding = takes_gzip(request.accept_encoding) ? "gzip" : "";
  for (const std::string_view part : {std::string_view(request.raw_target), type.format, coding,
                                      std::string_view(MECADEX_VERSION), request.settings_stamp}) {
    hash = fnv1a(hash, part);
  }
  return fmt::format("\"{}-{:016x}\"", revision.empty() ? "none" : revision, hash);
}

Response begin_response(const Request& request, const MediaType& type, std::string_view revision) {
  Response response;
  const std::string etag = make_etag(request, type, revision);
  const char* keep = request.revision.empty() ? "no-cache" : "private, max-age=31536000, immutable";
  response.headers = {{"ETag", etag}, {"Vary", "Accept, Accept-Encoding"}, {"Cache-Control", keep}};
  response.takes_gzip = takes_gzip(request.accept_encoding);
  if (is_among(request.if_none_match, etag)) {
    response.status = 304;
  } else {
    response.content_type = type.header;
    response.is_cacheable = true;
  }
  return response;
}

Response begin_fresh_response(const Request& request, const MediaType& type) {
  Response response;
  response.content_type = type.header;
  response.headers = {{"Vary", "Accept, Accept-Encoding"}, {"Cache-Control", "no-store"}};
  response.takes_gzip = takes_gzip(request.accept_encoding);
  return response;
}

}  // namespace mecadex::server
