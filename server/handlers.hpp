// The handlers of the routes; router.cpp says which answers what.
#pragma once

#include "server/application.hpp"
#include "server/message.hpp"

namespace mecadex::server {

// handlers_queries.cpp
Response handle_query_list(const Request& request, Services& services);
Response handle_query(const Request& request, Services& services);

/// The documentation of every query as a JSON array.
std::string query_list_json(const queries::Catalogue& catalogue);

// handlers_service.cpp
Response handle_home(const Request& request, Services& services);
Response handle_version(const Request& request, Services& services);
Response handle_health(const Request& request, Services& services);

/// The snapshot to answer from. Throws Problem (503) when there is none yet.
DatabasePool::SnapshotPtr current_snapshot(const Services& services);

}  // namespace mecadex::server
