// `mecadex queries [NAME] [--json]`: the catalogue, or one query's documentation. Needs no corpus:
// --data is taken because every command takes it.
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_queries_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
