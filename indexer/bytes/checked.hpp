// Arithmetic on sizes that come from a file. Nothing else adds or multiplies such numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace mecadex::bytes {

/// a + b, or nothing on overflow.
constexpr std::optional<std::uint64_t> checked_add(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

/// a * b, or nothing on overflow.
constexpr std::optional<std::uint64_t> checked_mul(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

/// True when [offset, offset + length) lies inside [0, size).
constexpr bool in_range(std::uint64_t offset, std::uint64_t length, std::uint64_t size) {
  return offset <= size && length <= size - offset;
}

}  // namespace mecadex::bytes
