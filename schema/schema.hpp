// The database's tables, views and indexes, and whether a file is such a database.
//
//   create_tables     numbered .sql files in order, application id and schema version
//   (bulk load)       the indexer fills the tables
//   create_indexes    indexes.sql
//   create_views      views.sql, replacing views of an earlier version
//   fill_schema_docs  the comments of the CREATE statements become rows of schema_docs
//   create_search_index  search.sql: names by part
//
// A database is recognised by SQLite's application_id and versioned by its user_version. The names
// are a contract with users' SQL: columns and tables are added, none is renamed or removed within
// one major version.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace SQLite {
class Database;
}

namespace mecadex::schema {

/// SQLite's application_id of a corpus: "MCDX".
inline constexpr std::int32_t kApplicationId = 0x4D434458;

/// Version of the tables, SQLite's user_version. A change of a table raises it, with a reason here.
///   1  the first version
///   2  what a run needs to read only the files that changed: mono_scripts, build_scenes, company_name and
///      product_name of serialized files, read_settings of sources
///   3  the clips that override controllers play: override_slots, effective_controller_id and
///      effective_resolution of override_controllers; name_use_rows is a view over stored_name_uses, whose
///      origins are numbers (a tenth of the database)
///   4  tar containers; material properties of clip bindings (property_hash, property_component)
inline constexpr int kSchemaVersion = 4;

/// The file is no corpus, or one that this program cannot read. `what()` is one line for the user.
class IncompatibleDatabase : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Creates every table in an empty database and marks it as a corpus of kSchemaVersion.
void create_tables(SQLite::Database& database);

/// Forward migration: makes the tables in an empty database and fills them from a corpus of an earlier schema.
/// Between versions tables and columns are only added, so what both have is copied; what is new is NULL or empty
/// until the files are read again. One transaction of its own. Throws SQLite::Exception.
void migrate_from(SQLite::Database& database, const std::string& older_file);

/// Creates the indexes that linking needs, before the others.
void create_link_indexes(SQLite::Database& database);

/// Creates every index that does not exist. To be called after the bulk load; tables must exist.
void create_indexes(SQLite::Database& database);

/// Creates every view, replacing those that exist. Tables must exist.
void create_views(SQLite::Database& database);

/// Replaces the rows of schema_docs by the comments of all tables and views. Both must exist.
void fill_schema_docs(SQLite::Database& database);

/// Creates the index of names by part (names_fts), replacing one that exists. After fill_schema_docs().
void create_search_index(SQLite::Database& database);

/// Throws IncompatibleDatabase unless `database` is a corpus that this version reads. `shown_name`
/// is how the message calls it.
void require_compatible(SQLite::Database& database, const std::string& shown_name);

/// What one column (or, with an empty column name, the table or view itself) means.
struct ColumnDoc {
  std::string column;
  std::string text;
};

/// The documentation inside one CREATE TABLE or CREATE VIEW statement: a comment behind the opening
/// line describes the table, one behind a column that column; comment lines below continue it.
std::vector<ColumnDoc> parse_docs(std::string_view create_statement);

}  // namespace mecadex::schema
