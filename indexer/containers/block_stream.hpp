// The uncompressed stream of a UnityFS archive, with random access.
//
// The stream is cut into blocks that lie one after another in the archive. A stored block is read
// where it lies. An LZ4 block is decoded whole when a byte of it is wanted; a few decoded ones are
// kept, shared by all entries of the archive. An LZMA block is a stream that is decoded forward
// (stream_source.hpp). Memory is bounded by the cache, one block and the spools, not by the
// archive.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/containers/codecs.hpp"
#include "indexer/containers/container.hpp"
#include "indexer/containers/stream_source.hpp"

namespace mecadex::containers {

/// The blocks in order. Only starts are kept: a block ends where the next one begins.
class BlockTable {
 public:
  struct Block {
    std::uint64_t start;   // in the uncompressed stream
    std::uint64_t offset;  // from the first block in the archive
    std::uint32_t flags;
  };

  void reserve(std::size_t blocks) { blocks_.reserve(blocks); }
  /// Appends a block. Neighbouring stored blocks become one. Throws ParseError where the sums
  /// overflow or exceed kMaxDecodedBytes; `at` is the table entry's offset.
  void add(std::uint32_t uncompressed, std::uint32_t compressed, std::uint32_t flags,
           std::uint64_t at);

  std::size_t size() const { return blocks_.size(); }
  const Block& operator[](std::size_t index) const { return blocks_[index]; }
  std::uint64_t total_uncompressed() const { return end_.start; }
  std::uint64_t total_compressed() const { return end_.offset; }
  std::uint64_t uncompressed(std::size_t index) const {
    return after(index).start - blocks_[index].start;
  }
  std::uint64_t compressed(std::size_t index) const {
    return after(index).offset - blocks_[index].offset;
  }
  /// The block that holds `position` < total_uncompressed().
  std::size_t find(std::uint64_t position) const;
  /// "lz4hc", "lz4+none" ...
  std::string compression() const;

 private:
  const Block& after(std::size_t index) const {
    return index + 1 < blocks_.size() ? blocks_[index + 1] : end_;
  }
  std::vector<Block> blocks_;
  Block end_{0, 0, 0};
};

class BlockStream final : public bytes::ByteSource {
 public:
  /// `data_start`: where the first block lies in `archive`.
  BlockStream(bytes::SourcePtr archive, std::uint64_t data_start, BlockTable blocks,
              std::shared_ptr<DecodeBudget> budget);

  std::uint64_t size() override { return blocks_.total_uncompressed(); }
  void read_at(std::uint64_t offset, std::span<std::byte> out) override;
  std::span<const std::byte> view(std::uint64_t offset, std::size_t n,
                                  std::vector<std::byte>& scratch) override;

 private:
  struct Held {
    std::size_t block = 0;
    std::uint64_t used = 0;
    std::vector<std::byte> data;
  };
  struct OpenStream {
    std::uint64_t used = 0;
    std::unique_ptr<StreamSource> source;
  };

  std::span<const std::byte> view_in_block(std::size_t block, std::uint64_t inside, std::size_t n,
                                           std::vector<std::byte>& scratch);
  void read_in_block(std::size_t block, std::uint64_t inside, std::span<std::byte> out);
  Held* find_held(std::size_t block);
  const std::vector<std::byte>& decoded(std::size_t block);
  std::vector<std::byte> make_room(std::size_t n);
  void check_decodable(std::size_t block);
  void decode(std::size_t block, std::span<std::byte> out);
  StreamSource& lzma_stream(std::size_t block);
  std::unique_ptr<StreamSource> open_lzma(std::size_t block);

  bytes::SourcePtr archive_;
  std::uint64_t data_start_;
  BlockTable blocks_;
  std::shared_ptr<DecodeBudget> budget_;
  std::vector<Held> cache_;
  std::uint64_t cached_bytes_ = 0;
  std::uint64_t clock_ = 0;
  std::map<std::size_t, OpenStream> streams_;
  std::vector<std::byte> compressed_;
};

}  // namespace mecadex::containers
