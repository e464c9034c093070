#include "indexer/corpus/corpus_scripts.hpp"

#include <SQLiteCpp/Database.h>

#include <stdexcept>
#include <string>

namespace mecadex::corpus {
namespace {

struct Script {
  std::string_view name;
  const char* text;
};

constexpr Script kScripts[] = {
#include "corpus_scripts.inc"
};

}  // namespace

void run_script(SQLite::Database& database, std::string_view name) {
  for (const Script& script : kScripts) {
    if (script.name == name) {
      database.exec(script.text);
      return;
    }
  }
  throw std::logic_error("no script is called " + std::string(name));
}

}  // namespace mecadex::corpus
