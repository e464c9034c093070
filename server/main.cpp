// mecadex-server: answers the questions of the catalogue over HTTP.
//
// Exit codes: 0 done, 2 usage, 3 the database is no corpus that this version reads, 5 no data
// directory, or the address cannot be had; 1 with --health when the server is not well.
#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <boost/system/system_error.hpp>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "queries/catalogue.hpp"
#include "schema/schema.hpp"
#include "server/access.hpp"
#include "server/database_pool.hpp"
#include "server/health_check.hpp"
#include "server/http_server.hpp"
#include "server/settings.hpp"
#include "server/sql_worker.hpp"

namespace {

using namespace mecadex;

enum Exit : int { kDone = 0, kUnhealthy = 1, kUsage = 2, kIncompatible = 3, kIo = 5 };

void say(const std::string& line) { std::cerr << "mecadex-server: " + line + "\n" << std::flush; }

int end_with(int code, const std::string& line) {
  say(line);
  return code;
}

/// What must exist before there is anything to serve, even later.
void require_place(const server::Settings& settings) {
  std::error_code ignored;
  if (!settings.db.empty() && !std::filesystem::is_regular_file(settings.db, ignored)) {
    throw std::runtime_error("no database at " + settings.db);
  }
  if (settings.db.empty() && !std::filesystem::is_directory(settings.data, ignored)) {
    throw std::runtime_error("no data directory " + settings.data + ": run `mecadex index --data " +
                             settings.data + " FOLDER` first");
  }
}

server::PoolOptions pool_options(const server::Settings& settings) {
  server::PoolOptions options;
  options.path = server::database_path(settings);
  options.workers = static_cast<std::size_t>(settings.workers);
  options.queue = static_cast<std::size_t>(settings.queue);
  options.deadline = settings.query_timeout;
  options.poll = settings.snapshot_poll;
  options.has_kept = settings.db.empty();
  options.report = say;
  return options;
}

std::string greeting(const server::HttpServer& http, const server::DatabasePool& pool) {
  const auto snapshot = pool.current();
  if (!snapshot) return http.url() + " waits for a corpus: run `mecadex index FOLDER`";
  return http.url() + " serves revision " + snapshot->revision();
}

int serve(const server::Settings& settings) {
  // Who may ask is settled before anything is opened.
  const server::AccessRules access(settings);
  require_place(settings);

  // The workers open the newest snapshot; without one they wait for it.
  server::DatabasePool pool(pool_options(settings));
  server::Services services(settings, access, queries::builtin_catalogue(), pool);

  // From here on clients can connect; they are answered once run() begins.
  server::HttpServer http(services,
                          settings.is_quiet ? server::AccessLog() : server::log_to_stderr());
  http.stop_on_signals();
  say(greeting(http, pool));
  const bool is_drained = http.run();
  if (!is_drained) std::_Exit(kDone);  // a worker may still be busy with an answer nobody awaits
  return kDone;
}

int serve_guarded(const server::Settings& settings) {
  try {
    return serve(settings);
  } catch (const server::BadSetting& error) {
    return end_with(kUsage, error.what());
  } catch (const schema::IncompatibleDatabase& error) {
    return end_with(kIncompatible, error.what());
  } catch (const SQLite::Exception& error) {
    return end_with(kIo, std::string("the corpus cannot be read: ") + error.what());
  } catch (const boost::system::system_error& error) {
    return end_with(kIo, fmt::format("{}: {}", settings.bind, error.code().message()));
  } catch (const std::exception& error) {
    return end_with(kIo, error.what());
  }
}

int check_health(const std::string& url) {
  std::string why;
  if (server::is_healthy(url, why)) return kDone;
  return end_with(kUnhealthy, url + ": " + why);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a log reader that leaves must not end the server
  // Started by ourselves for users' SQL (sql_pool.hpp).
  if (argc == 3 && std::string_view(argv[1]) == "--sql-worker") {
    return server::run_sql_worker(std::strtoll(argv[2], nullptr, 10));
  }
  CLI::App app{"Serves a corpus of game animation state machines over HTTP."};
  app.set_version_flag("--version", std::string("mecadex-server ") + MECADEX_VERSION);
  server::Settings settings;
  server::add_settings(app, settings);
  std::string health;
  bool wants_settings = false;
  app.add_option("--health", health, "only check the server at this URL: exit 0 if it answers 200")
      ->type_name("URL");
  app.add_flag("--settings", wants_settings, "only print the settings as a Markdown table");
  app.footer(
      "Exit codes: 0 done, 1 unhealthy (--health), 2 usage, 3 incompatible corpus, 5 no data\n"
      "directory, or the address is not available. SIGTERM waits for running answers; a second one\n"
      "stops at once.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kUsage;
  }
  if (wants_settings) {
    std::cout << server::settings_markdown();
    return kDone;
  }
  return health.empty() ? serve_guarded(settings) : check_health(health);
}
