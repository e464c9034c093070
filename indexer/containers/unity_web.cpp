#include "indexer/containers/unity_web.hpp"

#include <algorithm>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/entry_checks.hpp"
#include "indexer/containers/stream_decoder.hpp"
#include "indexer/containers/stream_source.hpp"

namespace mecadex::containers {
namespace {

using bytes::Endian;
using bytes::FindingCode;
using bytes::ParseError;
using bytes::Reader;

constexpr std::uint32_t kHasCompleteSize = 2;
constexpr std::uint32_t kHasDirectorySize = 3;
constexpr std::uint32_t kHasHash = 4;
constexpr std::uint64_t kHashAndCrc = 20;
constexpr std::uint64_t kLevelBytes = 8;
constexpr std::uint64_t kLeastEntryBytes = 9;
constexpr std::uint64_t kMostEntryBytes = bytes::kMaxEntryPath + kLeastEntryBytes;
// The fields without the levels are shorter than this.
constexpr std::uint64_t kMostFixedHeader = 512;
constexpr std::size_t kLzmaHeaderBytes = kLzmaPropertyBytes + sizeof(std::uint64_t);

struct WebHeader {
  std::uint32_t version = 0;
  std::string engine_version;
  std::uint32_t header_size = 0;
  std::uint32_t compressed = 0;    // of the payload
  std::uint32_t uncompressed = 0;  // of the payload
};

void check_header_size(const WebHeader& header, std::uint32_t levels, std::uint64_t at) {
  if (levels == 0 || levels > bytes::kMaxWebLevels) {
    throw ParseError(levels == 0 ? FindingCode::container_damaged : FindingCode::container_limit,
                     at, std::to_string(levels) + " levels");
  }
  if (header.header_size > kMostFixedHeader + levels * kLevelBytes) {
    throw ParseError(FindingCode::container_damaged, at,
                     "a header of " + std::to_string(header.header_size) + " bytes");
  }
}

// The fields before the levels; returns the level count.
std::uint32_t read_fixed(Reader& reader, WebHeader& header) {
  reader.cstring(bytes::kMaxVersionString);
  header.version = reader.u32();
  reader.cstring(bytes::kMaxVersionString);
  header.engine_version = reader.cstring(bytes::kMaxVersionString);
  if (header.version >= kHasHash) reader.skip(kHashAndCrc);
  reader.skip(sizeof(std::uint32_t));  // minimum streamed bytes
  header.header_size = reader.u32();
  reader.skip(sizeof(std::uint32_t));  // levels before streaming
  const std::uint32_t levels = reader.u32();
  check_header_size(header, levels, reader.offset() - sizeof(levels));
  return levels;
}

WebHeader read_header(bytes::ByteSource& source) {
  WebHeader header;
  const auto fixed = read_head(source, kMostFixedHeader);
  Reader start(fixed, Endian::big, FindingCode::container_truncated);
  const std::uint32_t levels = read_fixed(start, header);

  const auto whole = read_head(source, std::max<std::size_t>(header.header_size, start.position()));
  Reader reader(whole, Endian::big, FindingCode::container_truncated);
  reader.skip(start.position());
  reader.skip((levels - 1) * kLevelBytes);
  header.compressed = reader.u32();
  header.uncompressed = reader.u32();
  if (header.version >= kHasCompleteSize) reader.skip(sizeof(std::uint32_t));
  if (header.version >= kHasDirectorySize) reader.skip(sizeof(std::uint32_t));
  if (header.header_size < reader.position()) {
    throw ParseError(FindingCode::container_damaged, reader.offset(),
                     "the payload begins inside the header");
  }
  return header;
}

struct Payload {
  bytes::SourcePtr source;
  std::uint64_t size = 0;
};

Payload open_lzma(const bytes::SourcePtr& source, const WebHeader& header,
                  std::shared_ptr<DecodeBudget> budget) {
  const std::uint64_t at = header.header_size;
  std::vector<std::byte> scratch;
  const auto head = source->view(at, kLzmaHeaderBytes, scratch);
  const LzmaProperties properties = read_lzma_properties(head, at);
  Reader reader(head.subspan(kLzmaPropertyBytes), Endian::little, FindingCode::container_truncated,
                at + kLzmaPropertyBytes);
  const std::int64_t declared = reader.i64();
  if (declared < -1) reader.fail(FindingCode::container_damaged, "impossible payload size");
  const std::uint64_t size =
      declared == -1 ? header.uncompressed : static_cast<std::uint64_t>(declared);
  if (size > bytes::kMaxDecodedBytes) {
    reader.fail(FindingCode::container_limit, "a payload of " + std::to_string(size) + " bytes");
  }
  const std::uint64_t packed =
      header.compressed - std::min<std::uint64_t>(header.compressed, kLzmaHeaderBytes);
  StreamInput input{source, at + kLzmaHeaderBytes, packed};
  return {std::make_shared<StreamSource>(std::move(input), make_lzma_decoder(properties, size),
                                         size, std::move(budget)),
          size};
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

class UnityWebContainer final : public Container {
 public:
  UnityWebContainer(ContentKind kind, WebHeader header, Payload payload)
      : kind_(kind), header_(std::move(header)), payload_(std::move(payload)) {}

  void read_directory() {
    std::vector<std::byte> scratch;
    Reader start(payload_.source->view(0, sizeof(std::uint32_t), scratch), Endian::big);
    const std::uint32_t count = start.u32();
    check_entry_count(count, 0);
    // Padded to 4, an empty directory is all that an empty file holds.
    if (count == 0 && payload_.size > sizeof(count)) throw_lost_directory(header_.header_size);
    if (count > payload_.size / kLeastEntryBytes) {
      throw ParseError(FindingCode::container_damaged, 0,
                       std::to_string(count) + " entries do not fit the payload");
    }
    std::uint64_t at = sizeof(count);
    for (std::uint32_t i = 0; i < count; ++i) at += read_entry(at);
    note_duplicate_entries(entries_, notes_);
    note_overlaps(offsets_, entries_, notes_);
  }

  void note_length(bytes::ByteSource& source, std::uint64_t prefix) {
    if (prefix > 0) {
      notes_.push_back({FindingCode::container_prefix, 0, "", "the archive begins at byte " + std::to_string(prefix)});
    }
    const std::uint64_t end = std::uint64_t{header_.header_size} + header_.compressed;
    const std::uint64_t there = available(source, end + 1);
    if (there > end) {
      followed_at_ = prefix + end;
      notes_.push_back({FindingCode::container_trailing, end, "", "bytes follow the payload"});
    } else if (there < end) {
      notes_.push_back({FindingCode::container_truncated, there, "",
                        "the payload ends at " + std::to_string(end) + ", the file at " +
                            std::to_string(there)});
    }
  }

  ContentKind kind() const override { return kind_; }
  std::string engine_version() const override { return header_.engine_version; }
  std::string compression() const override {
    return kind_ == ContentKind::unityweb ? "lzma" : "none";
  }
  bytes::SourcePtr open(std::size_t index) override {
    return open_slice(payload_.source, offsets_.at(index), entries_[index].size, payload_.size);
  }

 private:
  // Reads the entry at `at` and returns the bytes that it takes.
  std::uint64_t read_entry(std::uint64_t at) {
    const std::uint64_t most = std::min(kMostEntryBytes, payload_.size - at);
    std::vector<std::byte> scratch;
    Reader reader(payload_.source->view(at, static_cast<std::size_t>(most), scratch), Endian::big,
                  FindingCode::container_damaged, at);
    std::string path(reader.cstring(bytes::kMaxEntryPath));
    offsets_.push_back(reader.u32());
    entries_.push_back({std::move(path), reader.u32(), true, false});
    return reader.position();
  }

  ContentKind kind_;
  WebHeader header_;
  Payload payload_;
  std::vector<std::uint64_t> offsets_;
};

}  // namespace

std::optional<std::pair<ContentKind, std::uint64_t>> plausible_unity_web(std::span<const std::byte> data) {
  constexpr std::uint32_t kNewest = 5;
  const std::string_view text = bytes::as_text(data);
  const bool is_web = text.starts_with(std::string_view("UnityWeb\0", 9));
  if (!is_web && !text.starts_with(std::string_view("UnityRaw\0", 9))) return std::nullopt;
  try {
    Reader reader(data, Endian::big);
    reader.cstring(bytes::kMaxVersionString);
    const std::uint32_t version = reader.u32();
    const auto player = reader.cstring(bytes::kMaxVersionString);
    const auto engine = reader.cstring(bytes::kMaxVersionString);
    if (version < 1 || version > kNewest || !is_plain(player) || !is_plain(engine) ||
        engine.find('.') == std::string_view::npos) {
      return std::nullopt;
    }
    if (version >= kHasHash) reader.skip(kHashAndCrc);
    reader.skip(sizeof(std::uint32_t));
    WebHeader header;
    header.header_size = reader.u32();
    reader.skip(sizeof(std::uint32_t));
    const std::uint32_t levels = reader.u32();
    check_header_size(header, levels, 0);
    reader.skip((levels - 1) * kLevelBytes);
    const std::uint64_t size = std::uint64_t{header.header_size} + reader.u32();
    if (header.header_size < reader.position()) return std::nullopt;
    return std::pair(is_web ? ContentKind::unityweb : ContentKind::unityraw, size);
  } catch (const ParseError&) {
    return std::nullopt;
  }
}

std::unique_ptr<Container> open_unity_web(ContentKind kind, bytes::SourcePtr source,
                                          std::shared_ptr<DecodeBudget> budget, std::uint64_t prefix) {
  WebHeader header = read_header(*source);
  Payload payload;
  if (kind == ContentKind::unityweb) {
    payload = open_lzma(source, header, std::move(budget));
  } else {
    payload = {
        std::make_shared<bytes::SliceSource>(source, header.header_size, header.uncompressed),
        header.uncompressed};
  }
  auto container = std::make_unique<UnityWebContainer>(kind, std::move(header), std::move(payload));
  container->note_length(*source, prefix);
  container->read_directory();
  return container;
}

}  // namespace mecadex::containers
