// What the handlers of rows share: parameters, and how an answer ends.
//
// A parameter with an empty value counts as not given: an HTML form sends every field. NDJSON and
// CSV have no room for `truncated` and `next`, so each answer also says them as headers:
// X-Truncated and Link rel="next".
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "queries/nearest.hpp"
#include "queries/query_error.hpp"
#include "server/handlers.hpp"
#include "server/problem.hpp"

namespace mecadex::server {
namespace {

/// The same request with another cursor.
std::string next_target(const Request& request, const std::string& cursor) {
  std::string target = request.target.path + "?";
  for (const auto& [name, value] : request.target.params) {
    if (name == "cursor") continue;
    target += fmt::format("{}={}&", percent_encode(name), percent_encode(value));
  }
  return target + "cursor=" + percent_encode(cursor);
}

}  // namespace

DatabasePool::SnapshotPtr snapshot_for(const Request& request, const Services& services) {
  if (!request.revision.empty()) {
    auto snapshot = services.pool.at_revision(request.revision);
    if (snapshot) return snapshot;
    throw Problem(problems::kRevisionUnknown,
                  "no snapshot of this revision is kept; /v1/version says the newest");
  }
  if (request.newest) return request.newest;
  throw Problem(problems::kCorpusAbsent,
                "there is no corpus yet: run `mecadex index FOLDER`; it is served as soon as it "
                "is published",
                {{"Retry-After", "10"}});
}

Params given_params(const Request& request) {
  Params params;
  for (const auto& param : request.target.params) {
    if (param.first != "format" && !param.second.empty()) params.push_back(param);
  }
  return params;
}

void require_params(const Request& request, const std::vector<std::string_view>& known) {
  std::set<std::string> seen;
  for (const auto& [name, value] : given_params(request)) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      queries::Nearest nearest(name);
      for (const std::string_view each : known) nearest.offer(each);
      const std::string list = known.empty() ? std::string() : fmt::format("; it takes {}", fmt::join(known, ", "));
      throw queries::QueryError(queries::QueryErrorKind::bad_parameter, "parameter.unknown",
                                fmt::format("this route has no parameter '{}'{}{}", queries::shown(name),
                                            nearest.suggestion(), list));
    }
    if (!seen.insert(name).second) {
      throw queries::QueryError(queries::QueryErrorKind::bad_parameter, "parameter.repeated",
                                name + " is given twice");
    }
  }
}

Headers end_headers(const Request& request, const queries::AnswerEnd& end) {
  Headers headers{{"X-Truncated", end.is_truncated ? "true" : "false"}};
  if (end.next) {
    headers.emplace_back("Link",
                         fmt::format("<{}>; rel=\"next\"", next_target(request, *end.next)));
  }
  return headers;
}

}  // namespace mecadex::server
