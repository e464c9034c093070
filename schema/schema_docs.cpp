// Documentation from the CREATE statements themselves.
//
//   CREATE TABLE states (  -- a state of a machine           -> states, ''
//     state_id INTEGER PRIMARY KEY,  -- our id               -> states, state_id
//     kind TEXT NOT NULL     -- what it is,                  -> states, kind
//                            -- in words
//       CHECK (kind IN ('a', 'b')),                          (capitals continue the column)
//
// In a view the column is the last word before the comment (`c.name AS controller,  -- ...`). A
// column of a view without a comment comes from a table or another view unchanged, and its text is
// taken over: SQLite knows from which table.
#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <map>
#include <memory>
#include <utility>

#include "schema/schema.hpp"

namespace mecadex::schema {
namespace {

using Docs = std::map<std::pair<std::string, std::string>, std::string>;

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view first_word(std::string_view code) {
  std::size_t end = 0;
  while (end < code.size() && is_name_character(code[end])) ++end;
  return code.substr(0, end);
}

std::string_view last_word(std::string_view code) {
  while (!code.empty() && !is_name_character(code.back())) code.remove_suffix(1);
  std::size_t begin = code.size();
  while (begin > 0 && is_name_character(code[begin - 1])) --begin;
  return code.substr(begin);
}

/// Takes the next line off `text`, split at its comment.
std::pair<std::string_view, std::string_view> next_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size() < text.size() ? line.size() + 1 : text.size());
  const auto comment = line.find("--");
  if (comment == std::string_view::npos) return {trim(line), {}};
  return {trim(line.substr(0, comment)), trim(line.substr(comment + 2))};
}

/// Name and CREATE statement of every table and view; SQLite's own are left out.
std::vector<std::pair<std::string, std::string>> statements(SQLite::Database& database) {
  std::vector<std::pair<std::string, std::string>> found;
  SQLite::Statement query(
      database,
      "SELECT name, sql FROM sqlite_schema "
      "WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%' ORDER BY type, name");
  while (query.executeStep()) {
    found.emplace_back(query.getColumn(0).getString(), query.getColumn(1).getString());
  }
  return found;
}

using RawStatement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

/// `SELECT *` of a table or view. (The raw interface: SQLiteCpp does not tell a column's table.)
RawStatement all_columns(SQLite::Database& database, const std::string& table) {
  sqlite3_stmt* statement = nullptr;
  const std::string sql = "SELECT * FROM \"" + table + "\"";
  if (sqlite3_prepare_v2(database.getHandle(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
    throw SQLite::Exception(database.getHandle());
  }
  return {statement, &sqlite3_finalize};
}

/// The text of a view's column that its own statement does not describe: that of the table's column
/// it shows, or of the column of that name in another view (`file` is computed in object_places).
const std::string* inherited(const Docs& docs, sqlite3_stmt* statement, int column) {
  const char* table = sqlite3_column_table_name(statement, column);
  const char* origin = sqlite3_column_origin_name(statement, column);
  if (table != nullptr && origin != nullptr) {
    const auto found = docs.find({table, origin});
    return found == docs.end() ? nullptr : &found->second;
  }
  for (const auto& [key, text] : docs) {
    if (key.second == sqlite3_column_name(statement, column)) return &text;
  }
  return nullptr;
}

void inherit_docs(SQLite::Database& database, const std::string& view, Docs& docs) {
  const RawStatement all = all_columns(database, view);
  for (int i = 0; i < sqlite3_column_count(all.get()); ++i) {
    const std::string* text = inherited(docs, all.get(), i);
    if (text != nullptr) docs.try_emplace({view, sqlite3_column_name(all.get(), i)}, *text);
  }
}

}  // namespace

std::vector<ColumnDoc> parse_docs(std::string_view create_statement) {
  const bool is_view = create_statement.substr(0, 11) == "CREATE VIEW";
  std::vector<ColumnDoc> docs;
  bool first = true;
  while (!create_statement.empty()) {
    const auto [code, comment] = next_line(create_statement);
    const bool opens = std::exchange(first, false);
    if (comment.empty()) continue;
    if (code.empty() && !docs.empty()) {
      docs.back().text.append(" ").append(comment);
      continue;
    }
    const std::string_view column = opens ? "" : is_view ? last_word(code) : first_word(code);
    if (opens || !column.empty()) docs.push_back({std::string(column), std::string(comment)});
  }
  return docs;
}

void fill_schema_docs(SQLite::Database& database) {
  Docs docs;
  const auto all = statements(database);
  for (const auto& [table, sql] : all) {
    for (ColumnDoc& doc : parse_docs(sql))
      docs.emplace(std::pair{table, doc.column}, std::move(doc.text));
  }
  for (const auto& [table, sql] : all) {
    if (sql.compare(0, 11, "CREATE VIEW") == 0) inherit_docs(database, table, docs);
  }
  database.exec("DELETE FROM schema_docs");
  SQLite::Statement insert(
      database, "INSERT INTO schema_docs (table_name, column_name, text) VALUES (?, ?, ?)");
  for (const auto& [key, text] : docs) {
    insert.bind(1, key.first);
    insert.bind(2, key.second);
    insert.bind(3, text);
    insert.exec();
    insert.reset();
  }
}

}  // namespace mecadex::schema
