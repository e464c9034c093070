// A compressed stream as a ByteSource, decoded forward and only as far as asked for.
//
// What was decoded is kept in a Spool, so reading again or going back decodes nothing twice. Bytes
// before a damage stay readable; a read that touches the damage throws. Where the length is
// declared (LZMA blocks, zip entries) the stream must have exactly that length: a shorter one fails
// where it ends, one that goes on fails at its last declared byte.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/containers/container.hpp"
#include "indexer/containers/spool.hpp"
#include "indexer/containers/stream_decoder.hpp"

namespace mecadex::containers {

/// Where the compressed bytes are: from `offset`, `length` bytes or to the end of `source`.
struct StreamInput {
  bytes::SourcePtr source;
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> length;
};

class StreamSource final : public bytes::ByteSource {
 public:
  StreamSource(StreamInput input, std::unique_ptr<StreamDecoder> decoder,
               std::optional<std::uint64_t> declared, std::shared_ptr<DecodeBudget> budget);

  std::uint64_t size() override;
  bool readable(std::uint64_t offset, std::uint64_t n) override;
  void read_at(std::uint64_t offset, std::span<std::byte> out) override;
  std::span<const std::byte> view(std::uint64_t offset, std::size_t n,
                                  std::vector<std::byte>& scratch) override;

  /// How many of the first `wanted` bytes there are. Decodes only where no length is declared, at
  /// most so far, and does not throw on damaged data.
  std::uint64_t available(std::uint64_t wanted);
  bool has_declared_size() const { return declared_.has_value(); }
  /// Bytes decoded until now.
  std::uint64_t decoded() const { return spool_.size(); }

 private:
  enum class End : unsigned char { open, done, damaged, cut, too_long };

  void require(std::uint64_t offset, std::uint64_t n);
  void decode_to(std::uint64_t target);
  void decode_steps(std::uint64_t target);
  std::span<const std::byte> next_input();
  DecodeStep decode_some(std::span<const std::byte> in, std::uint64_t wanted);
  void check_ratio() const;
  void check_end();
  [[noreturn]] void throw_end(std::uint64_t offset, std::uint64_t n) const;

  StreamInput input_;
  std::unique_ptr<StreamDecoder> decoder_;  // gone once the stream has ended
  std::string codec_;
  std::optional<std::uint64_t> declared_;
  std::shared_ptr<DecodeBudget> budget_;
  Spool spool_;
  std::vector<std::byte> scratch_;
  std::uint64_t consumed_ = 0;
  End end_ = End::open;
};

/// How many of the first `wanted` bytes of `source` there are; a stream of unknown length is
/// decoded no further than that.
std::uint64_t available(bytes::ByteSource& source, std::uint64_t wanted);

/// True for a stream whose length is not declared: to know it means to decode all of it.
bool is_open_ended(const bytes::ByteSource& source);

/// The first `n` bytes, fewer when there are fewer.
std::vector<std::byte> read_head(bytes::ByteSource& source, std::size_t n);

}  // namespace mecadex::containers
