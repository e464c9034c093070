// tar archives: plain, or as what a gzip stream holds (.tar.gz, .unitypackage). Blocks of 512 bytes.
//
//   0    100 bytes  path, NUL-terminated unless it fills its place
//   124   12 bytes  size: octal digits, or with the top bit of the first byte set a big-endian number
//   148    8 bytes  checksum: octal, the sum of the header's bytes with this field as blanks
//   156    1 byte   type: '0', NUL and '7' files, 'L' the next header's path (GNU), 'x' its extended fields (pax), 'g' those
//                   of all that follow, 'S' a file with holes; others hold no bytes of a file
//   257    6 bytes  "ustar" NUL (POSIX) or blank (GNU), nothing in the oldest
//   345  155 bytes  POSIX: what stands in front of the path, joined by '/'
//
// The entry's bytes follow, padded to 512; two blocks of zeroes end the archive. A pax record is
// "LENGTH KEY=VALUE\n", LENGTH counting all of it; path and size are looked at. Parts of a split file are one entry.
#pragma once

#include <memory>
#include <span>

#include "indexer/containers/container.hpp"

namespace mecadex::containers {

inline constexpr std::size_t kTarBlock = 512;

/// Whether a header with a right checksum stands at the front.
bool is_tar(std::span<const std::byte> head);

/// Reads the headers from end to end; a stream is decoded for that. Throws ParseError (container_*). An archive that is cut
/// off or damaged behind its first entries opens with a note.
std::unique_ptr<Container> open_tar(bytes::SourcePtr source);

}  // namespace mecadex::containers
