// A layout checks itself when it is made, so that whoever walks one need not: `end` of each node is
// right, arrays have their two children, and depth and count are bounded.
#include "indexer/layouts/layout.hpp"

#include <array>
#include <cstddef>

#include "indexer/bytes/error.hpp"
#include "indexer/bytes/limits.hpp"

namespace mecadex::layouts {
namespace {

[[noreturn]] void reject(std::size_t node, const std::string& message) {
  throw bytes::ParseError(bytes::FindingCode::layout_type_tree, node,
                          "type tree node " + std::to_string(node) + ": " + message);
}

// FNV-1a, 64 bits, over the fields; texts are ended by a byte that they cannot hold.
class Fnv1a {
 public:
  void byte(unsigned char value) { state_ = (state_ ^ value) * 0x100000001b3ULL; }
  void text(std::string_view value) {
    for (const char c : value) byte(static_cast<unsigned char>(c));
    byte(0xff);
  }
  void u32(std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) byte(static_cast<unsigned char>(value >> shift));
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

std::uint64_t hash_of(const std::vector<LayoutNode>& nodes) {
  Fnv1a hash;
  for (const LayoutNode& node : nodes) {
    hash.byte(node.level);
    hash.text(node.type);
    hash.text(node.name);
    hash.u32(static_cast<std::uint32_t>(node.byte_size));
    hash.byte(static_cast<unsigned char>((node.is_array ? 1 : 0) | (node.align_after ? 2 : 0)));
  }
  return hash.value();
}

// Fills `end` of each node: `open[level]` is the node of that level whose subtree is not finished.
void close_subtrees(std::vector<LayoutNode>& nodes) {
  std::array<std::uint32_t, bytes::kMaxTypeTreeDepth> open{};
  std::size_t depth = 0;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const std::size_t level = nodes[i].level;
    if (level >= open.size()) reject(i, "nested too deep");
    if ((level == 0) != (i == 0)) reject(i, "not exactly one root");
    if (level > depth) reject(i, "a level is left out");
    while (depth > level) nodes[open[--depth]].end = i;
    open[depth++] = i;
  }
  while (depth > 0) nodes[open[--depth]].end = static_cast<std::uint32_t>(nodes.size());
}

// The number of direct children of node `parent`.
std::size_t child_count(const std::vector<LayoutNode>& nodes, std::size_t parent) {
  std::size_t count = 0;
  for (std::size_t i = parent + 1; i < nodes[parent].end; i = nodes[i].end) ++count;
  return count;
}

// An array has a count and an element. Its wrapper holds nothing else; TypelessData is an array
// that stands among other fields without a wrapper.
void check_arrays(const std::vector<LayoutNode>& nodes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].is_array && child_count(nodes, i) != 2)
      reject(i, "an array without its two children");
    for (std::size_t child = i + 1; child < nodes[i].end; child = nodes[child].end) {
      const bool alone = child == i + 1 && nodes[child].end == nodes[i].end;
      if (nodes[child].is_array && nodes[child].type != "TypelessData" && !alone) {
        reject(child, "an array that is not its parent's only child");
      }
    }
  }
}

}  // namespace

Layout::Layout(std::vector<LayoutNode> nodes) : nodes_(std::move(nodes)) {
  if (nodes_.empty()) reject(0, "there is none");
  if (nodes_.size() > bytes::kMaxTypeTreeNodes) reject(nodes_.size(), "too many nodes");
  close_subtrees(nodes_);
  check_arrays(nodes_);
  hash_ = hash_of(nodes_);
}

bool Layout::has_field(std::string_view name) const {
  for (std::size_t i = 1; i < nodes_.size(); i = nodes_[i].end) {
    if (nodes_[i].name == name) return true;
  }
  return false;
}

}  // namespace mecadex::layouts
