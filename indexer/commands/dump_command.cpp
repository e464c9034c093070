#include "indexer/commands/dump_command.hpp"

#include <SQLiteCpp/Database.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <memory>

#include "indexer/corpus/dump.hpp"
#include "indexer/corpus/open_snapshot.hpp"
#include "schema/schema.hpp"

namespace mecadex::commands {
namespace {

ExitCode run(const CorpusOption& corpus) {
  const std::filesystem::path path = corpus.database();
  SQLite::Database database = corpus::open_snapshot(path);
  schema::require_compatible(database, path.string());
  corpus::dump_corpus(database, [](std::string_view line) {
    if (std::fwrite(line.data(), 1, line.size(), stdout) != line.size()) {
      throw CommandError(ExitCode::io, "the dump could not be written");
    }
  });
  if (std::fflush(stdout) != 0) throw CommandError(ExitCode::io, "the dump could not be written");
  return ExitCode::done;
}

}  // namespace

CLI::App* add_dump_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<CorpusOption>();
  CLI::App* command =
      app.add_subcommand("dump", "print the whole corpus as canonical text: equal corpora give equal bytes");
  options->add_to(*command);
  command->footer(
      "A line is a row: TABLE<tab>KEY<tab>COLUMN=VALUE<tab>... in the order of its bytes (LC_ALL=C sort). KEY is the\n"
      "row's place from its source down: label|path|node path|path id|indexes; a reference is the key of the row it\n"
      "means. NULL columns are left out (in a key: \\N). In texts \\\\ \\t \\n \\r \\p stand for backslash, tab, line\n"
      "feed, carriage return and |. Reals are exact (0x1.8p+1, inf, -inf), blobs hex. Left out: our ids, runs, times,\n"
      "tool version, documentation and other things that follow from the program.\n"
      "\n"
      "  mecadex dump --data A > a; mecadex dump --data B > b; cmp a b\n"
      "  mecadex dump | grep '^controllers'\n"
      "  diff <(mecadex dump --db old.db) <(mecadex dump --db new.db)\n"
      "\n"
      "Temporary files (TMPDIR, SQLITE_TMPDIR) take about the size of the text. Exit codes: 0 done, 2 usage,\n"
      "3 incompatible corpus, 5 I/O error or no corpus.");
  command->callback([options, set_exit = std::move(set_exit)] { set_exit(run_guarded([&] { return run(*options); })); });
  return command;
}

}  // namespace mecadex::commands
