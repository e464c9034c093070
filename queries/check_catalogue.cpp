// The checks of every query, on a database that has the schema and no rows.
//
// Whether a statement reads a table from end to end is read from the program that SQLite compiled
// (EXPLAIN): OpenRead opens a table or index by its root page, Rewind or Last on the same cursor
// starts at an end of it. The readable plan names aliases and cannot be traced to tables.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <map>
#include <memory>
#include <set>

#include "queries/catalogue.hpp"
#include "queries/compose.hpp"
#include "queries/evaluators.hpp"
#include "queries/parameters.hpp"

namespace mecadex::queries {
namespace {

/// Tables that have a row per file, controller or less: reading them whole is cheap.
constexpr std::array<std::string_view, 10> kSmallTables{"corpus_info",      "runs",
                                                        "sources",          "files",
                                                        "containers",       "controllers",
                                                        "finding_codes",    "schema_docs",
                                                        "serialized_files", "override_controllers"};

constexpr std::array<const char*, 4> kGroups{"none", "source", "unity_version", "controller"};

using RawStatement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

/// Names that the statement binds, without ':'.
std::set<std::string> bound_names(sqlite3_stmt* statement) {
  std::set<std::string> names;
  for (int i = 1; i <= sqlite3_bind_parameter_count(statement); ++i) {
    const char* name = sqlite3_bind_parameter_name(statement, i);
    names.insert(name == nullptr ? "?" : name + 1);
  }
  return names;
}

class Checker {
 public:
  explicit Checker(SQLite::Database& database) : database_(database) {
    SQLite::Statement query(database,
                            "SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0");
    while (query.executeStep()) {
      tables_[query.getColumn(0).getInt()] = query.getColumn(1).getString();
    }
  }

  std::vector<std::string> run(const Catalogue& catalogue) {
    for (const QuerySpec& spec : catalogue.all()) {
      if (!spec.evaluates.empty()) {
        if (find_evaluator(spec.evaluates) == nullptr) report(spec, "has no evaluator " + spec.evaluates);
        continue;
      }
      for (const char* group : kGroups) {
        if (spec.default_group || std::string_view(group) == "none") check(spec, group);
      }
    }
    return std::move(problems_);
  }

 private:
  void report(const QuerySpec& spec, const std::string& problem) {
    problems_.push_back(fmt::format("{}/{}: {}", spec.topic, spec.name, problem));
  }

  RawStatement prepare(const std::string& sql, const char** tail) const {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database_.getHandle(), sql.c_str(), -1, &statement, tail);
    return {statement, &sqlite3_finalize};
  }

  void check(const QuerySpec& spec, const std::string& group) {
    const Composed composed = compose(spec, group, true);
    const char* tail = "";
    const RawStatement statement = prepare(composed.sql, &tail);
    if (statement == nullptr) {
      return report(spec,
                    fmt::format("does not prepare: {}", sqlite3_errmsg(database_.getHandle())));
    }
    if (*tail != '\0') report(spec, "is more than one statement");
    if (sqlite3_stmt_readonly(statement.get()) == 0) report(spec, "does not only read");
    check_names(spec, composed, bound_names(statement.get()));
    if (spec.scan.empty()) check_scans(spec, composed.sql);
  }

  void check_names(const QuerySpec& spec, const Composed& composed, std::set<std::string> bound) {
    for (const char* shared :
         {"source", "source_glob", "file", "file_glob", "controller", "controller_glob", "unity_version", "copies",
          "page_rows"}) {
      bound.erase(shared);
    }
    for (std::size_t i = 1; i <= composed.order.size(); ++i)
      bound.erase(fmt::format("after_{}", i));
    for (const Param& param : spec.params) {
      if (bound.erase(param.name) == 0) report(spec, "does not use its parameter " + param.name);
      if (param.is_pattern && bound.erase(param.name + "_glob") == 0) {
        report(spec, "does not use the pattern of its parameter " + param.name);
      }
    }
    for (const std::string& name : bound)
      report(spec, "binds :" + name + " and does not declare it");
  }

  void check_scans(const QuerySpec& spec, const std::string& sql) {
    const char* tail = "";
    const RawStatement program = prepare("EXPLAIN " + sql, &tail);
    std::map<int, int> root_pages;  // by cursor
    while (program != nullptr && sqlite3_step(program.get()) == SQLITE_ROW) {
      const std::string_view opcode(
          static_cast<const char*>(sqlite3_column_blob(program.get(), 1)),
          static_cast<std::size_t>(sqlite3_column_bytes(program.get(), 1)));
      const int cursor = sqlite3_column_int(program.get(), 2);
      if (opcode == "OpenRead") root_pages[cursor] = sqlite3_column_int(program.get(), 3);
      if (opcode == "OpenEphemeral" || opcode == "OpenAutoindex") root_pages.erase(cursor);
      if (opcode == "Rewind" || opcode == "Last") check_scan(spec, root_pages, cursor);
    }
  }

  void check_scan(const QuerySpec& spec, const std::map<int, int>& root_pages, int cursor) {
    const auto page = root_pages.find(cursor);
    if (page == root_pages.end()) return;
    const std::string& table = tables_[page->second];
    for (const std::string_view small : kSmallTables) {
      if (small == table) return;
    }
    report(spec, "reads all of " + table + " and does not say why (scan:)");
  }

  SQLite::Database& database_;
  std::map<int, std::string> tables_;  // by root page of the table or index
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> check_catalogue(const Catalogue& catalogue, SQLite::Database& database) {
  return Checker(database).run(catalogue);
}

}  // namespace mecadex::queries
