// The statements that belong to no single query: queries/*.sql, by the name of their file.
#pragma once

#include <string>
#include <string_view>

namespace mecadex::queries {

/// The text of queries/<name>.sql. Throws std::out_of_range when there is none.
const std::string& shared_sql(std::string_view name);

}  // namespace mecadex::queries
