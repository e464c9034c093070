#include "queries/corpus_schema.hpp"

#include <map>

#include "queries/nearest.hpp"
#include "queries/shared_sql.hpp"

namespace mecadex::queries {
namespace {

std::string text_of(const Value& value) {
  const auto* text = std::get_if<std::string_view>(&value);
  return text == nullptr ? std::string() : std::string(*text);
}

}  // namespace

std::vector<CorpusTable> read_corpus_tables(GuardedConnection& connection, const std::string& table) {
  std::vector<CorpusTable> tables;
  GuardedStatement rows = connection.prepare_kept(shared_sql("schema_tables"));
  if (!table.empty()) rows.bind("table", table);
  while (rows.step()) {
    tables.push_back({text_of(rows.value(0)), text_of(rows.value(1)), text_of(rows.value(2)), text_of(rows.value(3))});
  }
  return tables;
}

std::vector<CorpusColumn> read_corpus_columns(GuardedConnection& connection, const std::string& table) {
  std::map<std::string, std::string> docs;
  GuardedStatement texts = connection.prepare_kept(shared_sql("schema_columns"));
  texts.bind("table", table);
  while (texts.step()) docs[text_of(texts.value(0))] = text_of(texts.value(1));

  std::vector<CorpusColumn> columns;
  const auto all = connection.prepare("SELECT * FROM \"" + table + "\"");
  for (int i = 0; i < all.column_count(); ++i) {
    std::string name = all.column_name(i);
    std::string doc = docs[name];
    columns.push_back({std::move(name), all.declared_type(i), std::move(doc)});
  }
  return columns;
}

std::vector<std::string> read_corpus_indexes(GuardedConnection& connection, const std::string& table) {
  std::vector<std::string> indexes;
  GuardedStatement rows = connection.prepare_kept(shared_sql("schema_indexes"));
  rows.bind("table", table);
  while (rows.step()) indexes.push_back(text_of(rows.value(0)));
  return indexes;
}

std::string nearest_tables(GuardedConnection& connection, const std::string& table) {
  Nearest nearest(table);
  for (const CorpusTable& each : read_corpus_tables(connection)) nearest.offer(each.name);
  return nearest.suggestion();
}

}  // namespace mecadex::queries
