// The whole service without its sockets: a request in, a response out.
//
//   kept answer?  else  Host and token -> route -> handler -> Response  (errors: one catch,
//                                                                        problem+json)
//
// Runs on the I/O thread and never touches SQLite: a handler that needs the corpus returns a
// `produce` for a worker thread, or a user's `sql` for a worker process. A path below
// /v1/rev/{revision} is that of /v1 with another snapshot.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "queries/catalogue.hpp"
#include "server/access.hpp"
#include "server/answer_cache.hpp"
#include "server/database_pool.hpp"
#include "server/entities.hpp"
#include "server/message.hpp"
#include "server/metrics.hpp"
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
  const EntityCatalogue& entities;
  std::string query_list;  // the catalogue as a JSON array: the same for every request
  std::string openapi;     // the OpenAPI document: the same for every request
  std::string settings_stamp;  // settings that shape answers: other settings, other ETags
  AnswerCache cache;
  Metrics metrics;
  bool is_stopping = false;          // the server takes no new connections
  std::size_t connections = 0;       // open ones
  std::size_t requests_running = 0;  // begun and not answered
};

/// Answers a request. Never throws.
Response handle(Request& request, Services& services);

/// Keeps a complete answer if it is one that can be kept.
void keep_answer(const Response& response, Services& services);

}  // namespace mecadex::server
