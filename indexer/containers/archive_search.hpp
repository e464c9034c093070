// Archives where nothing points to: behind another archive in one file, behind a prefix, inside a file of another kind.
//
// The signature alone proves nothing (players and tools hold the word UnityFS, compressed data may begin with a copy of a
// header): what follows it must be a header that an archive could have.
//
//   UnityFS, UnityWeb and UnityRaw 6   unityfs_header.hpp: known version, texts, sizes that fit each other
//   UnityWeb and UnityRaw 1 to 5       unity_web.hpp: known version, texts, a payload behind the header
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/containers/container.hpp"

namespace mecadex::containers {

struct ArchivePlace {
  std::uint64_t offset = 0;
  ContentKind kind = ContentKind::unknown;  // unityfs, unityweb or unityraw
  std::uint64_t size = 0;                   // as its header declares
};

/// The archive whose header begins at the front of `data`; its offset is 0. Never throws. A header that is cut off is none.
std::optional<ArchivePlace> plausible_archive(std::span<const std::byte> data);

/// The first archive that begins in [from, to). Reads forward, in pieces; a stream is decoded no further than needed.
/// Throws what reading the source throws.
std::optional<ArchivePlace> find_archive(bytes::ByteSource& source, std::uint64_t from, std::uint64_t to);

}  // namespace mecadex::containers
