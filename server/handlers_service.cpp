// What the service says about itself: /, /v1/version, /healthz.
#include <array>
#include <nlohmann/json.hpp>

#include "schema/schema.hpp"
#include "server/handlers.hpp"
#include "server/home_page.hpp"
#include "server/problem.hpp"
#include "server/representation.hpp"

namespace mecadex::server {
namespace {

constexpr std::array kPageTypes{kHtml};
constexpr std::array kJsonTypes{kJson};

/// The page loads nothing and runs nothing; its forms lead back to the server.
constexpr const char* kPagePolicy =
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

nlohmann::json number_or_null(const std::map<std::string, std::string>& info, const char* key) {
  const auto found = info.find(key);
  if (found == info.end()) return nullptr;
  const auto number = nlohmann::json::parse(found->second, nullptr, false);
  return number.is_number() ? number : nlohmann::json(found->second);
}

}  // namespace

DatabasePool::SnapshotPtr current_snapshot(const Services& services) {
  auto snapshot = services.pool.current();
  if (!snapshot) {
    throw Problem(problems::kCorpusAbsent,
                  "there is no corpus yet: run `mecadex index FOLDER`; it is served as soon as it "
                  "is published",
                  {{"Retry-After", "10"}});
  }
  return snapshot;
}

Response handle_home(const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kPageTypes);
  const auto snapshot = services.pool.current();
  Response response = begin_response(request, type, snapshot ? snapshot->revision() : "");
  response.headers.emplace_back("Content-Security-Policy", kPagePolicy);
  if (response.status == 304) return response;
  response.body = home_page(services.catalogue, snapshot.get());
  return response;
}

Response handle_version(const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kJsonTypes);
  const auto snapshot = services.pool.current();
  Response response = begin_response(request, type, snapshot ? snapshot->revision() : "");
  if (response.status == 304) return response;
  nlohmann::ordered_json json{{"program", "mecadex-server"},
                              {"version", MECADEX_VERSION},
                              {"schema_version", schema::kSchemaVersion},
                              {"revision", nullptr},
                              {"corpus", nullptr}};
  if (snapshot) {
    const auto& info = snapshot->info();
    json["revision"] = snapshot->revision();
    json["corpus"] = nlohmann::ordered_json{
        {"schema_version", number_or_null(info, "schema_version")},
        {"decoder_version", number_or_null(info, "decoder_version")},
        {"tool_version", info.count("tool_version") > 0 ? nlohmann::json(info.at("tool_version"))
                                                        : nlohmann::json(nullptr)}};
  }
  response.body = json.dump(2) + "\n";
  return response;
}

Response handle_health(const Request&, Services&) {
  Response response;
  response.content_type = kJson.header;
  response.headers.emplace_back("Cache-Control", "no-store");
  response.body = "{\"status\":\"ok\"}\n";
  return response;
}

}  // namespace mecadex::server
