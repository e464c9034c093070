// Files cut into name.split0 ... name.splitN (Android builds, 1 MiB each), and names of payload.
#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

#include "indexer/bytes/limits.hpp"
#include "indexer/containers/container.hpp"

namespace mecadex::containers {
namespace {

struct NumberedPart {
  std::uint64_t number;
  std::size_t index;
};

SplitGroup make_group(std::string name, std::vector<NumberedPart> parts) {
  std::ranges::stable_sort(parts, {}, &NumberedPart::number);
  SplitGroup group{std::move(name), {}, parts.size() <= bytes::kMaxSplitParts};
  for (const NumberedPart& part : parts) {
    group.complete = group.complete && part.number == group.parts.size();
    group.parts.push_back(part.index);
  }
  return group;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

}  // namespace

std::optional<std::pair<std::string, std::uint64_t>> split_suffix(std::string_view name) {
  constexpr std::string_view kSuffix = ".split";
  const std::size_t dot = name.rfind(kSuffix);
  if (dot == std::string_view::npos || dot == 0) return std::nullopt;
  const std::string_view digits = name.substr(dot + kSuffix.size());
  const bool has_leading_zero = digits.size() > 1 && digits.front() == '0';
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || has_leading_zero) {
    return std::nullopt;
  }
  return std::pair(std::string(name.substr(0, dot)), number);
}

std::vector<SplitGroup> group_split_parts(const std::vector<std::string>& names) {
  const std::unordered_set<std::string_view> all(names.begin(), names.end());
  std::unordered_map<std::string, std::size_t> known;
  std::vector<std::pair<std::string, std::vector<NumberedPart>>> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto part = split_suffix(names[i]);
    if (!part || all.contains(part->first)) continue;
    const auto [place, is_new] = known.try_emplace(part->first, found.size());
    if (is_new) found.push_back({part->first, {}});
    found[place->second].second.push_back({part->second, i});
  }
  std::vector<SplitGroup> groups;
  for (auto& [name, parts] : found) groups.push_back(make_group(std::move(name), std::move(parts)));
  return groups;
}

bool is_ignored_name(std::string_view name) {
  constexpr std::array<std::string_view, 6> kSuffixes{".ress", ".resource", ".dll",
                                                      ".so",   ".dylib",    ".json"};
  constexpr std::array<std::string_view, 2> kNames{"boot.config", "global-metadata.dat"};
  const std::string lower = lower_case(name.substr(name.find_last_of("/\\") + 1));
  return std::ranges::any_of(kSuffixes, [&](std::string_view s) { return lower.ends_with(s); }) ||
         std::ranges::find(kNames, lower) != kNames.end();
}

}  // namespace mecadex::containers
