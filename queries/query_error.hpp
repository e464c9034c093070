// How a query fails. The command line and the server map `kind` to an exit code and a status;
// `code` is part of the interface and keeps its meaning.
//
//   kind           exit  HTTP  codes
//   unknown_query     2   404  query.unknown
//   bad_parameter     2   400  parameter.unknown, .repeated, .missing, .type, .range, .choice;
//                              cursor.invalid; cursor.revision is HTTP 410
//   unprocessable     2   422  copies.unavailable, copies.not_applicable, group_by.not_applicable,
//                              changes.unavailable; source.unknown, file.unknown, controller.unknown,
//                              avatar.unknown
//   sql               2   400  sql.error, sql.refused, sql.not_one_statement, sql.too_big,
//                              sql.memory
//   deadline          7   504  sql.deadline; sql.cancelled, which nobody is there to read
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace mecadex::queries {

enum class QueryErrorKind { unknown_query, bad_parameter, unprocessable, sql, deadline };

/// `what()` is one line for the user.
class QueryError : public std::runtime_error {
 public:
  QueryError(QueryErrorKind kind, std::string code, const std::string& message)
      : std::runtime_error(message), kind_(kind), code_(std::move(code)) {}

  QueryErrorKind kind() const { return kind_; }
  const std::string& code() const { return code_; }

 private:
  QueryErrorKind kind_;
  std::string code_;
};

}  // namespace mecadex::queries
