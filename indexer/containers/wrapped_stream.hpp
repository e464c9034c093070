// gzip and brotli streams as containers of one entry without a name.
//
//   gzip    1F 8B 08, flags, time, ...: RFC 1952. Unity adds its file's name and the comment
//           "UnityWeb Compressed Content (gzip)"; web servers' own .gz files have neither.
//   brotli  no magic. Unity's fallback form begins 6B 8D 00 and the 36 characters
//           "UnityWeb Compressed Content (brotli)", all of it one metadata block of the brotli
//           stream.
//
// The decoded length is stored in neither (gzip keeps it modulo 2^32 for the last member only), so
// the entry's size is unknown until it has been decoded.
#pragma once

#include <memory>

#include "indexer/containers/container.hpp"

namespace mecadex::containers {

/// `kind` is gzip or brotli.
std::unique_ptr<Container> open_wrapped_stream(ContentKind kind, bytes::SourcePtr source,
                                               std::shared_ptr<DecodeBudget> budget);

}  // namespace mecadex::containers
