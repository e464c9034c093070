#include "queries/shared_sql.hpp"

#include <map>
#include <stdexcept>

namespace mecadex::queries {
namespace {

struct SharedText {
  const char* name;
  const char* text;
};

constexpr SharedText kShared[] = {
#include "shared.inc"
};

}  // namespace

const std::string& shared_sql(std::string_view name) {
  static const std::map<std::string, std::string, std::less<>> all = [] {
    std::map<std::string, std::string, std::less<>> made;
    for (const SharedText& entry : kShared) made.emplace(entry.name, entry.text);
    return made;
  }();
  const auto found = all.find(name);
  if (found == all.end()) throw std::out_of_range("no statement " + std::string(name));
  return found->second;
}

}  // namespace mecadex::queries
