// Where the reading of a UnityFS archive depends on the engine's version, in one place.
//
// Two repairs were carried back into old branches without a new archive version:
//   - the header is padded to 16 bytes: archive version 7, and version 6 written by 2019.4.15 and
//   later
//   - flag 0x200 means "padding after the block info" from 2020.3.34, 2021.3.2 and 2022.1.1 on; in
//   older
//     versions it is the China editor's encryption
// Archives may hide their engine ("0.0.0"); what then cannot be decided is decided by the bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace mecadex::containers {

/// As much of "2022.3.57f1c1" as the gates need. All zero when it was stripped or is no version.
struct EngineTriple {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t patch = 0;
  bool operator==(const EngineTriple&) const = default;
  auto operator<=>(const EngineTriple&) const = default;
};

EngineTriple parse_engine(std::string_view version);
/// True for the China editor's own versions, which end in cN.
bool is_china_build(std::string_view version);

enum class Padding : unsigned char {
  never,
  always,
  if_zero,  // when the bytes up to the next multiple of 16 are all zero
};

Padding header_padding(std::uint32_t archive_version, const EngineTriple& engine,
                       std::uint32_t flags);
/// After the block info, for an archive that is not encrypted.
Padding data_padding(std::uint32_t archive_version, const EngineTriple& engine,
                     std::uint32_t flags);
/// True when the flags say that the China editor encrypted the archive.
bool is_unitycn(const EngineTriple& engine, std::uint32_t flags);

}  // namespace mecadex::containers
