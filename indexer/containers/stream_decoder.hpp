// Decoders that work in steps: some bytes in, some bytes out.
//
//   gzip    RFC 1952 by zlib: header fields (FEXTRA, FNAME, FCOMMENT, FHCRC), CRC, several members
//   in a row deflate RFC 1951 without a wrapper: what a zip entry holds brotli  RFC 7932; Unity's
//   marker is a metadata block inside the stream, so nothing is stripped lzma    the raw LZMA1
//   stream behind five property bytes; it may lack an end marker
//
// A decoder knows nothing of limits, lengths or files: StreamSource feeds it and keeps the account.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace mecadex::containers {

enum class DecodeState : unsigned char { more, done, damaged };

struct DecodeStep {
  std::size_t consumed = 0;
  std::size_t produced = 0;
  DecodeState state = DecodeState::more;
};

class StreamDecoder {
 public:
  StreamDecoder() = default;
  StreamDecoder(const StreamDecoder&) = delete;
  StreamDecoder& operator=(const StreamDecoder&) = delete;
  virtual ~StreamDecoder() = default;

  /// Takes from the front of `in`, fills the front of `out`. `out` is not empty.
  virtual DecodeStep step(std::span<const std::byte> in, std::span<std::byte> out) = 0;
  /// True when the input may end here (between two members of a gzip stream).
  virtual bool may_end() const { return false; }
  /// True when the codec marks its end, so that a declared length can be checked against it.
  virtual bool marks_end() const { return true; }
  virtual std::string_view name() const = 0;
};

std::unique_ptr<StreamDecoder> make_gzip_decoder();
std::unique_ptr<StreamDecoder> make_deflate_decoder();
std::unique_ptr<StreamDecoder> make_brotli_decoder();

/// The five bytes before raw LZMA1: property byte (pb * 5 + lp) * 9 + lc, u32 LE dictionary size.
struct LzmaProperties {
  std::uint8_t lc = 0;
  std::uint8_t lp = 0;
  std::uint8_t pb = 0;
  std::uint32_t dictionary = 0;
};
inline constexpr std::size_t kLzmaPropertyBytes = 5;

/// `head` holds at least five bytes, `offset` is theirs. Throws ParseError container_codec
/// (impossible properties) or container_limit (dictionary).
LzmaProperties read_lzma_properties(std::span<const std::byte> head, std::uint64_t offset);
/// `length`: the decoded length where known; a larger dictionary than that is never allocated.
std::unique_ptr<StreamDecoder> make_lzma_decoder(const LzmaProperties& properties,
                                                 std::uint64_t length);

/// Decodes `in` to exactly `out`; false when it is damaged, too short, or marks an end elsewhere.
bool decode_exactly(StreamDecoder& decoder, std::span<const std::byte> in,
                    std::span<std::byte> out);

}  // namespace mecadex::containers
