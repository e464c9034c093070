// state.db: the history of all runs, beside the snapshots, written by the indexer.
//
// It is opened for one answer and closed again, so that the indexer is never kept waiting. Where it
// is absent, busy or not readable, the snapshot's own copy of `runs` answers.
#pragma once

#include <memory>
#include <string>

#include "queries/sql_guard.hpp"

namespace mecadex::server {

/// A guarded connection to the history; null when `file` is "" or cannot be read now.
std::unique_ptr<queries::GuardedConnection> open_history(const std::string& file);

/// Changes whenever the file does, for an ETag.
std::string history_stamp(const std::string& file);

}  // namespace mecadex::server
