#include "indexer/containers/unityfs_directory.hpp"

#include <algorithm>
#include <array>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/entry_checks.hpp"
#include "indexer/containers/stream_source.hpp"

namespace mecadex::containers {
namespace {

using bytes::Endian;
using bytes::FindingCode;
using bytes::ParseError;
using bytes::Reader;

constexpr std::uint64_t kAlignment = 16;
constexpr std::uint64_t kHashBytes = 16;
constexpr std::uint64_t kBlockBytes = 10;
constexpr std::uint64_t kLeastNodeBytes = 21;
constexpr std::uint32_t kIsDirectory = 1;
constexpr std::uint32_t kIsDeleted = 2;
constexpr std::uint32_t kSerializedFile = 4;

// Positions here are sums of a header's length, a block info (both capped) and 15.
std::uint64_t align(std::uint64_t position) {
  return (position + kAlignment - 1) / kAlignment * kAlignment;
}

bool is_zero(bytes::ByteSource& archive, std::uint64_t from, std::uint64_t to) {
  if (!archive.readable(from, to - from)) return false;
  std::array<std::byte, kAlignment> gap{};
  archive.read_at(from, std::span(gap).first(static_cast<std::size_t>(to - from)));
  return std::ranges::all_of(gap, [](std::byte b) { return b == std::byte{0}; });
}

std::uint64_t pad(bytes::ByteSource& archive, std::uint64_t position, Padding padding) {
  if (padding == Padding::never) return position;
  if (padding == Padding::always) return align(position);
  return is_zero(archive, position, align(position)) ? align(position) : position;
}

[[noreturn]] void throw_undecodable(const UnityFsHeader& header, std::uint64_t at) {
  const bool may_be_unitycn =
      is_china_build(header.engine_version) ||
      data_padding(header.version, header.engine, header.flags) == Padding::if_zero;
  if (may_be_unitycn) {
    throw ParseError(FindingCode::container_encrypted_unitycn, at,
                     "the block info does not decode: encrypted by the China editor (UnityCN)");
  }
  throw ParseError(FindingCode::container_codec, at,
                   "the block info does not decode: encrypted or damaged");
}

std::vector<std::byte> decode_info(bytes::ByteSource& archive, const UnityFsHeader& header,
                                   std::uint64_t at) {
  if (!archive.readable(at, header.info_compressed)) {
    throw ParseError(FindingCode::container_truncated, at, "the block info is cut off");
  }
  std::vector<std::byte> scratch;
  const auto packed = archive.view(at, header.info_compressed, scratch);
  const Codec codec = codec_of(header.flags);
  if (!is_supported(codec)) {
    throw ParseError(FindingCode::container_unsupported, at, unsupported_codec(codec, packed));
  }
  if (header.info_uncompressed > most_decoded(codec, header.info_compressed)) {
    throw_undecodable(header, at);
  }
  std::vector<std::byte> info(header.info_uncompressed);
  if (!decode_block(codec, packed, info, at)) throw_undecodable(header, at);
  return info;
}

// A u32 count of elements that take at least `least` bytes each.
std::uint32_t read_count(Reader& reader, std::uint64_t least, const char* what) {
  const std::uint64_t at = reader.offset();
  const std::uint32_t count = reader.u32();
  if (count <= reader.remaining() / least) return count;
  throw ParseError(FindingCode::container_damaged, at,
                   std::to_string(count) + " " + what + " where " +
                       std::to_string(reader.remaining() / least) + " fit");
}

void read_blocks(Reader& reader, BlockTable& blocks) {
  const std::uint32_t count = read_count(reader, kBlockBytes, "blocks");
  blocks.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t at = reader.offset();
    const std::uint32_t uncompressed = reader.u32();
    const std::uint32_t compressed = reader.u32();
    blocks.add(uncompressed, compressed, reader.u16(), at);
  }
}

void read_nodes(Reader& reader, UnityFsDirectory& directory) {
  const std::uint64_t at = reader.offset();
  const std::uint32_t count = read_count(reader, kLeastNodeBytes, "nodes");
  check_entry_count(count, at);
  if (count == 0 && directory.blocks.total_uncompressed() > 0) throw_lost_directory(at);
  directory.nodes.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    UnityFsNode node;
    node.offset = reader.u64();
    node.size = reader.u64();
    const std::uint32_t flags = reader.u32();
    node.path = read_entry_path(reader);
    node.is_serialized = (flags & kSerializedFile) != 0;
    if ((flags & (kIsDeleted | kIsDirectory)) == 0) {
      directory.nodes.push_back(std::move(node));
    } else if (node.size > 0) {
      ++directory.left_out;
    }
  }
}

void check_codecs(bytes::ByteSource& archive, const UnityFsDirectory& directory) {
  for (std::size_t i = 0; i < directory.blocks.size(); ++i) {
    const Codec codec = codec_of(directory.blocks[i].flags);
    if (is_supported(codec)) continue;
    const std::uint64_t at = directory.data_start + directory.blocks[i].offset;
    const std::size_t n = archive.readable(at, 4) ? 4 : 0;
    std::vector<std::byte> scratch;
    throw ParseError(FindingCode::container_unsupported, at,
                     unsupported_codec(codec, archive.view(at, n, scratch)));
  }
}

// Where the first block lies when it begins at `plain` or at the next multiple of 16. Where neither
// the version nor the flags decide, the sizes do: the blocks fill the archive up to its end.
std::uint64_t place_data(bytes::ByteSource& archive, const UnityFsHeader& header,
                         std::uint64_t plain, std::uint64_t compressed, Padding padding) {
  if (padding != Padding::if_zero) return pad(archive, plain, padding);
  const std::uint64_t end = header.size - (header.info_at_end() ? header.info_compressed : 0);
  if (bytes::checked_add(plain, compressed) == end) return plain;
  if (bytes::checked_add(align(plain), compressed) == end) return align(plain);
  return pad(archive, plain, padding);
}

std::uint64_t find_data(bytes::ByteSource& archive, const UnityFsHeader& header, std::uint64_t body,
                        std::uint64_t compressed) {
  const Padding after_info = data_padding(header.version, header.engine, header.flags);
  if (!header.info_at_end()) {
    return place_data(archive, header, body + header.info_compressed, compressed, after_info);
  }
  const Padding after_header = header_padding(header.version, header.engine, header.flags);
  const std::uint64_t start = place_data(archive, header, header.end, compressed, after_header);
  return after_info == Padding::always ? align(start) : start;
}

}  // namespace

UnityFsDirectory read_unityfs_directory(bytes::ByteSource& archive, const UnityFsHeader& header) {
  const Padding padding = header_padding(header.version, header.engine, header.flags);
  const std::uint64_t body = pad(archive, header.end, padding);
  const std::uint64_t info_at = header.info_at_end() ? header.size - header.info_compressed : body;
  const std::vector<std::byte> info = decode_info(archive, header, info_at);

  UnityFsDirectory directory;
  Reader reader(info, Endian::big, FindingCode::container_damaged);
  reader.skip(kHashBytes);
  read_blocks(reader, directory.blocks);
  read_nodes(reader, directory);
  const auto rest = reader.bytes(reader.remaining());
  directory.has_trailing = std::ranges::any_of(rest, [](std::byte b) { return b != std::byte{0}; });

  const std::uint64_t compressed = directory.blocks.total_compressed();
  directory.data_start = find_data(archive, header, body, compressed);
  if (!bytes::in_range(directory.data_start, compressed, header.size)) {
    throw ParseError(FindingCode::container_damaged, directory.data_start,
                     "the blocks are longer than the archive");
  }
  check_codecs(archive, directory);
  return directory;
}

}  // namespace mecadex::containers
