// The process that runs users' SQL: `mecadex-server --sql-worker MIB`, started by sql_pool.
//
// It opens the corpus itself, reads tasks from its standard input (a socket) and answers on it.
// Whatever a statement does happens here: the process may use so much memory, no files, no further
// processes, and is killed when it outlives its deadline, since some operations of SQLite yield to
// nobody. Its priority is low, so that look-ups in the server go first.
#pragma once

#include <cstdint>

namespace mecadex::server {

/// Serves tasks until the other end closes. `memory_mib` caps SQLite's memory. Returns the exit
/// code.
int run_sql_worker(std::int64_t memory_mib);

}  // namespace mecadex::server
