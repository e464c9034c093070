// The names under which serialized files refer to each other (formats.md 6).
//
//   archive:/CAB-x/CAB-x            -> CAB-x      the entry of a bundle, wherever the bundle lies
//   archive:/BuildPlayer-a/B.sharedAssets -> B.sharedAssets
//   library/unity default resources -> unity default resources   (also Library/, Resources/)
//   sharedassets3.assets            -> itself     a file of the same player
#pragma once

#include <string>
#include <string_view>

namespace mecadex::serialized {

struct ExternalName {
  std::string file_name;    // the last part, in its own case: what users see
  std::string key;          // file_name for comparing: lower case, one spelling of the built-in files
  bool is_archive = false;  // an entry of a bundle: looked for in the whole source
};

/// The name in an external's path.
ExternalName external_name(std::string_view path);

/// The key of a serialized file by its own name: a file's name, or the last part of a node path (whose
/// "#2" of a second entry does not count).
std::string file_key(std::string_view name);

}  // namespace mecadex::serialized
