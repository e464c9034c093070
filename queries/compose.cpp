#include "queries/compose.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "queries/shared_sql.hpp"

namespace mecadex::queries {
namespace {

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

/// A column with its table: to SQLite, a bare "word" that names no column is a text.
std::string quoted(const std::string& table, const std::string& column) {
  return table + '.' + quoted(column);
}

/// The columns that a grouping puts first.
std::vector<Column> group_columns(const std::string& group_by) {
  const Column source{"source", ValueType::text, Rollup::key, "label of the source"};
  const Column version{"unity_version", ValueType::text, Rollup::key,
                       "version of the serialized file"};
  if (group_by == "source") return {source};
  if (group_by == "unity_version") return {version};
  if (group_by == "controller") {
    return {source,
            version,
            {"controller_id", ValueType::integer, Rollup::key, "id of the controller"},
            {"controller", ValueType::text, Rollup::key, "name of the controller"},
            {"file", ValueType::text, Rollup::key,
             "path, then \"!\" and node path inside a container"}};
  }
  return {};
}

/// "sum(answer.n) AS n": a column of the query, rolled up over the controllers of a group.
std::string rolled_up(const Column& column) {
  const std::string name = quoted(column.name);
  switch (column.rollup) {
    case Rollup::sum:
      return fmt::format("coalesce(sum(answer.{0}), 0) AS {0}", name);
    case Rollup::min:
      return fmt::format("min(answer.{0}) AS {0}", name);
    case Rollup::max:
      return fmt::format("max(answer.{0}) AS {0}", name);
    case Rollup::key:
      break;
  }
  return fmt::format("answer.{0} AS {0}", name);
}

/// The CTE `grouped`. The query has a row per controller and key, or groups itself; `groups` come first.
std::string grouping(const QuerySpec& spec, const std::vector<Column>& groups) {
  std::vector<std::string> selected;
  std::vector<std::string> keys;
  const std::string holder = spec.groups_itself ? "answer" : "c";
  for (const Column& group : groups) {
    selected.push_back(fmt::format("{0}.{1} AS {1}", holder, quoted(group.name)));
    keys.push_back(quoted(holder, group.name));
  }
  for (const Column& column : spec.columns) {
    selected.push_back(rolled_up(column));
    if (column.rollup == Rollup::key) keys.push_back("answer." + quoted(column.name));
  }
  std::string sql =
      fmt::format(",\ngrouped AS (\n  SELECT {}\n  FROM answer", fmt::join(selected, ", "));
  if (!groups.empty() && !spec.groups_itself) {
    sql += "\n  JOIN scope_controllers c ON c.controller_id = answer.controller_id";
  }
  if (!keys.empty()) sql += fmt::format("\n  GROUP BY {}", fmt::join(keys, ", "));
  return sql + "\n)";
}

/// Rows behind the cursor's: the first key that differs is greater. NULL sorts first and is a value
/// like any other, so that no row is skipped.
std::string behind_cursor(const std::string& table, const std::vector<OrderKey>& order) {
  std::string condition;
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::string key = quoted(table, order[i].column);
    const std::string after = fmt::format(":after_{}", i + 1);
    const std::string later =
        order[i].is_descending
            ? fmt::format("({0} < {1} OR ({0} IS NULL AND {1} IS NOT NULL))", key, after)
            : fmt::format("({0} > {1} OR ({1} IS NULL AND {0} IS NOT NULL))", key, after);
    condition = condition.empty()
                    ? later
                    : fmt::format("({} OR ({} IS {} AND {}))", later, key, after, condition);
  }
  return condition;
}

std::vector<OrderKey> order_of(const QuerySpec& spec, const std::vector<Column>& groups) {
  if (!spec.default_group) return spec.order;
  std::vector<OrderKey> order;
  for (const Column& group : groups) order.push_back({group.name, false});
  for (const Column& column : spec.columns) {
    if (column.rollup == Rollup::key) order.push_back({column.name, false});
  }
  return order;
}

}  // namespace

Composed compose(const QuerySpec& spec, const std::string& group_by, bool has_cursor) {
  const std::vector<Column> groups = group_columns(group_by);
  Composed composed;
  composed.columns = groups;
  composed.columns.insert(composed.columns.end(), spec.columns.begin(), spec.columns.end());
  composed.order = order_of(spec, groups);

  const std::string table = spec.default_group ? "grouped" : "answer";
  std::vector<std::string> selected;
  std::vector<std::string> keys;
  for (const Column& column : composed.columns) selected.push_back(quoted(table, column.name));
  for (const OrderKey& key : composed.order) {
    selected.push_back(quoted(table, key.column));
    keys.push_back(quoted(table, key.column) + (key.is_descending ? " DESC" : ""));
  }
  composed.sql = "WITH\n" + shared_sql("scope") + ",\nanswer AS (\n" + spec.sql + "\n)";
  if (spec.default_group) composed.sql += grouping(spec, groups);
  composed.sql += fmt::format("\nSELECT {}\nFROM {}", fmt::join(selected, ", "), table);
  if (has_cursor && !keys.empty()) {
    composed.sql += "\nWHERE " + behind_cursor(table, composed.order);
  }
  if (!keys.empty()) composed.sql += fmt::format("\nORDER BY {}", fmt::join(keys, ", "));
  composed.sql += "\nLIMIT :page_rows";
  return composed;
}

std::string compose_scope_counts() {
  return "WITH\n" + shared_sql("scope") + "\n" + shared_sql("scope_counts");
}

}  // namespace mecadex::queries
