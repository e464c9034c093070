#include "indexer/commands/merge_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "indexer/corpus/data_directory.hpp"
#include "indexer/corpus/merge.hpp"
#include "indexer/corpus/work_copy.hpp"

namespace mecadex::commands {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string output;
  std::string data;
  bool force = false;
  std::vector<std::string> databases;
};

// A file, or the current.db of a data directory.
fs::path input(const std::string& name) {
  std::error_code ignored;
  const fs::path path = fs::is_directory(name, ignored) ? fs::path(name) / "current.db" : fs::path(name);
  if (!fs::is_regular_file(path, ignored)) throw CommandError(ExitCode::io, "no corpus at " + name);
  return path;
}

// Built beside its place and renamed: nobody ever sees half of it.
void merge_to_file(const std::vector<fs::path>& databases, const Options& options) {
  const fs::path output = options.output;
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(output, ignored)) && !options.force) {
    throw CommandError(ExitCode::usage, options.output + " exists; --force replaces it");
  }
  if (fs::is_directory(output, ignored)) throw CommandError(ExitCode::usage, options.output + " is a folder");
  fs::path part = output;
  part += fmt::format(".part-{}", ::getpid());
  fs::remove(part);
  const std::string revision = corpus::merge_corpora(databases, part);
  fs::rename(part, output);
  std::cout << fmt::format("revision {} is in {}\n", revision, options.output);
}

void merge_to_data(const std::vector<fs::path>& databases, const Options& options) {
  corpus::DataDirectory directory(options.data);
  const fs::path work = directory.work_folder() / fmt::format("build-{}.db", ::getpid());
  const std::string revision = corpus::merge_corpora(databases, work);
  directory.publish(work, revision);
  std::cout << fmt::format("revision {} is in {}\n", revision, directory.current().string());
}

ExitCode run(const Options& options) {
  if (options.output.empty() == options.data.empty()) {
    throw CommandError(ExitCode::usage, "say where to: -o FILE or --data DIR");
  }
  std::vector<fs::path> databases;
  for (const std::string& name : options.databases) databases.push_back(input(name));
  try {
    options.data.empty() ? merge_to_file(databases, options) : merge_to_data(databases, options);
  } catch (const corpus::SourcesOverlap& error) {
    throw CommandError(ExitCode::usage, error.what());
  } catch (const corpus::RefusedToPublish& error) {
    throw CommandError(ExitCode::refused, error.what());
  } catch (const corpus::DataDirectoryLocked& error) {
    throw CommandError(ExitCode::locked, error.what());
  }
  return ExitCode::done;
}

}  // namespace

CLI::App* add_merge_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("merge", "combine several corpora that have no source in common into one");
  auto* output = command->add_option("--output,-o", options->output, "write the corpus to this file");
  command->add_option("--data", options->data,
                      "publish the result in this data directory, replacing what is current there")
      ->excludes(output);
  command->add_flag("--force", options->force, "overwrite the output file");
  command->add_option("DB", options->databases, "databases, or data directories (their current.db)")->required();
  command->footer(
      "The result dumps as one run over all sources would, in whatever order the databases are given.\n"
      "\n"
      "  mecadex index --data shard1 games/a; mecadex index --data shard2 games/b\n"
      "  mecadex merge --data corpus shard1 shard2\n"
      "  mecadex merge -o all.db shard*/current.db\n"
      "\n"
      "Exit codes: 0 done, 2 usage or a source that is in two of them, 3 their versions or settings differ, 4 another\n"
      "run is working in DIR, 5 I/O error or disk full, 6 the result is not sound.");
  command->callback([options, set_exit = std::move(set_exit)] { set_exit(run_guarded([&] { return run(*options); })); });
  return command;
}

}  // namespace mecadex::commands
