// `mecadex dump`: the whole corpus as canonical text; the form of its lines is in corpus/dump.hpp.
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_dump_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
