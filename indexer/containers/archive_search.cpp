#include "indexer/containers/archive_search.hpp"

#include <algorithm>

#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/stream_source.hpp"
#include "indexer/containers/unity_web.hpp"
#include "indexer/containers/unityfs_header.hpp"

namespace mecadex::containers {
namespace {

// What all three signatures begin with.
constexpr std::string_view kUnity = "Unity";
// The longest header that is judged: two texts, a signature and fixed fields.
constexpr std::size_t kMostHeader = 256;
constexpr std::size_t kPiece = 256 * bytes::kKiB;

}  // namespace

std::optional<ArchivePlace> plausible_archive(std::span<const std::byte> data) {
  if (const auto size = plausible_unityfs(data)) return ArchivePlace{0, ContentKind::unityfs, *size};
  if (const auto web = plausible_unity_web(data)) return ArchivePlace{0, web->first, web->second};
  return std::nullopt;
}

std::optional<ArchivePlace> find_archive(bytes::ByteSource& source, std::uint64_t from, std::uint64_t to) {
  std::vector<std::byte> scratch;
  while (from < to) {
    const std::uint64_t wanted = std::min(to - from, std::uint64_t{kPiece});
    const std::uint64_t end = available(source, bytes::checked_add(from, wanted + kMostHeader).value_or(UINT64_MAX));
    if (end <= from) return std::nullopt;
    const auto data = source.view(from, static_cast<std::size_t>(end - from), scratch);
    const std::string_view text = bytes::as_text(data);
    for (std::size_t at = text.find(kUnity); at < wanted; at = text.find(kUnity, at + 1)) {
      auto place = plausible_archive(data.subspan(at));
      if (!place) continue;
      place->offset = from + at;
      return place;
    }
    from += wanted;
  }
  return std::nullopt;
}

}  // namespace mecadex::containers
