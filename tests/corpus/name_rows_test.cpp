#include "indexer/corpus/name_rows.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "indexer/bytes/crc32.hpp"
#include "schema/schema.hpp"
#include "tests/support/corpus_fixture.hpp"

namespace mecadex::corpus {
namespace {

using bytes::name_hash;

class NameRowsTest : public ::testing::Test {
 protected:
  NameRowsTest() { schema::create_tables(db_); }

  std::string all() {
    return testing::rows(db_, "SELECT name_id, hash, text FROM names ORDER BY 1");
  }

  SQLite::Database db_{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
};

TEST_F(NameRowsTest, EachPairIsStoredOnce) {
  NameRows names(db_);
  EXPECT_EQ(names.intern(5, "a"), 1);
  EXPECT_EQ(names.intern(6, "a"), 2);  // a table may lie about its hashes
  EXPECT_EQ(names.intern(5, "b"), 3);
  EXPECT_EQ(names.intern(5, "a"), 1);
  EXPECT_EQ(names.intern(0, ""), 4);
  EXPECT_EQ(all(), "1|5|a\n2|6|a\n3|5|b\n4|0|\n");
}

TEST_F(NameRowsTest, GoesOnWhereTheTableIs) {
  NameRows(db_).intern(5, "a");
  NameRows later(db_);
  EXPECT_EQ(later.intern(7, "c"), 2);
  EXPECT_EQ(later.intern(5, "a"), 1);
}

TEST_F(NameRowsTest, TextsThatBecomeOneAreOneRow) {
  NameRows names(db_);
  const std::uint32_t hash = name_hash("\xFF");
  EXPECT_EQ(names.intern(hash, "\xFF"), 1);
  EXPECT_EQ(names.intern(hash, "\\xFF"), 1);  // reads the same, and has the hash given
  const std::string longest(bytes::kMaxValueBytes, 'x');
  EXPECT_EQ(names.intern(9, longest + "1"), 2);
  EXPECT_EQ(names.intern(9, longest + "2"), 2);
  EXPECT_EQ(names.intern(9, longest), 2);
  EXPECT_EQ(testing::rows(db_, "SELECT name_id, length(text) FROM names"), "1|4\n2|65536\n");
}

TEST_F(NameRowsTest, AUseIsNotedOnce) {
  NameRows names(db_);
  const std::int64_t name = names.intern(5, "a");
  names.use(1, NameOrigin::controller_tos, name);
  names.use(1, NameOrigin::controller_tos, name);
  names.use(1, NameOrigin::recovered, name);
  EXPECT_EQ(testing::rows(db_, "SELECT object_id, origin, name_id FROM stored_name_uses"),
            "1|1|1\n1|6|1\n");
  schema::create_views(db_);
  EXPECT_EQ(testing::rows(db_, "SELECT object_id, origin FROM name_uses"), "1|controller_tos\n1|recovered\n");
  for (int origin = 1; origin <= 6; ++origin) names.use(2, static_cast<NameOrigin>(origin), name);
  EXPECT_EQ(testing::rows(db_, "SELECT count(*) FROM name_uses WHERE object_id = 2 AND origin IS NULL"), "0\n");
}

}  // namespace
}  // namespace mecadex::corpus
