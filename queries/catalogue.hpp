// The catalogue: every named query, built in or read from a folder, and the checks that each of
// them must pass.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "queries/query_spec.hpp"

namespace SQLite {
class Database;
}

namespace mecadex::queries {

class Catalogue {
 public:
  /// Takes queries of distinct names; throws FrontMatterError when a name occurs twice.
  explicit Catalogue(std::vector<QuerySpec> specs);

  /// By topic, then name.
  const std::vector<QuerySpec>& all() const { return specs_; }

  /// The query of this name. Throws QueryError (query.unknown) that suggests the nearest names.
  const QuerySpec& find(std::string_view name) const;

 private:
  std::vector<QuerySpec> specs_;
};

/// The queries that the program carries. Thread-safe; parsed once.
const Catalogue& builtin_catalogue();

/// The queries below a folder (<topic>/<name>.sql), for trying new ones.
Catalogue read_catalogue(const std::filesystem::path& folder);

/// What is wrong with each query, tried on a database with the schema and no rows: it prepares with
/// every grouping, only reads, binds exactly the parameters that it declares, has its columns, and
/// reads no big table from end to end unless `scan:` says why; or its evaluator exists. Empty when
/// all is well.
std::vector<std::string> check_catalogue(const Catalogue& catalogue, SQLite::Database& database);

/// A query's documentation: name, topic, title, description, params with the common ones, columns.
nlohmann::json to_json(const QuerySpec& spec);

}  // namespace mecadex::queries
