#include "server/problem.hpp"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "schema/schema.hpp"

namespace mecadex::server {
namespace {

constexpr std::array kKinds{
    problems::kRequestMalformed,  problems::kTargetMalformed,  problems::kTokenRequired,
    problems::kRouteUnknown,      problems::kMethodNotAllowed, problems::kFormatNotAcceptable,
    problems::kFormatRepeated,    problems::kBodyTooLarge,     problems::kTargetTooLong,
    problems::kExpectationFailed, problems::kHostUnknown,      problems::kHeaderTooLarge,
    problems::kInternal,          problems::kCorpusAbsent,     problems::kCorpusUnreadable,
    problems::kServerBusy,        problems::kBodyMalformed,    problems::kEntityUnknown,
    problems::kRevisionUnknown,   problems::kBodyType,         problems::kNotReady,
    problems::kSqlFailed};

unsigned status_of(queries::QueryErrorKind kind, std::string_view code) {
  if (code == "cursor.revision") return 410;
  switch (kind) {
    case queries::QueryErrorKind::unknown_query:
      return 404;
    case queries::QueryErrorKind::unprocessable:
      return 422;
    case queries::QueryErrorKind::deadline:
      return 504;
    case queries::QueryErrorKind::bad_parameter:
    case queries::QueryErrorKind::sql:
      break;
  }
  return 400;
}

Response make_response(const Request& request, unsigned status, std::string_view code,
                       std::string_view detail, Headers headers) {
  nlohmann::ordered_json json{
      {"type", "about:blank"},   {"title", status_title(status)},   {"status", status},
      {"detail", detail},        {"instance", request.target.path}, {"code", code},
      {"request_id", request.id}};
  if (request.target.path.empty()) json.erase("instance");
  Response response;
  response.status = status;
  response.content_type = "application/problem+json";
  response.headers = std::move(headers);
  response.headers.emplace_back("Cache-Control", "no-store");
  response.body = json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  return response;
}

/// A problem whose reason is for the operator only.
Response tell_operator(const Request& request, const ProblemKind& kind, std::string_view detail,
                       const char* reason) {
  const std::string line = fmt::format("mecadex-server: request {}: {}\n", request.id, reason);
  std::fwrite(line.data(), 1, line.size(), stderr);
  return make_response(request, kind.status, kind.code, detail, {});
}

}  // namespace

std::span<const ProblemKind> all_problem_kinds() { return kKinds; }

std::string_view status_title(unsigned status) {
  switch (status) {
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 410:
      return "Gone";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    default:
      return "Internal Server Error";
  }
}

Response query_problem(const Request& request, queries::QueryErrorKind kind, std::string_view code,
                       std::string_view detail) {
  return make_response(request, status_of(kind, code), code, detail, {});
}

Response problem_response(const std::exception_ptr& error, const Request& request) {
  try {
    std::rethrow_exception(error);
  } catch (const Problem& problem) {
    return make_response(request, problem.kind().status, problem.kind().code, problem.what(),
                         problem.headers());
  } catch (const BadTarget& bad) {
    const ProblemKind& kind = problems::kTargetMalformed;
    return make_response(request, kind.status, kind.code, bad.what(), {});
  } catch (const queries::QueryError& refused) {
    return query_problem(request, refused.kind(), refused.code(), refused.what());
  } catch (const SQLite::Exception& failure) {
    return tell_operator(request, problems::kCorpusUnreadable, "the corpus could not be read",
                         failure.what());
  } catch (const schema::IncompatibleDatabase& failure) {
    return tell_operator(request, problems::kCorpusUnreadable, "the corpus could not be read",
                         failure.what());
  } catch (const std::exception& failure) {
    return tell_operator(request, problems::kInternal, "the server failed; its log says why",
                         failure.what());
  } catch (...) {
    return tell_operator(request, problems::kInternal, "the server failed; its log says why",
                         "unknown exception");
  }
}

std::string_view header_value(const Headers& headers, std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

}  // namespace mecadex::server
