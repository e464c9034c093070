#include "indexer/corpus/insert.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/corpus_fixture.hpp"

namespace mecadex::corpus {
namespace {

class InsertTest : public ::testing::Test {
 protected:
  InsertTest() { db_.exec("CREATE TABLE t (a, b, c)"); }

  std::string all() {
    return testing::rows(db_, "SELECT typeof(a), a, typeof(b), b, typeof(c), c FROM t");
  }

  SQLite::Database db_{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
};

TEST_F(InsertTest, KeepsIntegersUnsignedAndSigned) {
  Insert(db_, "t", {"a", "b", "c"}).row(std::uint32_t{0xFFFFFFFF}, std::int64_t{INT64_MIN}, true);
  EXPECT_EQ(all(), "integer|4294967295|integer|-9223372036854775808|integer|1\n");
}

TEST_F(InsertTest, NanIsNullAndInfinityIsANumber) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Insert(db_, "t", {"a", "b", "c"}).row(kNan, kInfinity, std::optional<float>(kNan));
  EXPECT_EQ(all(), "null|-|real|Inf|null|-\n");
  EXPECT_EQ(testing::rows(db_, "SELECT b = 9e999 FROM t"), "1\n");
}

TEST_F(InsertTest, FloatsAreWidenedExactly) {
  Insert(db_, "t", {"a"}).row(0.1F);
  EXPECT_EQ(db_.execAndGet("SELECT a FROM t").getDouble(), static_cast<double>(0.1F));
}

TEST_F(InsertTest, AbsentIsNullAndEmptyIsNot) {
  Insert(db_, "t", {"a", "b", "c"}).row(std::nullopt, Id{0}, std::string());
  EXPECT_EQ(all(), "null|-|null|-|text|\n");
}

TEST_F(InsertTest, TextIsMadeStorable) {
  Insert(db_, "t", {"a", "b", "c"})
      .row(std::string("a\0b", 3), std::string_view("\xFF"), std::optional<std::string>("plain\\"));
  EXPECT_EQ(all(), "text|a\\x00b|text|\\xFF|text|plain\\\n");
}

TEST_F(InsertTest, TextEndsAt64KiB) {
  const std::string longest(bytes::kMaxValueBytes + 10, 'x');
  const std::string escaped(bytes::kMaxValueBytes, '\xFF');  // four times as long when escaped
  Insert(db_, "t", {"a", "b"}).row(longest, escaped);
  EXPECT_EQ(testing::rows(db_, "SELECT length(a), length(CAST(b AS BLOB)) FROM t"),
            "65536|65536\n");
}

TEST_F(InsertTest, AStatementServesManyRowsAndForgetsTheLast) {
  Insert insert(db_, "t", {"a", "b", "c"});
  insert.row(1, std::string("x"), 2.5);
  insert.row(std::nullopt, std::nullopt, std::nullopt);
  EXPECT_EQ(all(), "integer|1|text|x|real|2.5\nnull|-|null|-|null|-\n");
}

TEST_F(InsertTest, VectorsTakeAColumnEach) {
  EXPECT_EQ(columns("pose_t", "xyz"),
            (std::vector<std::string>{"pose_t_x", "pose_t_y", "pose_t_z"}));
  EXPECT_EQ(xform_columns("p").size(), 10U);
  Insert(db_, "t", {"a", "b", "c"}).row(animator::Float3{1, 2, 3});
  EXPECT_EQ(testing::rows(db_, "SELECT a, b, c FROM t"), "1.0|2.0|3.0\n");
}

TEST_F(InsertTest, ABrokenConstraintThrows) {
  db_.exec("CREATE UNIQUE INDEX u ON t (a)");
  Insert insert(db_, "t", {"a"});
  insert.row(1);
  EXPECT_THROW(insert.row(1), SQLite::Exception);
  insert.row(2);  // and the statement goes on
  EXPECT_EQ(next_id(db_, "t", "a"), 3);
  EXPECT_THROW(Insert(db_, "nothing", {"a"}), SQLite::Exception);
}

}  // namespace
}  // namespace mecadex::corpus
