// UnityFS: Unity's archive since 5.3 (formats.md 2).
//
//   header      unityfs_header.hpp      signature, versions, sizes, flags
//   block info  unityfs_directory.hpp   how the data is cut and compressed, which files lie in it
//   data        block_stream.hpp        the blocks, read at random
//
// What depends on the engine's version is decided in unityfs_gates.hpp.
#pragma once

#include <memory>

#include "indexer/containers/container.hpp"

namespace mecadex::containers {

/// An archive that begins at byte 0 of `source`, which begins at byte `prefix` of its file. An
/// archive that is cut off opens as far as its block info is there; the entries that are missing
/// fail when they are read.
std::unique_ptr<Container> open_unityfs(bytes::SourcePtr source,
                                        std::shared_ptr<DecodeBudget> budget, std::uint64_t prefix);

}  // namespace mecadex::containers
