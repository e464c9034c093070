// Errors as the outside sees them: application/problem+json (RFC 9457).
//
//   {"type": "about:blank", "title": "Not Found", "status": 404, "detail": "there is no query ...",
//    "instance": "/v1/queries/x", "code": "query.unknown", "request_id": "..."}
//
// `code` is part of the interface and keeps its meaning. The server's own codes are the table
// below; those of queries are listed in queries/query_error.hpp. No detail ever names a file of the
// machine.
#pragma once

#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "queries/query_error.hpp"
#include "server/message.hpp"

namespace mecadex::server {

struct ProblemKind {
  std::string_view code;
  unsigned status;
};

namespace problems {
inline constexpr ProblemKind kRequestMalformed{"request.malformed", 400};
inline constexpr ProblemKind kTargetMalformed{"target.malformed", 400};
inline constexpr ProblemKind kTokenRequired{"token.required", 401};
inline constexpr ProblemKind kBodyMalformed{"body.malformed", 400};
inline constexpr ProblemKind kRouteUnknown{"route.unknown", 404};
inline constexpr ProblemKind kEntityUnknown{"entity.unknown", 404};
inline constexpr ProblemKind kRevisionUnknown{"revision.unknown", 404};
inline constexpr ProblemKind kMethodNotAllowed{"method.not_allowed", 405};
inline constexpr ProblemKind kFormatNotAcceptable{"format.not_acceptable", 406};
inline constexpr ProblemKind kFormatRepeated{"format.repeated", 400};
inline constexpr ProblemKind kBodyTooLarge{"body.too_large", 413};
inline constexpr ProblemKind kTargetTooLong{"target.too_long", 414};
inline constexpr ProblemKind kBodyType{"body.type", 415};
inline constexpr ProblemKind kExpectationFailed{"expectation.unknown", 417};
inline constexpr ProblemKind kHostUnknown{"host.unknown", 421};
inline constexpr ProblemKind kHeaderTooLarge{"header.too_large", 431};
inline constexpr ProblemKind kInternal{"internal", 500};
inline constexpr ProblemKind kCorpusAbsent{"corpus.absent", 503};
inline constexpr ProblemKind kCorpusUnreadable{"corpus.unreadable", 503};
inline constexpr ProblemKind kServerBusy{"server.busy", 503};
inline constexpr ProblemKind kNotReady{"server.not_ready", 503};
inline constexpr ProblemKind kSqlFailed{"sql.failed", 500};
}  // namespace problems

/// Every code of the server's own.
std::span<const ProblemKind> all_problem_kinds();

/// Ends a handler with this problem; `what()` is its detail.
class Problem : public std::runtime_error {
 public:
  Problem(const ProblemKind& kind, const std::string& detail, Headers headers = {})
      : std::runtime_error(detail), kind_(kind), headers_(std::move(headers)) {}
  const ProblemKind& kind() const { return kind_; }
  const Headers& headers() const { return headers_; }

 private:
  ProblemKind kind_;
  Headers headers_;
};

/// "Not Found" for 404.
std::string_view status_title(unsigned status);

/// The problem response of a query that failed with this code, as in queries/query_error.hpp.
Response query_problem(const Request& request, queries::QueryErrorKind kind, std::string_view code,
                       std::string_view detail);

/// The problem response for an exception: of a Problem, a QueryError, SQLite or anything else. What
/// only the operator may know goes to stderr under the request's id.
Response problem_response(const std::exception_ptr& error, const Request& request);

}  // namespace mecadex::server
