#include "indexer/containers/block_stream.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"

namespace mecadex::containers {
namespace {

using bytes::FindingCode;
using bytes::ParseError;

// Decoded LZ4 blocks kept: 16 of Unity's 128 KiB. Objects are read in the order of their offsets.
constexpr std::uint64_t kCacheBytes = 2 * bytes::kMiB;
constexpr std::size_t kCacheBlocks = 16;
// What a block and a stream that is opened again cost at least of the budget, so that it bounds the
// time that an archive of tiny blocks takes.
constexpr std::uint64_t kLeastBlockCost = 1 * bytes::kKiB;
constexpr std::uint64_t kReopenCost = 64 * bytes::kKiB;
// LZMA blocks open at a time. Archives have one, and another for each 4 GiB.
constexpr std::size_t kMaxStreams = 4;
// Set in a block's flags when the China editor encrypted it.
constexpr std::uint32_t kBlockEncrypted = 0x100;

}  // namespace

void BlockTable::add(std::uint32_t uncompressed, std::uint32_t compressed, std::uint32_t flags,
                     std::uint64_t at) {
  const Codec codec = codec_of(flags);
  if (codec == Codec::none && uncompressed != compressed) {
    throw ParseError(FindingCode::container_damaged, at, "a stored block has two sizes");
  }
  const bool is_lz4 = codec == Codec::lz4 || codec == Codec::lz4hc;
  if (is_lz4 && uncompressed > bytes::kMaxLz4Block) {
    throw ParseError(FindingCode::container_limit, at,
                     "an LZ4 block of " + std::to_string(uncompressed) + " bytes");
  }
  if (is_lz4 && compressed > uncompressed + uncompressed / 255 + 16) {
    throw ParseError(FindingCode::container_damaged, at, "an LZ4 block longer than LZ4 can be");
  }
  const bool joins =
      !blocks_.empty() && codec == Codec::none && codec_of(blocks_.back().flags) == Codec::none;
  const bool is_empty = uncompressed == 0 && compressed == 0;
  if (!joins && !is_empty) blocks_.push_back({end_.start, end_.offset, flags});
  end_.start += uncompressed;  // 32-bit sums below the limit cannot overflow 64 bits
  end_.offset += compressed;
  if (end_.start > bytes::kMaxDecodedBytes || end_.offset > bytes::kMaxDecodedBytes) {
    throw ParseError(FindingCode::container_limit, at, "blocks exceed the limit of decoded bytes");
  }
}

std::size_t BlockTable::find(std::uint64_t position) const {
  const auto next = std::ranges::upper_bound(blocks_, position, {}, &Block::start);
  return static_cast<std::size_t>(next - blocks_.begin()) - 1;
}

std::string BlockTable::compression() const {
  std::set<std::string_view> names;
  for (const Block& block : blocks_) names.insert(codec_name(codec_of(block.flags)));
  std::string joined;
  for (const std::string_view name : names) {
    if (!joined.empty()) joined += '+';
    joined += name;
  }
  return joined.empty() ? "none" : joined;
}

BlockStream::BlockStream(bytes::SourcePtr archive, std::uint64_t data_start, BlockTable blocks,
                         std::shared_ptr<DecodeBudget> budget)
    : archive_(std::move(archive)),
      data_start_(data_start),
      blocks_(std::move(blocks)),
      budget_(std::move(budget)) {}

void BlockStream::read_at(std::uint64_t offset, std::span<std::byte> out) {
  if (!bytes::in_range(offset, out.size(), size())) {
    throw ParseError(FindingCode::container_truncated, offset,
                     std::to_string(out.size()) + " bytes wanted at " + std::to_string(offset) +
                         " of " + std::to_string(size()));
  }
  while (!out.empty()) {
    const std::size_t block = blocks_.find(offset);
    const std::uint64_t inside = offset - blocks_[block].start;
    const auto here = static_cast<std::size_t>(
        std::min<std::uint64_t>(out.size(), blocks_.uncompressed(block) - inside));
    read_in_block(block, inside, out.first(here));
    out = out.subspan(here);
    offset += here;
  }
}

void BlockStream::read_in_block(std::size_t block, std::uint64_t inside, std::span<std::byte> out) {
  const Codec codec = codec_of(blocks_[block].flags);
  if (codec == Codec::none) {
    archive_->read_at(data_start_ + blocks_[block].offset + inside, out);
  } else if (codec == Codec::lzma) {
    lzma_stream(block).read_at(inside, out);
  } else if (out.size() == blocks_.uncompressed(block) && find_held(block) == nullptr) {
    check_decodable(block);
    decode(block, out);
  } else {
    const auto data = std::span(decoded(block)).subspan(static_cast<std::size_t>(inside));
    std::ranges::copy(data.first(out.size()), out.begin());
  }
}

std::span<const std::byte> BlockStream::view(std::uint64_t offset, std::size_t n,
                                             std::vector<std::byte>& scratch) {
  if (n > 0 && bytes::in_range(offset, n, size())) {
    const std::size_t block = blocks_.find(offset);
    const std::uint64_t inside = offset - blocks_[block].start;
    if (bytes::in_range(inside, n, blocks_.uncompressed(block))) {
      return view_in_block(block, inside, n, scratch);
    }
  }
  return ByteSource::view(offset, n, scratch);
}

std::span<const std::byte> BlockStream::view_in_block(std::size_t block, std::uint64_t inside,
                                                      std::size_t n,
                                                      std::vector<std::byte>& scratch) {
  switch (codec_of(blocks_[block].flags)) {
    case Codec::none:
      return archive_->view(data_start_ + blocks_[block].offset + inside, n, scratch);
    case Codec::lzma:
      return lzma_stream(block).view(inside, n, scratch);
    default:
      return std::span(decoded(block)).subspan(static_cast<std::size_t>(inside), n);
  }
}

BlockStream::Held* BlockStream::find_held(std::size_t block) {
  const auto held = std::ranges::find(cache_, block, &Held::block);
  return held == cache_.end() ? nullptr : &*held;
}

const std::vector<std::byte>& BlockStream::decoded(std::size_t block) {
  ++clock_;
  if (Held* held = find_held(block)) {
    held->used = clock_;
    return held->data;
  }
  check_decodable(block);
  const auto n = static_cast<std::size_t>(blocks_.uncompressed(block));
  std::vector<std::byte> data = make_room(n);
  decode(block, data);
  cached_bytes_ += n;
  cache_.push_back({block, clock_, std::move(data)});
  return cache_.back().data;
}

// Before memory is taken for the block: its bytes are there, can be so many, and are within the
// budget.
void BlockStream::check_decodable(std::size_t block) {
  const std::uint64_t at = data_start_ + blocks_[block].offset;
  const std::uint64_t compressed = blocks_.compressed(block);
  const std::uint64_t n = blocks_.uncompressed(block);
  if (!archive_->readable(at, compressed)) {
    throw ParseError(FindingCode::container_truncated, at,
                     "block " + std::to_string(block) + " lies beyond the end of the archive");
  }
  if (n > most_decoded(codec_of(blocks_[block].flags), compressed)) {
    throw ParseError(
        FindingCode::container_codec, at,
        "block " + std::to_string(block) + " cannot decode to " + std::to_string(n) + " bytes");
  }
  budget_->take(std::max(n, kLeastBlockCost));
}

// Drops the longest unused blocks until `n` more bytes fit, and reuses the memory of the last one
// dropped.
std::vector<std::byte> BlockStream::make_room(std::size_t n) {
  std::vector<std::byte> memory;
  while (!cache_.empty() && (cached_bytes_ + n > kCacheBytes || cache_.size() >= kCacheBlocks)) {
    const auto oldest = std::ranges::min_element(cache_, {}, &Held::used);
    cached_bytes_ -= oldest->data.size();
    memory = std::move(oldest->data);
    if (oldest != cache_.end() - 1) *oldest = std::move(cache_.back());
    cache_.pop_back();
  }
  memory.resize(n);
  return memory;
}

void BlockStream::decode(std::size_t block, std::span<std::byte> out) {
  const std::uint64_t at = data_start_ + blocks_[block].offset;
  const std::uint64_t n = blocks_.compressed(block);
  const auto in = archive_->view(at, static_cast<std::size_t>(n), compressed_);
  if (decode_block(codec_of(blocks_[block].flags), in, out, at)) return;
  if ((blocks_[block].flags & kBlockEncrypted) != 0) {
    throw ParseError(FindingCode::container_encrypted_unitycn, at,
                     "block " + std::to_string(block) + " is encrypted (UnityCN)");
  }
  throw ParseError(FindingCode::container_codec, at,
                   "LZ4 block " + std::to_string(block) + " does not decode to " +
                       std::to_string(out.size()) + " bytes");
}

StreamSource& BlockStream::lzma_stream(std::size_t block) {
  if (!streams_.contains(block)) {
    if (streams_.size() >= kMaxStreams) {
      budget_->take(kReopenCost);
      streams_.erase(std::ranges::min_element(
          streams_, {}, [](const auto& stream) { return stream.second.used; }));
    }
    auto opened = open_lzma(block);
    streams_[block].source = std::move(opened);
  }
  OpenStream& stream = streams_[block];
  stream.used = ++clock_;
  return *stream.source;
}

std::unique_ptr<StreamSource> BlockStream::open_lzma(std::size_t block) {
  const std::uint64_t at = data_start_ + blocks_[block].offset;
  const std::uint64_t compressed = blocks_.compressed(block);
  if (compressed < kLzmaPropertyBytes) {
    throw ParseError(FindingCode::container_truncated, at, "an LZMA block without its properties");
  }
  const auto head = archive_->view(at, kLzmaPropertyBytes, compressed_);
  const std::uint64_t length = blocks_.uncompressed(block);
  auto decoder = make_lzma_decoder(read_lzma_properties(head, at), length);
  StreamInput input{archive_, at + kLzmaPropertyBytes, compressed - kLzmaPropertyBytes};
  return std::make_unique<StreamSource>(std::move(input), std::move(decoder), length, budget_);
}

}  // namespace mecadex::containers
