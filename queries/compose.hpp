// From a query's own SQL to the statement that is run: around it goes what every query shares.
//
//   WITH <scope.sql>,                                  what is looked at
//   answer AS (<the query>),
//   grouped AS (SELECT <group>, <keys>, sum(n) ...)    only with groups
//   SELECT <columns>, <order keys>
//   FROM answer | grouped
//   WHERE <behind the cursor>
//   ORDER BY <order keys> LIMIT :page_rows
//
// Bound besides the query's parameters: :page_rows (-1 is no limit), and :after_1, :after_2 ... of
// a cursor.
#pragma once

#include <string>
#include <vector>

#include "queries/query_spec.hpp"

namespace mecadex::queries {

struct Composed {
  std::string sql;
  std::vector<Column> columns;  // what the user sees, first in each row
  std::vector<OrderKey> order;  // further columns of each row, for the next cursor
};

/// `group_by` is none, source, unity_version or controller; `has_cursor` adds the :after_n.
Composed compose(const QuerySpec& spec, const std::string& group_by, bool has_cursor);

/// The statement that counts what the scope holds (scope_counts.sql).
std::string compose_scope_counts();

}  // namespace mecadex::queries
