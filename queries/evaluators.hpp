// Evaluators: what answers a named query where SQL cannot.
//
// Such a query has a .sql file like every other, whose front matter says `evaluates: <evaluator>` in place of SQL:
// its parameters, columns and documentation come from there, and it is reached in the same ways. The runner checks the
// arguments, counts the scope, and pages through what the evaluator yields.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "queries/parameters.hpp"
#include "queries/sql_guard.hpp"
#include "queries/value.hpp"

namespace mecadex::queries {

/// Takes a row: as many values as the query has columns, valid during the call. False: no more are wanted.
using TakeRow = std::function<bool(const std::vector<Value>&)>;

/// Yields an answer's rows, on one snapshot and for the same arguments always the same ones in the same order (a cursor
/// is the number of rows before it). Throws QueryError before the first row for whatever is wrong with the arguments;
/// looks at connection.must_stop() between steps of its own that may take long.
using Evaluator = void (*)(GuardedConnection& connection, const Arguments& arguments, const TakeRow& take);

/// The evaluator of this name; null when there is none.
Evaluator find_evaluator(std::string_view name);

}  // namespace mecadex::queries
