// Unity's name hash: zlib's CRC-32 over the UTF-8 bytes (formats.md 7). name_hash("") is 0.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string_view>

namespace mecadex::bytes {

/// CRC-32 of `text`, 0..4294967295.
inline std::uint32_t name_hash(std::string_view text) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const unsigned char*>(text.data()), text.size()));
}

/// The hash of `left + right` from the hash of `left`.
inline std::uint32_t name_hash_continue(std::uint32_t left, std::string_view right) {
  return static_cast<std::uint32_t>(
      crc32_z(left, reinterpret_cast<const unsigned char*>(right.data()), right.size()));
}

}  // namespace mecadex::bytes
