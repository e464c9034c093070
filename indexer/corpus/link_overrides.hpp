// Fingerprints of override controllers.
//
// An override is nothing but pointers: what it is can be told only when they are linked, by class and name
// of what they lead to (data-model.md 1).
#pragma once

#include <cstdint>

namespace SQLite {
class Database;
}

namespace mecadex::corpus {

/// Fills objects.fingerprint of the override controllers of the sources in work_sources. References must
/// be linked.
void fingerprint_overrides(SQLite::Database& database);

}  // namespace mecadex::corpus
