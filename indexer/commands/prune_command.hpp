// `mecadex prune --keep N`: old snapshots go.
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_prune_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
