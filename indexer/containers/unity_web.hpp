// UnityWeb and UnityRaw, versions 1 to 5: web players and bundles up to Unity 5.2. Big endian.
//
//   cstr  signature            UnityWeb (one LZMA stream) or UnityRaw (stored)
//   u32   version
//   cstr  player version       3.x.x
//   cstr  engine version       4.3.4f1
//   16 bytes hash, u32 CRC     version 4 and later
//   u32   minimum streamed bytes
//   u32   header size          where the payload begins
//   u32   levels before streaming
//   u32   level count          at least 1, then for each
//     u32 compressed, u32 uncompressed bytes up to and with this level: the last pair is the
//     payload
//   u32   complete file size   version 2 and later
//   u32   directory size       version 3 and later
//   padding up to the header size
//
// The payload of UnityWeb is one LZMA stream for all levels: 5 property bytes, i64 LE decoded size
// (-1: as the level table says), data. Decoded, it begins with its directory, padded to 4:
//   u32   count, then for each  cstr path, u32 offset in the payload, u32 size
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "indexer/containers/container.hpp"

namespace mecadex::containers {

/// An archive that begins with one of the two signatures, at byte `prefix` of its file; `kind` is unityweb or unityraw.
std::unique_ptr<Container> open_unity_web(ContentKind kind, bytes::SourcePtr source,
                                          std::shared_ptr<DecodeBudget> budget, std::uint64_t prefix);

/// unityweb or unityraw, and the declared size of the whole, when a header of versions 1 to 5 that such a file could have
/// begins at `data`; never throws.
std::optional<std::pair<ContentKind, std::uint64_t>> plausible_unity_web(std::span<const std::byte> data);

}  // namespace mecadex::containers
