#include "indexer/containers/web_data.hpp"

#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/entry_checks.hpp"
#include "indexer/containers/stream_source.hpp"

namespace mecadex::containers {
namespace {

using bytes::Endian;
using bytes::FindingCode;
using bytes::ParseError;
using bytes::Reader;

constexpr std::size_t kMostStart = bytes::kMaxVersionString + 1 + sizeof(std::int32_t);

class WebDataContainer final : public Container {
 public:
  explicit WebDataContainer(bytes::SourcePtr source) : source_(std::move(source)) {
    const auto start = read_head(*source_, kMostStart);
    Reader head(start, Endian::little, FindingCode::container_truncated);
    head.cstring(bytes::kMaxVersionString);
    const std::int32_t end = head.i32();
    if (end < 0 || static_cast<std::size_t>(end) < head.position()) {
      head.fail(FindingCode::container_damaged, "the directory ends at " + std::to_string(end));
    }
    directory_end_ = static_cast<std::uint64_t>(end);
    if (directory_end_ > bytes::kMaxBlockInfo) {
      head.fail(FindingCode::container_limit, "a directory of " + std::to_string(end) + " bytes");
    }
    read_directory(head.position());
    if (entries_.empty() && available(*source_, directory_end_ + 1) > directory_end_) {
      throw_lost_directory(head.offset());
    }
    note_duplicate_entries(entries_, notes_);
    note_overlaps(offsets_, entries_, notes_);
  }

  ContentKind kind() const override { return ContentKind::web_data; }
  std::string compression() const override { return "none"; }
  bytes::SourcePtr open(std::size_t index) override {
    const std::uint64_t offset = offsets_.at(index);
    const std::uint64_t size = entries_[index].size;
    if (offset < directory_end_) {
      throw ParseError(FindingCode::container_entry_range, offset, "an entry inside the directory");
    }
    // A stream of unknown length is not decoded to its end for this: a missing entry fails when it
    // is read.
    const bool is_stream = dynamic_cast<StreamSource*>(source_.get()) != nullptr;
    return open_slice(source_, offset, size, is_stream ? UINT64_MAX : source_->size());
  }

 private:
  void read_directory(std::size_t from) {
    const auto directory = read_head(*source_, static_cast<std::size_t>(directory_end_));
    Reader reader(directory, Endian::little, FindingCode::container_truncated);
    reader.skip(from);
    while (reader.position() < directory_end_) {
      check_entry_count(entries_.size() + 1, reader.offset());
      const std::uint32_t offset = reader.u32();
      const std::uint32_t size = reader.u32();
      const std::uint32_t length = reader.u32();
      if (length > bytes::kMaxEntryPath) {
        reader.fail(FindingCode::container_limit,
                    "an entry's path of " + std::to_string(length) + " bytes");
      }
      offsets_.push_back(offset);
      entries_.push_back({std::string(bytes::as_text(reader.bytes(length))), size, true, false});
    }
  }

  bytes::SourcePtr source_;
  std::uint64_t directory_end_ = 0;
  std::vector<std::uint64_t> offsets_;
};

}  // namespace

std::unique_ptr<Container> open_web_data(bytes::SourcePtr source) {
  return std::make_unique<WebDataContainer>(std::move(source));
}

}  // namespace mecadex::containers
