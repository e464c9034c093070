// Embedded type trees: which are decoded, which are stepped over, and what a damaged one costs.
#include "indexer/serialized/type_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "indexer/layouts/builtin_layouts.hpp"
#include "indexer/serialized/class_id.hpp"
#include "indexer/serialized/serialized_file.hpp"
#include "tests/support/serialized_file_writer.hpp"

namespace mecadex::serialized {
namespace {

using bytes::FindingCode;
using testing::SerializedFileOptions;
using testing::SerializedFileWriter;

constexpr std::int32_t kWanted[] = {kAnimator};
// Version 1, level 0, no flags; the type's name begins the tree's own strings, the
// name is the common string "Base".
constexpr std::string_view kFirstNode("\1\0\0\0\0\0\0\0\x37\0\0\x80", 12);

SerializedFileOptions with_trees(std::uint32_t format) {
  SerializedFileOptions options;
  options.format = format;
  options.type_trees = true;
  return options;
}

std::vector<std::byte> one_animator(const SerializedFileOptions& options) {
  SerializedFileWriter writer(options);
  writer.add_object(kAnimator, 1, std::vector<std::byte>(56));
  return writer.bytes();
}

SerializedFile read(std::vector<std::byte> data) {
  bytes::MemorySource source(std::move(data));
  return read_serialized_file(source, kWanted);
}

std::size_t find(const std::vector<std::byte>& data, std::string_view text) {
  return bytes::as_text(data).find(text);
}

TEST(TypeTree, EqualTreesShareOneLayout) {
  SerializedFileOptions options = with_trees(17);
  const SerializedFile first = read(one_animator(options));
  options.platform = 5;
  const SerializedFile second = read(one_animator(options));
  ASSERT_TRUE(first.types[0].layout);
  EXPECT_EQ(first.types[0].layout, second.types[0].layout);
}

TEST(TypeTree, Format18IsReadWithEitherNodeWidth) {
  for (const std::uint32_t size : {24U, 32U}) {
    SerializedFileOptions options = with_trees(18);
    options.tree_node_size = size;
    const SerializedFile file = read(one_animator(options));
    EXPECT_TRUE(file.notes.empty());
    ASSERT_TRUE(file.types[0].layout) << size;
    EXPECT_TRUE(file.types[0].layout->has_field("m_Controller"));
  }
}

TEST(TypeTree, UnknownTreeFormatsAreLeftToTheBuiltInLayouts) {
  for (const auto& [format, word, known] :
       {std::tuple{23U, 23U, true}, {24U, 32U, true}, {26U, 33U, false}}) {
    SerializedFileOptions options = with_trees(format);
    options.tree_format_word = word;
    const SerializedFile file = read(one_animator(options));
    EXPECT_TRUE(file.notes.empty());
    EXPECT_TRUE(file.types[0].has_tree);
    EXPECT_EQ(file.types[0].layout != nullptr, known) << word;
    EXPECT_EQ(file.objects.size(), 1U);
  }
}

TEST(TypeTree, SharedSubtreesAreLeftToTheBuiltInLayouts) {
  std::vector<std::byte> data = one_animator(with_trees(26));
  const std::size_t node = find(data, "mhtt") + 16;
  data[node + 32 + 3] = std::byte{32};
  const SerializedFile file = read(data);
  EXPECT_TRUE(file.notes.empty());
  EXPECT_EQ(file.types[0].layout, nullptr);
}

TEST(TypeTree, DamageCostsTheTreeOnly) {
  for (const std::uint32_t format : {12U, 17U, 21U, 22U, 23U}) {
    std::vector<std::byte> data = one_animator(with_trees(format));
    const std::size_t node = find(data, kFirstNode);
    ASSERT_NE(node, std::string::npos);
    data[node + 2] = std::byte{7};
    const SerializedFile file = read(data);
    ASSERT_EQ(file.notes.size(), 1U) << format;
    EXPECT_EQ(file.notes.front().code, FindingCode::layout_type_tree);
    EXPECT_EQ(file.types[0].layout, nullptr);
    EXPECT_TRUE(file.types[0].has_tree);
    EXPECT_EQ(file.objects.size(), 1U);
  }
}

TEST(TypeTree, DamageOfAnUnwantedTreeIsNotLookedAt) {
  SerializedFileWriter writer(with_trees(17));
  writer.add_object(kAnimatorController, 1, std::vector<std::byte>(68));
  std::vector<std::byte> data = writer.bytes();
  const std::size_t node = find(data, kFirstNode);
  ASSERT_NE(node, std::string::npos);
  data[node + 2] = std::byte{7};
  EXPECT_TRUE(read(data).notes.empty());
}

TEST(TypeTree, ACommonStringOfTheFutureGetsAPlaceholder) {
  bytes::Endian endian = bytes::Endian::little;
  std::vector<std::byte> blob(8 + 24);
  blob[0] = std::byte{1};
  blob[8 + 4 + 1] = std::byte{0x7f};
  blob[8 + 4 + 3] = std::byte{0x80};
  blob[8 + 8 + 3] = std::byte{0x80};
  const layouts::LayoutPtr layout = embedded_layout(blob, TreeForm::blob, endian);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->nodes()[0].type, "common_string_32512");
  EXPECT_EQ(layout->nodes()[0].name, "AABB");
}

TEST(TypeTree, AnEmptyTreeIsNone) {
  EXPECT_EQ(embedded_layout(std::vector<std::byte>(8), TreeForm::blob, bytes::Endian::little),
            nullptr);
}

TEST(TypeTree, ARecursiveTreeMayNotNestForever) {
  std::vector<std::byte> tree;
  for (int i = 0; i < 1000; ++i) {
    tree.resize(tree.size() + 22);
    for (const int byte : {1, 0, 0, 0}) tree.push_back(static_cast<std::byte>(byte));
  }
  EXPECT_THROW(embedded_layout(tree, TreeForm::recursive, bytes::Endian::little),
               bytes::ParseError);
}

}  // namespace
}  // namespace mecadex::serialized
