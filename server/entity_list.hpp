// Lists of entities: from a request's parameters to SQL to rows.
//
//   SELECT v.<fields>, k.sort_key, k.key
//   FROM (SELECT b.<key> AS key, b.<sort> AS sort_key FROM <table> b
//         WHERE <behind the cursor> AND <filters> ORDER BY sort_key, key LIMIT :page_rows) k
//   CROSS JOIN <view> v ON v.<key> = k.key
//
// The inner SELECT walks the table in the order of its key, so that a page costs the same wherever
// it lies and a list without a limit needs no memory; the view is looked up row by row (CROSS JOIN
// keeps SQLite from turning that round). With `sort` SQLite has to sort the keys: then a list
// without a limit is read in pages of kSortedPage rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "queries/parameters.hpp"
#include "queries/run_query.hpp"
#include "queries/sql_guard.hpp"
#include "server/entities.hpp"

namespace mecadex::server {

inline constexpr std::int64_t kSortedPage = 10'000;

/// The parameters of a list, checked.
struct ListRequest {
  std::vector<const EntityColumn*> fields;  // in the order of the answer
  std::string sort;                         // "" by key
  bool is_descending = false;
  std::vector<std::pair<const EntityFilter*, std::string>> filters;
  std::optional<std::int64_t> limit;       // none: all rows
  std::vector<queries::BoundValue> after;  // keys of the row before; empty at the beginning
  std::uint32_t id = 0;  // of the request without its cursor: what cursors belong to
};

/// `standard` is the limit when none is given, `most` the highest; none: all rows. Parameters with
/// an empty value and `format` are passed over. Throws QueryError: parameter.unknown, .repeated,
/// .type, .range, .choice; cursor.invalid, cursor.revision.
ListRequest parse_list_request(const Entity& entity,
                               const std::vector<std::pair<std::string, std::string>>& params,
                               const std::string& revision, std::optional<std::int64_t> standard,
                               std::optional<std::int64_t> most);

/// The statement of a page that begins behind `after`.
std::string compose_list(const Entity& entity, const ListRequest& request);

/// Throws QueryError (source.unknown ...) when a filter names a source, file or controller that the corpus does not
/// have.
void require_known_filters(const ListRequest& request, queries::GuardedConnection& connection);

/// Hands the rows to the sink; cursors are those of `revision`.
void run_list(const Entity& entity, const ListRequest& request, const std::string& revision,
              queries::GuardedConnection& connection, queries::RowSink& sink);

}  // namespace mecadex::server
