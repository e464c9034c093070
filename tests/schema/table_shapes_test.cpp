#include "schema/table_shapes.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "schema/schema.hpp"

namespace mecadex::schema {
namespace {

class TableShapes : public ::testing::Test {
 protected:
  TableShapes() : database_(":memory:", SQLite::OPEN_READWRITE) {
    create_tables(database_);
    create_indexes(database_);
    create_views(database_);
  }

  std::vector<std::string> faults() { return check_table_shapes(read_table_shapes(database_)); }

  SQLite::Database database_;
};

using Strings = std::vector<std::string>;

// When this fails for a new table: declare its reference (REFERENCES), or a UNIQUE index over its natural key.
TEST_F(TableShapes, EveryRowThatIsReferredToHasANaturalKey) { EXPECT_EQ(faults(), Strings{}); }

TEST_F(TableShapes, ANewTableThatIsReferredToNeedsAKey) {
  database_.exec("CREATE TABLE moods (mood_id INTEGER PRIMARY KEY, text TEXT)");
  EXPECT_EQ(faults(), Strings{});
  database_.exec("CREATE TABLE mood_uses (use_id INTEGER PRIMARY KEY, mood_id INTEGER REFERENCES moods (mood_id))");
  EXPECT_EQ(faults(), Strings{"moods is referred to and has no natural key"});
  database_.exec("CREATE UNIQUE INDEX moods_by_text ON moods (text)");
  EXPECT_EQ(faults(), Strings{});
}

TEST_F(TableShapes, AnIdThatRefersToNothingIsAFault) {
  database_.exec("CREATE TABLE loose (a INTEGER, clip_id INTEGER)");
  EXPECT_EQ(faults(), Strings{"loose.clip_id looks like an id of ours but refers to no table"});
}

TEST_F(TableShapes, KnowWhoseIdAColumnIs) {
  const auto shapes = read_table_shapes(database_);
  const TableShape& animators = find_shape(shapes, "animators");
  EXPECT_EQ(animators.id, "animator_id");
  EXPECT_EQ(animators.same_as, "objects");
  EXPECT_EQ(animators.column("outer_animator_id").refers_to, "animators");
  EXPECT_EQ(find_shape(shapes, "object_ref_candidates").column("object_id").refers_to, "objects");
  EXPECT_EQ(find_shape(shapes, "object_ref_candidates").column("field").refers_to, "");
  EXPECT_EQ(find_shape(shapes, "files").natural_key, (Strings{"source_id", "path"}));
  EXPECT_THROW(find_shape(shapes, "names_fts"), std::out_of_range);
}

TEST_F(TableShapes, AKeyIsComposedFromTheSourceDown) {
  database_.exec("INSERT INTO sources (source_id, label) VALUES (7, 'a|b')");
  database_.exec("INSERT INTO files (file_id, source_id, path, status) VALUES (8, 7, 'x', 'indexed')");
  database_.exec("INSERT INTO serialized_files (serialized_file_id, file_id, node_path, status) VALUES (9, 8, '', 'indexed')");
  database_.exec("INSERT INTO objects (object_id, serialized_file_id, path_id) VALUES (10, 9, -5)");
  add_text_function(database_);
  const auto shapes = read_table_shapes(database_);
  EXPECT_EQ(database_.execAndGet("SELECT " + key_expression(shapes, "main", "controllers", "10")).getString(), "a\\pb|x||-5");
  EXPECT_TRUE(database_.execAndGet("SELECT " + key_expression(shapes, "main", "controllers", "11")).isNull());
}

TEST_F(TableShapes, ValuesAreExactAndStayOnTheirLine) {
  add_text_function(database_);
  const auto text = [&](const char* sql) {
    return database_.execAndGet(std::string("SELECT mecadex_text(") + sql + ")").getString();
  };
  EXPECT_EQ(text("NULL"), "\\N");
  EXPECT_EQ(text("'\\N'"), "\\\\N");
  EXPECT_EQ(text("'a' || char(9, 10, 13) || '|'"), "a\\t\\n\\r\\p");
  EXPECT_EQ(text("-9223372036854775807"), "-9223372036854775807");
  EXPECT_EQ(text("0.1"), "0x1.999999999999ap-4");
  EXPECT_EQ(text("9e999"), "inf");
  EXPECT_EQ(text("-9e999"), "-inf");
  EXPECT_EQ(text("x'00ff'"), "00ff");
}

}  // namespace
}  // namespace mecadex::schema
