// From `name=value` pairs, as a user gives them, to typed values for a query.
//
// The common parameters are defined here once: source, file, controller and unity_version select
// what is looked at, and copies whether an equal object is looked at again (scope.sql); group_by
// says how to count; limit and cursor page through the rows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "queries/query_spec.hpp"

namespace mecadex::queries {

/// A value to bind; monostate is NULL.
using BoundValue = std::variant<std::monostate, std::int64_t, double, std::string>;

/// A request's parameters, checked against the query's declaration.
struct Arguments {
  std::map<std::string, BoundValue> bound;  // by name, the query's own and the scope's
  std::string group_by = "none";
  std::optional<std::int64_t> limit;
  std::string cursor;
};

/// The query's own parameters followed by the common ones that it takes.
std::vector<Param> all_params(const QuerySpec& spec);

/// Throws QueryError when a parameter is unknown, missing, repeated, of the wrong type, out of
/// range, or does not apply to this query.
Arguments parse_arguments(const QuerySpec& spec,
                          const std::vector<std::pair<std::string, std::string>>& params);

/// CRC-32 of a name, as Unity hashes names.
std::uint32_t name_hash(const std::string& name);

}  // namespace mecadex::queries
