// Which form an answer takes, and whether the client already has it.
//
//   ?format=csv          wins over
//   Accept: text/csv     by quality, then by the order in which the server offers
//
// The ETag is strong: revision of the corpus, then a hash of the target, the form and the program's
// version. Equal tags mean equal bytes, and whether they are equal is known without reading the
// corpus.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "server/message.hpp"

namespace mecadex::server {

struct MediaType {
  std::string_view format;  // value of ?format=
  std::string_view name;    // matched against Accept
  std::string_view header;  // sent as Content-Type
};

inline constexpr MediaType kJson{"json", "application/json", "application/json"};
inline constexpr MediaType kNdjson{"ndjson", "application/x-ndjson", "application/x-ndjson"};
inline constexpr MediaType kCsv{"csv", "text/csv", "text/csv; charset=utf-8; header=present"};
inline constexpr MediaType kHtml{"html", "text/html", "text/html; charset=utf-8"};

/// The offered type that the request asks for. Throws Problem (406) when none fits.
const MediaType& choose_type(const Request& request, std::span<const MediaType> offered);

std::string make_etag(const Request& request, const MediaType& type, std::string_view revision);

/// An empty 200 of this type with its ETag; or the 304 when the client has just that.
Response begin_response(const Request& request, const MediaType& type, std::string_view revision);

}  // namespace mecadex::server
