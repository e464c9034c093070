// The tables and views of a corpus with their meaning, as /v1/schema and `mecadex schema` show them.
#pragma once

#include <string>
#include <vector>

#include "queries/sql_guard.hpp"

namespace mecadex::queries {

struct CorpusTable {
  std::string name;
  std::string kind;  // table or view
  std::string doc;   // "" when nothing is said
  std::string sql;   // its CREATE statement
};

struct CorpusColumn {
  std::string name;
  std::string type;  // INTEGER, REAL, TEXT, BLOB; "" for an expression
  std::string doc;
};

/// All that users may read, tables first, by name; with `table` only that one, or none.
std::vector<CorpusTable> read_corpus_tables(GuardedConnection& connection, const std::string& table = "");

/// The columns of a table or view that exists.
std::vector<CorpusColumn> read_corpus_columns(GuardedConnection& connection, const std::string& table);

/// CREATE statements of its indexes.
std::vector<std::string> read_corpus_indexes(GuardedConnection& connection, const std::string& table);

/// "; did you mean a, b?" for a table that does not exist; "" when none is near.
std::string nearest_tables(GuardedConnection& connection, const std::string& table);

}  // namespace mecadex::queries
