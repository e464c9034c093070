// What a Layout accepts, what it derives, and when two are equal.
#include "indexer/layouts/layout.hpp"

#include <gtest/gtest.h>

#include "indexer/bytes/error.hpp"
#include "indexer/bytes/limits.hpp"

namespace mecadex::layouts {
namespace {

LayoutNode node(int level, const char* type, const char* name, std::int32_t size = -1,
                bool array = false) {
  LayoutNode made;
  made.level = static_cast<std::uint8_t>(level);
  made.type = type;
  made.name = name;
  made.byte_size = size;
  made.is_array = array;
  return made;
}

std::vector<LayoutNode> small_tree() {
  return {node(0, "GameObject", "Base"),       node(1, "vector", "m_Component"),
          node(2, "Array", "Array", -1, true), node(3, "int", "size", 4),
          node(3, "int", "data", 4),           node(1, "UInt8", "m_IsActive", 1)};
}

void expect_rejected(std::vector<LayoutNode> nodes) {
  try {
    const Layout layout(std::move(nodes));
    ADD_FAILURE() << "accepted";
  } catch (const bytes::ParseError& error) {
    EXPECT_EQ(error.code(), bytes::FindingCode::layout_type_tree);
  }
}

TEST(Layout, KnowsWhereSubtreesEnd) {
  const Layout layout(small_tree());
  std::vector<std::uint32_t> ends;
  for (const LayoutNode& each : layout.nodes()) ends.push_back(each.end);
  EXPECT_EQ(ends, (std::vector<std::uint32_t>{6, 5, 5, 4, 5, 6}));
}

TEST(Layout, FindsOnlyDirectFieldsOfTheRoot) {
  const Layout layout(small_tree());
  EXPECT_TRUE(layout.has_field("m_Component"));
  EXPECT_TRUE(layout.has_field("m_IsActive"));
  EXPECT_FALSE(layout.has_field("Array"));
  EXPECT_FALSE(layout.has_field("Base"));
}

TEST(Layout, EveryKeptPropertyChangesTheHash) {
  const Layout layout(small_tree());
  EXPECT_EQ(layout.hash(), Layout(small_tree()).hash());
  EXPECT_TRUE(layout == Layout(small_tree()));
  std::vector<std::vector<LayoutNode>> changed(5, small_tree());
  changed[0][5].type = "bool";
  changed[1][5].name = "m_Active";
  changed[2][5].byte_size = 2;
  changed[3][5].align_after = true;
  changed[4].push_back(node(1, "int", "m_More", 4));
  for (auto& nodes : changed) {
    const Layout other(std::move(nodes));
    EXPECT_NE(layout.hash(), other.hash());
    EXPECT_FALSE(layout == other);
  }
}

TEST(Layout, TextsDoNotRunTogetherInTheHash) {
  const Layout a({node(0, "ab", "c", 4)});
  const Layout b({node(0, "a", "bc", 4)});
  EXPECT_NE(a.hash(), b.hash());
}

TEST(Layout, RejectsTreesThatAreNone) {
  expect_rejected({});
  expect_rejected({node(1, "int", "x", 4)});
  expect_rejected({node(0, "A", "a"), node(0, "B", "b")});
  expect_rejected({node(0, "A", "a"), node(2, "int", "x", 4)});
}

TEST(Layout, RejectsTreesBeyondTheLimits) {
  std::vector<LayoutNode> deep;
  for (int level = 0; level < bytes::kMaxTypeTreeDepth; ++level)
    deep.push_back(node(level, "A", "a"));
  EXPECT_EQ(Layout(deep).nodes().size(), deep.size());
  deep.push_back(node(bytes::kMaxTypeTreeDepth, "A", "a"));
  expect_rejected(deep);

  std::vector<LayoutNode> wide{node(0, "A", "a")};
  while (wide.size() < bytes::kMaxTypeTreeNodes) wide.push_back(node(1, "int", "x", 4));
  EXPECT_EQ(Layout(wide).nodes().size(), wide.size());
  wide.push_back(node(1, "int", "x", 4));
  expect_rejected(wide);
}

TEST(Layout, RejectsArraysWithoutCountAndElement) {
  std::vector<LayoutNode> nodes = small_tree();
  nodes.erase(nodes.begin() + 4);
  expect_rejected(nodes);
  nodes = small_tree();
  nodes.insert(nodes.begin() + 5, node(3, "int", "more", 4));
  expect_rejected(nodes);
}

TEST(Layout, RejectsAnArrayBesideOtherFieldsUnlessTypeless) {
  std::vector<LayoutNode> nodes = small_tree();
  nodes.insert(nodes.begin() + 2, node(2, "int", "before", 4));
  expect_rejected(nodes);
  nodes[3].type = "TypelessData";
  EXPECT_EQ(Layout(nodes).nodes().size(), 7U);
}

}  // namespace
}  // namespace mecadex::layouts
