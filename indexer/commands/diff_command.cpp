#include "indexer/commands/diff_command.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "queries/changes.hpp"
#include "queries/rows_out.hpp"

namespace mecadex::commands {
namespace {

struct Options {
  CorpusOption corpus;
  std::string from;
  std::string to;
  bool json = false;
};

ExitCode run(const Options& options) {
  options.corpus.database();  // says what to do when there is none
  const auto from = queries::find_snapshot(options.corpus.data, options.from);
  const auto to = queries::find_snapshot(options.corpus.data, options.to);
  const auto writer = queries::make_writer(options.json ? queries::Format::json : queries::Format::table, std::cout);
  queries::GuardedConnection connection(to, to.filename().string(), queries::catalogue_limits());
  queries::QueryRequest request;
  request.name = "changes-between";
  request.params = {{"from", from.stem().string()}};
  queries::run_query(queries::builtin_catalogue(), connection, request, *writer);
  return ExitCode::done;
}

}  // namespace

CLI::App* add_diff_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("diff", "what changed between two snapshots");
  command->add_option("REV1", options->from, "earlier snapshot: its revision or the beginning of it, or current")
      ->required();
  command->add_option("REV2", options->to, "later snapshot, likewise")->required();
  command->add_option("--data", options->corpus.data, "data directory")->capture_default_str();
  command->add_flag("--json", options->json, "the answer as JSON");
  command->footer(
      "Lists the files, controllers, avatars and Animators that were added, removed or changed, ordered by place.\n"
      "\n"
      "  mecadex diff 1f3a current\n"
      "\n"
      "Exit codes: 0 done, 2 usage or unknown revision, 3 incompatible snapshot, 5 I/O error or no corpus.");
  command->callback([options, set_exit = std::move(set_exit)] { set_exit(run_guarded([&] { return run(*options); })); });
  return command;
}

}  // namespace mecadex::commands
