// The version of what the decoders make of the same bytes. Raised when rows change, with a reason here and a
// line in the changelog that says what to index again.
//   1  the first version
#pragma once

namespace mecadex::corpus {

inline constexpr int kDecoderVersion = 1;

}  // namespace mecadex::corpus
