// Bytes at offsets: what a container or a serialized file is read from.
//
// A ByteSource is a file on disk, an entry of an archive, or the output of a decompressor. Reading is by
// range, so that only what is needed is fetched and decoded. Sources nest (a serialized file in an archive
// in a WebGL data file in a gzip stream) and each keeps what it reads from alive. A source belongs to one
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/error.hpp"

namespace mecadex::bytes {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  /// The length in bytes. A stream whose length is not stored decodes itself to the end to know it.
  virtual std::uint64_t size() = 0;
  /// True when [offset, offset + n) can be read; a stream decodes only as far as it must to tell.
  virtual bool readable(std::uint64_t offset, std::uint64_t n) { return in_range(offset, n, size()); }
  /// Fills `out` from `offset`. Throws ParseError when the range is not there or does not decode.
  virtual void read_at(std::uint64_t offset, std::span<std::byte> out) = 0;
  /// The range as a span: in place where the source has it in memory, else copied into `scratch`. Valid
  /// until the next call on this source or a change of `scratch`. The caller bounds `n`.
  virtual std::span<const std::byte> view(std::uint64_t offset, std::size_t n, std::vector<std::byte>& scratch) {
    scratch.resize(n);
    read_at(offset, scratch);
    return scratch;
  }
};

using SourcePtr = std::shared_ptr<ByteSource>;

/// Up to `n` bytes from the start: fewer when the source is shorter.
std::vector<std::byte> read_prefix(ByteSource& source, std::size_t n);

/// Bytes in memory.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::vector<std::byte> data) : data_(std::move(data)) {}
  std::uint64_t size() override { return data_.size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> out) override;
  std::span<const std::byte> view(std::uint64_t offset, std::size_t n, std::vector<std::byte>& scratch) override;

 private:
  std::vector<std::byte> data_;
};

/// A range of another source.
class SliceSource final : public ByteSource {
 public:
  SliceSource(SourcePtr parent, std::uint64_t offset, std::uint64_t size)
      : parent_(std::move(parent)), offset_(offset), size_(size) {}
  std::uint64_t size() override { return size_; }
  bool readable(std::uint64_t offset, std::uint64_t n) override;
  void read_at(std::uint64_t offset, std::span<std::byte> out) override;
  std::span<const std::byte> view(std::uint64_t offset, std::size_t n, std::vector<std::byte>& scratch) override;

 private:
  std::uint64_t at(std::uint64_t offset, std::uint64_t n) const;
  SourcePtr parent_;
  std::uint64_t offset_;
  std::uint64_t size_;
};

/// Several sources end to end (a split file).
class ConcatSource final : public ByteSource {
 public:
  explicit ConcatSource(std::vector<SourcePtr> parts);
  std::uint64_t size() override { return starts_.back(); }
  void read_at(std::uint64_t offset, std::span<std::byte> out) override;

 private:
  std::vector<SourcePtr> parts_;
  std::vector<std::uint64_t> starts_;  // starts_[i] = first byte of part i; one more: the whole size
};

}  // namespace mecadex::bytes
