// The .sql files of this folder, carried inside the library.
#pragma once

#include <string_view>

namespace SQLite {
class Database;
}

namespace mecadex::corpus {

/// Runs the script of this name ("settle"). Throws SQLite::Exception, std::logic_error for an unknown name.
void run_script(SQLite::Database& database, std::string_view name);

}  // namespace mecadex::corpus
