// A layout: how an object of a class is laid out in bytes, in our own form.
//
// It comes from one of two places and is used by one decoder: an embedded type tree of a serialized file
// (serialized/type_tree.hpp) or the built-in table of release layouts (builtin_layouts.hpp). A layout is a
// tree of nodes in depth-first order; bytes follow that order. formats.md section 4 gives the meaning:
//
//   leaf         no children: byte_size bytes, or by its type name
//   array        is_array: children `size` (i32) and `data` (the element)
//   wrapper      vector, staticvector, map, set, string: exactly one array child, no bytes of its own
//   OffsetPtr    one child `data`, no bytes of its own
//   align_after  (meta flag 0x4000) skip to a multiple of 4 from the object's start after the node
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mecadex::layouts {

inline constexpr std::uint32_t kAlignFlag = 0x4000;

struct LayoutNode {
  std::string type;             // "SInt32", "vector", "PPtr<Transform>"
  std::string name;             // "m_Controller", "data"
  std::int32_t byte_size = -1;  // -1 variable
  std::uint32_t end = 0;        // index one past the last node of this subtree
  std::uint8_t level = 0;       // 0 for the root
  bool is_array = false;
  bool align_after = false;

  bool operator==(const LayoutNode&) const = default;
};

class Layout {
 public:
  Layout() = default;
  /// `nodes` in depth-first order with levels set; `end` is filled here. Throws ParseError
  /// (layout_type_tree) unless there is one root, no level jumps up by more than 1, the depth and count
  /// are within limits, each array has exactly two children and is its wrapper's only child.
  explicit Layout(std::vector<LayoutNode> nodes);

  const std::vector<LayoutNode>& nodes() const { return nodes_; }
  /// Equal hashes: equal (level, type, name, byte size, array, align) lists.
  std::uint64_t hash() const { return hash_; }
  bool operator==(const Layout& other) const { return hash_ == other.hash_ && nodes_ == other.nodes_; }
  /// The root's direct child of that name exists.
  bool has_field(std::string_view name) const;

 private:
  std::vector<LayoutNode> nodes_;
  std::uint64_t hash_ = 0;
};

using LayoutPtr = std::shared_ptr<const Layout>;

}  // namespace mecadex::layouts
