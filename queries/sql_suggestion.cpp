#include "queries/sql_suggestion.hpp"

#include <sqlite3.h>

#include <memory>

#include "queries/nearest.hpp"
#include "queries/shared_sql.hpp"

namespace mecadex::queries {
namespace {

constexpr std::string_view kNoTable = "no such table: ";
constexpr std::string_view kNoColumn = "no such column: ";

/// "t.nam" -> "nam".
std::string_view last_part(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

/// Offers the names of the statement's first column. A database that has no such tables offers none.
void offer_rows(sqlite3* handle, const std::string& names, std::string_view sql, Nearest& nearest) {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(handle, names.c_str(), -1, &raw, nullptr) != SQLITE_OK) return;
  const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(raw, &sqlite3_finalize);
  const int place = sqlite3_bind_parameter_index(raw, ":sql");
  if (place > 0) sqlite3_bind_text64(raw, place, sql.data(), sql.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  while (sqlite3_step(raw) == SQLITE_ROW) {
    const void* text = sqlite3_column_text(raw, 0);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(raw, 0));
    if (text != nullptr) nearest.offer({static_cast<const char*>(text), size});
  }
}

}  // namespace

std::string sql_suggestion(sqlite3* handle, std::string_view sql, std::string_view message) {
  const bool is_table = message.starts_with(kNoTable);
  if (!is_table && !message.starts_with(kNoColumn)) return {};
  Nearest nearest(last_part(message.substr(is_table ? kNoTable.size() : kNoColumn.size())));
  offer_rows(handle, shared_sql(is_table ? "schema_tables" : "named_columns"), sql, nearest);
  return nearest.suggestion();
}

}  // namespace mecadex::queries
