#include "indexer/commands/runs_command.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

namespace mecadex::commands {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string data = "./corpus";
  int limit = 20;
  bool json = false;
};

// state.db knows runs that failed or published nothing, too; where it cannot be read the snapshot's copy serves.
std::unique_ptr<SQLite::Database> open_history(const fs::path& data, std::string& outcome) {
  for (const bool is_state : {true, false}) {
    const fs::path file = data / (is_state ? "state.db" : "current.db");
    if (!fs::exists(file)) continue;
    try {
      auto database = std::make_unique<SQLite::Database>(file.string(), SQLite::OPEN_READONLY, 2'000);
      database->execAndGet("SELECT count(*) FROM runs");
      outcome = is_state ? "outcome" : "CASE WHEN revision_after IS NULL THEN 'not published' ELSE 'published' END";
      return database;
    } catch (const SQLite::Exception&) {
      if (!is_state) throw;
    }
  }
  throw CommandError(ExitCode::io, "there is no corpus in " + data.string() + "; make one with: mecadex index FOLDER");
}

ExitCode run(const Options& options) {
  std::string outcome;
  const auto database = open_history(options.data, outcome);
  const std::string newest = fmt::format(
      "(SELECT run_id, started_at, ended_at, tool_version, schema_version, decoder_version, files_seen, files_parsed, "
      "files_skipped, files_failed, bytes_read, revision_before, revision_after, {} AS outcome "
      "FROM runs ORDER BY run_id DESC LIMIT {})", outcome, options.limit);
  if (options.json) {
    std::cout << database->execAndGet(
                     "SELECT json_group_array(json_object('run_id', run_id, 'started_at', started_at, 'ended_at', ended_at, "
                     "'tool_version', tool_version, 'schema_version', schema_version, 'decoder_version', decoder_version, "
                     "'files_seen', files_seen, 'files_parsed', files_parsed, 'files_skipped', files_skipped, "
                     "'files_failed', files_failed, 'bytes_read', bytes_read, 'revision_before', revision_before, "
                     "'revision_after', revision_after, 'outcome', outcome)) FROM " + newest).getString()
              << '\n';
    return ExitCode::done;
  }
  std::cout << fmt::format("{:>5}  {:<20}  {:<20}  {:>8}  {:>8}  {:>9}  {:>6}  {:<16}  {}\n", "run", "started", "ended", "seen",
                           "parsed", "unchanged", "failed", "revision", "outcome");
  SQLite::Statement list(*database, "SELECT run_id, started_at, coalesce(ended_at, '-'), coalesce(files_seen, 0), "
                                    "coalesce(files_parsed, 0), coalesce(files_skipped, 0), coalesce(files_failed, 0), "
                                    "coalesce(revision_after, '-'), outcome FROM " + newest);
  while (list.executeStep()) {
    std::cout << fmt::format("{:>5}  {:<20}  {:<20}  {:>8}  {:>8}  {:>9}  {:>6}  {:<16}  {}\n", list.getColumn(0).getInt64(),
                             list.getColumn(1).getString(), list.getColumn(2).getString(), list.getColumn(3).getInt64(),
                             list.getColumn(4).getInt64(), list.getColumn(5).getInt64(), list.getColumn(6).getInt64(),
                             list.getColumn(7).getString(), list.getColumn(8).getString());
  }
  return ExitCode::done;
}

}  // namespace

CLI::App* add_runs_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("runs", "the history of indexing runs");
  command->add_option("--data", options->data, "data directory")->capture_default_str();
  command->add_option("--limit", options->limit, "number of runs to show, the newest first")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_flag("--json", options->json, "the answer as JSON");
  command->footer(
      "Outcomes: published, unchanged, nothing readable, stopped (by a signal; the next run continues), running (now,\n"
      "or killed), or the reason why the run failed.\n"
      "\n"
      "Exit codes: 0 done, 2 usage, 5 I/O error or no corpus.");
  command->callback([options, set_exit = std::move(set_exit)] { set_exit(run_guarded([&] { return run(*options); })); });
  return command;
}

}  // namespace mecadex::commands
