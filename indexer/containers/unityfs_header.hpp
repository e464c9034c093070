// The header of a UnityFS archive. Big endian.
//
//   cstr  signature        UnityFS; UnityWeb and UnityRaw with version 6 are the same format
//   u32   version          6 (5.3 to 2019), 7 (2019.4.15, 2020, 2021), 8 (2021.3, 2022 and later)
//   cstr  player version   5.x.x
//   cstr  engine version   2022.3.10f1, or 0.0.0 when stripped
//   i64   size             of the whole archive; the file may be longer
//   u32   compressed size of the block info
//   u32   its uncompressed size
//   u32   flags            0x3F codec of the block info   0x40 blocks and directory together
//   (always)
//                          0x80 block info at the end     0x200 padding after it, or encryption
//                          0x400, 0x1000 encryption       (unityfs_gates.hpp decides 0x200)
//   u8                     only when the signature is not UnityFS
//   padding to a multiple of 16 (unityfs_gates.hpp says when)
//
// Then block info and data, or with 0x80 data and block info, which ends at `size`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/containers/unityfs_gates.hpp"

namespace mecadex::containers {

struct UnityFsHeader {
  std::uint32_t version = 0;
  std::string engine_version;
  EngineTriple engine;
  std::uint64_t size = 0;
  std::uint32_t info_compressed = 0;
  std::uint32_t info_uncompressed = 0;
  std::uint32_t flags = 0;
  std::uint64_t end = 0;  // of the header, padding not included

  bool info_at_end() const { return (flags & 0x80U) != 0; }
  bool is_combined() const { return (flags & 0x40U) != 0; }
};

/// Throws ParseError (container_*): a version that is not known, encryption, impossible sizes.
UnityFsHeader read_unityfs_header(bytes::ByteSource& archive);

/// The declared size when a header that an archive could have begins at `data`: a known version, plausible texts, a block
/// info that fits into the archive. Never throws.
std::optional<std::uint64_t> plausible_unityfs(std::span<const std::byte> data);

}  // namespace mecadex::containers
