// Override controllers as they play.
//
// An AnimatorOverrideController names a base, which is a controller or another override, and pairs of clips:
// where the base plays the first, play the second. What an Animator with an override plays is so found by
// following bases down to the controller, and coming back up:
//
//   Animator ─► Outer ─► Inner ─► controller           slots: Idle, Walk, Run
//                        Inner: Walk -> Limp            Idle, Limp, Run
//               Outer: Limp -> Crawl, Run -> Roll       Idle, Crawl, Roll      what plays
//
//   a pair's original   the clip that plays below it, or else the clip that the controller has in the slot
//   two pairs for one   the first
//   a null override     replaces nothing; one that is missing or ambiguous replaces, by a clip that is not known
//   an unknown original is the clip of a slot whose pointer names the same file and path id
//
// Bases that lead in a circle, or further than kMaxOverrides, end at no controller: nothing is known to play.
//
// Writes, of the sources in work_sources alone:
//   override_controllers   effective_controller_id, effective_resolution
//   override_slots         rows of their override controllers
//   findings               rows of code override.cycle, override.chain_limit, override.slot_limit
//   objects                fingerprint, where class_id is 221
// It reads what link_references() writes, so that must be up to date. Run twice, it fails on rows that are there:
// unlink.sql takes them out first.
#pragma once

#include <cstddef>

namespace SQLite {
class Database;
}

namespace mecadex::corpus {

/// Override controllers on top of each other that are followed; real games have one or two.
inline constexpr std::size_t kMaxOverrides = 32;
/// Rows of override_slots kept for one source: overrides by slots would multiply in a hostile one.
inline constexpr std::size_t kMaxOverrideSlots = 1'000'000;

/// Follows the override controllers of the sources in work_sources and fingerprints them. Runs in the caller's
/// transaction. Throws SQLite::Exception.
void link_overrides(SQLite::Database& database);

}  // namespace mecadex::corpus
