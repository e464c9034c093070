// UnityWebData1.0 and TuanjieWebData1.0: the data file of a WebGL build. Little endian.
//
//   cstr  signature
//   i32   end of the directory; up to there, for each entry
//     u32 offset in the file, u32 size, u32 name length, the name (no NUL)
//
// Entries are data.unity3d or loose files of a build. The file often lies in a gzip or brotli
// stream.
#pragma once

#include <memory>

#include "indexer/containers/container.hpp"

namespace mecadex::containers {

std::unique_ptr<Container> open_web_data(bytes::SourcePtr source);

}  // namespace mecadex::containers
