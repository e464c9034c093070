#include "server/entities.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "queries/known_names.hpp"
#include "queries/words.hpp"
#include "schema/schema.hpp"

namespace mecadex::server {

using queries::split;
using queries::trim;

namespace {

struct EmbeddedText {
  const char* path;
  const char* text;
};

constexpr EmbeddedText kFiles[] = {
#include "entities.inc"
};

/// Parameters that every list has.
constexpr std::array<std::string_view, 5> kListParams{"fields", "sort", "limit", "cursor",
                                                      "format"};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The names behind ':' in a statement.
std::vector<std::string> params_of(std::string_view sql) {
  std::vector<std::string> params;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] != ':') continue;
    const std::size_t begin = i + 1;
    while (i + 1 < sql.size() && is_word(sql[i + 1])) ++i;
    std::string name(sql.substr(begin, i + 1 - begin));
    if (std::find(params.begin(), params.end(), name) == params.end()) {
      params.push_back(std::move(name));
    }
  }
  return params;
}

/// Reads a file line by line; SQL belongs to the filter or section above it.
class EntityParser {
 public:
  explicit EntityParser(std::string_view name) { entity_.name = name; }

  void line(std::string_view text) {
    if (text.substr(0, 3) != "-- ") {
      sql(text);
      return;
    }
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) fail("a comment without a key");
    key(trim(text.substr(3, colon - 3)), trim(text.substr(colon + 1)));
  }

  Entity take() && {
    if (entity_.one.empty() || entity_.table.empty() || entity_.view.empty() ||
        entity_.key.empty() || entity_.doc.empty()) {
      fail("one, table, view, key or doc is missing");
    }
    fill_params(entity_.sections);
    return std::move(entity_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("entities/" + entity_.name + ": " + what);
  }

  void key(std::string_view name, std::string_view value) {
    if (name == "name") {
      if (value != entity_.name) fail("its name is not that of the file");
    } else if (name == "one") {
      entity_.one = value;
    } else if (name == "table") {
      entity_.table = value;
    } else if (name == "view") {
      entity_.view = value;
    } else if (name == "key") {
      entity_.key = value;
    } else if (name == "doc") {
      entity_.doc = value;
    } else if (name == "example") {
      entity_.example = value;
    } else if (name == "history") {
      entity_.has_history = value == "yes";
    } else if (name == "sort") {
      entity_.sorts = split(value, ',');
    } else if (name == "filter") {
      filter(value);
    } else if (name == "section") {
      section(value);
    } else {
      fail("unknown key '" + std::string(name) + "'");
    }
  }

  void filter(std::string_view value) {
    EntityFilter made;
    const auto comment = value.find("--");
    if (comment == std::string_view::npos) fail("a filter without its meaning");
    made.doc = trim(value.substr(comment + 2));
    const auto words = split(value.substr(0, comment), ' ');
    if (words.size() < 2) fail("a filter without a type");
    made.name = words[0];
    if (std::find(kListParams.begin(), kListParams.end(), made.name) != kListParams.end()) {
      fail("a filter cannot be called " + made.name);
    }
    if (words[1] != "text" && words[1] != "int") fail("unknown type " + words[1]);
    if (words[1] == "int") made.type = queries::ValueType::integer;
    for (std::size_t i = 2; i < words.size(); ++i) {
      if (words[i] == "pattern") {
        made.is_pattern = true;
      } else if (words[i] == "known" && i + 1 < words.size() && queries::is_looked_up(words[i + 1])) {
        made.known = words[++i];
      } else if (words[i] == "in" && i + 1 < words.size()) {
        made.choices = split(words[++i], '|');
      } else {
        fail("unknown word " + words[i]);
      }
    }
    entity_.filters.push_back(std::move(made));
    sql_ = &entity_.filters.back().condition;
  }

  void section(std::string_view path) {
    std::vector<Section>* siblings = &entity_.sections;
    auto names = split(path, '.');
    for (std::size_t i = 0; i + 1 < names.size(); ++i) {
      const auto outer = std::find_if(siblings->begin(), siblings->end(),
                                      [&](const Section& each) { return each.name == names[i]; });
      if (outer == siblings->end()) fail("no section encloses " + std::string(path));
      siblings = &outer->sections;
    }
    siblings->push_back({std::move(names.back()), "", {}, {}});
    sql_ = &siblings->back().sql;
  }

  void sql(std::string_view text) {
    if (trim(text).empty()) return;
    if (sql_ == nullptr) fail("SQL before the first filter or section");
    if (!sql_->empty()) *sql_ += '\n';
    *sql_ += text;
  }

  static void fill_params(std::vector<Section>& sections) {
    for (Section& each : sections) {
      each.params = params_of(each.sql);
      fill_params(each.sections);
    }
  }

  Entity entity_;
  std::string* sql_ = nullptr;  // what SQL lines are added to
};

/// A database without rows: the schema says which columns there are and what they mean.
class EmptyCorpus {
 public:
  EmptyCorpus() : database_(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    schema::create_tables(database_);
    schema::create_indexes(database_);
    schema::create_views(database_);
    schema::fill_schema_docs(database_);
  }

  std::vector<EntityColumn> columns(const std::string& view) {
    std::vector<EntityColumn> columns;
    SQLite::Statement rows(database_, "SELECT * FROM \"" + view + "\"");
    SQLite::Statement doc(database_,
                          "SELECT text FROM schema_docs WHERE table_name = ? AND column_name = ?");
    for (int i = 0; i < rows.getColumnCount(); ++i) {
      EntityColumn column;
      column.name = rows.getColumnName(i);
      column.type = declared_type(rows, i);
      doc.reset();
      doc.bind(1, view);
      doc.bind(2, column.name);
      if (doc.executeStep()) column.doc = doc.getColumn(0).getString();
      column.is_list = is_list_column(column.doc);
      columns.push_back(std::move(column));
    }
    return columns;
  }

 private:
  /// SQLiteCpp throws where there is none, for an expression.
  static std::string declared_type(SQLite::Statement& rows, int column) {
    try {
      return rows.getColumnDeclaredType(column);
    } catch (const SQLite::Exception&) {
      return {};
    }
  }

  SQLite::Database database_;
};

}  // namespace

const EntityColumn* Entity::find_column(std::string_view column) const {
  for (const EntityColumn& each : columns) {
    if (each.name == column) return &each;
  }
  return nullptr;
}

Entity parse_entity(std::string_view name, std::string_view text) {
  EntityParser parser(name);
  while (!text.empty()) {
    const auto end = text.find('\n');
    parser.line(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return std::move(parser).take();
}

bool is_list_column(std::string_view doc) { return doc.substr(0, 9) == "JSON list"; }

const Entity* EntityCatalogue::find(std::string_view name) const {
  for (const Entity& entity : entities_) {
    if (entity.name == name) return &entity;
  }
  return nullptr;
}

const EntityCatalogue& builtin_entities() {
  static const EntityCatalogue catalogue = [] {
    EmptyCorpus corpus;
    std::vector<Entity> entities;
    for (const EmbeddedText& file : kFiles) {
      entities.push_back(parse_entity(file.path, file.text));
      entities.back().columns = corpus.columns(entities.back().view);
    }
    return EntityCatalogue(std::move(entities));
  }();
  return catalogue;
}

}  // namespace mecadex::server
