// The handlers of the routes; router.cpp says which answers what.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "queries/run_query.hpp"
#include "server/application.hpp"
#include "server/message.hpp"

namespace mecadex::server {

// handlers_queries.cpp
Response handle_query_list(const Request& request, Services& services);
Response handle_query(const Request& request, Services& services);

/// The documentation of every query as a JSON array.
std::string query_list_json(const queries::Catalogue& catalogue);

// handlers_entities.cpp
Response handle_entity_list(const Entity& entity, const Request& request, Services& services);
Response handle_entity(const Entity& entity, const Request& request, Services& services);

// handlers_sql.cpp
Response handle_sql_get(const Request& request, Services& services);
Response handle_sql_post(const Request& request, Services& services);

// handlers_schema.cpp
Response handle_schema(const Request& request, Services& services);
Response handle_schema_table(const Request& request, Services& services);
Response handle_name(const Request& request, Services& services);

// handlers_service.cpp
Response handle_home(const Request& request, Services& services);
Response handle_index(const Request& request, Services& services);
Response handle_version(const Request& request, Services& services);
Response handle_openapi(const Request& request, Services& services);
Response handle_health(const Request& request, Services& services);
Response handle_ready(const Request& request, Services& services);
Response handle_metrics(const Request& request, Services& services);

// What they share: answer_parts.cpp

using Params = std::vector<std::pair<std::string, std::string>>;

/// The snapshot to answer from: the newest one or that of /v1/rev/{revision}. Throws Problem: 503
/// when there is none yet, 404 when the revision is not kept.
DatabasePool::SnapshotPtr snapshot_for(const Request& request, const Services& services);

/// Parameters that are given: without `format` and those with an empty value.
Params given_params(const Request& request);

/// Throws QueryError (parameter.unknown, parameter.repeated) unless all given parameters are among
/// `known`, each at most once.
void require_params(const Request& request, const std::vector<std::string_view>& known);

/// Passes an answer on and keeps how it ended.
class EndKeeper : public queries::RowSink {
 public:
  explicit EndKeeper(queries::RowSink& sink) : sink_(sink) {}

  void begin(const queries::AnswerHeader& header) override { sink_.begin(header); }
  void row(const std::vector<queries::Value>& values) override { sink_.row(values); }
  void end(const queries::AnswerEnd& end) override {
    end_ = end;
    sink_.end(end);
  }

  const queries::AnswerEnd& kept() const { return end_; }

 private:
  queries::RowSink& sink_;
  queries::AnswerEnd end_;
};

/// X-Truncated, and Link to the same request with the next cursor.
Headers end_headers(const Request& request, const queries::AnswerEnd& end);

}  // namespace mecadex::server
