// The bytes of a response around its body: status line and header, chunks, trailers.
//
// Written out here and not by an HTTP library, so that a short answer leaves in one write and a
// streamed one needs no copy beyond its chunk.
#pragma once

#include <string>
#include <string_view>

#include "server/message.hpp"

namespace mecadex::server {

/// How a client finds the end of a body: it is told the length, chunks say it, or the connection
/// ends (HTTP/1.0 knows no chunks).
enum class Length { known, chunked, until_close };

struct Framing {
  unsigned version = 11;  // of the request: 10 or 11
  bool keep_alive = false;
  Length length = Length::known;
};

/// Status line and header with their closing empty line. Line breaks in values are dropped.
std::string response_head(const Response& response, const Framing& framing,
                          std::string_view request_id);

/// A chunk of the chunked coding; `part` must not be empty.
std::string as_chunk(std::string_view part);

/// The end of a chunked body, with its trailers.
std::string last_chunk(const Headers& trailers);

}  // namespace mecadex::server
