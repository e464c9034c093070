#include "indexer/animator/name_table.hpp"

#include <gtest/gtest.h>

#include "indexer/bytes/crc32.hpp"
#include "indexer/layouts/read_plan.hpp"

namespace mecadex::animator {
namespace {

TEST(NameTable, TheFirstOfTwoTextsCounts) {
  const std::vector<NameEntry> entries{{5, "first"}, {5, "second"}, {0, ""}};
  const NameTable table(entries);
  EXPECT_EQ(*table.find(5), "first");
  EXPECT_EQ(*table.find(0), "");
  EXPECT_EQ(table.find(6), nullptr);
}

TEST(CheckNames, NamesEntriesThatContradictTheirHash) {
  std::vector<bytes::Note> notes;
  check_names({{0, ""}, {bytes::name_hash("Idle"), "Idle"}, {7, "Walk"}, {bytes::name_hash("Idle"), "idle"}}, notes);
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].code, bytes::FindingCode::names_hash);
  EXPECT_EQ(notes[0].field_path, "m_TOS[2]");
  EXPECT_EQ(notes[0].message, "given for 7, hashes to " + std::to_string(bytes::name_hash("Walk")));
  EXPECT_EQ(notes[1].field_path, "m_TOS[3]");
}

TEST(CheckNames, NotesNoMoreThanTheLimit) {
  std::vector<bytes::Note> notes;
  check_names(std::vector<NameEntry>(100'000, {7, "Walk"}), notes);
  EXPECT_EQ(notes.size(), layouts::kMaxNotesPerObject);
}

}  // namespace
}  // namespace mecadex::animator
