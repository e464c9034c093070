// `mecadex diff REV1 REV2`: what changed between two snapshots.
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_diff_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
