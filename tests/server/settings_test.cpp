#include "server/settings.hpp"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

namespace mecadex::server {
namespace {

TEST(Settings, EachIsAnOptionWithHelpAndInTheTable) {
  CLI::App app;
  Settings settings;
  add_settings(app, settings);
  const std::string help = app.help();
  const std::string table = settings_markdown();
  for (const Setting& setting : all_settings()) {
    EXPECT_NE(help.find(std::string("--") + setting.name), std::string::npos) << setting.name;
    EXPECT_NE(table.find(std::string("`--") + setting.name), std::string::npos) << setting.name;
    EXPECT_NE(std::string(setting.help), "") << setting.name;
  }
}

TEST(Settings, OptionsReachTheirFields) {
  CLI::App app;
  Settings settings;
  add_settings(app, settings);
  app.parse(
      "--data d --bind 127.0.0.1:0 --host a --host b --workers 3 --query-timeout 0.5 --quiet");
  EXPECT_EQ(settings.data, "d");
  EXPECT_EQ(settings.bind, "127.0.0.1:0");
  EXPECT_EQ(settings.hosts, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(settings.workers, 3);
  EXPECT_EQ(settings.query_timeout.count(), 500);
  EXPECT_TRUE(settings.is_quiet);
}

TEST(Settings, RefusesNonsense) {
  for (const char* line : {"--workers -1", "--queue 0", "--query-timeout 0", "--query-timeout x",
                           "--data a --db b", "--rows 1.5"}) {
    CLI::App app;
    Settings settings;
    add_settings(app, settings);
    EXPECT_THROW(app.parse(line), CLI::ParseError) << line;
  }
}

}  // namespace
}  // namespace mecadex::server
