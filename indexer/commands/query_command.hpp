// `mecadex query NAME [VALUE]... [--param k=v]...`: one answer of the catalogue.
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_query_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
