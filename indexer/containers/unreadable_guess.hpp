// Files that nothing recognises and that are still likely to be Unity's, so that they are not
// passed over in silence (formats.md 1.4, "Encrypted").
//
//   - a bundle by its name, of even byte frequencies from the first byte on: encrypted as a whole
//   - binary data with the inner name of a bundle ("CAB-" and 32 hex digits) in its first 256
//   bytes, where
//     LZ4 leaves it legible: an archive whose header was overwritten
//
// The first needs the name: not every file without a magic is a game's secret.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace mecadex::containers {

/// `head`: the first kMaxPrefix bytes, or fewer.
bool looks_encrypted(std::span<const std::byte> head, std::string_view name);
bool lost_its_header(std::span<const std::byte> head);

}  // namespace mecadex::containers
