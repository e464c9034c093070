#include "server/home_page.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "queries/front_matter.hpp"
#include "server/router.hpp"
#include "tests/server/running_server.hpp"

namespace mecadex::server {
namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(HomePage, ListsEveryQueryWithItsFormAndEveryRoute) {
  const std::string page = home_page(queries::builtin_catalogue(), builtin_entities(), nullptr);
  for (const queries::QuerySpec& spec : queries::builtin_catalogue().all()) {
    const bool needs_none =
        std::none_of(spec.params.begin(), spec.params.end(),
                     [](const queries::Param& param) { return param.is_required; });
    EXPECT_EQ(holds(page, "<a href=\"/v1/queries/" + spec.name + "\">"), needs_none) << spec.name;
    EXPECT_TRUE(holds(page, "<form action=\"/v1/queries/" + spec.name + "\"")) << spec.name;
  }
  for (const Route& route : all_routes()) {
    EXPECT_TRUE(holds(page, "<code>" + std::string(route.pattern) + "</code>")) << route.pattern;
  }
}

TEST(HomePage, SaysTheRevisionOrWhatToDo) {
  EXPECT_TRUE(
      holds(home_page(queries::builtin_catalogue(), builtin_entities(), nullptr), "mecadex index"));
  DataFolder data;
  data.publish("1111222233334444");
  Application application(test_settings(data));
  const Response response = application.get("/");
  EXPECT_EQ(response.status, 200U);
  EXPECT_TRUE(holds(response.body, "1111222233334444"));
  EXPECT_TRUE(holds(std::string(header_value(response.headers, "Content-Security-Policy")),
                    "default-src 'none'"));
}

TEST(HomePage, EscapesWhatTheCatalogueSays) {
  const queries::Catalogue catalogue({queries::parse_query(
      "odd/bad",
      "-- title: <script>\"x\"</script> & more\n-- returns: rows\n-- since: 1\n"
      "-- column: n int -- n\n-- order: n\n-- param: p text optional -- <b>'bold'</b>\n"
      "-- Use `a<b` or a ` alone.\nSELECT 1 AS n;\n")});
  const std::string page = home_page(catalogue, builtin_entities(), nullptr);
  EXPECT_FALSE(holds(page, "<script>"));
  EXPECT_FALSE(holds(page, "<b>"));
  EXPECT_TRUE(holds(page, "&lt;script&gt;&quot;x&quot;"));
  EXPECT_TRUE(holds(page, "&lt;b&gt;&#39;bold&#39;"));
  EXPECT_TRUE(holds(page, "Use <code>a&lt;b</code> or a ` alone."));
}

}  // namespace
}  // namespace mecadex::server
