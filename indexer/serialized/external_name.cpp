#include "indexer/serialized/external_name.hpp"

#include <algorithm>
#include <cctype>

namespace mecadex::serialized {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string_view last_part(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

std::string file_key(std::string_view name) {
  name = last_part(name);
  const std::size_t hash = name.rfind('#');
  const bool is_numbered = hash != std::string_view::npos && hash + 1 < name.size() &&
                           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(hash) + 1, name.end(),
                                       [](char c) { return c >= '0' && c <= '9'; });
  std::string key = lower(is_numbered ? name.substr(0, hash) : name);
  if (key == "unity default resources") return "unity_default_resources";
  if (key == "unity builtin extra") return "unity_builtin_extra";
  return key;
}

ExternalName external_name(std::string_view path) {
  ExternalName name;
  name.is_archive = lower(path.substr(0, 8)) == "archive:";
  name.file_name = std::string(last_part(path));
  name.key = file_key(name.file_name);
  return name;
}

}  // namespace mecadex::serialized
