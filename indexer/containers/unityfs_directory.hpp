// The block info of a UnityFS archive: which blocks the data is cut into and which files lie in it.
//
// Uncompressed, big endian:
//   16 bytes  hash (zero; not checked)
//   u32       block count, then for each
//     u32 uncompressed size, u32 compressed size, u16 flags (0x3F codec, 0x40 streamed, 0x100
//     encrypted)
//   u32       node count, then for each
//     i64 offset, i64 size (in the uncompressed data), u32 flags (1 directory, 2 deleted, 4
//     serialized file), cstr path
//   zeroes, in archives made by some tools
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/containers/block_stream.hpp"
#include "indexer/containers/unityfs_header.hpp"

namespace mecadex::containers {

struct UnityFsNode {
  std::uint64_t offset = 0;  // negative ones are huge and thereby outside
  std::uint64_t size = 0;
  bool is_serialized = false;  // flag 4: the archive says that it is a serialized file
  std::string path;
};

struct UnityFsDirectory {
  BlockTable blocks;
  std::vector<UnityFsNode> nodes;  // directories and deleted nodes left out
  std::size_t left_out = 0;        // nodes with bytes that are marked as deleted or as folders
  std::uint64_t data_start = 0;    // where the first block lies
  bool has_trailing = false;       // bytes other than zero behind the last node
};

/// Finds, decodes and reads the block info and places the data. Throws ParseError (container_*).
UnityFsDirectory read_unityfs_directory(bytes::ByteSource& archive, const UnityFsHeader& header);

}  // namespace mecadex::containers
