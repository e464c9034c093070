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
#include "indexer/commands/sql_command.hpp"
#include "indexer/commands/verify_command.hpp"

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
  add_diff_command(app, set_exit);
  add_dump_command(app, set_exit);
  add_verify_command(app, set_exit);
  add_prune_command(app, set_exit);
  add_runs_command(app, set_exit);
  add_merge_command(app, set_exit);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {  // --help and --version end here too, with code 0
    const int code = app.exit(error, std::cout, std::cerr);
    return code == 0 ? 0 : static_cast<int>(ExitCode::usage);
  }
  return exit_code;
}
