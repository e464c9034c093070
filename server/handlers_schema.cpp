// /v1/schema, /v1/schema/{table}, /v1/names/{name}: what a person or a language model must know to
// write SQL for /v1/sql: tables and columns with their meaning, the dialect and its limits,
// examples; and what the hashes in the tables mean.
#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <nlohmann/json.hpp>

#include "queries/cell_text.hpp"
#include "queries/corpus_schema.hpp"
#include "queries/parameters.hpp"
#include "queries/query_error.hpp"
#include "server/handlers.hpp"
#include "server/problem.hpp"
#include "server/representation.hpp"
#include "server/statements.hpp"

namespace mecadex::server {
namespace {

using nlohmann::ordered_json;

constexpr std::array kSchemaTypes{kJson, kSqlText};
constexpr std::array kNameTypes{kJson};

/// What the tables do not say by themselves.
constexpr std::array kGuide{
    "The dialect is SQLite's. One SELECT (or WITH, VALUES, EXPLAIN) a request; nothing can be "
    "written.",
    "Tables named <entity>_view are the tables with the words a person wants beside the ids: "
    "source, unity_version, file, controller, names. Begin with those.",
    "<entity>_id columns join tables. They are ours and may change from one revision to the next; "
    "what stays is source label, file path, node path and path_id.",
    "Columns *_hash are CRC-32 of a name as unsigned numbers: none is 4294967295 (0xFFFFFFFF), "
    "never -1. /v1/names/{name} hashes a name; names(hash, text) and names_fts know the texts.",
    "A field that a Unity version does not have is NULL, never 0. Booleans are 0 and 1.",
    "controllers.controller_id, avatars.avatar_id, animators.animator_id, clips.clip_id and "
    "transforms.transform_id are the objects.object_id of the same object.",
    "transitions.destination_kind says what destination_raw means: state, selector (an entry or "
    "exit node), none (0xFFFFFFFF), out_of_range. owner_kind says what a transition leads out of.",
    "A reference's resolution is resolved, null, missing, not_indexed or ambiguous.",
    "Names by part: SELECT ... FROM names_fts WHERE names_fts MATCH '\"jump\"'; its rowid is "
    "names.name_id. Three characters or more; LIKE works everywhere but reads whole tables.",
    "Lists in columns are JSON: json_each(column) unpacks them. Infinite numbers are real "
    "infinities, NaN is NULL.",
    "In JSON answers integers beyond 2^53 - 1 are strings."};

std::string text_of(const queries::Value& value) {
  const auto* text = std::get_if<std::string_view>(&value);
  return text == nullptr ? std::string() : std::string(*text);
}

ordered_json text_or_null(const std::string& text) {
  return text.empty() ? ordered_json(nullptr) : ordered_json(text);
}

ordered_json read_columns(queries::GuardedConnection& connection, const std::string& table) {
  ordered_json columns = ordered_json::array();
  for (const queries::CorpusColumn& column : queries::read_corpus_columns(connection, table)) {
    columns.push_back({{"name", column.name}, {"type", text_or_null(column.type)}, {"doc", text_or_null(column.doc)}});
  }
  return columns;
}

ordered_json table_json(queries::GuardedConnection& connection, const queries::CorpusTable& table) {
  return {{"name", table.name},
          {"kind", table.kind},
          {"doc", text_or_null(table.doc)},
          {"href", "/v1/schema/" + table.name},
          {"columns", read_columns(connection, table.name)}};
}

ordered_json limits_json(const Settings& settings) {
  const queries::GuardLimits limits = queries::ad_hoc_limits();
  return {{"timeout_ms", settings.sql_timeout.count()},
          {"memory_bytes", std::int64_t{settings.sql_memory} * 1024 * 1024},
          {"rows", settings.rows},
          {"rows_max", settings.max_rows},
          {"statement_bytes", limits.sql_bytes},
          {"value_bytes", limits.value_bytes},
          {"columns", limits.columns},
          {"expression_depth", limits.expression_depth},
          {"compound_selects", limits.compound_selects},
          {"function_arguments", limits.function_arguments},
          {"like_pattern_bytes", limits.like_pattern_bytes},
          {"variables", limits.variables}};
}

ordered_json examples_json() {
  ordered_json examples = ordered_json::array();
  for (const SqlExample& example : sql_examples()) {
    examples.push_back({{"title", example.title}, {"sql", example.sql}});
  }
  return examples;
}

void write_sql(queries::GuardedConnection& connection, const std::vector<queries::CorpusTable>& tables,
               std::ostream& out) {
  for (const queries::CorpusTable& table : tables) {
    out << table.sql << ";\n\n";
    for (const std::string& index : queries::read_corpus_indexes(connection, table.name)) {
      out << index << ";\n\n";
    }
  }
}

/// The uses of a hash, from the rows of the query `hash`: as a JSON array. A hash that is not used
/// is one row there, without a kind.
class UsesWriter : public queries::RowSink {
 public:
  explicit UsesWriter(std::ostream& out) : out_(out) {}

  void begin(const queries::AnswerHeader& header) override {
    for (const queries::Column& column : header.columns) {
      if (column.name == "kind") kind_ = keys_.size();
      keys_.push_back(queries::json_string(column.name) + ':');
      styles_.push_back(queries::json_style(column, true));
    }
    out_ << '[';
  }

  void row(const std::vector<queries::Value>& values) override {
    if (std::holds_alternative<std::monostate>(values[kind_])) return;
    std::string line = has_rows_ ? ",\n{" : "\n{";
    has_rows_ = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
      line += (i == 0 ? "" : ",") + keys_[i];
      queries::append_json(line, values[i], styles_[i]);
    }
    out_ << line << '}';
  }

  void end(const queries::AnswerEnd& end) override {
    out_ << "],\"truncated\":" << (end.is_truncated ? "true" : "false")
         << ",\"next\":" << (end.next ? queries::json_string(*end.next) : "null");
  }

 private:
  std::ostream& out_;
  std::vector<std::string> keys_;
  std::vector<queries::JsonStyle> styles_;
  std::size_t kind_ = 0;
  bool has_rows_ = false;
};

bool is_number(const std::string& text) {
  const bool is_hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const char* digits = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
  return !text.empty() && text.find_first_not_of(digits, is_hex ? 2 : 0) == std::string::npos;
}

/// The hash that is meant: a number is one, unless the request says that it is a name.
std::int64_t asked_hash(const std::string& name, const std::string& as) {
  if (as == "text" || (as.empty() && !is_number(name))) return queries::name_hash(name);
  std::int64_t hash = -1;
  try {
    hash =
        is_number(name) ? std::stoll(name, nullptr, name.find_first_of("xX") == 1 ? 16 : 10) : -1;
  } catch (const std::out_of_range&) {
    hash = -1;
  }
  if (hash < 0 || hash > 0xFFFFFFFF) {
    throw queries::QueryError(queries::QueryErrorKind::bad_parameter, "parameter.type",
                              "a hash is a number from 0 to 4294967295, decimal or 0x hex; "
                              "as=text says that it is a name");
  }
  return hash;
}

void write_texts(queries::GuardedConnection& connection, std::int64_t hash, std::ostream& out) {
  queries::GuardedStatement rows = connection.prepare_kept(statement("name_texts"));
  rows.bind("hash", hash);
  out << "\"texts\":[";
  for (bool is_first = true; rows.step(); is_first = false) {
    out << (is_first ? "" : ",") << "{\"text\":" << queries::json_string(text_of(rows.value(0)))
        << ",\"origins\":" << text_of(rows.value(1)) << '}';
  }
  out << ']';
}

}  // namespace

Response handle_schema(const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kSchemaTypes);
  require_params(request, {});
  const auto snapshot = snapshot_for(request, services);
  Response response = begin_response(request, type, snapshot->revision());
  if (response.status == 304) return response;
  response.snapshot = snapshot;
  response.produce = [&settings = services.settings, is_json = type.format == kJson.format](
                         queries::GuardedConnection& connection, std::ostream& out) -> Headers {
    const auto tables = queries::read_corpus_tables(connection);
    if (!is_json) {
      write_sql(connection, tables, out);
      return {};
    }
    ordered_json json{{"revision", connection.revision()},
                      {"dialect", std::string("SQLite ") + sqlite3_libversion()},
                      {"guide", kGuide},
                      {"limits", limits_json(settings)},
                      {"examples", examples_json()},
                      {"tables", ordered_json::array()}};
    for (const queries::CorpusTable& table : tables) json["tables"].push_back(table_json(connection, table));
    out << json.dump(1) << '\n';
    return {};
  };
  return response;
}

Response handle_schema_table(const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kSchemaTypes);
  require_params(request, {});
  const auto snapshot = snapshot_for(request, services);
  Response response = begin_response(request, type, snapshot->revision());
  if (response.status == 304) return response;
  response.snapshot = snapshot;
  response.produce = [name = request.path_args.front(), is_json = type.format == kJson.format](
                         queries::GuardedConnection& connection, std::ostream& out) -> Headers {
    const auto tables = queries::read_corpus_tables(connection, name);
    if (tables.empty()) {
      throw Problem(problems::kEntityUnknown, "there is no table or view of this name; /v1/schema lists them" +
                                                  queries::nearest_tables(connection, name));
    }
    if (!is_json) {
      write_sql(connection, tables, out);
      return {};
    }
    ordered_json json{{"revision", connection.revision()}};
    json.update(table_json(connection, tables.front()));
    json["indexes"] = queries::read_corpus_indexes(connection, name);
    json["sql"] = tables.front().sql;
    out << json.dump(1) << '\n';
    return {};
  };
  return response;
}

Response handle_name(const Request& request, Services& services) {
  const MediaType& type = choose_type(request, kNameTypes);
  require_params(request, {"as", "source", "file", "limit", "cursor"});
  std::string as;
  queries::QueryRequest query;
  for (const auto& [name, value] : given_params(request)) {
    if (name == "as") {
      as = value;
    } else {
      query.params.emplace_back(name, value);
    }
  }
  if (!as.empty() && as != "text" && as != "hash") {
    throw queries::QueryError(queries::QueryErrorKind::bad_parameter, "parameter.choice",
                              "as: '" + as + "' is none of text, hash");
  }
  const std::string asked = request.path_args.front();
  const std::int64_t hash = asked_hash(asked, as);
  query.name = "hash";
  query.params.emplace_back("name", std::to_string(hash));
  query.limit = services.settings.page;
  query.max_limit = services.settings.max_page;
  queries::parse_arguments(services.catalogue.find(query.name), query.params);
  const auto snapshot = snapshot_for(request, services);

  Response response = begin_response(request, type, snapshot->revision());
  if (response.status == 304) return response;
  response.snapshot = snapshot;
  response.produce = [&catalogue = services.catalogue, query, asked, hash, request](
                         queries::GuardedConnection& connection, std::ostream& out) {
    out << "{\"revision\":" << queries::json_string(connection.revision())
        << ",\"asked\":" << queries::json_string(asked) << ",\"hash\":" << hash
        << fmt::format(",\"hex\":\"0x{:08X}\",", hash);
    write_texts(connection, hash, out);
    out << ",\"uses\":";
    UsesWriter uses(out);
    EndKeeper keeper(uses);
    queries::run_query(catalogue, connection, query, keeper);
    out << "}\n";
    return end_headers(request, keeper.kept());
  };
  return response;
}

}  // namespace mecadex::server
