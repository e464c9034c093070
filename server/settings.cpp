#include "server/settings.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>

namespace mecadex::server {
namespace {

using std::chrono::milliseconds;

constexpr std::array<Setting, 27> kSettings{{
    {"data", "DIR", &Settings::data, "data directory; its newest snapshot is served"},
    {"db", "FILE", &Settings::db, "serve this database file instead of DIR/current.db"},
    {"bind", "ADDRESS:PORT", &Settings::bind,
     "where to listen; port 0 takes a free one. An address that others can reach needs "
     "--token-file"},
    {"token-file", "FILE", &Settings::token_file,
     "file with a secret (mode 0600); every request but /healthz must then carry it: "
     "Authorization: Bearer SECRET"},
    {"host", "NAME", &Settings::hosts,
     "accept requests for this host name too; may be repeated. localhost, 127.0.0.1, [::1] and "
     "the address of --bind always are"},
    {"cors", "ORIGIN", &Settings::cors,
     "pages of this origin (https://example.org) may ask from a browser; may be repeated"},
    {"workers", "N", &Settings::workers,
     "threads that read the corpus; 0: one per processor. Slow readers do not count"},
    {"queue", "N", &Settings::queue,
     "requests that may wait for a worker, and SQL statements for a process; more are answered "
     "503"},
    {"max-connections", "N", &Settings::max_connections, "open connections; more are answered 503"},
    {"max-per-address", "N", &Settings::max_per_address,
     "open connections from one address other than this machine's own; more are answered 503"},
    {"rows", "N", &Settings::rows, "rows of a query's or SQL's answer as JSON without a limit"},
    {"max-rows", "N", &Settings::max_rows, "highest limit of a query or of SQL as JSON"},
    {"page", "N", &Settings::page, "rows of a list as JSON without a limit"},
    {"max-page", "N", &Settings::max_page, "highest limit of a list as JSON"},
    {"answer-cache", "MIB", &Settings::answer_cache,
     "memory for short answers of the served revision; 0: none are kept", true},
    {"query-timeout", "SECONDS", &Settings::query_timeout,
     "longest run of a query or list; waiting for a slow client does not count"},
    {"sql-workers", "N", &Settings::sql_workers,
     "processes that run users' SQL; 0: one per processor"},
    {"sql-memory", "MIB", &Settings::sql_memory,
     "memory that one SQL statement may use for sorting and the like"},
    {"sql-timeout", "SECONDS", &Settings::sql_timeout,
     "longest run of a SQL statement; its process is killed 0.1 s later"},
    {"header-timeout", "SECONDS", &Settings::header_timeout,
     "longest time from a request's first byte to the end of its header"},
    {"body-timeout", "SECONDS", &Settings::body_timeout, "longest wait for a request's body"},
    {"idle-timeout", "SECONDS", &Settings::idle_timeout,
     "how long a connection is kept between requests"},
    {"write-timeout", "SECONDS", &Settings::write_timeout,
     "longest wait for a client to take 64 KiB of an answer"},
    {"stream-timeout", "SECONDS", &Settings::stream_timeout,
     "longest time for a whole answer, slow clients included"},
    {"drain-timeout", "SECONDS", &Settings::drain_timeout,
     "after SIGTERM: longest wait for running answers"},
    {"snapshot-poll", "SECONDS", &Settings::snapshot_poll, "how often to look for a new snapshot"},
    {"quiet", "", &Settings::is_quiet, "no access log"},
}};

/// Seconds as a user writes them: 10, 0.5.
std::string seconds_text(milliseconds duration) {
  return fmt::format("{:g}", std::chrono::duration<double>(duration).count());
}

constexpr double kLongest = 86'400;  // seconds

/// A range that the help does not spell out. 0 is allowed only where it is the default.
template <typename Number>
CLI::Validator within(Number least, Number most) {
  CLI::Validator range = CLI::Range(least, most);
  return range.description("");
}

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

CLI::Option* add_option(CLI::App& app, Settings& settings, const Setting& setting) {
  const std::string name = std::string("--") + setting.name;
  return std::visit(
      Overloaded{
          [&](std::string Settings::*field) {
            return app.add_option(name, settings.*field, setting.help);
          },
          [&](std::vector<std::string> Settings::*field) {
            return app.add_option(name, settings.*field, setting.help)->allow_extra_args(false);
          },
          [&](int Settings::*field) {
            return app.add_option(name, settings.*field, setting.help)
                ->check(within(settings.*field == 0 || setting.may_be_zero ? 0 : 1, 1'000'000));
          },
          [&](milliseconds Settings::*field) {
            const auto set = [&settings, field](double seconds) {
              settings.*field = milliseconds(static_cast<std::int64_t>(seconds * 1'000));
            };
            return app.add_option_function<double>(name, set, setting.help)
                ->check(within(0.001, kLongest));
          },
          [&](bool Settings::*field) -> CLI::Option* {
            return app.add_flag(name, settings.*field, setting.help);
          }},
      setting.field);
}

}  // namespace

std::span<const Setting> all_settings() { return kSettings; }

std::string default_text(const Setting& setting) {
  const Settings defaults;
  return std::visit(
      Overloaded{[&](std::string Settings::*field) { return defaults.*field; },
                 [&](std::vector<std::string> Settings::*) { return std::string(); },
                 [&](int Settings::*field) { return std::to_string(defaults.*field); },
                 [&](milliseconds Settings::*field) { return seconds_text(defaults.*field); },
                 [&](bool Settings::*) { return std::string(); }},
      setting.field);
}

std::string settings_markdown() {
  std::string text = "| option | default | meaning |\n|---|---|---|\n";
  for (const Setting& setting : all_settings()) {
    const std::string value = *setting.value == '\0' ? "" : std::string(" ") + setting.value;
    text += fmt::format("| `--{}{}` | {} | {} |\n", setting.name, value, default_text(setting),
                        setting.help);
  }
  return text;
}

void add_settings(CLI::App& app, Settings& settings) {
  for (const Setting& setting : all_settings()) {
    CLI::Option* option = add_option(app, settings, setting);
    if (*setting.value != '\0') option->type_name(setting.value);
    option->default_str(default_text(setting));
  }
  app.get_option("--db")->excludes(app.get_option("--data"));
}

std::string database_path(const Settings& settings) {
  if (!settings.db.empty()) return settings.db;
  return (std::filesystem::path(settings.data) / "current.db").string();
}

}  // namespace mecadex::server
