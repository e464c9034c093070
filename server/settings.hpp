// Every setting of the server, in one table.
//
// A row of kSettings is an option of the command line, its default and its explanation: `--help`
// and the table that `--settings` prints for the documentation are both made from it. Durations are
// given in seconds.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace mecadex::server {

struct Settings {
  std::string data = "./corpus";
  std::string db;
  std::string bind = "127.0.0.1:8080";
  std::string token_file;
  std::vector<std::string> hosts;
  std::vector<std::string> cors;
  int workers = 0;
  int queue = 64;
  int max_connections = 1'000;
  int max_per_address = 32;
  int rows = 1'000;
  int max_rows = 10'000;
  int page = 100;
  int max_page = 1'000;
  int answer_cache = 64;
  std::chrono::milliseconds query_timeout{10'000};
  int sql_workers = 0;
  int sql_memory = 256;
  std::chrono::milliseconds sql_timeout{1'000};
  std::chrono::milliseconds header_timeout{10'000};
  std::chrono::milliseconds body_timeout{10'000};
  std::chrono::milliseconds idle_timeout{60'000};
  std::chrono::milliseconds write_timeout{30'000};
  std::chrono::milliseconds stream_timeout{300'000};
  std::chrono::milliseconds drain_timeout{10'000};
  std::chrono::milliseconds snapshot_poll{1'000};
  bool is_quiet = false;
};

struct Setting {
  using Field =
      std::variant<std::string Settings::*, std::vector<std::string> Settings::*, int Settings::*,
                   std::chrono::milliseconds Settings::*, bool Settings::*>;

  const char* name;   // of the option, without dashes
  const char* value;  // what its value is called; "" for a flag
  Field field;
  const char* help;
  bool may_be_zero = false;  // a number's least is 1, unless 0 is its default or this says so
};

/// All of them, in the order of the help.
std::span<const Setting> all_settings();

/// The default as a user would write it; "" where there is none.
std::string default_text(const Setting& setting);

/// The table of the documentation, in Markdown.
std::string settings_markdown();

/// Makes an option of each setting.
void add_settings(CLI::App& app, Settings& settings);

/// Where the database of these settings is: the file of --db, or current.db of the data directory.
std::string database_path(const Settings& settings);

}  // namespace mecadex::server
