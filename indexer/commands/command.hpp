// What all commands share: exit codes, where the corpus is, and how a failure ends the program.
//
// A command is one function `CLI::App* add_<name>_command(CLI::App& app, SetExit set_exit)`: it
// registers a subcommand with its options; when the user chose it, its callback runs and hands the
// exit code to set_exit. Answers go to stdout, everything else to stderr.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace mecadex::commands {

enum class ExitCode : int {
  done = 0,
  done_with_failures =
      1,             // published, with files that are unsupported, encrypted, damaged or unreadable
  usage = 2,         // usage, unknown name or key, SQL error
  incompatible = 3,  // the database is no corpus, or of a newer version
  locked = 4,        // another run holds the data directory
  io = 5,            // I/O error, no data directory, disk full
  refused = 6,       // a sanity gate refused to publish
  deadline = 7,      // the query took too long
  damage = 8,        // verify found damage
};

using SetExit = std::function<void(int)>;

/// Ends a command with this code; `what()` is one line for stderr.
class CommandError : public std::runtime_error {
 public:
  CommandError(ExitCode code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// --data DIR and --db FILE.
struct CorpusOption {
  std::string data = "./corpus";
  std::string db;

  void add_to(CLI::App& command);

  /// The database to read. Throws CommandError (io) that says what to do when there is none.
  std::filesystem::path database() const;

  /// How messages call it.
  std::string shown_name() const { return database().string(); }
};

/// Runs `body` and turns what it throws into an exit code and one line on stderr. QueryError,
/// IncompatibleDatabase, CommandError and SQLite's and the file system's errors are known; anything
/// else is an io error with its text.
int run_guarded(const std::function<ExitCode()>& body);

}  // namespace mecadex::commands
