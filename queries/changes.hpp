// What changed between two snapshots: files, controllers, avatars and Animators added, removed or changed. Told apart
// by natural key; changed means another content_hash or status (files), fingerprint (controllers, avatars), or another
// value of any column but ids (Animators, which have no fingerprint; references count by what they mean).
#pragma once

#include <filesystem>
#include <string>

#include "queries/evaluators.hpp"

namespace mecadex::queries {

/// The snapshot of a data directory that `revision` names: a revision, a prefix of just one, or "current". Throws
/// QueryError (bad_parameter) when there is none or more than one.
std::filesystem::path find_snapshot(const std::filesystem::path& data, const std::string& revision);

/// `changes-between`: from the snapshot `from` to the snapshot `to`, which lie beside the connection's own ("current").
/// change, kind, source, path, node_path, path_id, name, transitions_before, transitions_after (of controllers), by
/// kind and place. Throws QueryError (changes.unavailable) when the connection's database is not a snapshot of a data
/// directory, schema::IncompatibleDatabase, SQLite::Exception.
void evaluate_changes(GuardedConnection& connection, const Arguments& arguments, const TakeRow& take);

}  // namespace mecadex::queries
