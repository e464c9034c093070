#include "queries/changes.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <vector>

#include "queries/known_names.hpp"
#include "queries/query_error.hpp"
#include "schema/schema.hpp"
#include "schema/table_shapes.hpp"

namespace mecadex::queries {
namespace fs = std::filesystem;
namespace {

/// Steps of SQLite's machine between two looks at the request's deadline.
constexpr int kStepsPerCheck = 1'000;

std::string immutable_uri(const fs::path& path) {
  std::string uri = "file:";
  for (const char c : fs::canonical(path).string()) {
    if (c == '%' || c == '?' || c == '#') {
      uri += fmt::format("%{:02x}", static_cast<unsigned>(c));
    } else {
      uri += c;
    }
  }
  return uri + "?mode=ro&immutable=1";
}

// Every column of an Animator but ids, as one text.
std::string animator_content(const std::vector<schema::TableShape>& shapes, const std::string& db) {
  std::string sql = "''";
  const schema::TableShape& animators = schema::find_shape(shapes, "animators");
  for (const schema::ColumnShape& column : animators.columns) {
    if (column.name == animators.id) continue;
    const std::string read = "t.\"" + column.name + "\"";
    sql += " || char(9) || ";
    sql += column.refers_to.empty()
               ? "mecadex_text(" + read + ")"
               : "coalesce(" + schema::key_expression(shapes, db, column.refers_to, read) + ", '\\N')";
  }
  return sql;
}

// kind, source, path, node_path, path_id, name, content, transitions
std::string things(const std::vector<schema::TableShape>& shapes, const std::string& db) {
  const auto objects = [&](const char* kind, const std::string& table, const std::string& id, const std::string& name,
                           const std::string& content, const std::string& transitions) {
    return fmt::format(
        " UNION ALL SELECT '{}', s.label, f.path, v.node_path, o.path_id, t.{}, {}, {} FROM {}.{} AS t"
        " JOIN {}.objects AS o ON o.object_id = t.{} JOIN {}.serialized_files AS v USING (serialized_file_id)"
        " JOIN {}.files AS f USING (file_id) JOIN {}.sources AS s USING (source_id)",
        kind, name, content, transitions, db, table, db, id, db, db, db);
  };
  return fmt::format("SELECT 'file' AS kind, s.label AS source, f.path AS path, NULL AS node_path, NULL AS path_id,"
                     " NULL AS name, coalesce(f.content_hash, '') || ' ' || f.status AS content, NULL AS transitions"
                     " FROM {0}.files AS f JOIN {0}.sources AS s USING (source_id)", db) +
         objects("controller", "controllers", "controller_id", "name", "o.fingerprint",
                 fmt::format("(SELECT count(*) FROM {}.transitions AS x WHERE x.controller_id = t.controller_id)", db)) +
         objects("avatar", "avatars", "avatar_id", "name", "o.fingerprint", "NULL") +
         objects("animator", "animators", "animator_id", "game_object_name", animator_content(shapes, db), "NULL");
}

Value value_of(const SQLite::Column& column) {
  if (column.isNull()) return {};
  if (column.isInteger()) return column.getInt64();
  return std::string_view(column.getText(), static_cast<std::size_t>(column.getBytes()));
}

constexpr const char* kOfTheSources =
    ":source IS NULL OR source IN (SELECT value FROM json_each(:source))"
    " OR EXISTS (SELECT 1 FROM json_each(:source_glob) g WHERE source GLOB g.value)";

void bind_sources(SQLite::Statement& statement, const Arguments& arguments) {
  for (const char* name : {"source", "source_glob"}) {
    const auto* value = std::get_if<std::string>(&arguments.bound.at(name));
    if (value != nullptr) statement.bind(std::string(":") + name, *value);
  }
}

/// A source may be in one of the snapshots alone; one that is in neither is an error.
void require_sources(SQLite::Database& database, const Arguments& arguments) {
  const auto* asked = std::get_if<std::string>(&arguments.bound.at("source"));
  if (asked == nullptr) return;
  SQLite::Statement unknown(database,
                            "SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM"
                            " (SELECT label FROM main.sources UNION ALL SELECT label FROM older.sources)"
                            " WHERE label = value OR label GLOB replace(value, '[', '[[]'))");
  unknown.bind(1, *asked);
  if (!unknown.executeStep()) return;
  refuse_unknown_name("source", unknown.getColumn(0).getString(), [&](const auto& offer) {
    SQLite::Statement labels(database, "SELECT label FROM main.sources UNION SELECT label FROM older.sources");
    while (labels.executeStep()) offer(labels.getColumn(0).getString());
  });
}

/// Ends the statements of `database` when the request is over.
void stop_with(const GuardedConnection& connection, SQLite::Database& database) {
  const auto must_stop = [](void* request) {
    return static_cast<const GuardedConnection*>(request)->must_stop() ? 1 : 0;
  };
  sqlite3_progress_handler(database.getHandle(), kStepsPerCheck, must_stop,
                           const_cast<GuardedConnection*>(&connection));
}

void compare(const GuardedConnection& connection, SQLite::Database& database, const fs::path& from, const fs::path& to,
             const Arguments& arguments, const TakeRow& take) {
  schema::require_compatible(database, to.filename().string());
  {
    SQLite::Database older(immutable_uri(from), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
    schema::require_compatible(older, from.filename().string());
  }
  SQLite::Statement attach(database, "ATTACH ? AS older");
  attach.bind(1, immutable_uri(from));
  attach.exec();
  require_sources(database, arguments);
  schema::add_text_function(database);
  database.exec("PRAGMA temp_store = FILE");
  for (const char* db : {"main", "older"}) {
    const auto shapes = schema::read_table_shapes(database, db);
    SQLite::Statement gather(
        database, fmt::format("CREATE TEMP TABLE things_{} AS SELECT * FROM ({}) WHERE {}", db, things(shapes, db),
                              kOfTheSources));
    bind_sources(gather, arguments);
    connection.check_deadline();
    gather.exec();
    database.exec(fmt::format("CREATE INDEX temp.by_place_{0} ON things_{0} (kind, source, path, node_path, path_id)", db));
  }
  const char* same = "a.kind = b.kind AND a.source = b.source AND a.path = b.path AND a.node_path IS b.node_path"
                     " AND a.path_id IS b.path_id";
  SQLite::Statement rows(
      database,
      fmt::format("SELECT 'removed', a.kind, a.source, a.path, a.node_path, a.path_id, a.name, a.transitions, NULL"
                  " FROM temp.things_older a WHERE NOT EXISTS (SELECT 1 FROM temp.things_main b WHERE {0})"
                  " UNION ALL SELECT 'added', b.kind, b.source, b.path, b.node_path, b.path_id, b.name, NULL, b.transitions"
                  " FROM temp.things_main b WHERE NOT EXISTS (SELECT 1 FROM temp.things_older a WHERE {0})"
                  " UNION ALL SELECT 'changed', b.kind, b.source, b.path, b.node_path, b.path_id, b.name, a.transitions,"
                  " b.transitions FROM temp.things_main b JOIN temp.things_older a ON {0} WHERE a.content IS NOT b.content"
                  " ORDER BY 2, 3, 4, 5, 6, 1", same));
  std::vector<Value> values(static_cast<std::size_t>(rows.getColumnCount()));
  while (rows.executeStep()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_of(rows.getColumn(static_cast<int>(i)));
    if (!take(values)) return;
  }
}

}  // namespace

fs::path find_snapshot(const fs::path& data, const std::string& revision) {
  if (revision == "current") return fs::canonical(data / "current.db");
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(data / "snapshots")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".db" || revision.empty()) continue;
    if (name == revision + ".db") return entry.path();
    if (name.starts_with(revision)) found.push_back(entry.path());
  }
  if (found.size() == 1) return found.front();
  throw QueryError(QueryErrorKind::bad_parameter, "parameter.choice",
                   fmt::format("{} snapshot is kept whose revision begins with '{}'; `mecadex runs` and /v1/runs list"
                               " them", found.empty() ? "no" : "more than one", revision));
}

void evaluate_changes(GuardedConnection& connection, const Arguments& arguments, const TakeRow& take) {
  const fs::path& own = connection.path();
  if (own.parent_path().filename() != "snapshots") {
    throw QueryError(QueryErrorKind::unprocessable, "changes.unavailable",
                     "changes need the snapshots of a data directory; this database is a file by itself");
  }
  const auto snapshot = [&](const char* parameter) {
    const std::string& revision = std::get<std::string>(arguments.bound.at(parameter));
    return revision == "current" ? own : find_snapshot(own.parent_path().parent_path(), revision);
  };
  const fs::path from = snapshot("from");
  const fs::path to = snapshot("to");
  SQLite::Database database(immutable_uri(to), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
  stop_with(connection, database);
  try {
    compare(connection, database, from, to, arguments, take);
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() == SQLITE_INTERRUPT) connection.check_deadline();
    throw;
  }
}

}  // namespace mecadex::queries
