// What a user's SQL may have meant by a table or column that does not exist.
#pragma once

#include <string>
#include <string_view>

struct sqlite3;

namespace mecadex::queries {

/// "; did you mean a, b?" for SQLite's messages "no such table: x" and "no such column: x"; "" for others and when no
/// name is near. Columns are those of the tables that `sql` names.
std::string sql_suggestion(sqlite3* handle, std::string_view sql, std::string_view message);

}  // namespace mecadex::queries
