// `mecadex verify`: is the corpus what it says it is?
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_verify_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
