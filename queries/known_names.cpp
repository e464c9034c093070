#include "queries/known_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "queries/name_pattern.hpp"
#include "queries/nearest.hpp"
#include "queries/query_error.hpp"
#include "queries/shared_sql.hpp"

namespace mecadex::queries {
namespace {

struct Kind {
  std::string_view name;
  const char* list;  // how to see all names
};

constexpr std::array<Kind, 4> kKinds{{
    {"source", "`mecadex query source-inventory` and /v1/sources list them"},
    {"file", "`mecadex query source-inventory` and /v1/files list them"},
    {"controller", "/v1/controllers lists them"},
    {"avatar", "/v1/avatars lists them"},
}};

}  // namespace

bool is_looked_up(std::string_view kind) {
  return std::any_of(kKinds.begin(), kKinds.end(), [&](const Kind& each) { return each.name == kind; });
}

void refuse_unknown_name(std::string_view kind, const std::string& name, const OfferNames& offer_all) {
  Nearest nearest(name);
  offer_all([&](std::string_view known) { nearest.offer(known); });
  std::string hint = nearest.suggestion();
  for (const Kind& each : kKinds) {
    if (hint.empty() && each.name == kind) hint = fmt::format("; {}", each.list);
  }
  throw QueryError(QueryErrorKind::unprocessable, fmt::format("{}.unknown", kind),
                   has_wildcard(name) ? fmt::format("no {} in this corpus fits '{}'{}", kind, shown(name), hint)
                                      : fmt::format("there is no {} '{}' in this corpus{}", kind, shown(name), hint));
}

void require_known(GuardedConnection& connection, std::string_view kind, const std::string& name) {
  const std::string& sql = shared_sql(fmt::format("known_{}s", kind));
  {
    GuardedStatement statement = connection.prepare_kept(sql);
    statement.bind("given", name);
    if (has_wildcard(name)) statement.bind("glob", glob_of(kind, name));
    if (statement.step()) return;
  }
  refuse_unknown_name(kind, name, [&](const auto& offer) {
    GuardedStatement all = connection.prepare_kept(sql);  // without a name: every one
    while (all.step()) {
      const Value value = all.value(0);
      if (const auto* text = std::get_if<std::string_view>(&value)) offer(*text);
    }
  });
}

}  // namespace mecadex::queries
