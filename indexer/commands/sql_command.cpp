#include "indexer/commands/sql_command.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>

#include "queries/rows_out.hpp"

namespace mecadex::commands {
namespace {

/// A query that needs more memory is refused rather than let the machine swap.
constexpr std::int64_t kHeapBytes = std::int64_t{256} * 1024 * 1024;

struct Options {
  CorpusOption corpus;
  std::string sql;
  std::string format = "table";
  std::optional<std::int64_t> limit;
  double timeout = 60;
};

ExitCode run(const Options& options) {
  queries::GuardLimits limits = queries::ad_hoc_limits();
  limits.deadline = std::chrono::milliseconds(std::llround(options.timeout * 1000));
  queries::limit_process_heap(kHeapBytes);
  queries::GuardedConnection connection(options.corpus.database(), options.corpus.shown_name(),
                                        limits);
  const auto writer = queries::make_writer(*queries::parse_format(options.format), std::cout);
  queries::run_sql(connection, options.sql, options.limit, *writer);
  return ExitCode::done;
}

}  // namespace

CLI::App* add_sql_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("sql", "run one SELECT over the corpus");
  command->add_option("sql", options->sql, "the statement; schema_docs describes all tables")
      ->required();
  command->add_option("--format,-f", options->format, "table, json, ndjson or csv")
      ->check(CLI::IsMember({"table", "json", "ndjson", "csv"}))
      ->capture_default_str();
  command->add_option("--limit", options->limit, "at most so many rows (all)")
      ->check(CLI::PositiveNumber);
  command->add_option("--timeout", options->timeout, "seconds; 0: no end")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  options->corpus.add_to(*command);
  command->callback([options, set_exit = std::move(set_exit)] {
    set_exit(run_guarded([&] { return run(*options); }));
  });
  return command;
}

}  // namespace mecadex::commands
