#include "server/part_buffer.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace mecadex::server {
namespace {

/// Names and numbers that repeat shrink to a tenth at any level; higher ones only take longer.
constexpr int kLevel = 3;
constexpr int kGzipWindow = 15 + 16;  // zlib: +16 asks for gzip's header
constexpr int kMemoryLevel = 8;

}  // namespace

struct Gzip::Stream {
  z_stream z{};
};

Gzip::Gzip() : stream_(std::make_unique<Stream>()) {
  if (deflateInit2(&stream_->z, kLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

Gzip::~Gzip() { deflateEnd(&stream_->z); }

void Gzip::append(std::string_view text, bool is_last, std::string& out) {
  std::array<char, 16 * 1024> packed{};
  z_stream& z = stream_->z;
  // zlib's interface predates const.
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  do {
    z.next_out = reinterpret_cast<Bytef*>(packed.data());
    z.avail_out = static_cast<uInt>(packed.size());
    deflate(&z, is_last ? Z_FINISH : Z_NO_FLUSH);
    out.append(packed.data(), packed.size() - z.avail_out);
  } while (z.avail_out == 0);
}

std::string gzip(std::string_view text) {
  std::string packed;
  Gzip().append(text, true, packed);
  return packed;
}

PartBuffer::PartBuffer(Sink sink, bool takes_gzip)
    : sink_(std::move(sink)), takes_gzip_(takes_gzip) {
  text_.reserve(kPartBytes);
}

void PartBuffer::hand_on() {
  has_begun_ = true;
  if (!takes_gzip_) {
    std::string next;
    next.reserve(kPartBytes);
    sink_(std::exchange(text_, std::move(next)));
    return;
  }
  if (!gzip_) gzip_ = std::make_unique<Gzip>();
  gzip_->append(text_, false, packed_);
  text_.clear();
  if (packed_.size() >= kPartBytes) sink_(std::exchange(packed_, {}));
}

PartBuffer::Rest PartBuffer::finish() {
  if (!takes_gzip_ || (!has_begun_ && text_.size() < kGzipBytes)) return {std::move(text_), false};
  if (!gzip_) gzip_ = std::make_unique<Gzip>();
  gzip_->append(text_, true, packed_);
  return {std::move(packed_), true};
}

std::streamsize PartBuffer::xsputn(const char* text, std::streamsize size) {
  for (auto left = static_cast<std::size_t>(size); left > 0;) {
    if (text_.size() == kPartBytes) hand_on();
    const std::size_t taken = std::min(left, kPartBytes - text_.size());
    text_.append(text, taken);
    text += taken;
    left -= taken;
  }
  return size;
}

PartBuffer::int_type PartBuffer::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  xsputn(&one, 1);
  return c;
}

}  // namespace mecadex::server
