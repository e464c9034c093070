// What the server and a SQL worker process say to each other over their socket pair.
//
//   frame: kind (1 byte), length (4 bytes, little endian), payload
//
//   server -> worker   task    JSON {"db", "sql", "params", "format", "limit", "timeout_ms",
//   "gzip"} worker -> server   part    a part of the answer's body, any number of them
//                      last    the body's last part
//                      end     JSON {"truncated", "gzip"}: the answer is whole
//                      error   JSON {"kind", "code", "message"}: a QueryError
//                      failed  text for the operator: the corpus could not be read
//
// A worker answers each task with parts, last, end; or with error or failed, also after parts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mecadex::server {

enum class Frame : char {
  task = 'q',
  part = 'p',
  last = 'l',
  end = 'e',
  error = 'x',
  failed = 'f'
};

inline constexpr std::size_t kFrameHead = 5;

/// Longest payload that either side accepts.
inline constexpr std::uint32_t kFrameBytes = 1024 * 1024;

struct FrameHead {
  Frame kind = Frame::failed;
  std::uint32_t size = 0;
};

inline std::array<char, kFrameHead> write_frame_head(Frame kind, std::size_t size) {
  const auto length = static_cast<std::uint32_t>(size);
  return {static_cast<char>(kind), static_cast<char>(length & 0xFFU),
          static_cast<char>((length >> 8U) & 0xFFU), static_cast<char>((length >> 16U) & 0xFFU),
          static_cast<char>(length >> 24U)};
}

inline FrameHead read_frame_head(const std::array<char, kFrameHead>& head) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(head[i]));
  };
  return {static_cast<Frame>(head[0]),
          byte(1) | (byte(2) << 8U) | (byte(3) << 16U) | (byte(4) << 24U)};
}

}  // namespace mecadex::server
