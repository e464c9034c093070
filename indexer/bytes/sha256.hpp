// SHA-256, by OpenSSL (hardware instructions where the processor has them).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace mecadex::bytes {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(std::span<const std::byte> data);
  void update(std::string_view text);
  /// The number as eight little-endian bytes.
  void update_u64(std::uint64_t value);
  /// 64 lower-case hex digits; ends the hash.
  std::string hex_digest();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mecadex::bytes
