// Containers for tests: made from files in memory, the reverse of what indexer/containers reads.
// The layouts of the bytes are told in the headers there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mecadex::testing {

using Bytes = std::vector<std::byte>;

Bytes to_bytes(std::string_view text);
Bytes join(std::span<const std::byte> front, std::span<const std::byte> back);
/// `n` bytes that compress a little; equal seeds give equal bytes.
Bytes make_filler(std::size_t n, std::uint32_t seed);

struct NamedFile {
  std::string path;
  Bytes data;
  std::uint32_t flags = 4;  // of a UnityFS node: 1 directory, 2 deleted, 4 serialized file
};

/// "name.split0" ... of `part_size` bytes each.
std::vector<NamedFile> make_split_parts(const NamedFile& file, std::size_t part_size);

enum class BlockCodec : unsigned char { none = 0, lzma = 1, lz4 = 2, lz4hc = 3 };

struct UnityFsOptions {
  std::string signature = "UnityFS";  // UnityWeb and UnityRaw with version 6 are its variant
  std::uint32_t version = 6;
  std::string engine_version = "2019.4.0f1";
  BlockCodec codec = BlockCodec::lz4;
  BlockCodec info_codec = BlockCodec::lz4;
  std::size_t block_size = 128 * 1024;  // LZMA too is cut at it; 0: one block
  bool info_at_end = false;
  bool is_padded_after_info = false;          // and flag 0x200
  std::optional<bool> is_header_padded = {};  // not given: from version 7 on
  std::uint32_t extra_flags = 0;
  std::uint16_t extra_block_flags = 0;
  std::int64_t size_change = 0;  // added to the declared size
  Bytes info_trailing = {};      // behind the last node
  Bytes trailing = {};           // behind the archive
};
Bytes make_unityfs(const std::vector<NamedFile>& files, const UnityFsOptions& options = {});

/// The directory part of an archive: blocks and nodes as given, true or not.
struct RawBlock {
  std::uint32_t uncompressed;
  std::uint32_t compressed;
  std::uint16_t flags;
};
struct RawNode {
  std::uint64_t offset;
  std::uint64_t size;
  std::uint32_t flags;
  std::string path;
};
/// A UnityFS 6 archive whose block info and data say what the caller wants.
Bytes make_raw_unityfs(const std::vector<RawBlock>& blocks, const std::vector<RawNode>& nodes,
                       std::span<const std::byte> data, const UnityFsOptions& options = {});

struct WebOptions {
  bool is_compressed = true;  // UnityWeb, else UnityRaw
  std::uint32_t version = 3;
  std::string engine_version = "4.6.0f3";
  std::uint32_t levels = 1;
  bool is_size_unknown = false;  // -1 in the LZMA header
};
/// UnityWeb and UnityRaw 1 to 5.
Bytes make_unity_web(const std::vector<NamedFile>& files, const WebOptions& options = {});

Bytes make_web_data(const std::vector<NamedFile>& files,
                    std::string_view signature = "UnityWebData1.0");

/// One member; with `marker` the file name and comment that Unity writes.
Bytes make_gzip(std::span<const std::byte> data, bool marker = false);
/// With `marker` the comment of Unity's decompression fallback, in a metadata block.
Bytes make_brotli(std::span<const std::byte> data, bool marker = false);
/// Five property bytes and a raw LZMA1 stream without an end marker.
Bytes make_lzma(std::span<const std::byte> data);
/// A raw LZ4 block.
Bytes make_lz4(std::span<const std::byte> data, bool high_compression = false);

struct ZipOptions {
  bool is_deflated = true;
  bool is_zip64 = false;             // sizes and places in the Zip64 records only
  bool has_data_descriptor = false;  // sizes behind the data, zero in front of it
  bool is_encrypted = false;         // the flag only
  std::optional<std::uint16_t> method = {};
  std::string comment = {};
  std::optional<std::uint64_t> count = {};  // entries as declared; not given: as many as there are
};
Bytes make_zip(const std::vector<NamedFile>& files, const ZipOptions& options = {});

enum class TarForm { oldest, posix, gnu, pax };
/// A file is one entry; paths of more than 100 bytes are stored as the form does it.
Bytes make_tar(const std::vector<NamedFile>& files, TarForm form = TarForm::posix);

}  // namespace mecadex::testing
