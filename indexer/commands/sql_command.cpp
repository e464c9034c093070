#include "indexer/commands/sql_command.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>
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
  std::string file;
  std::string format = "table";
  std::optional<std::int64_t> limit;
  double timeout = 60;
};

/// More than any statement that the guard takes: a file that is no statement is not read to its end.
constexpr std::size_t kMostBytes = 1024 * 1024;

std::string read_all(std::istream& in, const std::string& name) {
  std::string text(kMostBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) throw CommandError(ExitCode::io, name + " could not be read");
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kMostBytes) throw CommandError(ExitCode::usage, name + " is too long for a statement");
  return text;
}

/// The statement: as an argument, from stdin ("-") or from a file.
std::string statement_of(const Options& options) {
  if (options.sql.empty() == options.file.empty()) {
    throw CommandError(ExitCode::usage, "give one statement: \"SELECT ...\", - for stdin, or --file FILE");
  }
  if (options.sql == "-") return read_all(std::cin, "stdin");
  if (options.file.empty()) return options.sql;
  std::error_code ignored;
  std::ifstream file(options.file, std::ios::binary);
  if (!file || std::filesystem::is_directory(options.file, ignored)) {
    throw CommandError(ExitCode::io, options.file + " could not be read");
  }
  return read_all(file, options.file);
}

ExitCode run(const Options& options) {
  const std::string sql = statement_of(options);
  queries::GuardLimits limits = queries::ad_hoc_limits();
  limits.deadline = std::chrono::milliseconds(std::llround(options.timeout * 1000));
  queries::limit_process_heap(kHeapBytes);
  queries::GuardedConnection connection(options.corpus.database(), options.corpus.shown_name(),
                                        limits);
  const auto writer = queries::make_writer(*queries::parse_format(options.format), std::cout);
  queries::run_sql(connection, sql, options.limit, *writer);
  return ExitCode::done;
}

}  // namespace

CLI::App* add_sql_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("sql", "run one SELECT of your own");
  command->add_option("sql", options->sql, "the statement, or - to read it from stdin");
  command->add_option("--file", options->file, "read the statement from this file");
  command->add_option("--format,-f", options->format, "table, json, ndjson or csv")
      ->check(CLI::IsMember({"table", "json", "ndjson", "csv"}))
      ->capture_default_str();
  command->add_option("--limit", options->limit, "maximum number of rows (default: all)")
      ->check(CLI::PositiveNumber);
  command->add_option("--timeout", options->timeout, "seconds that the statement may run; 0: no limit")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  options->corpus.add_to(*command);
  command->footer(
      "`mecadex schema` lists the tables and views, `mecadex schema TABLE` the columns of one.\n"
      "\n"
      "  mecadex sql \"SELECT name, count(*) FROM controllers GROUP BY name ORDER BY 2 DESC LIMIT 10\"\n"
      "  mecadex sql - < question.sql\n"
      "  mecadex sql --file question.sql --format csv\n"
      "\n"
      "Exit codes: 0 done, 2 usage or SQL error, 3 incompatible corpus, 5 I/O error or no corpus, 7 out of time.");
  command->callback([options, set_exit = std::move(set_exit)] {
    set_exit(run_guarded([&] { return run(*options); }));
  });
  return command;
}

}  // namespace mecadex::commands
