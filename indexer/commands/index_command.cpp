#include "indexer/commands/index_command.hpp"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <iostream>
#include <memory>

#include "indexer/commands/progress_line.hpp"
#include "indexer/corpus/data_directory.hpp"
#include "indexer/corpus/work_copy.hpp"
#include "indexer/crawl/index_run.hpp"
#include "queries/rows_out.hpp"

namespace mecadex::commands {
namespace {

std::atomic<bool> stop_requested{false};
std::atomic<int> stop_signal{0};

// The first signal ends the run after the files in hand; the second ends it at once.
void on_signal(int signal) {
  if (stop_requested) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  stop_signal = signal;
  stop_requested = true;
}

// A split file keeps all its parts open; 1,024 files, the usual soft limit, are too few.
void raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

struct Options {
  crawl::IndexOptions index;
  std::string label;
  std::string assume_version;
  std::uint64_t max_memory_mib = 256;
  bool json = false;
  bool quiet = false;
};

// The counts of the first query of the catalogue, as a table.
void print_census(const std::filesystem::path& database) {
  queries::GuardedConnection connection(database, database.string(), queries::catalogue_limits());
  const auto writer = queries::make_writer(queries::Format::table, std::cout);
  queries::QueryRequest request;
  request.name = "corpus-census";
  queries::run_query(queries::builtin_catalogue(), connection, request, *writer);
}

void print_result(const crawl::IndexResult& result, const Options& options) {
  std::cout << fmt::format("{} files, {} read\n", result.files, human_bytes(result.bytes_read));
  for (const auto& [status, n] : result.files_by_status) std::cout << fmt::format("  {:<12} {:>8}\n", status, n);
  if (result.nothing_readable && result.files > 0) {
    std::cout << "\nnothing of Unity's could be read in these folders\n";
    for (const std::string& reason : result.reasons) std::cout << "  " << reason << '\n';
  }
  if (!result.revision) {
    std::cout << "\nnothing was published: the corpus in " << options.index.data.string() << " stays as it was\n";
    return;
  }
  std::cout << '\n';
  print_census(options.index.data / "current.db");
  const std::string data = options.index.data == "./corpus" ? "" : " --data " + options.index.data.string();
  std::cout << fmt::format("\nrevision {} is in {}\n", *result.revision, (options.index.data / "current.db").string());
  if (result.failed > 0) std::cout << fmt::format("{} files were not read whole: mecadex query files-not-read{}\n", result.failed, data);
  std::cout << fmt::format("next: mecadex query selector-transitions-without-destination{}\n", data);
  std::cout << fmt::format("      mecadex queries\n");
}

void print_json(const crawl::IndexResult& result) {
  std::string statuses;
  for (const auto& [status, n] : result.files_by_status) {
    statuses += fmt::format("{}\"{}\":{}", statuses.empty() ? "" : ",", status, n);
  }
  const std::string revision = result.revision ? "\"" + *result.revision + "\"" : "null";
  std::cout << fmt::format("{{\"revision\":{},\"files\":{},\"files_by_status\":{{{}}},\"bytes_read\":{}}}\n", revision,
                           result.files, statuses, result.bytes_read);
}

ExitCode exit_code(const crawl::IndexResult& result) {
  const bool nothing = result.nothing_readable && result.files > 0;
  return result.failed > 0 || nothing ? ExitCode::done_with_failures : ExitCode::done;
}

// SQLite's errors of the work copy are the disk's: the file is new and its statements are our own.
[[noreturn]] void throw_disk_error(const SQLite::Exception& error, const Options& options) {
  const std::string data = options.index.data.string();
  if (error.getErrorCode() == SQLITE_FULL) {
    throw CommandError(ExitCode::io, "the disk of " + data + " is full; the corpus stays as it was");
  }
  throw CommandError(ExitCode::io, std::string("the database could not be written: ") + error.what() + " (" + data + ")");
}

int run(Options& options) {
  return run_guarded([&] {
    if (options.index.roots.empty() && options.index.remove.empty()) {
      throw CommandError(ExitCode::usage, "name at least one folder: mecadex index FOLDER");
    }
    if (!options.label.empty()) options.index.walk.label = options.label;
    if (!options.assume_version.empty()) options.index.assume_version = options.assume_version;
    options.index.max_memory = options.max_memory_mib * bytes::kMiB;
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);  // before its first use: no lock around each allocation
    raise_file_limit();
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    ProgressLine line(options.quiet);
    try {
      const crawl::IndexResult result = crawl::run_index(options.index, stop_requested, line);
      line.clear();
      if (result.was_stopped) return static_cast<ExitCode>(128 + stop_signal.load());
      options.json ? print_json(result) : print_result(result, options);
      return exit_code(result);
    } catch (const crawl::UsageError& error) {
      line.clear();
      throw CommandError(ExitCode::usage, error.what());
    } catch (const crawl::MissingRoot& error) {
      throw CommandError(ExitCode::usage, error.what());
    } catch (const corpus::DataDirectoryLocked& error) {
      throw CommandError(ExitCode::locked, error.what());
    } catch (const corpus::RefusedToPublish& error) {
      line.clear();
      throw CommandError(ExitCode::refused, error.what());
    } catch (const SQLite::Exception& error) {
      line.clear();
      throw_disk_error(error, options);
    }
  });
}

}  // namespace

CLI::App* add_index_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("index", "read game folders, builds and bundles into the corpus");
  command->add_option("ROOT", options->index.roots, "folders or files; each is one source, labelled by its name");
  command->add_option("--data", options->index.data, "data directory")->capture_default_str();
  command->add_option("--label", options->label, "label of the one ROOT, instead of its folder's name");
  command->add_flag("--each", options->index.walk.each, "every entry of a ROOT is a source of its own");
  command->add_option("--exclude", options->index.walk.exclude, "leave out files that match this glob (path or name)")
      ->allow_extra_args(false);
  command->add_option("--remove", options->index.remove, "drop the source of this label")->allow_extra_args(false);
  command->add_option("--jobs,-j", options->index.jobs, "decoding threads (0: one per processor)")->check(CLI::Range(0, 256));
  command->add_option("--assume-version", options->assume_version, "Unity version of files whose version was stripped");
  command->add_option("--max-mem", options->max_memory_mib, "MiB of memory to aim at")->check(CLI::Range(64, 65536))->capture_default_str();
  command->add_flag("--json", options->json, "the result as JSON");
  command->add_flag("--quiet,-q", options->quiet, "no progress on stderr");
  command->footer("Exit codes: 0 done, 1 done but some files could not be read whole, 2 usage, 3 incompatible\n"
                  "corpus, 4 another run is working, 5 disk or I/O error, 6 refused to publish.");
  command->callback([options, set_exit = std::move(set_exit)] { set_exit(run(*options)); });
  return command;
}

}  // namespace mecadex::commands
