#include "indexer/containers/container.hpp"

#include "indexer/bytes/error.hpp"
#include "indexer/containers/tar.hpp"
#include "indexer/containers/unity_web.hpp"
#include "indexer/containers/unityfs.hpp"
#include "indexer/containers/web_data.hpp"
#include "indexer/containers/wrapped_stream.hpp"
#include "indexer/containers/zip.hpp"

namespace mecadex::containers {

using bytes::FindingCode;
using bytes::ParseError;

std::string_view kind_name(ContentKind kind) {
  switch (kind) {
    case ContentKind::unknown:
      return "unknown";
    case ContentKind::serialized_file:
      return "serialized_file";
    case ContentKind::unityfs:
      return "unityfs";
    case ContentKind::unityweb:
      return "unityweb";
    case ContentKind::unityraw:
      return "unityraw";
    case ContentKind::web_data:
      return "web_data";
    case ContentKind::gzip:
      return "gzip";
    case ContentKind::brotli:
      return "brotli";
    case ContentKind::zip:
      return "zip";
    case ContentKind::tar:
      return "tar";
    case ContentKind::unsupported:
      return "unsupported";
  }
  return "unknown";
}

void DecodeBudget::take(std::uint64_t n) {
  if (n > left_) {
    left_ = 0;  // whoever asks next is refused too
    throw ParseError(FindingCode::container_budget, 0,
                     "the file decodes to more than its limit of bytes");
  }
  left_ -= n;
  decoded_ += n;
}

std::unique_ptr<Container> open_container(const Detection& detection, bytes::SourcePtr source,
                                          std::shared_ptr<DecodeBudget> budget) {
  const std::uint64_t prefix = detection.prefix;
  if (prefix > 0) {
    const std::uint64_t size = source->size() - prefix;
    source = std::make_shared<bytes::SliceSource>(std::move(source), prefix, size);
  }
  switch (detection.kind) {
    case ContentKind::unityfs:
      return open_unityfs(std::move(source), std::move(budget), prefix);
    case ContentKind::unityweb:
    case ContentKind::unityraw:
      return open_unity_web(detection.kind, std::move(source), std::move(budget), prefix);
    case ContentKind::web_data:
      return open_web_data(std::move(source));
    case ContentKind::gzip:
    case ContentKind::brotli:
      return open_wrapped_stream(detection.kind, std::move(source), std::move(budget));
    case ContentKind::zip:
      return open_zip(std::move(source), std::move(budget));
    case ContentKind::tar:
      return open_tar(std::move(source));
    case ContentKind::unsupported:
      throw ParseError(detection.code, 0, detection.reason);
    case ContentKind::unknown:
    case ContentKind::serialized_file:
      break;
  }
  throw ParseError(FindingCode::container_unsupported, 0, "this is no container");
}

}  // namespace mecadex::containers
