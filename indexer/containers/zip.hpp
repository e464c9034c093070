// Zip files: apk, aab, xapk, apkm, ipa, obb and plain ones (zip_directory.hpp describes the
// format).
//
// Stored entries are read where they lie, deflated ones as streams. Parts of a split file are one
// entry under the joined name (formats.md 1.4).
#pragma once

#include <memory>

#include "indexer/containers/container.hpp"

namespace mecadex::containers {

std::unique_ptr<Container> open_zip(bytes::SourcePtr source, std::shared_ptr<DecodeBudget> budget);

}  // namespace mecadex::containers
