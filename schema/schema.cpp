// Runs the embedded scripts; reads and writes the two marks of a corpus.
#include "schema/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

namespace mecadex::schema {
namespace {

struct Script {
  std::string_view name;
  const char* text;
};

constexpr Script kScripts[] = {
#include "scripts.inc"
};

bool is_numbered(std::string_view name) { return name.front() >= '0' && name.front() <= '9'; }

void run_script(SQLite::Database& database, std::string_view name) {
  for (const Script& script : kScripts) {
    if (script.name == name) database.exec(script.text);
  }
}

/// An integer pragma of the file's header. A file that is no database at all throws here.
std::int64_t header_value(SQLite::Database& database, const char* pragma) {
  return database.execAndGet(fmt::format("PRAGMA {}", pragma)).getInt64();
}

}  // namespace

void create_tables(SQLite::Database& database) {
  for (const Script& script : kScripts) {
    if (is_numbered(script.name)) database.exec(script.text);
  }
  database.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
  database.exec(fmt::format("PRAGMA user_version = {}", kSchemaVersion));
}

void migrate_from(SQLite::Database& database, const std::string& older_file) {
  {
    SQLite::Statement attach(database, "ATTACH ? AS older");
    attach.bind(1, older_file);
    attach.exec();
  }
  database.exec("BEGIN");
  create_tables(database);
  std::vector<std::string> copies;
  SQLite::Statement list(database,
                         "SELECT t.name, group_concat(c.name, ', ') FROM pragma_table_list t "
                         "JOIN pragma_table_info(t.name, 'main') c JOIN pragma_table_info(t.name, 'older') o "
                         "ON o.name = c.name WHERE t.schema = 'main' AND t.type = 'table' "
                         "AND t.name NOT LIKE 'sqlite%' GROUP BY t.name");
  while (list.executeStep()) {
    const std::string table = list.getColumn(0).getString();
    const std::string columns = list.getColumn(1).getString();
    copies.push_back(fmt::format("INSERT INTO main.\"{0}\" ({1}) SELECT {1} FROM older.\"{0}\"", table, columns));
  }
  list.reset();
  for (const std::string& copy : copies) database.exec(copy);
  database.exec("COMMIT; DETACH older");
}

void create_link_indexes(SQLite::Database& database) { run_script(database, "link_indexes"); }

void create_indexes(SQLite::Database& database) {
  create_link_indexes(database);
  run_script(database, "indexes");
}

void create_search_index(SQLite::Database& database) { run_script(database, "search"); }

void create_views(SQLite::Database& database) { run_script(database, "views"); }

void require_compatible(SQLite::Database& database, const std::string& shown_name) {
  std::int64_t application = 0;
  std::int64_t version = 0;
  try {
    application = header_value(database, "application_id");
    version = header_value(database, "user_version");
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() != SQLITE_NOTADB && error.getErrorCode() != SQLITE_CORRUPT) throw;
    throw IncompatibleDatabase(fmt::format("{} is not a SQLite database", shown_name));
  }
  if (application != kApplicationId) {
    throw IncompatibleDatabase(fmt::format("{} is not a Mecadex corpus", shown_name));
  }
  if (version > kSchemaVersion) {
    throw IncompatibleDatabase(
        fmt::format("{} was written by a newer Mecadex (schema {}; this program reads up to {})",
                    shown_name, version, kSchemaVersion));
  }
  if (version < 1) {
    throw IncompatibleDatabase(
        fmt::format("{} has no valid schema version ({})", shown_name, version));
  }
}

}  // namespace mecadex::schema
