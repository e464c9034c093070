// /v1/<entity> and /v1/<entity>/{id}: lists as JSON, NDJSON or CSV, and whole documents.
//
// A list as JSON is a page; as NDJSON or CSV it is everything unless there is a limit. Runs come
// from the history beside the snapshots where that can be read: it also has the runs that published
// nothing, and changes without a new revision.
#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <charconv>
#include <memory>

#include "queries/rows_out.hpp"
#include "server/document.hpp"
#include "server/entity_list.hpp"
#include "server/handlers.hpp"
#include "server/problem.hpp"
#include "server/representation.hpp"
#include "server/run_history.hpp"

namespace mecadex::server {
namespace {

constexpr std::array kDocumentTypes{kJson};

/// The history that answers this request; "" for the snapshot itself.
std::string history_for(const Entity& entity, const Request& request, const Services& services) {
  const bool is_wanted =
      entity.has_history && request.revision.empty() && services.settings.db.empty();
  return is_wanted ? services.settings.data + "/state.db" : std::string();
}

/// Begins an answer from the snapshot, or from the history as it is now.
Response begin(const Request& request, const MediaType& type, const Snapshot& snapshot,
               const std::string& history) {
  if (history.empty()) return begin_response(request, type, snapshot.revision());
  Response response = begin_response(request, type, snapshot.revision() + history_stamp(history));
  response.is_cacheable = false;
  return response;
}

/// The number of /{id}; none when it is no number.
std::optional<std::int64_t> parse_id(const std::string& text) {
  std::int64_t id = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, id);
  if (error != std::errc() || rest != end) return std::nullopt;
  return id;
}

[[noreturn]] void unknown(const Entity& entity) {
  throw Problem(problems::kEntityUnknown,
                fmt::format("there is no {} of this id in this revision; /v1/{} lists them",
                            entity.one, entity.name));
}

}  // namespace

Response handle_entity_list(const Entity& entity, const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kRowTypes);
  const auto snapshot = snapshot_for(request, services);
  const bool is_page = type.format == kJson.format;
  using Limit = std::optional<std::int64_t>;
  const ListRequest list =
      parse_list_request(entity, given_params(request), snapshot->revision(),
                         is_page ? Limit(services.settings.page) : Limit(),
                         is_page ? Limit(services.settings.max_page) : Limit());
  const std::string history = history_for(entity, request, services);

  Response response = begin(request, type, *snapshot, history);
  if (response.status == 304) return response;
  response.snapshot = snapshot;
  response.is_stream = true;
  response.produce = [&entity, list, history, format = row_format(type), request](
                         queries::GuardedConnection& connection, std::ostream& out) {
    require_known_filters(list, connection);
    const auto newest = open_history(history);
    const auto writer = queries::make_writer(format, out);
    EndKeeper keeper(*writer);
    run_list(entity, list, connection.revision(), newest ? *newest : connection, keeper);
    return end_headers(request, keeper.kept());
  };
  return response;
}

Response handle_entity(const Entity& entity, const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kDocumentTypes);
  require_params(request, {});
  const auto snapshot = snapshot_for(request, services);
  const auto id = parse_id(request.path_args.front());
  if (!id) unknown(entity);
  const std::string history = history_for(entity, request, services);

  Response response = begin(request, type, *snapshot, history);
  if (response.status == 304) return response;
  response.snapshot = snapshot;
  response.produce = [&entity, id = *id, history](queries::GuardedConnection& connection,
                                                  std::ostream& out) -> Headers {
    const auto newest = open_history(history);
    if (!write_document(entity, id, connection.revision(), newest ? *newest : connection, out)) {
      unknown(entity);
    }
    return {};
  };
  return response;
}

}  // namespace mecadex::server
