// Objects for tests: bytes from a JSON value by a layout, the reverse of what the decoder does.
//
// The value has the form of the layout: a struct is an object, an array or vector is an array, a
// text is a string, a map is an array of {"first", "second"}. An OffsetPtr has no form of its own:
// its `data` stands in its place ({"data": ...} is taken too). Floats that JSON cannot hold are
// "NaN", "Infinity" and
// "-Infinity". What the value leaves out is zero or empty.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "indexer/bytes/reader.hpp"
#include "indexer/layouts/layout.hpp"

namespace mecadex::testing {

/// Appends numbers in one byte order; the counterpart of bytes::Reader.
class EndianWriter {
 public:
  explicit EndianWriter(bytes::Endian endian) : endian_(endian) {}

  template <typename T>
  void put(T value) {
    std::byte raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    const bool reversed =
        (endian_ == bytes::Endian::big) == (std::endian::native == std::endian::little);
    for (std::size_t i = 0; i < sizeof(T); ++i)
      data_.push_back(raw[reversed ? sizeof(T) - 1 - i : i]);
  }
  void put_bytes(std::span<const std::byte> raw) {
    data_.insert(data_.end(), raw.begin(), raw.end());
  }
  void put_text(std::string_view text) {
    put_bytes(std::as_bytes(std::span(text.data(), text.size())));
  }
  void put_cstring(std::string_view text) {
    put_text(text);
    data_.push_back(std::byte{0});
  }
  void put_zeroes(std::size_t n) { data_.resize(data_.size() + n); }
  void align(std::size_t alignment) {
    while (data_.size() % alignment != 0) data_.push_back(std::byte{0});
  }
  std::size_t size() const { return data_.size(); }
  const std::vector<std::byte>& data() const { return data_; }
  std::vector<std::byte> take() { return std::move(data_); }

 private:
  bytes::Endian endian_;
  std::vector<std::byte> data_;
};

enum class UnknownKeys {
  reject,  // a key that the layout lacks is std::invalid_argument, with its path
  ignore,  // for values that are written by several versions' layouts
};

/// The bytes of an object. Throws std::invalid_argument with the field's path when the value does
/// not fit.
std::vector<std::byte> write_object(const layouts::Layout& layout, const nlohmann::json& value,
                                    bytes::Endian endian = bytes::Endian::little,
                                    UnknownKeys unknown = UnknownKeys::reject);

/// A value that names every field of the layout; equal seeds give equal values on every machine.
/// Arrays have up to three elements, floats are finite.
nlohmann::json random_object(const layouts::Layout& layout, std::uint64_t seed);

}  // namespace mecadex::testing
