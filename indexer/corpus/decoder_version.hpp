// The version of what the decoders make of the same bytes. Raised when rows change, with a line below that says
// which files are to be read again, and a line in the changelog.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mecadex::corpus {

/// A change of the decoders: files that hold an object of one of `classes` are read again; without classes, all.
struct DecoderChange {
  int version = 0;
  std::vector<std::int32_t> classes;
};

inline constexpr int kDecoderVersion = 4;

/// Every version after the first.
///   2  all MonoScripts, the scenes of builds and the names of PlayerSettings are kept as rows
///   3  names of states and transitions are recovered (91), name tables are checked and fingerprints count
///      unread fields (90, 91), what override controllers play is linked (221), uses of names lie in another table
///   4  every archive of a file that holds several, tar, zips behind stubs; damage that passed as "not Unity's"; entries on
///      the same bytes are read once; material properties of clip bindings (74); dangling references
inline const std::vector<DecoderChange> kDecoderChanges = {
    {2, {}},
    {3, {}},
    {4, {}},
};

}  // namespace mecadex::corpus
