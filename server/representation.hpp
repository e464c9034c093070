// Which form an answer takes, and whether the client already has it.
//
//   ?format=csv          wins over
//   Accept: text/csv     by quality, then by the order in which the server offers
//
// The ETag is strong: revision of the corpus, then a hash of the target, the form, whether gzip is
// taken and the program's version. Equal tags mean equal bytes, and whether they are equal is known
// without reading the corpus. What lies below /v1/rev/{revision} never changes.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "queries/rows_out.hpp"
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
inline constexpr MediaType kExactCsv{"csv-exact", "text/csv",
                                     "text/csv; charset=utf-8; header=present"};
inline constexpr MediaType kHtml{"html", "text/html", "text/html; charset=utf-8"};
inline constexpr MediaType kSqlText{"sql", "application/sql", "application/sql; charset=utf-8"};

/// What rows can be had as. CSV is made safe for spreadsheets; "csv-exact" has each text as it is.
inline constexpr std::array kRowTypes{kJson, kNdjson, kCsv, kExactCsv};

/// The writer of a row type.
queries::Format row_format(const MediaType& type);

/// The offered type that the request asks for. Throws Problem (406) when none fits.
const MediaType& choose_type(const Request& request, std::span<const MediaType> offered);

/// Whether Accept-Encoding asks for gzip.
bool takes_gzip(std::string_view accept_encoding);

std::string make_etag(const Request& request, const MediaType& type, std::string_view revision);

/// Whether If-None-Match names this ETag.
bool is_among(std::string_view if_none_match, std::string_view etag);

/// An empty 200 of this type with its ETag; or the 304 when the client has just that.
Response begin_response(const Request& request, const MediaType& type, std::string_view revision);

/// The same for what depends on more than the revision: no ETag, not to be kept by anybody.
Response begin_fresh_response(const Request& request, const MediaType& type);

}  // namespace mecadex::server
