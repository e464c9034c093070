#include "indexer/commands/verify_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "indexer/corpus/verify.hpp"

namespace mecadex::commands {
namespace {

struct Options {
  CorpusOption corpus;
  bool all = false;
  bool json = false;
};

std::vector<corpus::Verdict> verify(const Options& options) {
  std::vector<corpus::Verdict> verdicts;
  if (!options.all) {
    verdicts.push_back(corpus::verify_corpus(options.corpus.database(), options.corpus.db.empty()));
    return verdicts;
  }
  if (!options.corpus.db.empty()) throw CommandError(ExitCode::usage, "--all is for a data directory");
  options.corpus.database();  // says what to do when there is none
  for (const auto& path : corpus::list_snapshots(options.corpus.data)) {
    verdicts.push_back(corpus::verify_corpus(path, true));
  }
  return verdicts;
}

void print_text(const std::vector<corpus::Verdict>& verdicts) {
  for (const corpus::Verdict& verdict : verdicts) {
    const std::string name = verdict.path.filename().string();
    for (const std::string& line : verdict.damage) std::cout << fmt::format("{}: damaged: {}\n", name, line);
    for (const std::string& line : verdict.unchecked) std::cout << fmt::format("{}: {}\n", name, line);
    if (verdict.damage.empty()) std::cout << fmt::format("{}: sound, revision {}\n", name, verdict.revision);
  }
}

void print_json(const std::vector<corpus::Verdict>& verdicts) {
  nlohmann::json list = nlohmann::json::array();
  bool sound = true;
  for (const corpus::Verdict& verdict : verdicts) {
    sound = sound && verdict.damage.empty();
    list.push_back({{"file", verdict.path.filename().string()},
                    {"revision", verdict.revision},
                    {"sound", verdict.damage.empty()},
                    {"damage", verdict.damage},
                    {"unchecked", verdict.unchecked}});
  }
  const nlohmann::json answer{{"sound", sound}, {"databases", std::move(list)}};
  std::cout << answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

ExitCode run(const Options& options) {
  const auto verdicts = verify(options);
  options.json ? print_json(verdicts) : print_text(verdicts);
  for (const corpus::Verdict& verdict : verdicts) {
    if (!verdict.damage.empty()) return ExitCode::damage;
  }
  return ExitCode::done;
}

}  // namespace

CLI::App* add_verify_command(CLI::App& app, SetExit set_exit) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("verify", "check that the corpus is undamaged");
  options->corpus.add_to(*command);
  command->add_flag("--all", options->all, "check every snapshot of the data directory");
  command->add_flag("--json", options->json, "the result as JSON");
  command->footer(
      "Checks: application id, schema version, integrity_check, foreign_key_check, the revision computed from the\n"
      "files again, and that the name of a snapshot is its revision.\n"
      "\n"
      "  mecadex verify --all\n"
      "\n"
      "Exit codes: 0 sound, 2 usage, 5 I/O error or no corpus, 8 damaged (each damage is a line of output).");
  command->callback([options, set_exit = std::move(set_exit)] { set_exit(run_guarded([&] { return run(*options); })); });
  return command;
}

}  // namespace mecadex::commands
