#include "indexer/commands/query_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "queries/nearest.hpp"
#include "queries/parameters.hpp"
#include "queries/rows_out.hpp"

namespace mecadex::commands {
namespace {

struct Options {
  CorpusOption corpus;
  std::string name;
  std::vector<std::string> values;  // without a name
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

/// "source=alpha" where the query has a parameter source.
bool is_named(const std::vector<queries::Param>& params, const std::string& value) {
  return std::any_of(params.begin(), params.end(),
                     [&](const queries::Param& param) { return value.starts_with(param.name + "="); });
}

/// Gives each value without a name to a parameter: those that the query needs come first, then the others, each in the
/// order of `mecadex queries NAME`; parameters given by name are passed over.
void name_values(const queries::QuerySpec& spec, const std::vector<std::string>& values,
                 queries::QueryRequest& request) {
  std::vector<queries::Param> params = queries::all_params(spec);
  std::vector<std::string> unnamed;
  for (const std::string& value : values) {
    is_named(params, value) ? request.params.push_back(split_param(value)) : unnamed.push_back(value);
  }
  std::erase_if(params, [&](const queries::Param& param) {
    return std::any_of(request.params.begin(), request.params.end(),
                       [&](const auto& given) { return given.first == param.name; });
  });
  std::stable_partition(params.begin(), params.end(), [](const queries::Param& param) { return param.is_required; });
  for (std::size_t i = 0; i < unnamed.size(); ++i) {
    if (i == params.size()) {
      throw CommandError(ExitCode::usage, "'" + queries::shown(unnamed[i]) + "' is one value too many: " + spec.name +
                                              " has no further parameter");
    }
    request.params.emplace_back(params[i].name, unnamed[i]);
  }
}

ExitCode run(const Options& options) {
  queries::QueryRequest request;
  request.name = options.name;
  request.limit = options.limit;
  for (const std::string& param : options.params) request.params.push_back(split_param(param));
  const queries::Catalogue catalogue = options.queries.empty()
                                           ? queries::builtin_catalogue()
                                           : queries::read_catalogue(options.queries);
  // An unknown name is the user's first concern, before a missing corpus.
  name_values(catalogue.find(request.name), options.values, request);
  queries::GuardedConnection connection(options.corpus.database(), options.corpus.shown_name(),
                                        queries::catalogue_limits());
  const auto writer = queries::make_writer(*queries::parse_format(options.format), std::cout);
  queries::run_query(catalogue, connection, request, *writer);
  return ExitCode::done;
}

}  // namespace

CLI::App* add_query_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("query", "run a named query");
  command->add_option("name", options->name, "query, as `mecadex queries` lists it")->required();
  command->add_option("VALUE", options->values,
                      "values for the query's parameters: the required ones, then the others, in the order of "
                      "`mecadex queries NAME`; also NAME=VALUE");
  command->add_option("--param,-p", options->params, "NAME=VALUE: a parameter by its name; may be repeated")
      ->allow_extra_args(false);
  command->add_option("--format,-f", options->format, "table, json, ndjson or csv")
      ->check(CLI::IsMember({"table", "json", "ndjson", "csv"}))
      ->capture_default_str();
  command->add_option("--limit", options->limit, "maximum number of rows (default: all)")
      ->check(CLI::PositiveNumber);
  options->corpus.add_to(*command);
  command->add_option("--queries", options->queries, "read the catalogue from this folder")
      ->group("");
  command->footer(
      "  mecadex query hash Idle\n"
      "  mecadex query avatar-parts 'Hero*' --param source=game/tower-player\n"
      "  mecadex query selector-transition-count --param group_by=source --format csv\n"
      "\n"
      "In the names of sources, files, controllers and avatars * and ? are wildcards.\n"
      "Exit codes: 0 done, 2 usage, unknown query, parameter or name, 3 incompatible corpus, 5 I/O error or no\n"
      "corpus.");
  command->callback([options, set_exit = std::move(set_exit)] {
    set_exit(run_guarded([&] { return run(*options); }));
  });
  return command;
}

}  // namespace mecadex::commands
