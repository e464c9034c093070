// What a transition's destination means (data-model.md 2, seed 001): the 30,000 rule in one function.
//
//   0 .. 29,999        state n of the machine
//   30,000 + n         selector node n: an entry or exit
//   0xFFFFFFFF         nothing: a selector transition of a machine without states
//
// A number beyond the machine's arrays is out of range: kept raw, resolved to nothing.
#pragma once

#include <cstdint>
#include <string_view>

namespace mecadex::animator {

inline constexpr std::uint32_t kSelectorBase = 30'000;
inline constexpr std::uint32_t kNoDestination = 0xFFFFFFFF;

enum class DestinationKind { state, selector, none, out_of_range };

constexpr std::string_view to_string(DestinationKind kind) {
  switch (kind) {
    case DestinationKind::state: return "state";
    case DestinationKind::selector: return "selector";
    case DestinationKind::none: return "none";
    case DestinationKind::out_of_range: return "out_of_range";
  }
  return "out_of_range";
}

struct Destination {
  DestinationKind kind;
  std::uint32_t index;  // of states or selectors; 0 for none and out_of_range
};

/// `states`, `selectors`: how many the machine has.
constexpr Destination destination(std::uint32_t raw, std::size_t states, std::size_t selectors) {
  if (raw == kNoDestination) return {DestinationKind::none, 0};
  if (raw < kSelectorBase) {
    return raw < states ? Destination{DestinationKind::state, raw} : Destination{DestinationKind::out_of_range, 0};
  }
  const std::uint32_t selector = raw - kSelectorBase;
  return selector < selectors ? Destination{DestinationKind::selector, selector}
                              : Destination{DestinationKind::out_of_range, 0};
}

}  // namespace mecadex::animator
