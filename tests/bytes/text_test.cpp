#include "indexer/bytes/text.hpp"

#include <gtest/gtest.h>

#include "indexer/bytes/limits.hpp"

namespace mecadex::bytes {
namespace {

using namespace std::string_view_literals;

TEST(StorableText, IsUtf8WithoutNul) {
  EXPECT_TRUE(is_storable_text(""));
  EXPECT_TRUE(is_storable_text("plain \\ text\n"));
  EXPECT_TRUE(is_storable_text("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\xA6\x86 \xF4\x8F\xBF\xBF"));
  for (const std::string_view bad :
       {"\0"sv, "a\0b"sv, "\x80"sv, "\xC3"sv, "\xC0\x80"sv, "\xC1\xBF"sv, "\xE0\x9F\xBF"sv,
        "\xED\xA0\x80"sv, "\xE2\x82"sv, "\xF0\x8F\xBF\xBF"sv, "\xF4\x90\x80\x80"sv,
        "\xF5\x80\x80\x80"sv, "\xFF"sv}) {
    EXPECT_FALSE(is_storable_text(bad));
  }
}

TEST(EscapedText, LeavesValidTextAsItIs) {
  EXPECT_EQ(escape_text("C:\\game \xC3\xA9"), "C:\\game \xC3\xA9");
}

// A backslash is doubled only where there are escapes, so that these can be told from it.
TEST(EscapedText, WritesOffendingBytesInHex) {
  EXPECT_EQ(escape_text("Fa\xE7"
                        "ade"),
            "Fa\\xE7ade");
  EXPECT_EQ(escape_text("a\0b\\"sv), "a\\x00b\\\\");
  EXPECT_EQ(escape_text("\xE2\x82 \xC3\xA9"), "\\xE2\\x82 \xC3\xA9");
  EXPECT_EQ(escape_text("\xED\xA0\x80"), "\\xED\\xA0\\x80");
}

TEST(CutText, EndsAtACharactersStartBelowTheLimit) {
  const std::string exact(kMaxValueBytes, 'x');
  EXPECT_EQ(cut_text(exact), exact);
  EXPECT_EQ(cut_text(exact + "y"), exact);
  const std::string before(kMaxValueBytes - 1, 'x');
  EXPECT_EQ(cut_text(before + "\xC3\xA9"), before);
  EXPECT_EQ(cut_text(before.substr(1) + "\xF0\x9F\xA6\x86"), before.substr(1));
}

}  // namespace
}  // namespace mecadex::bytes
