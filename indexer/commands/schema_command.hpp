// `mecadex schema [TABLE] [--json]`: what there is to write SQL against.
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_schema_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
