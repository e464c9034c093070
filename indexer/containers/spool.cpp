#include "indexer/containers/spool.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/error.hpp"
#include "indexer/bytes/limits.hpp"

namespace mecadex::containers {
namespace {

constexpr std::size_t kWindow = 64 * 1024;

[[noreturn]] void throw_errno(const std::string& what) {
  const std::error_code error(errno, std::generic_category());
  throw bytes::MachineError(error == std::errc::no_space_on_device
                                ? "the disk is full: a decoded stream needs a temporary file"
                                : what + ": " + error.message());
}

// A file without a name; file systems without O_TMPFILE get a name for a moment.
int open_unnamed(const std::filesystem::path& folder) {
  const int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0) return fd;
  std::string name = (folder / "spool-XXXXXX").string();
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named < 0) throw_errno("temporary file in " + folder.string());
  ::unlink(name.c_str());
  return named;
}

}  // namespace

Spool::~Spool() {
  if (fd_ >= 0) ::close(fd_);
}

std::span<std::byte> Spool::prepare(std::size_t n) {
  if (fd_ < 0 && size_ + n > bytes::kSpoolMemory) move_to_file();
  const std::size_t start = fd_ < 0 ? static_cast<std::size_t>(size_) : 0;
  if (memory_.size() < start + n) memory_.resize(start + n);
  return std::span(memory_).subspan(start, n);
}

void Spool::commit(std::size_t n) {
  if (fd_ >= 0) write_at(size_, std::span(memory_).first(n));
  size_ += n;
}

void Spool::move_to_file() {
  fd_ = open_unnamed(folder_);
  write_at(0, std::span(memory_).first(static_cast<std::size_t>(size_)));
  memory_ = {};
}

void Spool::write_at(std::uint64_t offset, std::span<const std::byte> data) {
  while (!data.empty()) {
    const ssize_t put = ::pwrite(fd_, data.data(), data.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) throw_errno("writing a temporary file");
    offset += static_cast<std::uint64_t>(put);
    data = data.subspan(static_cast<std::size_t>(put));
  }
}

void Spool::fetch(std::uint64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const ssize_t got = ::pread(fd_, out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw_errno("reading a temporary file");
    offset += static_cast<std::uint64_t>(got);
    out = out.subspan(static_cast<std::size_t>(got));
  }
}

void Spool::read_at(std::uint64_t offset, std::span<std::byte> out) {
  if (out.empty()) return;
  if (fd_ >= 0 && out.size() > kWindow) return fetch(offset, out);
  std::vector<std::byte> unused;
  std::ranges::copy(view(offset, out.size(), unused), out.begin());
}

std::span<const std::byte> Spool::view(std::uint64_t offset, std::size_t n,
                                       std::vector<std::byte>& scratch) {
  if (fd_ < 0) return std::span(memory_).subspan(static_cast<std::size_t>(offset), n);
  if (n > kWindow) {
    scratch.resize(n);
    fetch(offset, scratch);
    return scratch;
  }
  const bool held =
      offset >= window_start_ && bytes::in_range(offset - window_start_, n, window_.size());
  if (!held) {
    window_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, size_ - offset)));
    window_start_ = offset;
    fetch(offset, window_);
  }
  return std::span(window_).subspan(static_cast<std::size_t>(offset - window_start_), n);
}

}  // namespace mecadex::containers
