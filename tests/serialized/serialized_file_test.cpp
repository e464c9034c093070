// What the writer writes the reader reads, in each format, byte order and with and without trees.
#include "indexer/serialized/serialized_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "indexer/layouts/builtin_layouts.hpp"
#include "indexer/serialized/class_id.hpp"
#include "tests/support/layout_writer.hpp"
#include "tests/support/serialized_file_writer.hpp"

namespace mecadex::serialized {
namespace {

using bytes::Endian;
using bytes::FindingCode;
using testing::SerializedFileOptions;
using testing::SerializedFileWriter;

constexpr std::int32_t kWanted[] = {kGameObject, kAnimator, kMonoBehaviour};
constexpr std::int64_t kMarkedId = 0x1122334455667788;

SerializedFile read(std::vector<std::byte> data) {
  bytes::MemorySource source(std::move(data));
  return read_serialized_file(source, kWanted);
}

layouts::LayoutPtr builtin(std::int32_t class_id, const std::string& version) {
  return layouts::builtin_layout(class_id, layouts::parse_unity_version(version).value())->layout;
}

std::vector<std::byte> filled(std::size_t n, int value) {
  return std::vector(n, static_cast<std::byte>(value));
}

bool has_note(const SerializedFile& file, FindingCode code) {
  return std::any_of(file.notes.begin(), file.notes.end(),
                     [&](const bytes::Note& note) { return note.code == code; });
}

FindingCode code_of(std::vector<std::byte> data) {
  try {
    read(std::move(data));
  } catch (const bytes::ParseError& error) {
    return error.code();
  }
  ADD_FAILURE() << "it was read";
  return FindingCode::file_unreadable;
}

struct Case {
  std::uint32_t format;
  Endian endian;
  bool type_trees;
};

std::string case_name(const ::testing::TestParamInfo<Case>& info) {
  return "Format" + std::to_string(info.param.format) +
         (info.param.endian == Endian::big ? "Big" : "Little") +
         (info.param.type_trees ? "Trees" : "Plain");
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (std::uint32_t format = 5; format <= 26; ++format) {
    for (const Endian endian : {Endian::little, Endian::big}) {
      cases.push_back({format, endian, false});
      cases.push_back({format, endian, true});
    }
  }
  return cases;
}

class RoundTrip : public ::testing::TestWithParam<Case> {
 protected:
  SerializedFileOptions options() const {
    SerializedFileOptions made;
    made.format = GetParam().format;
    made.endian = GetParam().endian;
    made.type_trees = GetParam().type_trees;
    made.unity_version = version();
    return made;
  }
  std::string version() const { return GetParam().format < 14 ? "4.3.0f4" : "2018.4.0f1"; }
};

TEST_P(RoundTrip, ObjectsTypesAndExternalsComeBack) {
  const Case& param = GetParam();
  SerializedFileWriter writer(options());
  writer.add_object(kGameObject, 7, filled(43, 1));
  writer.add_object(kAnimator, -3, filled(56, 2));
  writer.add_object(28, 2, filled(100, 3));
  writer.add_object(kGameObject, 9, {});
  const SerializedFileWriter::Script script{0, {std::byte{5}}, 1, 11};
  writer.add_script_object(script, 12, filled(24, 4));
  writer.add_external("sharedassets0.assets");
  writer.add_external("library/unity default resources", {std::byte{0xe0}}, 2);
  writer.add_reference_type("Class", "Space", "Assembly");
  const std::vector<std::byte> data = writer.bytes();

  const SerializedFile file = read(data);
  EXPECT_TRUE(file.notes.empty()) << file.notes.front().message;
  EXPECT_EQ(file.format_version, param.format);
  EXPECT_EQ(file.file_size, data.size());
  EXPECT_EQ(file.endian, param.endian);
  EXPECT_EQ(file.unity_version, param.format < 7 ? "" : version());
  EXPECT_EQ(file.target_platform.has_value(), param.format >= 8);
  EXPECT_EQ(file.target_platform.value_or(19), 19);

  std::vector<std::int64_t> ids;
  std::vector<std::int32_t> classes;
  for (const ObjectEntry& object : file.objects) {
    ids.push_back(object.path_id);
    classes.push_back(object.class_id);
    const auto start = data.begin() + static_cast<std::ptrdiff_t>(object.byte_start);
    const std::byte value{static_cast<unsigned char>(object.class_id == kGameObject ? 1
                                                     : object.class_id == kAnimator ? 2
                                                     : object.class_id == 28        ? 3
                                                                                    : 4)};
    EXPECT_EQ(std::count(start, start + object.byte_size, value), object.byte_size);
  }
  EXPECT_EQ(ids, (std::vector<std::int64_t>{-3, 2, 7, 9, 12}));
  EXPECT_EQ(classes,
            (std::vector<std::int32_t>{kAnimator, 28, kGameObject, kGameObject, kMonoBehaviour}));
  EXPECT_EQ(file.find(7)->byte_size, 43U);
  EXPECT_EQ(file.find(8), nullptr);

  ASSERT_EQ(file.externals.size(), 2U);
  EXPECT_EQ(file.externals[0].path, "sharedassets0.assets");
  EXPECT_EQ(file.externals[1].guid[0], std::byte{0xe0});
  EXPECT_EQ(file.externals[1].type, 2);
}

TEST_P(RoundTrip, TreesOfWantedClassesComeBack) {
  const Case& param = GetParam();
  SerializedFileWriter writer(options());
  writer.add_object(kAnimator, 1, filled(56, 0));
  writer.add_object(kTransform, 2, filled(68, 0));
  writer.add_script_object({}, 3, filled(24, 0));
  const SerializedFile file = read(writer.bytes());
  EXPECT_TRUE(file.notes.empty());
  if (param.format < 13 && !param.type_trees) {
    EXPECT_TRUE(file.types.empty());
    EXPECT_EQ(file.objects.front().type_index, -1);
    return;
  }
  ASSERT_EQ(file.types.size(), 3U);
  EXPECT_EQ(file.has_type_tree, param.type_trees);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(file.objects[i].type_index, static_cast<std::int32_t>(i));
    EXPECT_EQ(file.types[i].has_tree, param.type_trees);
  }
  EXPECT_EQ(file.types[1].layout, nullptr);
  if (!param.type_trees) return;
  ASSERT_TRUE(file.types[0].layout && file.types[2].layout);
  EXPECT_EQ(*file.types[0].layout, *builtin(kAnimator, version()));
  EXPECT_EQ(*file.types[2].layout, *builtin(kMonoBehaviour, version()));
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip, ::testing::ValuesIn(all_cases()), case_name);

TEST(SerializedFile, ReadsLongPathIdsOfOldFormats) {
  for (std::uint32_t format = 7; format < 14; ++format) {
    SerializedFileOptions options;
    options.format = format;
    options.long_path_ids = true;
    SerializedFileWriter writer(options);
    writer.add_object(kGameObject, kMarkedId, filled(8, 1));
    EXPECT_NE(read(writer.bytes()).find(kMarkedId), nullptr) << format;
  }
}

TEST(SerializedFile, NamesFormatsItDoesNotKnow) {
  for (const unsigned format : {0U, 1U, 4U, 27U, 50U, 0xffffffffU}) {
    std::vector<std::byte> data = SerializedFileWriter({}).bytes();
    for (unsigned i = 0; i < 4; ++i) data[8 + i] = static_cast<std::byte>(format >> (24 - 8 * i));
    try {
      read(data);
      ADD_FAILURE() << format;
    } catch (const bytes::ParseError& error) {
      EXPECT_EQ(error.code(), FindingCode::serialized_unsupported_format);
      EXPECT_EQ(std::string(error.what()), "serialized format " + std::to_string(format));
    }
  }
}

TEST(SerializedFile, RejectsAnUnknownByteOrder) {
  std::vector<std::byte> data = SerializedFileWriter({}).bytes();
  data[16] = std::byte{2};
  EXPECT_EQ(code_of(data), FindingCode::serialized_damaged);
}

TEST(SerializedFile, NotesAWrongMetadataSizeAndReadsOn) {
  SerializedFileWriter writer({});
  writer.add_object(kGameObject, 1, filled(8, 1));
  writer.add_external("an external that is long enough to be missed");
  for (const int change : {-20, 1}) {
    std::vector<std::byte> data = writer.bytes();
    data[3] = static_cast<std::byte>(std::to_integer<int>(data[3]) + change);
    const SerializedFile file = read(data);
    EXPECT_TRUE(has_note(file, FindingCode::serialized_damaged));
    EXPECT_EQ(file.objects.size(), 1U);
    EXPECT_EQ(file.externals.size(), 1U);
  }
}

TEST(SerializedFile, NotesAVersionItCannotUnderstand) {
  SerializedFileOptions options;
  options.unity_version = "unknown";
  EXPECT_TRUE(
      has_note(read(SerializedFileWriter(options).bytes()), FindingCode::serialized_version));
}

TEST(SerializedFile, KeepsTheFirstOfTwoObjectsWithOnePathId) {
  SerializedFileWriter writer({});
  writer.add_object(kGameObject, 5, filled(8, 1));
  writer.add_object(kGameObject, 5, filled(16, 2));
  const SerializedFile file = read(writer.bytes());
  ASSERT_EQ(file.objects.size(), 1U);
  EXPECT_EQ(file.objects.front().byte_size, 8U);
  EXPECT_TRUE(has_note(file, FindingCode::serialized_duplicate_path_id));
}

// A file whose object kMarkedId can be found in the table: path id, u32 start, u32 size, i32 type.
class MarkedObject : public ::testing::Test {
 protected:
  MarkedObject() {
    SerializedFileWriter writer({});
    writer.add_object(kGameObject, 1, filled(64, 1));
    writer.add_object(kAnimator, kMarkedId, filled(64, 2));
    data = writer.bytes();
    const auto id = std::as_bytes(std::span(&kMarkedId, 1));
    entry = static_cast<std::size_t>(std::search(data.begin(), data.end(), id.begin(), id.end()) -
                                     data.begin());
  }
  void set(std::size_t field, std::uint32_t value) {
    for (unsigned i = 0; i < 4; ++i)
      data[entry + field + i] = static_cast<std::byte>(value >> (8 * i));
  }
  std::vector<std::byte> data;
  std::size_t entry = 0;
};

TEST_F(MarkedObject, OutsideTheFileIsLeftOut) {
  for (const std::uint32_t size : {65U, 0x7fffffffU, 0xffffffffU}) {
    set(12, size);
    const SerializedFile file = read(data);
    EXPECT_EQ(file.objects.size(), 1U);
    EXPECT_TRUE(has_note(file, FindingCode::serialized_object_range));
  }
}

TEST_F(MarkedObject, OfAnUnknownTypeIsLeftOut) {
  for (const std::uint32_t type : {2U, 0xffffffffU, 0x80000000U}) {
    set(16, type);
    const SerializedFile file = read(data);
    EXPECT_EQ(file.objects.size(), 1U);
    EXPECT_TRUE(has_note(file, FindingCode::serialized_type_index));
  }
}

TEST_F(MarkedObject, InsideAnotherIsKeptAndNoted) {
  set(8, 8);
  const SerializedFile file = read(data);
  EXPECT_EQ(file.objects.size(), 2U);
  EXPECT_TRUE(has_note(file, FindingCode::serialized_overlap));
}

TEST(SerializedFile, ManyEqualNotesAreCutShort) {
  SerializedFileWriter writer({});
  for (int i = 0; i < 3000; ++i) writer.add_object(kGameObject, 5, {});
  const SerializedFile file = read(writer.bytes());
  EXPECT_EQ(file.notes.size(), 1000U);
  EXPECT_EQ(file.notes.back().message, "and more like this");
}

TEST(SerializedFile, ReadsOnlyTheMetadata) {
  class Counting final : public bytes::ByteSource {
   public:
    explicit Counting(std::vector<std::byte> data) : inner_(std::move(data)) {}
    std::uint64_t size() override { return inner_.size(); }
    void read_at(std::uint64_t offset, std::span<std::byte> out) override {
      furthest = std::max(furthest, offset + out.size());
      inner_.read_at(offset, out);
    }
    std::uint64_t furthest = 0;

   private:
    bytes::MemorySource inner_;
  };
  SerializedFileWriter writer({});
  writer.add_object(kGameObject, 1, filled(100'000, 1));
  Counting source(writer.bytes());
  const SerializedFile file = read_serialized_file(source, kWanted);
  EXPECT_LE(source.furthest, file.data_offset);
}

TEST(SerializedFile, GuidTextSwapsNibbles) {
  std::array<std::byte, 16> guid{};
  guid[8] = std::byte{0x0e};
  guid[15] = std::byte{0xa1};
  EXPECT_EQ(guid_text(guid), "0000000000000000e00000000000001a");
}

}  // namespace
}  // namespace mecadex::serialized
