// The whole service without its sockets: a request in, a response out.
//
//   Host and token -> route -> handler -> Response        (errors: one catch, problem+json)
//
// Runs on the I/O thread and never touches SQLite: a handler that needs the corpus returns a
// `produce` for a worker.
#pragma once

#include <string>

#include "queries/catalogue.hpp"
#include "server/access.hpp"
#include "server/database_pool.hpp"
#include "server/message.hpp"
#include "server/settings.hpp"

namespace mecadex::server {

/// What handlers work with. Outlives every request.
struct Services {
  Services(const Settings& settings, const AccessRules& access, const queries::Catalogue& catalogue,
           DatabasePool& pool);

  const Settings& settings;
  const AccessRules& access;
  const queries::Catalogue& catalogue;
  DatabasePool& pool;
  std::string query_list;  // the catalogue as a JSON array: the same for every request
};

/// Answers a request. Never throws.
Response handle(Request& request, Services& services);

}  // namespace mecadex::server
