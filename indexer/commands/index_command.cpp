#include "indexer/commands/index_command.hpp"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdlib>
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
  std::string shard;
  bool json = false;
  bool quiet = false;
};

std::uint64_t parse_number(const std::string& text, const char* name) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    throw CommandError(ExitCode::usage, fmt::format("{} is '{}', which is no number", name, text));
  }
  return value;
}

crawl::Shard make_shard(std::uint64_t index, std::uint64_t count, const std::string& shown) {
  if (count == 0 || index > count) {
    throw CommandError(ExitCode::usage, fmt::format("the shard {} does not exist: give I/N with I from 0 to N-1, or from 1 to N", shown));
  }
  return {index % count, count};
}

// Which sources this run takes: --shard I/N, else what Slurm or Kubernetes say of an array of jobs. I counts
// from 0 or from 1: shard N of N is shard 0.
std::optional<crawl::Shard> find_shard(const std::string& option) {
  if (!option.empty()) {
    const std::size_t slash = option.find('/');
    if (slash == std::string::npos) throw CommandError(ExitCode::usage, "--shard wants I/N, for example 0/8");
    return make_shard(parse_number(option.substr(0, slash), "I of --shard"), parse_number(option.substr(slash + 1), "N of --shard"), option);
  }
  struct Array {
    const char *index, *count, *first;  // variables; `first`: the lowest index, where it may be other than 0
  };
  static constexpr Array kArrays[] = {{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"},
                                      {"JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", nullptr}};
  for (const Array& array : kArrays) {
    const char* index = std::getenv(array.index);
    const char* count = std::getenv(array.count);
    if (index == nullptr || count == nullptr) continue;
    const char* first = array.first == nullptr ? nullptr : std::getenv(array.first);
    const std::uint64_t base = first == nullptr ? 0 : parse_number(first, array.first);
    const std::uint64_t id = parse_number(index, array.index);
    if (id < base) throw CommandError(ExitCode::usage, fmt::format("{} is below {}", array.index, array.first));
    const crawl::Shard shard = make_shard(id - base, parse_number(count, array.count), fmt::format("{}/{}", id - base, count));
    std::cerr << fmt::format("shard {}/{}, as {} and {} say\n", shard.index, shard.count, array.index, array.count);
    return shard;
  }
  return std::nullopt;
}

// The counts of the first query of the catalogue, as a table.
void print_census(const std::filesystem::path& database) {
  queries::GuardedConnection connection(database, database.string(), queries::catalogue_limits());
  const auto writer = queries::make_writer(queries::Format::table, std::cout);
  queries::QueryRequest request;
  request.name = "corpus-census";
  queries::run_query(queries::builtin_catalogue(), connection, request, *writer);
}

void print_result(const crawl::IndexResult& result, const Options& options) {
  std::cout << fmt::format("{} files: {} read ({}), {} unchanged", result.files, result.parsed,
                           human_bytes(result.bytes_read), result.kept);
  if (result.moved > 0) std::cout << fmt::format(", {} moved", result.moved);
  if (result.vanished > 0) std::cout << fmt::format(", {} gone", result.vanished);
  std::cout << '\n';
  for (const auto& [status, n] : result.files_by_status) std::cout << fmt::format("  {:<12} {:>8}\n", status, n);
  if (result.quoll_files > 0) {
    std::cout << fmt::format("{} files are named as Quoll animators (.animator), which this version does not read yet\n", result.quoll_files);
  }
  if (result.nothing_readable) {
    std::cout << (result.files > 0 ? "\nnothing of Unity's could be read in these folders\n" : "\nthere are no files in these folders\n");
    for (const std::string& reason : result.reasons) std::cout << "  " << reason << '\n';
  }
  if (!result.revision) {
    std::cout << "\nnothing was published: the corpus in " << options.index.data.string() << " stays as it was\n";
    if (result.unread) std::cout << "what was found: mecadex query files-not-read --db " << result.unread->string() << '\n';
    return;
  }
  if (result.is_unchanged) {
    std::cout << fmt::format("\nnothing changed: revision {} stays in {}\n", *result.revision,
                             (options.index.data / "current.db").string());
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
  std::cout << fmt::format("{{\"revision\":{},\"is_unchanged\":{},\"files\":{},\"files_by_status\":{{{}}},"
                           "\"files_parsed\":{},\"files_skipped\":{},\"files_hashed\":{},\"files_moved\":{},"
                           "\"files_vanished\":{},\"files_quoll_not_read\":{},\"bytes_read\":{}}}\n",
                           revision, result.is_unchanged, result.files, statuses, result.parsed, result.kept,
                           result.hashed, result.moved, result.vanished, result.quoll_files, result.bytes_read);
}

ExitCode exit_code(const crawl::IndexResult& result) {
  return result.failed > 0 || result.nothing_readable ? ExitCode::done_with_failures : ExitCode::done;
}

// SQLite's errors of the work copy are the disk's: the file is new and its statements are our own.
[[noreturn]] void throw_disk_error(const SQLite::Exception& error, const Options& options) {
  const std::string data = options.index.data.string();
  if (error.getErrorCode() == SQLITE_NOMEM) {
    throw CommandError(ExitCode::io, "there is not enough memory (see --max-mem and --jobs); the corpus stays as it was");
  }
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
    options.index.shard = find_shard(options.shard);
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
    } catch (const corpus::DiskTooFull& error) {
      line.clear();
      throw CommandError(ExitCode::io, error.what());
    } catch (const bytes::MachineError& error) {
      line.clear();
      throw CommandError(ExitCode::io, std::string(error.what()) + " in " + options.index.data.string() + "; the corpus stays as it was");
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
  command->add_flag("--each", options->index.walk.each, "treat every entry of a ROOT as a source of its own");
  command->add_option("--exclude", options->index.walk.exclude, "skip files whose path or name matches this glob")
      ->allow_extra_args(false);
  command->add_option("--remove", options->index.remove, "remove the source with this label")->allow_extra_args(false);
  command->add_flag("--verify", options->index.verify,
                    "compare the content of every file, even if its time has not changed");
  command->add_flag("--allow-missing-root", options->index.allow_missing_root,
                    "treat a missing or empty ROOT as deleted");
  command->add_flag("--force", options->index.force, "publish even if more than a fifth of the files are gone");
  command->add_flag("--moved", options->index.moved, "accept sources that are found in another folder than before");
  command->add_option("--shard", options->shard,
                      "I/N: index only part I of N of the sources (default: from the variables of Slurm or Kubernetes "
                      "array jobs)");
  command->add_option("--jobs,-j", options->index.jobs, "number of decoding threads; 0: one per processor")
      ->check(CLI::Range(0, 256));
  command->add_option("--assume-version", options->assume_version,
                      "Unity version to assume for files without one (stripped builds)");
  command->add_option("--max-mem", options->max_memory_mib, "memory to aim for, in MiB")
      ->check(CLI::Range(64, 65536))
      ->capture_default_str();
  command->add_flag("--json", options->json, "the result as JSON");
  command->add_flag("--quiet,-q", options->quiet, "do not show progress on stderr");
  command->footer("Exit codes: 0 done, 1 done but some files could not be read whole, 2 usage, 3 incompatible\n"
                  "corpus, 4 another run is working, 5 disk or I/O error, 6 refused to publish.");
  command->callback([options, set_exit = std::move(set_exit)] { set_exit(run(*options)); });
  return command;
}

}  // namespace mecadex::commands
