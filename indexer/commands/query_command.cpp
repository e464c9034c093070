#include "indexer/commands/query_command.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "queries/rows_out.hpp"

namespace mecadex::commands {
namespace {

struct Options {
  CorpusOption corpus;
  std::string name;
  std::vector<std::string> params;
  std::string format = "table";
  std::optional<std::int64_t> limit;
  std::string queries;
};

std::pair<std::string, std::string> split_param(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw CommandError(ExitCode::usage, "--param is NAME=VALUE, not '" + text + "'");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

ExitCode run(const Options& options) {
  queries::QueryRequest request;
  request.name = options.name;
  request.limit = options.limit;
  for (const std::string& param : options.params) request.params.push_back(split_param(param));
  const queries::Catalogue catalogue = options.queries.empty()
                                           ? queries::builtin_catalogue()
                                           : queries::read_catalogue(options.queries);
  catalogue.find(
      request.name);  // an unknown name is the user's first concern, before a missing corpus
  queries::GuardedConnection connection(options.corpus.database(), options.corpus.shown_name(),
                                        queries::catalogue_limits());
  const auto writer = queries::make_writer(*queries::parse_format(options.format), std::cout);
  queries::run_query(catalogue, connection, request, *writer);
  return ExitCode::done;
}

}  // namespace

CLI::App* add_query_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("query", "ask a question of the catalogue");
  command->add_option("name", options->name, "query, as `mecadex queries` lists it")->required();
  command->add_option("--param,-p", options->params, "NAME=VALUE; may be repeated")
      ->allow_extra_args(false);
  command->add_option("--format,-f", options->format, "table, json, ndjson or csv")
      ->check(CLI::IsMember({"table", "json", "ndjson", "csv"}))
      ->capture_default_str();
  command->add_option("--limit", options->limit, "at most so many rows (all)")
      ->check(CLI::PositiveNumber);
  options->corpus.add_to(*command);
  command->add_option("--queries", options->queries, "read the catalogue from this folder")
      ->group("");
  command->callback([options, set_exit = std::move(set_exit)] {
    set_exit(run_guarded([&] { return run(*options); }));
  });
  return command;
}

}  // namespace mecadex::commands
