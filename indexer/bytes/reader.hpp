// The checked cursor: the only code that touches bytes of a file.
//
// A Reader walks a span of bytes with one endianness. Each read checks what remains and throws ParseError
// (truncated) with the offset; no caller does pointer arithmetic. `align` is relative to the start of the
// span, which is how Unity aligns (object start, metadata start).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "indexer/bytes/error.hpp"
#include "indexer/bytes/limits.hpp"

namespace mecadex::bytes {

enum class Endian : unsigned char { little, big };

/// One value of type T (an integer or float) from the first sizeof(T) bytes of `at`; the caller has checked.
template <typename T>
T load(const std::byte* at, Endian endian) {
  std::byte raw[sizeof(T)];
  std::memcpy(raw, at, sizeof(T));
  if ((endian == Endian::big) == (std::endian::native == std::endian::little)) {
    for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(raw[i], raw[sizeof(T) - 1 - i]);
  }
  T value;
  std::memcpy(&value, raw, sizeof(T));
  return value;
}

inline std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class Reader {
 public:
  /// `truncated`: the code thrown when bytes are missing. `base`: added to offsets in errors.
  explicit Reader(std::span<const std::byte> data, Endian endian = Endian::little,
                  FindingCode truncated = FindingCode::object_truncated, std::uint64_t base = 0)
      : data_(data), base_(base), endian_(endian), truncated_(truncated) {}

  std::size_t position() const { return position_; }
  std::size_t remaining() const { return data_.size() - position_; }
  std::size_t size() const { return data_.size(); }
  /// Position plus the base: what errors and findings name.
  std::uint64_t offset() const { return base_ + position_; }
  Endian endian() const { return endian_; }
  void set_endian(Endian endian) { endian_ = endian; }

  template <typename T>
  T read() {
    need(sizeof(T));
    const T value = load<T>(data_.data() + position_, endian_);
    position_ += sizeof(T);
    return value;
  }
  std::uint8_t u8() { return read<std::uint8_t>(); }
  std::uint16_t u16() { return read<std::uint16_t>(); }
  std::uint32_t u32() { return read<std::uint32_t>(); }
  std::uint64_t u64() { return read<std::uint64_t>(); }
  std::int16_t i16() { return read<std::int16_t>(); }
  std::int32_t i32() { return read<std::int32_t>(); }
  std::int64_t i64() { return read<std::int64_t>(); }

  /// The next `n` bytes, in place.
  std::span<const std::byte> bytes(std::uint64_t n) {
    need(n);
    const auto view = data_.subspan(position_, static_cast<std::size_t>(n));
    position_ += static_cast<std::size_t>(n);
    return view;
  }
  void skip(std::uint64_t n) {
    need(n);
    position_ += static_cast<std::size_t>(n);
  }
  /// To the next multiple of `alignment` from the span's start; padding missing at the very end is no error.
  void align(std::size_t alignment = 4) {
    const std::size_t rest = position_ % alignment;
    if (rest != 0) position_ = std::min(data_.size(), position_ + (alignment - rest));
  }
  void seek(std::uint64_t position) {
    if (position > data_.size()) fail(truncated_, "position beyond the end");
    position_ = static_cast<std::size_t>(position);
  }

  /// Bytes up to a NUL, which is consumed; at most `limit` bytes. The text is as stored, unchecked.
  std::string_view cstring(std::uint64_t limit = kMaxMetadataString) {
    const std::string_view rest = as_text(data_.subspan(position_));
    const std::size_t end = rest.substr(0, static_cast<std::size_t>(limit) + 1).find('\0');
    if (end == std::string_view::npos) fail(truncated_, "text without an end");
    position_ += end + 1;
    return rest.substr(0, end);
  }

  /// A u32 or non-negative i32 element count: bounded by what remains, so that the caller may allocate.
  /// `min_element_size` in bytes; `code` is thrown when the count cannot be true.
  std::uint32_t count(std::uint64_t min_element_size, FindingCode code) {
    const std::uint64_t at = offset();
    const std::int32_t n = i32();
    const std::uint64_t most =
        min_element_size == 0 ? kMaxEmptyElements - empty_elements_ : remaining() / min_element_size;
    if (n < 0 || static_cast<std::uint64_t>(n) > most) {
      throw ParseError(code, at, "count " + std::to_string(n) + " where at most " + std::to_string(most) + " fit");
    }
    if (min_element_size == 0) empty_elements_ += static_cast<std::uint64_t>(n);
    return static_cast<std::uint32_t>(n);
  }

  [[noreturn]] void fail(FindingCode code, const std::string& message) const {
    throw ParseError(code, offset(), message);
  }

 private:
  void need(std::uint64_t n) const {
    if (n > remaining()) {
      throw ParseError(truncated_, offset(),
                       std::to_string(n) + " bytes wanted, " + std::to_string(remaining()) + " left");
    }
  }

  std::span<const std::byte> data_;
  std::size_t position_ = 0;
  std::uint64_t base_;
  std::uint64_t empty_elements_ = 0;  // counted so far: many small arrays of them add up
  Endian endian_;
  FindingCode truncated_;
};

}  // namespace mecadex::bytes
