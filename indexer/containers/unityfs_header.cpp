#include "indexer/containers/unityfs_header.hpp"

#include <algorithm>
#include <limits>

#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/stream_source.hpp"

namespace mecadex::containers {
namespace {

using bytes::Endian;
using bytes::FindingCode;
using bytes::ParseError;

// Longer than any header whose texts are within kMaxVersionString.
constexpr std::size_t kMostHeader = 256;
constexpr std::string_view kUnityFs{"UnityFS\0", 8};
constexpr std::string_view kUnityWeb{"UnityWeb\0", 9};
constexpr std::string_view kUnityRaw{"UnityRaw\0", 9};
constexpr std::uint32_t kOldestVersion = 6;
constexpr std::uint32_t kNewestVersion = 8;

void check_header(const UnityFsHeader& header, std::uint64_t size_at) {
  if (header.size > std::numeric_limits<std::int64_t>::max() || header.size < header.end) {
    throw ParseError(FindingCode::container_damaged, size_at, "impossible archive size");
  }
  if (is_unitycn(header.engine, header.flags)) {
    throw ParseError(FindingCode::container_encrypted_unitycn, size_at,
                     "encrypted by the China editor (UnityCN)");
  }
  if (!header.is_combined()) {
    throw ParseError(FindingCode::container_unsupported, size_at,
                     "UnityFS with its directory apart from the block info");
  }
  const std::uint64_t most = std::max(header.info_compressed, header.info_uncompressed);
  if (most > bytes::kMaxBlockInfo) {
    throw ParseError(FindingCode::container_limit, size_at,
                     "block info of " + std::to_string(most) + " bytes");
  }
  if (header.info_compressed > header.size - header.end) {
    throw ParseError(FindingCode::container_damaged, size_at, "block info larger than the archive");
  }
}

// A NUL-terminated printable text at the front of `rest`, which loses it. Nothing when it is no
// such text.
std::optional<std::string_view> take_text(std::string_view& rest) {
  const std::size_t end = rest.substr(0, bytes::kMaxVersionString + 1).find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view text = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  const bool is_plain = std::ranges::all_of(text, [](char c) { return c >= '\n' && c <= '~'; });
  return is_plain ? std::optional(text) : std::nullopt;
}

}  // namespace

UnityFsHeader read_unityfs_header(bytes::ByteSource& archive) {
  const auto head = read_head(archive, kMostHeader);
  bytes::Reader reader(head, Endian::big, FindingCode::container_truncated);
  UnityFsHeader header;
  const bool is_web = reader.cstring(bytes::kMaxVersionString) != "UnityFS";
  header.version = reader.u32();
  if (header.version < kOldestVersion || header.version > kNewestVersion) {
    throw ParseError(FindingCode::container_unsupported, reader.offset() - sizeof(std::uint32_t),
                     "UnityFS version " + std::to_string(header.version));
  }
  reader.cstring(bytes::kMaxVersionString);
  header.engine_version = reader.cstring(bytes::kMaxVersionString);
  header.engine = parse_engine(header.engine_version);
  const std::uint64_t size_at = reader.offset();
  header.size = reader.u64();
  header.info_compressed = reader.u32();
  header.info_uncompressed = reader.u32();
  header.flags = reader.u32();
  if (is_web) reader.skip(1);
  header.end = reader.position();
  check_header(header, size_at);
  return header;
}

std::optional<std::uint64_t> plausible_unityfs(std::span<const std::byte> data) {
  std::string_view rest = bytes::as_text(data);
  const bool is_web = rest.starts_with(kUnityWeb) || rest.starts_with(kUnityRaw);
  if (!is_web && !rest.starts_with(kUnityFs)) return std::nullopt;
  rest.remove_prefix(is_web ? kUnityWeb.size() : kUnityFs.size());
  constexpr std::size_t kNumbers = sizeof(std::uint64_t) + 3 * sizeof(std::uint32_t);
  if (rest.size() < sizeof(std::uint32_t)) return std::nullopt;
  const auto version = bytes::load<std::uint32_t>(data.last(rest.size()).data(), Endian::big);
  rest.remove_prefix(sizeof(version));
  const auto player = take_text(rest);
  const auto engine = player ? take_text(rest) : std::nullopt;
  const bool is_known = version >= kOldestVersion && version <= kNewestVersion;
  if (!is_known || !engine || engine->find('.') == std::string_view::npos || rest.size() < kNumbers) {
    return std::nullopt;
  }
  bytes::Reader reader(data.last(rest.size()), Endian::big);
  const std::uint64_t size = reader.u64();
  const std::uint64_t compressed = reader.u32();
  const std::uint64_t uncompressed = reader.u32();
  const std::uint64_t header = data.size() - rest.size() + kNumbers;
  const bool is_possible = size > header && size <= std::numeric_limits<std::int64_t>::max();
  const bool has_info = compressed > 0 && compressed <= size - header && compressed <= bytes::kMaxBlockInfo &&
                        uncompressed > 0 && uncompressed <= bytes::kMaxBlockInfo;
  return is_possible && has_info ? std::optional(size) : std::nullopt;
}

}  // namespace mecadex::containers
