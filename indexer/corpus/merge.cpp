#include "indexer/corpus/merge.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "indexer/corpus/open_snapshot.hpp"
#include "indexer/corpus/revision.hpp"
#include "indexer/corpus/work_copy.hpp"
#include "schema/schema.hpp"
#include "schema/table_shapes.hpp"

namespace mecadex::corpus {
namespace fs = std::filesystem;
namespace {

using schema::ColumnShape;
using schema::TableShape;

struct Input {
  fs::path path;
  std::vector<std::string> labels;  // in order
  RevisionInputs made_with;
};

// Tables that are written anew.
const std::set<std::string_view> kMadeAnew{"corpus_info", "schema_docs"};

Input inspect(const fs::path& path) {
  SQLite::Database database = open_snapshot(path);
  schema::require_compatible(database, path.string());
  const auto made_with = stored_inputs(database);
  if (!made_with) {
    throw schema::IncompatibleDatabase(path.string() + " does not say with which versions it was made: index it again");
  }
  if (made_with->schema_version != schema::kSchemaVersion) {
    throw schema::IncompatibleDatabase(fmt::format("{} has schema {}; this program merges schema {}: index it again",
                                                   path.string(), made_with->schema_version, schema::kSchemaVersion));
  }
  Input input{path, {}, *made_with};
  SQLite::Statement labels(database, "SELECT label FROM sources ORDER BY label");
  while (labels.executeStep()) input.labels.push_back(labels.getColumn(0).getString());
  return input;
}

void require_equal_making(const std::vector<Input>& inputs) {
  const Input& first = inputs.front();
  for (const Input& other : inputs) {
    if (other.made_with.decoder_version != first.made_with.decoder_version) {
      throw schema::IncompatibleDatabase(fmt::format("{} was read by decoder {}, {} by decoder {}: index the older again",
                                                     first.path.string(), first.made_with.decoder_version,
                                                     other.path.string(), other.made_with.decoder_version));
    }
  }
}

void require_disjoint(const std::vector<Input>& inputs) {
  std::map<std::string, fs::path> owners;
  for (const Input& input : inputs) {
    for (const std::string& label : input.labels) {
      const auto [owner, is_new] = owners.emplace(label, input.path);
      if (!is_new) {
        throw SourcesOverlap(fmt::format("the source {} is in {} and in {}", label, owner->second.string(),
                                         input.path.string()));
      }
    }
  }
}

// Copies one attached database after the other into an empty one with tables and no indexes.
class Merger {
 public:
  explicit Merger(SQLite::Database& database) : database_(database), shapes_(schema::read_table_shapes(database)) {}

  void add(const Input& input) {
    SQLite::Statement attach(database_, "ATTACH ? AS part");
    attach.bind(1, immutable_uri(input.path));
    attach.exec();
    require_equal_tables(input);
    database_.exec("BEGIN");
    count_offsets();
    for (const TableShape& shape : shapes_) {
      if (is_keyed_by_values(shape)) make_map(shape);
    }
    for (const TableShape& shape : shapes_) {
      if (!kMadeAnew.contains(shape.name) && !is_keyed_by_values(shape)) copy(shape);
    }
    for (const TableShape& shape : shapes_) {
      if (is_keyed_by_values(shape)) database_.exec(fmt::format("DROP TABLE temp.\"map_{}\"", shape.name));
    }
    database_.exec("COMMIT");
    database_.exec("DETACH part");
  }

 private:
  static bool is_value(const TableShape& shape, const std::string& column) {
    return column.find('/') == std::string::npos && shape.column(column).refers_to.empty();
  }

  // Rows mean the same in every database: the id is found by the key.
  static bool is_keyed_by_values(const TableShape& shape) {
    return shape.same_as.empty() && !shape.natural_key.empty() &&
           std::all_of(shape.natural_key.begin(), shape.natural_key.end(),
                       [&](const std::string& column) { return is_value(shape, column); });
  }

  // A row of this table may be there already: its primary key is made of values and of ids found by key alone.
  bool may_repeat(const TableShape& shape) const {
    if (!shape.same_as.empty()) return is_keyed_by_values(schema::find_shape(shapes_, shape.same_as));
    if (!shape.id.empty()) return false;
    return std::all_of(shape.columns.begin(), shape.columns.end(), [](const ColumnShape& column) {
      return column.key_position == 0 || column.refers_to.empty();
    });
  }

  void require_equal_tables(const Input& input) {
    const auto names = [](const std::vector<TableShape>& shapes) {
      std::set<std::string> all;
      for (const TableShape& shape : shapes) {
        for (const ColumnShape& column : shape.columns) all.insert(shape.name + "." + column.name);
      }
      return all;
    };
    const std::set<std::string> ours = names(shapes_);
    const std::set<std::string> theirs = names(schema::read_table_shapes(database_, "part"));
    std::vector<std::string> differ;
    std::set_symmetric_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(differ));
    if (!differ.empty()) {
      throw schema::IncompatibleDatabase(fmt::format("{} has other tables than this program's: {}", input.path.string(),
                                                     fmt::join(differ, ", ")));
    }
  }

  void count_offsets() {
    for (const TableShape& shape : shapes_) {
      if (shape.id.empty() || !shape.same_as.empty()) continue;
      offsets_[shape.name] =
          database_.execAndGet(fmt::format("SELECT coalesce(max(\"{}\"), 0) FROM main.\"{}\"", shape.id, shape.name))
              .getInt64();
    }
  }

  // The new id for the old id that `read` gives.
  std::string new_id(const std::string& table, const std::string& read) const {
    const TableShape& shape = schema::find_shape(shapes_, table);
    if (!shape.same_as.empty()) return new_id(shape.same_as, read);
    if (is_keyed_by_values(shape)) return fmt::format("(SELECT new FROM temp.\"map_{}\" WHERE old = {})", table, read);
    return fmt::format("{} + {}", read, offsets_.at(table));
  }

  std::string copied(const TableShape& shape, const ColumnShape& column) const {
    const std::string read = "t.\"" + column.name + "\"";
    if (!column.refers_to.empty()) return new_id(column.refers_to, read);
    if (column.name == shape.id) return new_id(shape.name, read);
    return read;
  }

  // Rows whose key is new get the next ids, in the order of the key; map_T leads from old ids to new ones.
  void make_map(const TableShape& shape) {
    std::vector<std::string> columns;
    std::vector<std::string> values;
    std::vector<std::string> equal;
    for (const ColumnShape& column : shape.columns) {
      if (column.name == shape.id) continue;
      columns.push_back("\"" + column.name + "\"");
      values.push_back(copied(shape, column));
    }
    std::vector<std::string> order;
    for (const std::string& key : shape.natural_key) {
      equal.push_back(fmt::format("m.\"{0}\" = t.\"{0}\"", key));
      order.push_back("t.\"" + key + "\"");
    }
    database_.exec(fmt::format("INSERT OR IGNORE INTO main.\"{}\" ({}) SELECT {} FROM part.\"{}\" AS t ORDER BY {}",
                               shape.name, fmt::join(columns, ", "), fmt::join(values, ", "), shape.name,
                               fmt::join(order, ", ")));
    database_.exec(fmt::format("CREATE TABLE temp.\"map_{}\" (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)", shape.name));
    database_.exec(fmt::format("INSERT INTO temp.\"map_{0}\" SELECT t.\"{1}\", m.\"{1}\" FROM part.\"{0}\" AS t "
                               "JOIN main.\"{0}\" AS m ON {2} ORDER BY 1",
                               shape.name, shape.id, fmt::join(equal, " AND ")));
  }

  void copy(const TableShape& shape) {
    std::vector<std::string> columns;
    std::vector<std::string> values;
    std::map<int, std::string> key;
    for (const ColumnShape& column : shape.columns) {
      columns.push_back("\"" + column.name + "\"");
      values.push_back(copied(shape, column));
      if (column.key_position > 0) key[column.key_position] = "t.\"" + column.name + "\"";
    }
    std::vector<std::string> order;  // as the rows lie, so that each is appended
    for (const auto& [position, column] : key) order.push_back(column);
    database_.exec(fmt::format("INSERT {}INTO main.\"{}\" ({}) SELECT {} FROM part.\"{}\" AS t ORDER BY {}",
                               may_repeat(shape) ? "OR IGNORE " : "", shape.name, fmt::join(columns, ", "),
                               fmt::join(values, ", "), shape.name, order.empty() ? "rowid" : fmt::format("{}", fmt::join(order, ", "))));
  }

  SQLite::Database& database_;
  std::vector<TableShape> shapes_;
  std::map<std::string, std::int64_t> offsets_;
};

void write_info(SQLite::Database& database, const RevisionInputs& made_with, const std::string& revision) {
  SQLite::Statement add(database, "INSERT INTO corpus_info (key, value) VALUES (?, ?)");
  const auto put = [&add](const char* key, const std::string& value) {
    add.bind(1, key);
    add.bind(2, value);
    add.exec();
    add.reset();
  };
  put("schema_version", std::to_string(made_with.schema_version));
  put("decoder_version", std::to_string(made_with.decoder_version));
  put("revision", revision);
  put("tool_version", MECADEX_VERSION);
}

void check(SQLite::Database& database) {
  const std::string quick = database.execAndGet("PRAGMA quick_check(1)").getString();
  if (quick != "ok") throw RefusedToPublish("the merged database failed its quick check: " + quick);
  SQLite::Statement broken(database, "PRAGMA foreign_key_check");
  if (broken.executeStep()) {
    throw RefusedToPublish(fmt::format("the merged database has a row of {} that refers to a missing row of {}",
                                       broken.getColumn(0).getString(), broken.getColumn(2).getString()));
  }
}

std::string build(const std::vector<Input>& inputs, const fs::path& output) {
  SQLite::Database database(output.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_URI);
  // The file is thrown away unless it is finished: no journal, no waiting for the disk.
  database.exec("PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -262144; PRAGMA foreign_keys = OFF;"
                "PRAGMA temp_store = FILE");
  schema::create_tables(database);
  Merger merger(database);
  for (const Input& input : inputs) merger.add(input);
  const RevisionInputs& made_with = inputs.front().made_with;
  const std::string revision = compute_revision(database, made_with);
  write_info(database, made_with, revision);
  schema::create_indexes(database);
  schema::create_views(database);
  schema::fill_schema_docs(database);
  schema::create_search_index(database);
  database.exec("ANALYZE");
  check(database);
  return revision;
}

void sync_to_disk(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const int rc = fd < 0 ? -1 : ::fsync(fd);
  const int error = errno;
  if (fd >= 0) ::close(fd);
  if (rc != 0) throw fs::filesystem_error("cannot write to disk", path, std::error_code(error, std::generic_category()));
}

}  // namespace

std::string merge_corpora(const std::vector<fs::path>& databases, const fs::path& output) {
  std::vector<Input> inputs;
  for (const fs::path& path : databases) inputs.push_back(inspect(path));
  std::sort(inputs.begin(), inputs.end(), [](const Input& a, const Input& b) { return a.labels < b.labels; });
  require_equal_making(inputs);
  require_disjoint(inputs);
  try {
    std::string revision = build(inputs, output);
    sync_to_disk(output);
    return revision;
  } catch (...) {
    std::error_code ignored;
    fs::remove(output, ignored);
    throw;
  }
}

}  // namespace mecadex::corpus
