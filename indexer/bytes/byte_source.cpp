#include "indexer/bytes/byte_source.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace mecadex::bytes {
namespace {

[[noreturn]] void throw_truncated(std::uint64_t offset, std::uint64_t n, std::uint64_t size) {
  throw ParseError(FindingCode::container_truncated, offset,
                   std::to_string(n) + " bytes wanted at " + std::to_string(offset) + " of " + std::to_string(size));
}

}  // namespace

std::vector<std::byte> read_prefix(ByteSource& source, std::size_t n) {
  if (!source.readable(0, n)) n = static_cast<std::size_t>(std::min<std::uint64_t>(n, source.size()));
  std::vector<std::byte> head(n);
  source.read_at(0, head);
  return head;
}

void MemorySource::read_at(std::uint64_t offset, std::span<std::byte> out) {
  if (!in_range(offset, out.size(), data_.size())) throw_truncated(offset, out.size(), data_.size());
  if (!out.empty()) std::memcpy(out.data(), data_.data() + offset, out.size());
}

std::span<const std::byte> MemorySource::view(std::uint64_t offset, std::size_t n, std::vector<std::byte>&) {
  if (!in_range(offset, n, data_.size())) throw_truncated(offset, n, data_.size());
  return std::span<const std::byte>(data_).subspan(static_cast<std::size_t>(offset), n);
}

std::uint64_t SliceSource::at(std::uint64_t offset, std::uint64_t n) const {
  if (!in_range(offset, n, size_)) throw_truncated(offset, n, size_);
  const auto sum = checked_add(offset_, offset);
  if (!sum) throw_truncated(offset, n, size_);
  return *sum;
}

bool SliceSource::readable(std::uint64_t offset, std::uint64_t n) {
  return in_range(offset, n, size_) && parent_->readable(at(offset, n), n);
}

void SliceSource::read_at(std::uint64_t offset, std::span<std::byte> out) {
  parent_->read_at(at(offset, out.size()), out);
}

std::span<const std::byte> SliceSource::view(std::uint64_t offset, std::size_t n, std::vector<std::byte>& scratch) {
  return parent_->view(at(offset, n), n, scratch);
}

ConcatSource::ConcatSource(std::vector<SourcePtr> parts) : parts_(std::move(parts)) {
  std::uint64_t total = 0;
  for (const SourcePtr& part : parts_) {
    starts_.push_back(total);
    const auto sum = checked_add(total, part->size());
    if (!sum) throw ParseError(FindingCode::container_limit, total, "split parts exceed 2^64 bytes");
    total = *sum;
  }
  starts_.push_back(total);
}

void ConcatSource::read_at(std::uint64_t offset, std::span<std::byte> out) {
  if (!in_range(offset, out.size(), size())) throw_truncated(offset, out.size(), size());
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  auto part = static_cast<std::size_t>(next - starts_.begin()) - 1;
  while (!out.empty()) {
    const std::uint64_t inside = offset - starts_[part];
    const std::uint64_t here = std::min<std::uint64_t>(out.size(), starts_[part + 1] - offset);
    if (here > 0) parts_[part]->read_at(inside, out.first(static_cast<std::size_t>(here)));
    out = out.subspan(static_cast<std::size_t>(here));
    offset += here;
    ++part;
  }
}

}  // namespace mecadex::bytes
