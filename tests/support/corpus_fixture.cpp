#include "tests/support/corpus_fixture.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <stdlib.h>

#include <atomic>
#include <cerrno>
#include <sstream>
#include <system_error>

#include "queries/rows_out.hpp"
#include "tests/support/made_game.hpp"

namespace mecadex::testing {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "mecadex-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "no temporary folder");
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

crawl::IndexResult index_now(const crawl::IndexOptions& options) {
  const std::atomic<bool> stop{false};
  SilentProgress progress;
  return crawl::run_index(options, stop, progress);
}

std::string rows(SQLite::Database& database, std::string_view sql) {
  std::string out;
  SQLite::Statement select(database, std::string(sql));
  while (select.executeStep()) {
    for (int i = 0; i < select.getColumnCount(); ++i) {
      const SQLite::Column column = select.getColumn(i);
      if (i > 0) out += '|';
      if (column.isNull()) {
        out += '-';
      } else if (column.isBlob()) {
        static constexpr char kHex[] = "0123456789abcdef";
        for (const char c : column.getString()) {
          const auto byte = static_cast<unsigned char>(c);
          out += {kHex[byte >> 4U], kHex[byte & 15U]};
        }
      } else {
        out += column.getString();
      }
    }
    out += '\n';
  }
  return out;
}

std::string answer(const fs::path& database, const std::string& query,
                   const std::vector<std::pair<std::string, std::string>>& params) {
  queries::GuardedConnection connection(database, database.string(), queries::catalogue_limits());
  std::ostringstream csv;
  queries::QueryRequest request;
  request.name = query;
  request.params = params;
  const auto writer = queries::make_writer(queries::Format::csv, csv);
  queries::run_query(queries::builtin_catalogue(), connection, request, *writer);
  std::string text;
  for (const char c : csv.str()) {
    if (c != '\r') text += c;
  }
  return text;
}

MadeCorpus& MadeCorpus::get() {
  static MadeCorpus corpus;
  return corpus;
}

MadeCorpus::MadeCorpus() {
  write_files(game(), made_game());
  crawl::IndexOptions options;
  options.data = folder_.path() / "corpus";
  options.roots = {game()};
  options.walk.each = true;
  result_ = index_now(options);
  connection_ = std::make_unique<SQLite::Database>(database().string(), SQLite::OPEN_READONLY);
}

MadeCorpus::~MadeCorpus() = default;

std::string MadeCorpus::rows(std::string_view sql) const {
  return testing::rows(*connection_, sql);
}

}  // namespace mecadex::testing
