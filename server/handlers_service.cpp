// What the service says about itself: /, /v1, /v1/version, /openapi.json, /healthz, /readyz, /metrics.
#include <sys/stat.h>

#include <array>
#include <nlohmann/json.hpp>

#include "schema/schema.hpp"
#include "server/handlers.hpp"
#include "server/home_page.hpp"
#include "server/problem.hpp"
#include "server/representation.hpp"
#include "server/router.hpp"
#include "server/statements.hpp"

namespace mecadex::server {
namespace {

constexpr std::array kPageTypes{kHtml};
constexpr std::array kJsonTypes{kJson};

/// The page loads nothing and runs nothing; its forms lead back to the server.
constexpr const char* kPagePolicy =
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

/// Prometheus' text format.
constexpr MediaType kMetricsText{"text", "text/plain", "text/plain; version=0.0.4; charset=utf-8"};
constexpr std::array kMetricsTypes{kMetricsText};

/// A corpus that takes longer than this for one row is not ready.
constexpr auto kReadyWithin = std::chrono::milliseconds(100);

Response uncached(const MediaType& type) {
  Response response;
  response.content_type = type.header;
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

double seconds_since_written(const Snapshot& snapshot) {
  struct stat status {};
  if (::stat(snapshot.file().path.c_str(), &status) != 0) return 0;
  const auto written = std::chrono::system_clock::from_time_t(status.st_mtim.tv_sec);
  return std::chrono::duration<double>(std::chrono::system_clock::now() - written).count();
}

nlohmann::json number_or_null(const std::map<std::string, std::string>& info, const char* key) {
  const auto found = info.find(key);
  if (found == info.end()) return nullptr;
  const auto number = nlohmann::json::parse(found->second, nullptr, false);
  return number.is_number() ? number : nlohmann::json(found->second);
}

}  // namespace

Response handle_home(const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kPageTypes);
  const auto& snapshot = request.newest;
  Response response = begin_response(request, type, snapshot ? snapshot->revision() : "");
  response.headers.emplace_back("Content-Security-Policy", kPagePolicy);
  if (response.status == 304) return response;
  response.body = home_page(services.catalogue, services.entities, snapshot.get());
  return response;
}

Response handle_index(const Request& request, Services&) {
  const MediaType& type = choose_type(request, kJsonTypes);
  Response response = begin_response(request, type, request.newest ? request.newest->revision() : "");
  if (response.status == 304) return response;
  nlohmann::ordered_json json{{"revision", nullptr}, {"routes", nlohmann::ordered_json::array()}};
  if (request.newest) json["revision"] = request.newest->revision();
  for (const Route& route : all_routes()) {
    json["routes"].push_back({{"method", route.method}, {"path", route.pattern}, {"doc", route.doc}});
  }
  response.body = json.dump(1) + "\n";
  return response;
}

namespace {

std::string version_json(const std::string& revision,
                         const std::map<std::string, std::string>* info) {
  nlohmann::ordered_json json{{"program", "mecadex-server"},
                              {"version", MECADEX_VERSION},
                              {"schema_version", schema::kSchemaVersion},
                              {"revision", nullptr},
                              {"corpus", nullptr}};
  if (info != nullptr) {
    json["revision"] = revision;
    json["corpus"] = nlohmann::ordered_json{
        {"schema_version", number_or_null(*info, "schema_version")},
        {"decoder_version", number_or_null(*info, "decoder_version")},
        {"tool_version", info->count("tool_version") > 0 ? nlohmann::json(info->at("tool_version"))
                                                         : nlohmann::json(nullptr)}};
  }
  return json.dump(2) + "\n";
}

}  // namespace

Response handle_version(const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kJsonTypes);
  const auto snapshot = request.revision.empty() ? request.newest : snapshot_for(request, services);
  Response response = begin_response(request, type, snapshot ? snapshot->revision() : "");
  if (response.status == 304) return response;
  if (!snapshot || !snapshot->info().empty()) {
    response.body =
        version_json(snapshot ? snapshot->revision() : "", snapshot ? &snapshot->info() : nullptr);
    return response;
  }
  response.snapshot = snapshot;
  response.produce = [](queries::GuardedConnection& connection, std::ostream& out) -> Headers {
    const auto info = read_info(connection);
    out << version_json(connection.revision(), &info);
    return {};
  };
  return response;
}

Response handle_openapi(const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kJsonTypes);
  Response response =
      begin_response(request, type, request.newest ? request.newest->revision() : "");
  if (response.status == 304) return response;
  response.body = services.openapi;
  return response;
}

Response handle_health(const Request&, Services&) {
  Response response = uncached(kJson);
  response.body = "{\"status\":\"ok\"}\n";
  return response;
}

Response handle_ready(const Request& request, Services& services) {
  if (services.is_stopping) {
    throw Problem(problems::kNotReady, "the server is stopping");
  }
  const auto snapshot = snapshot_for(request, services);
  Response response = uncached(kJson);
  response.snapshot = snapshot;
  response.produce = [began = request.began](queries::GuardedConnection& connection,
                                             std::ostream& out) -> Headers {
    connection.prepare_kept(statement("ready")).step();
    if (std::chrono::steady_clock::now() - began > kReadyWithin) {
      throw Problem(problems::kNotReady, "the corpus answers slowly", {{"Retry-After", "1"}});
    }
    out << nlohmann::json{{"status", "ready"}, {"revision", connection.revision()}}.dump() << '\n';
    return {};
  };
  return response;
}

Response handle_metrics(const Request& request, Services& services) {
  choose_type(request, kMetricsTypes);
  Gauges gauges;
  if (request.newest) {
    gauges.revision = request.newest->revision();
    gauges.snapshot_age_seconds = seconds_since_written(*request.newest);
  }
  gauges.connections = services.connections;
  gauges.requests_running = services.requests_running;
  gauges.corpus_jobs = services.pool.jobs_begun();
  gauges.corpus_jobs_running = services.pool.jobs_running();
  gauges.corpus_jobs_waiting = services.pool.jobs_waiting();
  gauges.cache_hits = services.cache.hits();
  gauges.cache_misses = services.cache.misses();
  gauges.cache_bytes = services.cache.bytes();
  Response response = uncached(kMetricsText);
  response.body = services.metrics.text(gauges);
  return response;
}

}  // namespace mecadex::server
