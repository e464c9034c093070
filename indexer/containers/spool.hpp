// What a stream decoder has produced, kept for reading again.
//
// The first kSpoolMemory bytes stay in memory. A longer stream moves to a temporary file that has
// no name (the system removes it when it is closed), so memory does not grow with the stream and
// going back costs no second decoding. A disk that is full or missing is MachineError: the
// machine's fault, not the file's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace mecadex::containers {

class Spool {
 public:
  explicit Spool(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  ~Spool();

  std::uint64_t size() const { return size_; }
  bool is_file() const { return fd_ >= 0; }
  /// Room for `n` bytes behind the end; the span lasts until the next call.
  std::span<std::byte> prepare(std::size_t n);
  /// Appends the first `n` bytes of the room.
  void commit(std::size_t n);
  /// [offset, offset + out.size()) lies inside [0, size()).
  void read_at(std::uint64_t offset, std::span<std::byte> out);
  std::span<const std::byte> view(std::uint64_t offset, std::size_t n,
                                  std::vector<std::byte>& scratch);

 private:
  void move_to_file();
  void write_at(std::uint64_t offset, std::span<const std::byte> data);
  void fetch(std::uint64_t offset, std::span<std::byte> out) const;

  std::filesystem::path folder_;
  std::uint64_t size_ = 0;
  std::vector<std::byte> memory_;  // everything; once the file exists, the room for the next bytes
  int fd_ = -1;
  std::vector<std::byte> window_;  // a piece of the file, for small reads
  std::uint64_t window_start_ = 0;
};

}  // namespace mecadex::containers
