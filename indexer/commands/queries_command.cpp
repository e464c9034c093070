#include "indexer/commands/queries_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "queries/catalogue.hpp"
#include "queries/parameters.hpp"

namespace mecadex::commands {
namespace {

struct Options {
  CorpusOption corpus;  // every command takes --data; the catalogue is the same for all corpora
  std::string name;
  bool json = false;
  std::string queries;
};

void print_list(const queries::Catalogue& catalogue) {
  std::string topic;
  for (const queries::QuerySpec& spec : catalogue.all()) {
    if (spec.topic != topic) std::cout << (topic.empty() ? "" : "\n") << spec.topic << '\n';
    topic = spec.topic;
    std::cout << fmt::format("  {:<42} {}\n", spec.name, spec.title);
  }
  std::cout << "\n`mecadex queries NAME` explains one, `mecadex query NAME` asks it.\n";
}

void print_query(const queries::QuerySpec& spec) {
  std::cout << fmt::format("{}: {}\n{}\n\nparameters\n", spec.name, spec.title, spec.description);
  auto params = queries::all_params(spec);
  std::stable_partition(params.begin(), params.end(), [](const queries::Param& param) { return param.is_required; });
  for (const queries::Param& param : params) {
    const std::string standard = param.default_text ? " = " + *param.default_text : "";
    std::cout << fmt::format("  {:<28} {}{}{}\n",
                             fmt::format("{} {}{}", param.name, to_string(param.type), standard),
                             param.is_required ? "(required) " : "", param.doc,
                             param.choices.empty() ? "" : fmt::format(" [{}]", fmt::join(param.choices, ", ")));
  }
  std::cout << "\ncolumns\n";
  for (const queries::Column& column : spec.columns) {
    std::cout << fmt::format("  {:<28} {}\n", column.name, column.doc);
  }
}

void print_json(const queries::Catalogue& catalogue, const std::string& name) {
  nlohmann::json json = nlohmann::json::array();
  if (!name.empty()) {
    json = queries::to_json(catalogue.find(name));
  } else {
    for (const queries::QuerySpec& spec : catalogue.all()) json.push_back(queries::to_json(spec));
  }
  std::cout << json.dump(2) << '\n';
}

ExitCode run(const Options& options) {
  const queries::Catalogue catalogue = options.queries.empty()
                                           ? queries::builtin_catalogue()
                                           : queries::read_catalogue(options.queries);
  if (options.json) {
    print_json(catalogue, options.name);
  } else if (options.name.empty()) {
    print_list(catalogue);
  } else {
    print_query(catalogue.find(options.name));
  }
  return ExitCode::done;
}

}  // namespace

CLI::App* add_queries_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("queries", "list the named queries, or explain one");
  command->add_option("name", options->name, "explain this query: parameters and columns");
  command->add_flag("--json", options->json, "the answer as JSON");
  options->corpus.add_to(*command);
  command->add_option("--queries", options->queries, "read the catalogue from this folder")
      ->group("");
  command->callback([options, set_exit = std::move(set_exit)] {
    set_exit(run_guarded([&] { return run(*options); }));
  });
  return command;
}

}  // namespace mecadex::commands
