#include "indexer/bytes/file_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace mecadex::bytes {

void ReadLog::record(std::uint64_t offset, std::span<const std::byte> data) {
  if (data.empty()) return;
  const std::uint64_t end = offset + data.size();
  const auto after = covered_.upper_bound(offset);
  if (after != covered_.begin() && std::prev(after)->second >= end) return;
  hash_.update_u64(offset);
  hash_.update_u64(data.size());
  hash_.update(data);
  bytes_read_ += data.size();
  if (!ranges_.empty() && ranges_.back().offset + ranges_.back().length == offset) {
    ranges_.back().length += data.size();
  } else {
    ranges_.push_back({offset, data.size()});
  }
  auto start = offset;
  auto stop = end;
  auto next = covered_.lower_bound(offset);
  if (next != covered_.end() && next->first == end) {
    stop = next->second;
    next = covered_.erase(next);
  }
  if (next != covered_.begin() && std::prev(next)->second == offset) {
    start = std::prev(next)->first;
  }
  covered_[start] = stop;
}

std::string ReadLog::content_hash(std::uint64_t file_size) {
  hash_.update_u64(file_size);
  return hash_.hex_digest();
}

std::string content_hash_over(const std::vector<std::filesystem::path>& parts, const std::vector<ByteRange>& ranges) {
  const auto log = std::make_shared<ReadLog>();
  std::vector<std::unique_ptr<FileSource>> sources;
  std::vector<std::uint64_t> begins;  // of each part in the joined file
  std::uint64_t size = 0;
  for (const auto& part : parts) {
    sources.push_back(std::make_unique<FileSource>(part, log, size));
    begins.push_back(size);
    size += sources.back()->size();
  }
  std::vector<std::byte> buffer(16 * FileSource::kWindow);
  for (const ByteRange& range : ranges) {
    if (!in_range(range.offset, range.length, size)) {
      throw ParseError(FindingCode::container_truncated, range.offset, "the file no longer has these bytes");
    }
    for (std::uint64_t at = range.offset; at < range.offset + range.length;) {
      const auto after = std::upper_bound(begins.begin(), begins.end(), at);
      const auto part = static_cast<std::size_t>(after - begins.begin()) - 1;
      const std::uint64_t inside = at - begins[part];
      const std::uint64_t left = std::min(range.offset + range.length - at, sources[part]->size() - inside);
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(left, buffer.size()));
      sources[part]->read_at(inside, std::span(buffer).first(n));
      at += n;
    }
  }
  return log->content_hash(size);
}

FileSource::FileSource(const std::filesystem::path& path, std::shared_ptr<ReadLog> log, std::uint64_t log_base)
    : log_base_(log_base), log_(std::move(log)) {
  fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (fd_ < 0) throw ParseError(FindingCode::file_unreadable, 0, std::strerror(errno));
  struct stat status {};
  const bool known = ::fstat(fd_, &status) == 0;
  if (!known || !S_ISREG(status.st_mode)) {
    ::close(fd_);
    throw ParseError(FindingCode::file_special, 0, "not a regular file");
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

bool FileSource::size_changed() const {
  struct stat status {};
  return ::fstat(fd_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) != size_;
}

FileSource::~FileSource() { ::close(fd_); }

void FileSource::fetch(std::uint64_t offset, std::span<std::byte> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = ::pread(fd_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw ParseError(FindingCode::file_unreadable, offset + done, std::strerror(errno));
    if (got == 0) throw ParseError(FindingCode::file_changed, offset + done, "the file became shorter while it was read");
    done += static_cast<std::size_t>(got);
  }
}

const FileSource::Window& FileSource::window(std::uint64_t index) {
  ++clock_;
  auto oldest = windows_.begin();
  for (auto it = windows_.begin(); it != windows_.end(); ++it) {
    if (it->index == index) {
      it->used = clock_;
      return *it;
    }
    if (it->used < oldest->used) oldest = it;
  }
  const std::uint64_t start = index * kWindow;
  oldest->index = UINT64_MAX;  // stays invalid when the read throws
  oldest->data.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, size_ - start)));
  fetch(start, oldest->data);
  if (log_) log_->record(log_base_ + start, oldest->data);
  oldest->index = index;
  oldest->used = clock_;
  return *oldest;
}

void FileSource::read_at(std::uint64_t offset, std::span<std::byte> out) {
  if (!in_range(offset, out.size(), size_)) {
    throw ParseError(FindingCode::container_truncated, offset,
                     std::to_string(out.size()) + " bytes wanted at " + std::to_string(offset) + " of " + std::to_string(size_));
  }
  while (!out.empty()) {
    const std::uint64_t index = offset / kWindow;
    const auto inside = static_cast<std::size_t>(offset % kWindow);
    if (inside == 0 && out.size() >= 2 * kWindow) {  // whole windows go straight to the caller
      const std::size_t whole = out.size() / kWindow * kWindow;
      fetch(offset, out.first(whole));
      for (std::size_t at = 0; log_ && at < whole; at += kWindow) {
        log_->record(log_base_ + offset + at, out.subspan(at, kWindow));
      }
      out = out.subspan(whole);
      offset += whole;
      continue;
    }
    const Window& held = window(index);
    const std::size_t here = std::min(out.size(), held.data.size() - inside);
    std::memcpy(out.data(), held.data.data() + inside, here);
    out = out.subspan(here);
    offset += here;
  }
}

std::span<const std::byte> FileSource::view(std::uint64_t offset, std::size_t n, std::vector<std::byte>& scratch) {
  const auto inside = static_cast<std::size_t>(offset % kWindow);
  if (in_range(offset, n, size_) && n > 0 && inside + n <= kWindow) {
    return std::span<const std::byte>(window(offset / kWindow).data).subspan(inside, n);
  }
  return ByteSource::view(offset, n, scratch);
}

}  // namespace mecadex::bytes
