#include "server/statements.hpp"

#include <map>
#include <stdexcept>

namespace mecadex::server {
namespace {

struct EmbeddedText {
  const char* path;
  const char* text;
};

constexpr EmbeddedText kStatements[] = {
#include "statements.inc"
};

constexpr EmbeddedText kExamples[] = {
#include "sql_examples.inc"
};

}  // namespace

const std::string& statement(std::string_view name) {
  static const std::map<std::string, std::string, std::less<>> all = [] {
    std::map<std::string, std::string, std::less<>> made;
    for (const EmbeddedText& entry : kStatements) made.emplace(entry.path, entry.text);
    return made;
  }();
  const auto found = all.find(name);
  if (found == all.end()) throw std::out_of_range("no statement " + std::string(name));
  return found->second;
}

/// The first line of an example is its title.
const std::vector<SqlExample>& sql_examples() {
  static const std::vector<SqlExample> all = [] {
    std::vector<SqlExample> made;
    for (const EmbeddedText& entry : kExamples) {
      const std::string text = entry.text;
      const auto line = text.find('\n');
      made.push_back({entry.path, text.substr(3, line - 3), text.substr(line + 1)});
      while (!made.back().sql.empty() && made.back().sql.back() == '\n') made.back().sql.pop_back();
    }
    return made;
  }();
  return all;
}

}  // namespace mecadex::server
