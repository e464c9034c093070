#include "indexer/commands/schema_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "queries/corpus_schema.hpp"
#include "queries/nearest.hpp"

namespace mecadex::commands {
namespace {

using nlohmann::ordered_json;

struct Options {
  CorpusOption corpus;
  std::string table;
  bool json = false;
};

ordered_json text_or_null(const std::string& text) { return text.empty() ? ordered_json(nullptr) : ordered_json(text); }

void print_list(const std::vector<queries::CorpusTable>& tables) {
  std::string kind;
  for (const queries::CorpusTable& table : tables) {
    if (table.kind != kind) std::cout << (kind.empty() ? "" : "\n") << table.kind << "s\n";
    kind = table.kind;
    std::cout << fmt::format("  {:<32} {}\n", table.name, table.doc);
  }
  std::cout << "\n`mecadex schema TABLE` explains one, `mecadex sql \"SELECT ...\"` asks it.\n";
}

void print_table(queries::GuardedConnection& connection, const queries::CorpusTable& table) {
  const char* colon = table.doc.empty() ? "" : ": ";
  std::cout << fmt::format("{} ({}){}{}\n\ncolumns\n", table.name, table.kind, colon, table.doc);
  const auto columns = queries::read_corpus_columns(connection, table.name);
  std::size_t width = 0;
  for (const queries::CorpusColumn& column : columns) width = std::max(width, column.name.size());
  for (const queries::CorpusColumn& column : columns) {
    std::cout << fmt::format("  {:<{}}  {:<7}  {}\n", column.name, width, column.type, column.doc);
  }
  const auto indexes = queries::read_corpus_indexes(connection, table.name);
  if (!indexes.empty()) std::cout << "\nindexes\n";
  for (const std::string& index : indexes) std::cout << "  " << index << '\n';
}

ordered_json table_json(const queries::CorpusTable& table) {
  return {{"name", table.name}, {"kind", table.kind}, {"doc", text_or_null(table.doc)}};
}

ordered_json whole_json(queries::GuardedConnection& connection, const queries::CorpusTable& table) {
  ordered_json json = table_json(table);
  json["columns"] = ordered_json::array();
  for (const queries::CorpusColumn& column : queries::read_corpus_columns(connection, table.name)) {
    json["columns"].push_back(
        {{"name", column.name}, {"type", text_or_null(column.type)}, {"doc", text_or_null(column.doc)}});
  }
  json["indexes"] = queries::read_corpus_indexes(connection, table.name);
  json["sql"] = table.sql;
  return json;
}

void print_json(const ordered_json& json) {
  std::cout << json.dump(2, ' ', false, ordered_json::error_handler_t::replace) << '\n';
}

ExitCode run(const Options& options) {
  queries::GuardedConnection connection(options.corpus.database(), options.corpus.shown_name(),
                                        queries::catalogue_limits());
  const auto tables = queries::read_corpus_tables(connection, options.table);
  if (options.table.empty()) {
    ordered_json list = ordered_json::array();
    for (const queries::CorpusTable& table : tables) list.push_back(table_json(table));
    options.json ? print_json(list) : print_list(tables);
    return ExitCode::done;
  }
  if (tables.empty()) {
    const std::string near = queries::nearest_tables(connection, options.table);
    throw CommandError(ExitCode::usage, fmt::format("there is no table or view '{}'{}", queries::shown(options.table),
                                                    near.empty() ? "; `mecadex schema` lists them" : near));
  }
  options.json ? print_json(whole_json(connection, tables.front())) : print_table(connection, tables.front());
  return ExitCode::done;
}

}  // namespace

CLI::App* add_schema_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("schema", "list the tables and views of the corpus, or explain one");
  command->add_option("TABLE", options->table, "explain only this table or view: its columns and indexes");
  command->add_flag("--json", options->json, "the answer as JSON");
  options->corpus.add_to(*command);
  command->footer(
      "  mecadex schema\n"
      "  mecadex schema transitions_view\n"
      "\n"
      "Exit codes: 0 done, 2 usage or unknown table, 3 incompatible corpus, 5 I/O error or no corpus.");
  command->callback([options, set_exit = std::move(set_exit)] { set_exit(run_guarded([&] { return run(*options); })); });
  return command;
}

}  // namespace mecadex::commands
