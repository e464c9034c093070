#include "indexer/commands/command.hpp"

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "indexer/corpus/data_directory.hpp"
#include "queries/query_error.hpp"
#include "schema/schema.hpp"

namespace mecadex::commands {
namespace {

int end_with(ExitCode code, const std::string& message) {
  std::cout.flush();
  std::cerr << "mecadex: " << message << '\n';
  return static_cast<int>(code);
}

}  // namespace

void CorpusOption::add_to(CLI::App& command) {
  auto* directory = command.add_option("--data", data, "data directory of the corpus")->capture_default_str();
  command.add_option("--db", db, "read this database file instead of DIR/current.db")
      ->excludes(directory);
}

std::filesystem::path CorpusOption::database() const {
  std::error_code ignored;
  if (!db.empty()) {
    if (std::filesystem::is_regular_file(db, ignored)) return db;
    throw CommandError(ExitCode::io, "no database at " + db);
  }
  const auto current = std::filesystem::path(data) / "current.db";
  if (std::filesystem::is_regular_file(current, ignored)) return current;
  const auto unread = std::filesystem::path(data) / corpus::kUnreadName;
  if (std::filesystem::is_regular_file(unread, ignored)) {
    std::cerr << "mecadex: no corpus is published in " << data << "; this is what the last run found and could not read\n";
    return unread;
  }
  const std::string option = data == "./corpus" ? "" : " --data " + data;
  throw CommandError(ExitCode::io,
                     "no corpus in " + data + ": run `mecadex index" + option + " FOLDER` first");
}

int run_guarded(const std::function<ExitCode()>& body) {
  try {
    const ExitCode code = body();
    std::cout.flush();
    if (!std::cout) return end_with(ExitCode::io, "the answer could not be written");
    return static_cast<int>(code);
  } catch (const CommandError& error) {
    return end_with(error.code(), error.what());
  } catch (const schema::IncompatibleDatabase& error) {
    return end_with(ExitCode::incompatible, error.what());
  } catch (const queries::QueryError& error) {
    const bool is_late = error.kind() == queries::QueryErrorKind::deadline;
    return end_with(is_late ? ExitCode::deadline : ExitCode::usage, error.what());
  } catch (const std::exception& error) {
    return end_with(ExitCode::io, error.what());
  }
}

}  // namespace mecadex::commands
