#include "indexer/commands/prune_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "indexer/corpus/prune.hpp"

namespace mecadex::commands {
namespace {

struct Options {
  std::string data = "./corpus";
  std::size_t keep = 0;
  bool dry_run = false;
};

ExitCode run(const Options& options) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(std::filesystem::path(options.data) / "snapshots", ignored)) {
    throw CommandError(ExitCode::io, options.data + " is no data directory");
  }
  try {
    const corpus::DataDirectory directory(options.data);
    std::size_t removed = 0;
    const auto steps = corpus::prune_snapshots(options.data, directory, options.keep, options.dry_run);
    for (const corpus::PruneStep& step : steps) {
      removed += step.is_removed ? 1 : 0;
      const char* what = !step.is_removed ? "kept" : options.dry_run ? "would remove" : "removed";
      std::cout << fmt::format("{} {}: {}\n", what, step.path.filename().string(), step.reason);
    }
    std::cout << fmt::format("{} of {} snapshots {}\n", removed, steps.size(),
                             options.dry_run ? "would be removed" : "removed");
  } catch (const corpus::DataDirectoryLocked& error) {
    throw CommandError(ExitCode::locked, error.what());
  }
  return ExitCode::done;
}

}  // namespace

CLI::App* add_prune_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("prune", "remove old snapshots");
  command->add_option("--data", options->data, "data directory")->capture_default_str();
  command->add_option("--keep", options->keep, "number of newest snapshots to keep")
      ->required()
      ->check(CLI::Range(0, 1'000'000));
  command->add_flag("--dry-run", options->dry_run, "only print what would be removed");
  command->footer(
      "The snapshot that current.db points to is always kept, and so is one that a server answers from. The\n"
      "newest are those with the latest file times. Only files snapshots/<revision>.db are removed.\n"
      "\n"
      "  mecadex prune --keep 7\n"
      "\n"
      "Exit codes: 0 done, 2 usage, 4 a run is working in DIR, 5 I/O error or no data directory.");
  command->callback([options, set_exit = std::move(set_exit)] { set_exit(run_guarded([&] { return run(*options); })); });
  return command;
}

}  // namespace mecadex::commands
