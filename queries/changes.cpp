#include "queries/changes.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <vector>

#include "queries/query_error.hpp"
#include "schema/schema.hpp"
#include "schema/table_shapes.hpp"

namespace mecadex::queries {
namespace fs = std::filesystem;
namespace {

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
                   fmt::format("{} snapshot of revision '{}' in {}", found.empty() ? "no" : "more than one", revision,
                               (data / "snapshots").string()));
}

void run_changes(const fs::path& from, const fs::path& to, RowSink& sink) {
  SQLite::Database database(immutable_uri(to), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
  schema::require_compatible(database, to.string());
  {
    SQLite::Database older(immutable_uri(from), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
    schema::require_compatible(older, from.string());
  }
  SQLite::Statement attach(database, "ATTACH ? AS older");
  attach.bind(1, immutable_uri(from));
  attach.exec();
  schema::add_text_function(database);
  database.exec("PRAGMA temp_store = FILE");
  for (const char* db : {"main", "older"}) {
    const auto shapes = schema::read_table_shapes(database, db);
    database.exec(fmt::format("CREATE TEMP TABLE things_{} AS {}", db, things(shapes, db)));
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
  AnswerHeader header;
  header.query = "changes-between";
  header.revision = to.stem().string();
  for (const char* text : {"change", "kind", "source", "path", "node_path"}) header.columns.push_back({text});
  header.columns.push_back({"path_id", ValueType::integer});
  header.columns.push_back({"name"});
  header.columns.push_back({"transitions_before", ValueType::integer});
  header.columns.push_back({"transitions_after", ValueType::integer});
  sink.begin(header);
  std::vector<Value> values(header.columns.size());
  while (rows.executeStep()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_of(rows.getColumn(static_cast<int>(i)));
    sink.row(values);
  }
  sink.end({});
}

}  // namespace mecadex::queries
