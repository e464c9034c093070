// The block codecs of UnityFS: the low six bits of archive and block flags.
//
//   0 none, 1 LZMA, 2 LZ4, 3 LZ4HC (decodes as LZ4), 4 LZHAM, 5 and more: a game's own
//
// Tools that repack archives copy other bits of the archive's flags into the blocks', so only these
// six name the codec. LZ4 is the raw block format: no frame, no size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mecadex::containers {

enum class Codec : unsigned char { none = 0, lzma = 1, lz4 = 2, lz4hc = 3 };

constexpr Codec codec_of(std::uint32_t flags) { return static_cast<Codec>(flags & 0x3FU); }
constexpr bool is_supported(Codec codec) { return codec <= Codec::lz4hc; }

/// none, lzma, lz4, lz4hc.
std::string_view codec_name(Codec codec);
/// What to say of a codec that is not supported; `head` are the first compressed bytes.
std::string unsupported_codec(Codec codec, std::span<const std::byte> head);

/// No codec here makes more of `compressed` bytes than this.
std::uint64_t most_decoded(Codec codec, std::uint64_t compressed);

/// Decodes `in`, which lies at `at`, to exactly `out`; false when that fails. Throws only for LZMA
/// properties that are impossible or over the limit.
bool decode_block(Codec codec, std::span<const std::byte> in, std::span<std::byte> out,
                  std::uint64_t at);

}  // namespace mecadex::containers
