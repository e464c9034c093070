#include "indexer/containers/zip.hpp"

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/text.hpp"
#include "indexer/containers/entry_checks.hpp"
#include "indexer/containers/stream_decoder.hpp"
#include "indexer/containers/stream_source.hpp"
#include "indexer/containers/zip_directory.hpp"

namespace mecadex::containers {
namespace {

using bytes::FindingCode;
using bytes::ParseError;

constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflate = 8;

class ZipContainer final : public Container {
 public:
  ZipContainer(bytes::SourcePtr source, std::shared_ptr<DecodeBudget> budget)
      : source_(std::move(source)),
        budget_(std::move(budget)) {
    ZipDirectory directory = read_zip_directory(*source_);
    files_ = std::move(directory.entries);
    notes_ = std::move(directory.notes);
    std::vector<std::pair<std::string, std::uint64_t>> files;
    for (const ZipEntry& file : files_) files.emplace_back(file.path, file.uncompressed);
    parts_ = list_joined(files, entries_, notes_);
    note_duplicate_entries(entries_, notes_);
  }

  ContentKind kind() const override { return ContentKind::zip; }
  std::string compression() const override {
    bool has_stored = false;
    bool has_deflate = false;
    for (const ZipEntry& file : files_) {
      has_stored |= file.method == kStored;
      has_deflate |= file.method == kDeflate;
    }
    if (!has_deflate) return "none";
    return has_stored ? "deflate+none" : "deflate";
  }

  bytes::SourcePtr open(std::size_t index) override {
    const std::vector<std::size_t>& parts = parts_.at(index);
    if (!entries_[index].is_joined) return open_file(files_[parts.front()]);
    std::vector<bytes::SourcePtr> sources;
    for (const std::size_t part : parts) sources.push_back(open_file(files_[part]));
    return std::make_shared<bytes::ConcatSource>(std::move(sources));
  }

 private:
  bytes::SourcePtr open_file(const ZipEntry& file) {
    if (file.is_encrypted()) {
      throw ParseError(FindingCode::container_entry_encrypted, file.header_offset,
                       "the zip entry is encrypted");
    }
    const std::uint64_t start = find_zip_data(*source_, file);
    if (file.method == kStored) return open_stored(file, start);
    if (file.method == kDeflate) return open_deflate(file, start);
    throw ParseError(FindingCode::container_unsupported, file.header_offset,
                     "zip method " + std::to_string(file.method));
  }

  bytes::SourcePtr open_stored(const ZipEntry& file, std::uint64_t start) {
    if (file.compressed == file.uncompressed) {
      return std::make_shared<bytes::SliceSource>(source_, start, file.compressed);
    }
    throw ParseError(FindingCode::container_damaged, file.header_offset,
                     "a stored zip entry has two sizes");
  }

  bytes::SourcePtr open_deflate(const ZipEntry& file, std::uint64_t start) {
    if (file.uncompressed / bytes::kMaxCompressionRatio > file.compressed) {
      throw ParseError(FindingCode::container_limit, file.header_offset,
                       std::to_string(file.compressed) + " bytes are said to expand to " +
                           std::to_string(file.uncompressed));
    }
    StreamInput input{source_, start, file.compressed};
    return std::make_shared<StreamSource>(std::move(input), make_deflate_decoder(),
                                          file.uncompressed, budget_);
  }

  bytes::SourcePtr source_;
  std::shared_ptr<DecodeBudget> budget_;
  std::vector<ZipEntry> files_;
  std::vector<std::vector<std::size_t>> parts_;  // of each entry, indexes into files_
};

}  // namespace

std::unique_ptr<Container> open_zip(bytes::SourcePtr source, std::shared_ptr<DecodeBudget> budget) {
  return std::make_unique<ZipContainer>(std::move(source), std::move(budget));
}

}  // namespace mecadex::containers
