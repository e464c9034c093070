#include "indexer/containers/unityfs.hpp"

#include "indexer/bytes/checked.hpp"
#include "indexer/containers/entry_checks.hpp"
#include "indexer/containers/stream_source.hpp"
#include "indexer/containers/unityfs_directory.hpp"
#include "indexer/containers/unityfs_header.hpp"

namespace mecadex::containers {
namespace {

using bytes::FindingCode;

class UnityFsContainer final : public Container {
 public:
  UnityFsContainer(bytes::SourcePtr source, const UnityFsHeader& header, UnityFsDirectory directory,
                   std::shared_ptr<DecodeBudget> budget, std::uint64_t prefix)
      : engine_version_(header.engine_version), compression_(directory.blocks.compression()) {
    for (UnityFsNode& node : directory.nodes) {
      offsets_.push_back(node.offset);
      entries_.push_back({std::move(node.path), node.size, true, false, node.is_serialized});
    }
    if (prefix > 0) {
      notes_.push_back({FindingCode::container_prefix, 0, "",
                        "the archive begins at byte " + std::to_string(prefix)});
    }
    note_length(*source, header.size);
    if (followed_at_) *followed_at_ += prefix;
    if (directory.has_trailing) {
      notes_.push_back({FindingCode::container_trailing, 0, "", "bytes follow the directory"});
    }
    if (directory.left_out > 0) {
      notes_.push_back({FindingCode::container_deleted_entry, 0, "",
                        std::to_string(directory.left_out) + " entries are marked as deleted or as folders"});
    }
    note_duplicate_entries(entries_, notes_);
    note_overlaps(offsets_, entries_, notes_);
    data_ = std::make_shared<BlockStream>(std::move(source), directory.data_start,
                                          std::move(directory.blocks), std::move(budget));
  }

  ContentKind kind() const override { return ContentKind::unityfs; }
  std::string engine_version() const override { return engine_version_; }
  std::string compression() const override { return compression_; }
  bytes::SourcePtr open(std::size_t index) override {
    const Entry& entry = entries_.at(index);
    return open_slice(data_, offsets_[index], entry.size, data_->size());
  }

 private:
  void note_length(bytes::ByteSource& source, std::uint64_t declared) {
    const std::uint64_t there = available(source, declared + 1);
    if (there > declared) {
      followed_at_ = declared;
      notes_.push_back(
          {FindingCode::container_trailing, declared, "", "bytes follow the archive's own end"});
    } else if (there < declared) {
      notes_.push_back({FindingCode::container_truncated, there, "",
                        "the archive declares " + std::to_string(declared) + " bytes and has " +
                            std::to_string(there)});
    }
  }

  std::string engine_version_;
  std::string compression_;
  std::vector<std::uint64_t> offsets_;
  std::shared_ptr<BlockStream> data_;
};

}  // namespace

std::unique_ptr<Container> open_unityfs(bytes::SourcePtr source,
                                        std::shared_ptr<DecodeBudget> budget,
                                        std::uint64_t prefix) {
  const UnityFsHeader header = read_unityfs_header(*source);
  budget->take(header.info_uncompressed);  // many headers in one file shall not decode many block infos
  UnityFsDirectory directory = read_unityfs_directory(*source, header);
  return std::make_unique<UnityFsContainer>(std::move(source), header, std::move(directory),
                                            std::move(budget), prefix);
}

}  // namespace mecadex::containers
