// `mecadex index`: read game folders into the corpus.
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_index_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
