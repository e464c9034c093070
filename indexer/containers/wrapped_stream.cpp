#include "indexer/containers/wrapped_stream.hpp"

#include "indexer/containers/stream_decoder.hpp"
#include "indexer/containers/stream_source.hpp"

namespace mecadex::containers {
namespace {

class WrappedStream final : public Container {
 public:
  WrappedStream(ContentKind kind, bytes::SourcePtr source, std::shared_ptr<DecodeBudget> budget)
      : kind_(kind) {
    auto decoder = kind == ContentKind::gzip ? make_gzip_decoder() : make_brotli_decoder();
    stream_ = std::make_shared<StreamSource>(StreamInput{std::move(source), 0, std::nullopt},
                                             std::move(decoder), std::nullopt, std::move(budget));
    entries_.push_back({"", 0, false, false});
  }

  ContentKind kind() const override { return kind_; }
  std::string compression() const override { return std::string(kind_name(kind_)); }
  bytes::SourcePtr open(std::size_t index) override {
    static_cast<void>(entries_.at(index));
    return stream_;
  }

 private:
  ContentKind kind_;
  std::shared_ptr<StreamSource> stream_;
};

}  // namespace

std::unique_ptr<Container> open_wrapped_stream(ContentKind kind, bytes::SourcePtr source,
                                               std::shared_ptr<DecodeBudget> budget) {
  return std::make_unique<WrappedStream>(kind, std::move(source), std::move(budget));
}

}  // namespace mecadex::containers
