#include "indexer/bytes/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <new>

namespace mecadex::bytes {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  State() {
    if (context == nullptr || EVP_DigestInit_ex(context, EVP_sha256(), nullptr) != 1) throw std::bad_alloc();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { EVP_MD_CTX_free(context); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(std::span<const std::byte> data) {
  EVP_DigestUpdate(state_->context, data.data(), data.size());
}

void Sha256::update(std::string_view text) { update(std::as_bytes(std::span(text))); }

void Sha256::update_u64(std::uint64_t value) {
  std::array<std::byte, 8> raw{};
  for (std::size_t i = 0; i < raw.size(); ++i) raw[i] = static_cast<std::byte>(value >> (8 * i));
  update(raw);
}

std::string Sha256::hex_digest() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  EVP_DigestFinal_ex(state_->context, digest.data(), &length);
  static constexpr char kHex[] = "0123456789abcdef";
  std::string text;
  for (unsigned int i = 0; i < length; ++i) text += {kHex[digest[i] >> 4U], kHex[digest[i] & 15U]};
  return text;
}

}  // namespace mecadex::bytes
