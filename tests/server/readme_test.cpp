// What the tables of the program say must stand in server/README.md.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "server/problem.hpp"
#include "server/router.hpp"
#include "server/settings.hpp"

namespace mecadex::server {
namespace {

std::string readme() {
  std::ifstream file(MECADEX_SERVER_README);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Readme, ListsEveryRoute) {
  const std::string text = readme();
  for (const Route& route : all_routes()) {
    const std::string entry =
        "`" + std::string(route.method) + " " + std::string(route.pattern) + "`";
    EXPECT_NE(text.find(entry), std::string::npos) << entry;
  }
}

TEST(Readme, ListsEveryErrorCodeWithItsStatus) {
  const std::string text = readme();
  for (const ProblemKind& kind : all_problem_kinds()) {
    const std::string entry =
        "| `" + std::string(kind.code) + "` | " + std::to_string(kind.status) + " |";
    EXPECT_NE(text.find(entry), std::string::npos) << entry;
  }
}

TEST(Readme, HoldsTheTableOfSettings) {
  EXPECT_NE(readme().find(settings_markdown()), std::string::npos)
      << "put the output of mecadex-server --settings there";
}

}  // namespace
}  // namespace mecadex::server
