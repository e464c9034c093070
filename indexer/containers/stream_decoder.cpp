#include "indexer/containers/stream_decoder.hpp"

#include <brotli/decode.h>
#include <lzma.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <string>

#include "indexer/bytes/error.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"

namespace mecadex::containers {
namespace {

using bytes::FindingCode;
using bytes::ParseError;

// zlib takes 32-bit lengths and a pointer to non-const.
uInt zlib_length(std::size_t n) {
  return static_cast<uInt>(std::min<std::size_t>(n, std::numeric_limits<uInt>::max()));
}

Bytef* zlib_input(std::span<const std::byte> in) {
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(in.data()));
}

class Inflater {
 public:
  explicit Inflater(int window_bits) {
    if (inflateInit2(&stream_, window_bits) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  DecodeStep step(std::span<const std::byte> in, std::span<std::byte> out) {
    stream_.next_in = zlib_input(in);
    stream_.avail_in = zlib_length(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = zlib_length(out.size());
    const uInt given = stream_.avail_in;
    const uInt room = stream_.avail_out;
    const int result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    DecodeStep done{given - stream_.avail_in, room - stream_.avail_out, DecodeState::more};
    if (result == Z_STREAM_END) {
      done.state = DecodeState::done;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      done.state = DecodeState::damaged;
    }
    return done;
  }
  void reset() { inflateReset(&stream_); }
  std::uint64_t consumed() const { return stream_.total_in; }

 private:
  z_stream stream_{};
};

class DeflateDecoder final : public StreamDecoder {
 public:
  DecodeStep step(std::span<const std::byte> in, std::span<std::byte> out) override {
    return inflater_.step(in, out);
  }
  std::string_view name() const override { return "deflate"; }

 private:
  Inflater inflater_{-MAX_WBITS};
};

class GzipDecoder final : public StreamDecoder {
 public:
  DecodeStep step(std::span<const std::byte> in, std::span<std::byte> out) override {
    if (between_members_ && !in.empty()) {
      if (in.front() != std::byte{0x1F}) return {0, 0, DecodeState::done};  // padding after the end
      inflater_.reset();
      between_members_ = false;
    }
    if (between_members_) return {};
    DecodeStep step = inflater_.step(in, out);
    if (step.state == DecodeState::done) {
      ++members_;
      between_members_ = true;
      step.state = DecodeState::more;
    } else if (step.state == DecodeState::damaged && is_behind_the_end()) {
      step.state = DecodeState::done;
    }
    return step;
  }
  bool may_end() const override { return between_members_ || is_behind_the_end(); }
  std::string_view name() const override { return "gzip"; }

 private:
  // What follows the last member and does not even begin like one is none.
  bool is_behind_the_end() const { return members_ > 0 && inflater_.consumed() <= kMagicBytes; }

  static constexpr std::uint64_t kMagicBytes = 3;
  Inflater inflater_{MAX_WBITS + 16};
  std::uint64_t members_ = 0;
  bool between_members_ = false;
};

class BrotliDecoder final : public StreamDecoder {
 public:
  BrotliDecoder() {
    if (state_ == nullptr) throw std::bad_alloc();
  }
  DecodeStep step(std::span<const std::byte> in, std::span<std::byte> out) override {
    std::size_t in_left = in.size();
    std::size_t out_left = out.size();
    const auto* next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    auto* next_out = reinterpret_cast<std::uint8_t*>(out.data());
    const BrotliDecoderResult result = BrotliDecoderDecompressStream(
        state_.get(), &in_left, &next_in, &out_left, &next_out, nullptr);
    DecodeStep step{in.size() - in_left, out.size() - out_left, DecodeState::more};
    if (result == BROTLI_DECODER_RESULT_SUCCESS) step.state = DecodeState::done;
    if (result == BROTLI_DECODER_RESULT_ERROR) step.state = DecodeState::damaged;
    return step;
  }
  std::string_view name() const override { return "brotli"; }

 private:
  struct Destroy {
    void operator()(BrotliDecoderState* state) const { BrotliDecoderDestroyInstance(state); }
  };
  std::unique_ptr<BrotliDecoderState, Destroy> state_{
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)};
};

class LzmaDecoder final : public StreamDecoder {
 public:
  LzmaDecoder(const LzmaProperties& properties, std::uint32_t dictionary) {
    lzma_options_lzma options{};
    options.dict_size = dictionary;
    options.lc = properties.lc;
    options.lp = properties.lp;
    options.pb = properties.pb;
    const std::array<lzma_filter, 2> filters{
        {{LZMA_FILTER_LZMA1, &options}, {LZMA_VLI_UNKNOWN, nullptr}}};
    const lzma_ret result = lzma_raw_decoder(&stream_, filters.data());
    if (result == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (result != LZMA_OK) {
      throw ParseError(FindingCode::container_codec, 0, "impossible LZMA properties");
    }
  }
  ~LzmaDecoder() override { lzma_end(&stream_); }

  DecodeStep step(std::span<const std::byte> in, std::span<std::byte> out) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    stream_.avail_in = in.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream_.avail_out = out.size();
    const lzma_ret result = lzma_code(&stream_, LZMA_RUN);
    if (result == LZMA_MEM_ERROR) throw std::bad_alloc();
    DecodeStep step{in.size() - stream_.avail_in, out.size() - stream_.avail_out,
                    DecodeState::more};
    if (result == LZMA_STREAM_END) {
      step.state = DecodeState::done;
    } else if (result != LZMA_OK && result != LZMA_BUF_ERROR) {
      step.state = DecodeState::damaged;
    }
    return step;
  }
  bool marks_end() const override { return false; }
  std::string_view name() const override { return "LZMA"; }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<StreamDecoder> make_gzip_decoder() { return std::make_unique<GzipDecoder>(); }
std::unique_ptr<StreamDecoder> make_deflate_decoder() { return std::make_unique<DeflateDecoder>(); }
std::unique_ptr<StreamDecoder> make_brotli_decoder() { return std::make_unique<BrotliDecoder>(); }

LzmaProperties read_lzma_properties(std::span<const std::byte> head, std::uint64_t offset) {
  bytes::Reader reader(head, bytes::Endian::little, FindingCode::container_truncated, offset);
  const unsigned packed = reader.u8();
  const std::uint32_t dictionary = reader.u32();
  const unsigned lc = packed % 9;
  const unsigned lp = packed / 9 % 5;
  const unsigned pb = packed / 45;
  if (pb > LZMA_PB_MAX || lc + lp > LZMA_LCLP_MAX) {
    throw ParseError(FindingCode::container_codec, offset,
                     "impossible LZMA property byte " + std::to_string(packed));
  }
  if (dictionary > bytes::kMaxLzmaDictionary) {
    throw ParseError(FindingCode::container_limit, offset + 1,
                     "LZMA dictionary of " + std::to_string(dictionary) + " bytes");
  }
  return {static_cast<std::uint8_t>(lc), static_cast<std::uint8_t>(lp),
          static_cast<std::uint8_t>(pb), dictionary};
}

std::unique_ptr<StreamDecoder> make_lzma_decoder(const LzmaProperties& properties,
                                                 std::uint64_t length) {
  const std::uint64_t useful = std::max<std::uint64_t>(
      LZMA_DICT_SIZE_MIN, std::min<std::uint64_t>(properties.dictionary, length));
  return std::make_unique<LzmaDecoder>(properties, static_cast<std::uint32_t>(useful));
}

bool decode_exactly(StreamDecoder& decoder, std::span<const std::byte> in,
                    std::span<std::byte> out) {
  std::array<std::byte, 1> beyond{};
  while (true) {
    const bool full = out.empty();
    if (full && !decoder.marks_end()) return true;
    const DecodeStep step = decoder.step(in, full ? std::span<std::byte>(beyond) : out);
    if (step.state == DecodeState::damaged || (full && step.produced > 0)) return false;
    in = in.subspan(step.consumed);
    out = out.subspan(full ? 0 : step.produced);
    if (step.state == DecodeState::done) return out.empty();
    if (step.consumed == 0 && step.produced == 0) return out.empty() && decoder.may_end();
  }
}

}  // namespace mecadex::containers
