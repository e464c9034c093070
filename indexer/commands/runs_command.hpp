// mecadex runs: the history of indexing runs.
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_runs_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
