// The document of one entity: its row, and in it the rows of its sections, nested as declared.
//
//   {"revision": "...", "controller_id": 7, "name": "Gem", ...,
//    "layers": [{"layer_index": 0, ...}], "machines": [{..., "states": [{...}]}]}
//
// Written row by row: memory does not grow with the document.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "queries/sql_guard.hpp"
#include "server/entities.hpp"

namespace mecadex::server {

/// False when there is no such entity; then nothing is written.
bool write_document(const Entity& entity, std::int64_t id, const std::string& revision,
                    queries::GuardedConnection& connection, std::ostream& out);

}  // namespace mecadex::server
