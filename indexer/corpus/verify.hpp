// Is a published corpus what it says it is? SQLite's own checks, ours of the marks, and the revision computed again.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mecadex::corpus {

/// What was found of one database.
struct Verdict {
  std::filesystem::path path;
  std::string revision;               // as it says itself; '' when that cannot be read
  std::vector<std::string> damage;    // a line each; empty when it is sound
  std::vector<std::string> unchecked; // what could not be checked and is no damage
};

/// Checks one database: application_id, schema version, integrity_check, foreign_key_check, the revision computed from
/// its files, and, when `is_snapshot`, that its name is <revision>.db. A file that is no database is damage, too.
/// Throws only when the file cannot be opened. At most 20 lines a check. Memory is SQLite's cache.
Verdict verify_corpus(const std::filesystem::path& database, bool is_snapshot);

/// The snapshots of a data directory: regular files called <16 hex digits>.db, by name.
std::vector<std::filesystem::path> list_snapshots(const std::filesystem::path& data);

/// Whether a snapshot may be called so.
bool is_snapshot_name(const std::string& name);

}  // namespace mecadex::corpus
