// Which clips of an outer Animator animate something under an inner one (seeds 000, data-model.md 1).
//
// An Animator's clips animate Transforms by the CRC-32 of their path below its GameObject. Under a nested
// Animator stand Transforms that belong to that one, but nothing stops an outer clip from naming them. For
// every outer Animator that has inner ones:
//
//   effective controller   m_Controller, through override controllers to the controller (link_overrides.hpp)
//   effective clips        each slot's clip, or the one that the override plays there
//   Transforms             each at or below an inner Animator, its path relative to the outer one hashed
//   match                  a binding of an effective clip with that path hash: a row of outer_clip_targets
//
// Writes, of the sources in work_sources alone:
//   outer_clip_targets   rows of their Animators
//   findings             rows of code rig.target_limit
// It reads what link_references() and link_overrides() write, so those must be up to date. Run twice, it writes
// its rows twice: unlink.sql takes them out first.
#pragma once

#include <cstdint>

namespace SQLite {
class Database;
}

namespace mecadex::corpus {

/// Rows kept for one outer Animator: a hostile scene of equal names and bindings would multiply.
inline constexpr std::size_t kMaxTargetsPerAnimator = 100'000;

/// Fills outer_clip_targets for the sources in work_sources. References and overrides must be linked. Runs in the
/// caller's transaction. Throws SQLite::Exception.
void link_rigs(SQLite::Database& database);

}  // namespace mecadex::corpus
