#include "queries/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace mecadex::queries {
namespace {

constexpr std::size_t kNames = 3;

/// Longer names are compared by their begin: the work for one is the product of both lengths.
constexpr std::size_t kCompared = 100;

/// Names that hold so short a text are not near it.
constexpr std::size_t kShortest = 3;

constexpr std::size_t kShown = 200;

std::string lower(std::string_view text) {
  std::string made(text);
  std::transform(made.begin(), made.end(), made.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return made;
}

/// Edits (insert, delete, replace a character) that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[b.size()];
}

std::size_t allowed_edits(std::size_t length) { return 1 + length / 4; }

constexpr std::size_t kFar = 1'000'000;

/// The edits between two names; kFar when there are too many for them to be near.
std::size_t edits(std::string_view a, std::string_view b) {
  const std::size_t length = std::max(a.size(), b.size());
  if (length - std::min(a.size(), b.size()) > allowed_edits(length)) return kFar;
  const std::size_t distance = edit_distance(a.substr(0, kCompared), b.substr(0, kCompared));
  return distance > allowed_edits(std::min(length, kCompared)) ? kFar : distance;
}

/// The fewest edits to a part of a path: "playrs" is near "players/2019.4".
std::size_t edits_of_a_part(std::string_view wanted, std::string_view path) {
  std::size_t fewest = kFar;
  for (std::size_t begin = 0; wanted.size() > kShortest && begin < path.size();) {
    const std::size_t end = std::min(path.find_first_of("/!", begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part.size() != path.size()) fewest = std::min(fewest, edits(wanted, part));
    begin = end + 1;
  }
  return fewest;
}

bool holds(std::string_view outer, std::string_view inner) {
  return inner.size() >= kShortest && outer.find(inner) != std::string_view::npos;
}

}  // namespace

Nearest::Nearest(std::string_view wanted) : wanted_(lower(wanted)) {
  wanted_.erase(std::remove_if(wanted_.begin(), wanted_.end(), [](char c) { return c == '*' || c == '?'; }),
                wanted_.end());
}

void Nearest::offer(std::string_view name) {
  if (wanted_.empty() || name.empty()) return;
  const std::string low = lower(name);
  const std::size_t length = std::max(low.size(), wanted_.size());
  const std::size_t gap = length - std::min(low.size(), wanted_.size());
  const std::size_t allowed = allowed_edits(length);
  std::size_t distance = 0;
  if (low == wanted_) {
    distance = 0;
  } else if (holds(low, wanted_) || holds(wanted_, low)) {
    distance = 1;
  } else {
    distance = std::min(edits(wanted_, low), 1 + edits_of_a_part(wanted_, low));
  }
  if (distance > allowed) return;
  Ranked ranked{distance, gap, std::string(name)};
  const auto place = std::lower_bound(near_.begin(), near_.end(), ranked);
  if (place != near_.end() && *place == ranked) return;
  near_.insert(place, std::move(ranked));
  if (near_.size() > kNames) near_.pop_back();
}

std::vector<std::string> Nearest::names() const {
  std::vector<std::string> names;
  for (const Ranked& ranked : near_) names.push_back(shown(std::get<2>(ranked)));
  return names;
}

std::string Nearest::suggestion() const {
  return near_.empty() ? std::string() : fmt::format("; did you mean {}?", fmt::join(names(), ", "));
}

std::string shown(std::string_view name) {
  std::string text;
  for (const char c : name.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte < 0x20 || byte == 0x7F ? fmt::format("\\x{:02X}", byte) : std::string(1, c);
  }
  return name.size() > kShown ? text + "..." : text;
}

}  // namespace mecadex::queries
