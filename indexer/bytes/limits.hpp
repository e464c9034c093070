// Every cap of the readers, each with its reason. A value beyond a cap is a finding, never a crash.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mecadex::bytes {

inline constexpr std::uint64_t kKiB = 1024;
inline constexpr std::uint64_t kMiB = 1024 * kKiB;
inline constexpr std::uint64_t kGiB = 1024 * kMiB;

// Containers inside containers: a WebGL build needs 3 (gzip > data file > archive), an APK in an XAPK 4.
inline constexpr int kMaxContainerDepth = 8;
// Bytes decoded from one file on disk, all layers together: a bomb must end, a 16 GiB game must not.
inline constexpr std::uint64_t kMaxDecodedBytes = 32 * kGiB;
// And against its size on disk: no game decodes to 1,000 times its size, a bomb in a bomb does. Small files
// may decode to a little more.
inline constexpr std::uint64_t kMaxFileRatio = 1'000;
inline constexpr std::uint64_t kMinDecodedBytes = 64 * kMiB;
// What looking at one entry of a container counts as, so that tables of entries that all name the same bytes
// come to an end.
inline constexpr std::uint64_t kEntryCost = 4 * kKiB;
// Output of a stream codec against its input; LZMA of zeroes reaches 7,000:1, deflate 1,032:1.
inline constexpr std::uint64_t kMaxCompressionRatio = 10'000;
// Decoded stream bytes kept in memory before they go to a temporary file (per open stream).
inline constexpr std::uint64_t kSpoolMemory = 4 * kMiB;
// An LZMA dictionary: Unity writes 0.5 to 8 MiB; the decoder allocates this much.
inline constexpr std::uint64_t kMaxLzmaDictionary = 64 * kMiB;

// UnityFS block info after decompression: 64 MiB describe 6 million blocks, far beyond 32 GiB of data.
inline constexpr std::uint64_t kMaxBlockInfo = 64 * kMiB;
// One LZ4 block is decoded whole into memory. Unity writes 128 KiB.
inline constexpr std::uint64_t kMaxLz4Block = 256 * kMiB;
// Entries of one container; a million-file APK does not exist.
inline constexpr std::uint64_t kMaxEntries = 1'000'000;
// A path inside a container; the longest on record is under 300 bytes.
inline constexpr std::uint64_t kMaxEntryPath = 1'024;
// A bundle may hide behind a prefix this long.
inline constexpr std::uint64_t kMaxPrefix = 64 * kKiB;
// How far a file that nothing recognises is searched for the signature of an archive: an archive of another kind that
// stores bundles shows one within its first files, and video and sound need not be read from end to end.
inline constexpr std::uint64_t kMaxSignatureSearch = 16 * kMiB;
// Levels of a streamed web player: real ones have at most 6.
inline constexpr std::uint64_t kMaxWebLevels = 100'000;
// A version string in a header.
inline constexpr std::uint64_t kMaxVersionString = 64;
// Parts of a split file: 1 MiB each, so 16 Ki parts are 16 GiB.
inline constexpr std::uint64_t kMaxSplitParts = 16'384;

// The metadata of a serialized file is held in memory while it is read.
inline constexpr std::uint64_t kMaxMetadata = 512 * kMiB;
inline constexpr std::uint64_t kMaxTypeTreeNodes = 65'535;       // one tree; AnimationClip has 531
inline constexpr std::uint64_t kMaxTypeTreeNodesInFile = 1'000'000;  // all trees of a file
inline constexpr int kMaxTypeTreeDepth = 64;                      // AnimatorController needs 25
inline constexpr std::uint64_t kMaxMetadataString = 4 * kKiB;     // names, paths, type strings

// An object is decoded from one piece of memory. The largest clip seen is 9 MiB.
inline constexpr std::uint64_t kMaxObjectBytes = 64 * kMiB;
// Elements that occupy no bytes (an empty struct in a hostile tree) cannot be bounded by what remains.
inline constexpr std::uint64_t kMaxEmptyElements = 1'000'000;
// A value in the corpus: guarded SQL caps lengths at 100,000, so no column may exceed this.
inline constexpr std::size_t kMaxValueBytes = 64 * kKiB;
// Transform parents followed upwards; real hierarchies stay below 100.
inline constexpr int kMaxTransformDepth = 10'000;
// Folders below a root.
inline constexpr int kMaxFolderDepth = 512;

}  // namespace mecadex::bytes
