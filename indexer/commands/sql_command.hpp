// `mecadex sql ("SELECT ..." | - | --file FILE)`: read-only SQL over the corpus, under the same guard as the server's.
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_sql_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
