// Which clips of an outer Animator animate something under an inner one (seeds 000, data-model.md 1).
//
// An Animator's clips animate Transforms by the CRC-32 of their path below its GameObject. Under a nested
// Animator stand Transforms that belong to that one, but nothing stops an outer clip from naming them. For
// every outer Animator that has inner ones:
//
//   effective controller   m_Controller, through override controllers to the controller
//   effective clips        each slot's clip, replaced by the overrides, innermost first
//   Transforms             each at or below an inner Animator, its path relative to the outer one hashed
//   match                  a binding of an effective clip with that path hash: a row of outer_clip_targets
#pragma once

#include <cstdint>

namespace SQLite {
class Database;
}

namespace mecadex::corpus {

/// Rows kept for one outer Animator: a hostile scene of equal names and bindings would multiply.
inline constexpr std::size_t kMaxTargetsPerAnimator = 100'000;

/// Fills outer_clip_targets for the sources in work_sources. References must be linked. Runs in the caller's
/// transaction.
void link_rigs(SQLite::Database& database);

}  // namespace mecadex::corpus
