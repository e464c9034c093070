// A file on disk, read by ranges, with an account of what was read.
//
// The file is read in windows of 64 KiB on a fixed grid; a few are kept, so that small objects that lie
// together cost one system call. No mmap: a game folder may change under the crawler, and a shrinking map
// is a signal, not an error. Each window is hashed when it is first read, in the order of reading, so
// content_hash costs no second pass (data-model.md 1: the hash covers the size and every byte range read).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/bytes/sha256.hpp"

namespace mecadex::bytes {

/// Some bytes of a (joined) file.
struct ByteRange {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

/// Which ranges of a (joined) file were read, in the order of their first reading, and their hash.
class ReadLog {
 public:

  /// Notes [offset, offset + data.size()); what was noted before is not hashed again. The grid of windows
  /// makes ranges equal or disjoint.
  void record(std::uint64_t offset, std::span<const std::byte> data);
  /// Hex SHA-256 over the ranges read and `file_size`; ends the log.
  std::string content_hash(std::uint64_t file_size);
  const std::vector<ByteRange>& ranges() const { return ranges_; }
  std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  Sha256 hash_;
  std::vector<ByteRange> ranges_;                     // neighbours read one after the other are one range
  std::map<std::uint64_t, std::uint64_t> covered_;  // start -> end, disjoint
  std::uint64_t bytes_read_ = 0;
};

/// The content hash of a file (of one or several parts) over ranges that an earlier reading recorded; equal to
/// that reading's when size and bytes are. Throws ParseError file_special, file_unreadable, file_changed, or
/// container_truncated when a range lies outside the file.
std::string content_hash_over(const std::vector<std::filesystem::path>& parts, const std::vector<ByteRange>& ranges);

class FileSource final : public ByteSource {
 public:
  static constexpr std::size_t kWindow = 64 * 1024;

  /// Opens `path` without following a symbolic link and without waiting for a FIFO. `log_base`: where this
  /// part begins in the joined file. Throws ParseError file_special or file_unreadable.
  FileSource(const std::filesystem::path& path, std::shared_ptr<ReadLog> log, std::uint64_t log_base = 0);
  ~FileSource() override;

  std::uint64_t size() override { return size_; }
  /// True when the file on disk has another size than when it was opened.
  bool size_changed() const;
  void read_at(std::uint64_t offset, std::span<std::byte> out) override;
  std::span<const std::byte> view(std::uint64_t offset, std::size_t n, std::vector<std::byte>& scratch) override;

 private:
  struct Window {
    std::uint64_t index = UINT64_MAX;
    std::uint64_t used = 0;
    std::vector<std::byte> data;
  };
  void fetch(std::uint64_t offset, std::span<std::byte> out);
  const Window& window(std::uint64_t index);

  int fd_ = -1;
  std::uint64_t size_ = 0;
  std::uint64_t log_base_;
  std::shared_ptr<ReadLog> log_;
  std::array<Window, 8> windows_;
  std::uint64_t clock_ = 0;
};

}  // namespace mecadex::bytes
