// `mecadex merge (-o OUT | --data DIR) DB...`: corpora of different sources become one.
#pragma once

#include "indexer/commands/command.hpp"

namespace mecadex::commands {

CLI::App* add_merge_command(CLI::App& app, SetExit set_exit);

}  // namespace mecadex::commands
