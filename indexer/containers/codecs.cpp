#include "indexer/containers/codecs.hpp"

#include <lz4.h>

#include <algorithm>
#include <array>
#include <limits>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/containers/stream_decoder.hpp"

namespace mecadex::containers {
namespace {

bool decode_lz4(std::span<const std::byte> in, std::span<std::byte> out) {
  constexpr std::size_t kMost = std::numeric_limits<int>::max();
  if (in.size() > kMost || out.size() > kMost) return false;
  const int got = LZ4_decompress_safe(reinterpret_cast<const char*>(in.data()),
                                      reinterpret_cast<char*>(out.data()),
                                      static_cast<int>(in.size()), static_cast<int>(out.size()));
  return got >= 0 && static_cast<std::size_t>(got) == out.size();
}

bool decode_lzma(std::span<const std::byte> in, std::span<std::byte> out, std::uint64_t at) {
  if (in.size() < kLzmaPropertyBytes) return false;
  const auto decoder = make_lzma_decoder(read_lzma_properties(in, at), out.size());
  return decode_exactly(*decoder, in.subspan(kLzmaPropertyBytes), out);
}

bool decode_stored(std::span<const std::byte> in, std::span<std::byte> out) {
  if (in.size() != out.size()) return false;
  std::ranges::copy(in, out.begin());
  return true;
}

}  // namespace

std::string_view codec_name(Codec codec) {
  switch (codec) {
    case Codec::none:
      return "none";
    case Codec::lzma:
      return "lzma";
    case Codec::lz4:
      return "lz4";
    case Codec::lz4hc:
      return "lz4hc";
  }
  return "unknown";
}

std::string unsupported_codec(Codec codec, std::span<const std::byte> head) {
  constexpr std::array kZstd{std::byte{0x28}, std::byte{0xB5}, std::byte{0x2F}, std::byte{0xFD}};
  const auto number = static_cast<unsigned>(codec);
  if (head.size() >= kZstd.size() && std::ranges::equal(head.first(kZstd.size()), kZstd)) {
    return "unsupported block compression zstd (" + std::to_string(number) + ")";
  }
  if (number == 4) return "unsupported block compression LZHAM";
  return "unsupported block compression " + std::to_string(number);
}

std::uint64_t most_decoded(Codec codec, std::uint64_t compressed) {
  if (codec == Codec::none) return compressed;
  const std::uint64_t ratio = codec == Codec::lzma ? bytes::kMaxCompressionRatio : 255;
  return bytes::checked_mul(compressed, ratio).value_or(std::numeric_limits<std::uint64_t>::max());
}

bool decode_block(Codec codec, std::span<const std::byte> in, std::span<std::byte> out,
                  std::uint64_t at) {
  switch (codec) {
    case Codec::none:
      return decode_stored(in, out);
    case Codec::lzma:
      return decode_lzma(in, out, at);
    case Codec::lz4:
    case Codec::lz4hc:
      return decode_lz4(in, out);
  }
  return false;
}

}  // namespace mecadex::containers
