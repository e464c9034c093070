// What some bytes are: formats.md 1, in its order.
#include <algorithm>
#include <array>

#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/archive_search.hpp"
#include "indexer/containers/container.hpp"
#include "indexer/containers/serialized_heuristic.hpp"
#include "indexer/containers/stream_decoder.hpp"
#include "indexer/containers/stream_source.hpp"
#include "indexer/containers/tar.hpp"
#include "indexer/containers/unreadable_guess.hpp"
#include "indexer/containers/zip_directory.hpp"

namespace mecadex::containers {
namespace {

using bytes::Endian;
using bytes::FindingCode;
using namespace std::string_view_literals;

constexpr std::size_t kMarkerWithin = 64;
constexpr std::string_view kBrotliMarker = "UnityWeb Compressed Content (brotli)";
constexpr std::string_view kUnityFs = "UnityFS\0"sv;
// What the signatures of all archives begin with.
constexpr std::string_view kUnity = "Unity";
// The first bytes that tell most kinds; a tar header is the longest.
constexpr std::size_t kHead = kTarBlock;

Detection found(ContentKind kind, std::uint64_t prefix = 0) {
  Detection detection;
  detection.kind = kind;
  detection.prefix = prefix;
  return detection;
}

Detection unsupported(std::string reason, FindingCode code = FindingCode::container_unsupported) {
  return {ContentKind::unsupported, 0, std::move(reason), code};
}

Detection hidden(const ArchivePlace& place) {
  return unsupported("a Unity archive (" + std::string(kind_name(place.kind)) + ", " + std::to_string(place.size) +
                         " bytes) shows at byte " + std::to_string(place.offset) +
                         " of a file of a kind that is not opened",
                     FindingCode::file_hidden_archive);
}

// UnityWeb and UnityRaw: the version decides.
Detection detect_web(std::span<const std::byte> head, ContentKind kind) {
  constexpr std::size_t kVersionAt = 9;
  constexpr std::uint32_t kNewestWeb = 5;
  constexpr std::uint32_t kIsUnityFs = 6;
  const std::string name = kind == ContentKind::unityweb ? "UnityWeb" : "UnityRaw";
  if (head.size() < kVersionAt + sizeof(std::uint32_t)) return unsupported(name + " cut off");
  const auto version = bytes::load<std::uint32_t>(head.subspan(kVersionAt).data(), Endian::big);
  if (version >= 1 && version <= kNewestWeb) return found(kind);
  if (version == kIsUnityFs) return found(ContentKind::unityfs);
  return unsupported(name + " version " + std::to_string(version));
}

Detection detect_web_data(std::string_view head) {
  const std::string_view signature = head.substr(0, head.find('\0'));
  if (signature.ends_with("WebData1.0")) return found(ContentKind::web_data);
  return unsupported("WebData of another version than 1.0");
}

Detection detect_signature(std::span<const std::byte> head) {
  const std::string_view text = bytes::as_text(head);
  if (text.starts_with(kUnityFs)) return found(ContentKind::unityfs);
  if (text.starts_with("UnityWeb\0"sv)) return detect_web(head, ContentKind::unityweb);
  if (text.starts_with("UnityRaw\0"sv)) return detect_web(head, ContentKind::unityraw);
  if (text.starts_with("UnityArchive\0"sv)) return unsupported("UnityArchive");
  if (text.starts_with("UnityWebData") || text.starts_with("TuanjieWebData")) {
    return detect_web_data(text);
  }
  if (text.starts_with("\x1F\x8B\x08"sv)) return found(ContentKind::gzip);
  if (text.substr(0, kMarkerWithin).find(kBrotliMarker) != std::string_view::npos) {
    return found(ContentKind::brotli);
  }
  if (text.starts_with("PK\x03\x04") || text.starts_with("PK\x07\x08")) {
    return found(ContentKind::zip);
  }
  if (text.starts_with("\xFA\xFA\xFA\xFA\xFA\xFA\xFA\xFA")) return unsupported("0xFA header");
  return {};
}

// The archives whose headers lie in the first kMaxPrefix bytes, from `from` on.
std::vector<ArchivePlace> find_archives(std::span<const std::byte> data, std::size_t from) {
  std::vector<ArchivePlace> archives;
  const std::string_view text = bytes::as_text(data);
  for (std::size_t at = text.find(kUnity, from); at != std::string_view::npos; at = text.find(kUnity, at + 1)) {
    auto place = plausible_archive(data.subspan(at));
    if (!place) continue;
    place->offset = at;
    archives.push_back(*place);
  }
  return archives;
}

// How the candidate's declared end lies to the source's.
enum class Fit { exact, inside, beyond };

Fit fit(bytes::ByteSource& source, const ArchivePlace& candidate) {
  const std::uint64_t end = candidate.offset + candidate.size;  // below 2^63 + 2^16
  const std::uint64_t there = available(source, end + 1);
  if (there == end) return Fit::exact;
  return there > end ? Fit::inside : Fit::beyond;
}

// A header at byte 0 may be a decoy before the real one. It is when its size contradicts the length
// while a later header's does not: it claims bytes that are not there, or bytes of an archive that
// ends exactly where the file does.
Detection choose_archive(bytes::ByteSource& source) {
  const auto data = read_head(source, bytes::kMaxPrefix);
  const auto later = find_archives(data, 1);
  if (later.empty()) return found(ContentKind::unityfs);
  const auto own = plausible_archive(data);
  const Fit first = own ? fit(source, *own) : Fit::beyond;
  if (first == Fit::exact) return found(ContentKind::unityfs);
  for (const ArchivePlace& candidate : later) {
    if (candidate.kind != ContentKind::unityfs) continue;
    const Fit other = fit(source, candidate);
    const bool is_claimed = first == Fit::inside && candidate.offset < own->size;
    if ((first == Fit::beyond && other != Fit::beyond) || (is_claimed && other == Fit::exact)) {
      return found(ContentKind::unityfs, candidate.offset);
    }
  }
  return found(ContentKind::unityfs);
}

// What nothing else recognises: a zip behind a stub, an archive behind a prefix, or what cannot be read and must be named.
Detection detect_hidden(bytes::ByteSource& source, std::string_view name, bool inside_container) {
  // Finding the end of a stream means decoding all of it, so this is tried on files only.
  if (!inside_container && ends_as_zip(source)) return found(ContentKind::zip);
  const auto data = read_head(source, bytes::kMaxPrefix);
  const auto archives = find_archives(data, 0);
  for (const ArchivePlace& candidate : archives) {
    if (fit(source, candidate) != Fit::beyond) return found(candidate.kind, candidate.offset);
  }
  if (!archives.empty()) return hidden(archives.front());
  if (looks_encrypted(data, name)) {
    return unsupported("encrypted or damaged: a bundle by its name, without a header",
                       FindingCode::container_encrypted);
  }
  if (lost_its_header(data)) {
    return unsupported("a UnityFS archive whose header was overwritten",
                       FindingCode::container_damaged);
  }
  if (const auto damage = damaged_by_name(data, name)) return unsupported(*damage, FindingCode::serialized_damaged);
  if (!inside_container) {
    const auto place = find_archive(source, data.size(), bytes::kMaxSignatureSearch);
    if (place) return hidden(*place);
  }
  return {};
}

Detection detect_serialized(bytes::ByteSource& source, std::span<const std::byte> head,
                            bool inside_container) {
  const auto guess = guess_serialized(head);
  const SerializedVerdict verdict =
      guess ? confirm_serialized(source, *guess, inside_container) : SerializedVerdict::no;
  if (verdict == SerializedVerdict::no) {
    const auto damage = damaged_header(source, head);
    return damage ? unsupported(*damage, FindingCode::serialized_damaged) : Detection{};
  }
  const std::string size = std::to_string(guess->file_size);
  if (!guess->is_supported()) {
    return unsupported("serialized format " + std::to_string(guess->format),
                       FindingCode::serialized_unsupported_format);
  }
  if (verdict == SerializedVerdict::too_short) {
    return unsupported("a serialized file that ends before its " + size + " bytes",
                       FindingCode::serialized_truncated);
  }
  if (verdict == SerializedVerdict::too_long) {
    return unsupported("a serialized file with bytes after its own " + size,
                       FindingCode::serialized_damaged);
  }
  return found(ContentKind::serialized_file);
}

// A brotli stream has no magic: one is when its first bytes decode to something known.
bool is_brotli(bytes::ByteSource& source) {
  const auto in = read_head(source, bytes::kMaxPrefix);
  std::array<std::byte, kSerializedHead> out{};
  const auto decoder = make_brotli_decoder();
  std::size_t consumed = 0;
  std::size_t produced = 0;
  DecodeStep step;
  do {
    step = decoder->step(std::span(in).subspan(consumed), std::span(out).subspan(produced));
    consumed += step.consumed;
    produced += step.produced;
    if (step.state == DecodeState::damaged) return false;
  } while (step.state == DecodeState::more && produced < out.size() &&
           step.consumed + step.produced > 0);
  const auto head = std::span<const std::byte>(out).first(produced);
  return detect_signature(head).kind != ContentKind::unknown || guess_serialized(head).has_value();
}

}  // namespace

Detection detect(bytes::ByteSource& source, std::string_view name, bool inside_container) {
  const auto head = read_head(source, kHead);
  const Detection known = detect_signature(head);
  if (known.kind == ContentKind::unityfs && bytes::as_text(head).starts_with(kUnityFs)) {
    return choose_archive(source);
  }
  if (known.kind != ContentKind::unknown) return known;
  Detection serialized = detect_serialized(source, head, inside_container);
  if (serialized.kind != ContentKind::unknown) return serialized;
  if (is_tar(head)) return found(ContentKind::tar);
  const bool may_be_brotli = name.ends_with(".br") || name.ends_with(".unityweb");
  if (may_be_brotli && is_brotli(source)) return found(ContentKind::brotli);
  return detect_hidden(source, name, inside_container);
}

}  // namespace mecadex::containers
