// mecadex: the command line. Each command is a function of commands/ that registers itself.
#include <CLI/CLI.hpp>
#include <iostream>

#include "indexer/commands/command.hpp"
#include "indexer/commands/diff_command.hpp"
#include "indexer/commands/dump_command.hpp"
#include "indexer/commands/index_command.hpp"
#include "indexer/commands/merge_command.hpp"
#include "indexer/commands/prune_command.hpp"
#include "indexer/commands/runs_command.hpp"
#include "indexer/commands/queries_command.hpp"
#include "indexer/commands/query_command.hpp"
#include "indexer/commands/schema_command.hpp"
#include "indexer/commands/sql_command.hpp"
#include "indexer/commands/verify_command.hpp"
#include "queries/nearest.hpp"

namespace {

/// Refuses a first argument that is neither an option nor a command, with the nearest ones; CLI11 would only say that
/// it did not expect it.
bool is_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-' || argv[1][0] == '\0') return false;
  mecadex::queries::Nearest nearest(argv[1]);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == argv[1]) return false;
    nearest.offer(command->get_name());
  }
  std::cerr << "mecadex: there is no command '" << mecadex::queries::shown(argv[1]) << '\''
            << (nearest.names().empty() ? "; `mecadex --help` lists them" : nearest.suggestion()) << '\n';
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace mecadex::commands;
  CLI::App app("Mecadex: the corpus database of game animation state machines", "mecadex");
  app.set_version_flag("--version", std::string("mecadex ") + MECADEX_VERSION);
  app.require_subcommand(1);
  app.footer("Start with: mecadex index FOLDER; then mecadex queries.");

  int exit_code = 0;
  const SetExit set_exit = [&exit_code](int code) { exit_code = code; };
  add_index_command(app, set_exit);
  add_queries_command(app, set_exit);
  add_query_command(app, set_exit);
  add_sql_command(app, set_exit);
  add_schema_command(app, set_exit);
  add_diff_command(app, set_exit);
  add_dump_command(app, set_exit);
  add_verify_command(app, set_exit);
  add_prune_command(app, set_exit);
  add_runs_command(app, set_exit);
  add_merge_command(app, set_exit);

  if (is_unknown_command(app, argc, argv)) return static_cast<int>(ExitCode::usage);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {  // --help and --version end here too, with code 0
    const int code = app.exit(error, std::cout, std::cerr);
    return code == 0 ? 0 : static_cast<int>(ExitCode::usage);
  }
  return exit_code;
}
