// Counts are bounded by the bytes that remain before anything is allocated, and nesting is followed
// with an explicit stack: a tree is as hostile as the file that holds it.
#include "indexer/serialized/type_tree.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "indexer/serialized/common_strings.hpp"

namespace mecadex::serialized {
namespace {

using bytes::FindingCode;
using bytes::Reader;
using layouts::Layout;
using layouts::LayoutNode;
using layouts::LayoutPtr;

constexpr std::uint32_t kMagic = 0x7474686D;
constexpr std::uint64_t kNode = 24;
constexpr std::uint64_t kWideNode = 32;
constexpr std::uint64_t kRecursiveNode = 26;  // two empty strings and six numbers
constexpr std::uint8_t kArrayFlag = 1;
constexpr std::uint8_t kSharedSubtreeFlag = 32;
constexpr std::uint32_t kCommonString = 0x80000000U;

// ---------------------------------------------------------------------------- recursive form

struct RecursiveNode {
  LayoutNode node;
  std::uint32_t children = 0;
};

RecursiveNode read_recursive_node(Reader& reader, FindingCode damaged) {
  RecursiveNode read;
  read.node.type = reader.cstring();
  read.node.name = reader.cstring();
  read.node.byte_size = reader.i32();
  reader.skip(4);  // index
  read.node.is_array = reader.i32() != 0;
  reader.skip(4);  // version
  read.node.align_after = (reader.u32() & layouts::kAlignFlag) != 0;
  read.children = reader.count(kRecursiveNode, damaged);
  return read;
}

// Reads a tree, giving each node to `take`. The stack holds how many children each open level still
// lacks.
template <typename Take>
void walk_recursive(Reader& reader, FindingCode damaged, Take take) {
  std::vector<std::uint32_t> missing{1};
  while (!missing.empty()) {
    if (missing.back() == 0) {
      missing.pop_back();
      continue;
    }
    --missing.back();
    if (missing.size() > static_cast<std::size_t>(bytes::kMaxTypeTreeDepth)) {
      reader.fail(damaged, "type tree nested too deep");
    }
    RecursiveNode read = read_recursive_node(reader, damaged);
    read.node.level = static_cast<std::uint8_t>(missing.size() - 1);
    take(std::move(read.node));
    missing.push_back(read.children);
  }
}

std::vector<LayoutNode> parse_recursive(Reader& reader) {
  std::vector<LayoutNode> nodes;
  walk_recursive(reader, FindingCode::layout_type_tree, [&](LayoutNode&& node) {
    if (nodes.size() >= bytes::kMaxTypeTreeNodes) {
      reader.fail(FindingCode::layout_type_tree, "too many nodes");
    }
    nodes.push_back(std::move(node));
  });
  return nodes;
}

// --------------------------------------------------------------------------------- blob form

// The width of the nodes of a blob that begins at `at`, after its two counts: the second node's
// level is 1 where the second node begins.
std::uint64_t node_width(std::span<const std::byte> at, std::uint32_t nodes) {
  if (nodes < 2 || at.size() < kNode + 4) return kWideNode;
  return at[kNode + 2] == std::byte{1} ? kNode : kWideNode;
}

std::uint64_t node_width(TreeForm form, std::span<const std::byte> at, std::uint32_t nodes) {
  switch (form) {
    case TreeForm::blob:
      return kNode;
    case TreeForm::either_blob:
      return node_width(at, nodes);
    default:
      return kWideNode;
  }
}

std::span<const std::byte> rest_of(const Reader& reader) {
  Reader rest = reader;
  return rest.bytes(rest.remaining());
}

struct BlobHead {
  std::uint32_t nodes = 0;
  std::uint32_t string_bytes = 0;
  std::uint64_t width = kWideNode;
};

BlobHead read_blob_head(Reader& reader, TreeForm form, FindingCode damaged) {
  BlobHead head;
  head.nodes = reader.count(kNode, damaged);
  head.string_bytes = reader.count(1, damaged);
  head.width = node_width(form, rest_of(reader), head.nodes);
  return head;
}

std::string tree_string(std::uint32_t offset, std::span<const std::byte> strings,
                        const Reader& at) {
  if ((offset & kCommonString) != 0) {
    const std::uint32_t common = offset & ~kCommonString;
    if (const auto text = common_string(common)) return std::string(*text);
    return "common_string_" +
           std::to_string(common);  // newer than our table: the tree is still usable
  }
  if (offset >= strings.size())
    at.fail(FindingCode::layout_type_tree, "string outside the type tree");
  Reader text(strings, at.endian(), FindingCode::layout_type_tree, at.offset());
  text.seek(offset);
  return std::string(text.cstring());
}

// Nothing when a node leads into a table of shared subtrees.
std::vector<LayoutNode> parse_blob(Reader& reader, TreeForm form) {
  const BlobHead head = read_blob_head(reader, form, FindingCode::layout_type_tree);
  if (head.nodes > bytes::kMaxTypeTreeNodes)
    reader.fail(FindingCode::layout_type_tree, "too many nodes");
  Reader nodes(reader.bytes(head.nodes * head.width), reader.endian(),
               FindingCode::layout_type_tree, 8);
  const std::span<const std::byte> strings = reader.bytes(head.string_bytes);
  std::vector<LayoutNode> parsed(head.nodes);
  for (LayoutNode& node : parsed) {
    nodes.skip(2);  // version
    node.level = nodes.u8();
    const std::uint8_t flags = nodes.u8();
    if (form == TreeForm::sized_blob && (flags & kSharedSubtreeFlag) != 0) return {};
    node.is_array = (flags & kArrayFlag) != 0;
    node.type = tree_string(nodes.u32(), strings, nodes);
    node.name = tree_string(nodes.u32(), strings, nodes);
    node.byte_size = nodes.i32();
    nodes.skip(4);  // index
    node.align_after = (nodes.u32() & layouts::kAlignFlag) != 0;
    nodes.skip(head.width - kNode);
  }
  return parsed;
}

// Tree formats whose nodes are the wide ones above: 23 is the file format of that name, 32 the
// first one that counts for itself.
bool is_known_tree_format(std::uint32_t word) { return word == 23 || word == 32; }

std::vector<LayoutNode> parse_tree(Reader& reader, TreeForm form) {
  if (form == TreeForm::recursive) return parse_recursive(reader);
  if (form == TreeForm::sized_blob) {
    if (reader.u32() != kMagic)
      reader.fail(FindingCode::layout_type_tree, "type tree without its magic");
    if (!is_known_tree_format(reader.u32())) return {};
  }
  return parse_blob(reader, form);
}

LayoutPtr parse_layout(std::span<const std::byte> tree, TreeForm form, bytes::Endian endian) {
  Reader reader(tree, endian, FindingCode::layout_type_tree);
  std::vector<LayoutNode> nodes = parse_tree(reader, form);
  if (nodes.empty()) return nullptr;
  return std::make_shared<const Layout>(std::move(nodes));
}

// ------------------------------------------------------------------------------------- cache

// Layouts by the bytes they were parsed from. A full cache is emptied: hostile files cannot make it
// grow, and real ones fill it again at the cost of one parse a tree.
class LayoutCache {
 public:
  LayoutPtr find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = layouts_.find(key);
    return found == layouts_.end() ? nullptr : found->second;
  }

  void store(std::string&& key, const LayoutPtr& layout) {
    const std::lock_guard lock(mutex_);
    if (layouts_.size() >= kMaxEntries || key_bytes_ + key.size() > kMaxKeyBytes) {
      layouts_.clear();
      key_bytes_ = 0;
    }
    const std::size_t size = key.size();
    if (layouts_.try_emplace(std::move(key), layout).second) key_bytes_ += size;
  }

 private:
  // A class has under 30 trees over all versions, a game some thousand scripts.
  static constexpr std::size_t kMaxEntries = 4096;
  static constexpr std::size_t kMaxKeyBytes = 32 * bytes::kMiB;

  std::mutex mutex_;
  std::unordered_map<std::string, LayoutPtr> layouts_;
  std::size_t key_bytes_ = 0;
};

LayoutCache& cache() {
  static LayoutCache instance;
  return instance;
}

}  // namespace

std::span<const std::byte> step_over_tree(Reader& reader, TreeForm form) {
  const std::span<const std::byte> rest = rest_of(reader);
  const std::size_t start = reader.position();
  if (form == TreeForm::recursive) {
    walk_recursive(reader, FindingCode::serialized_limit, [](LayoutNode&&) {});
  } else {
    const BlobHead head = read_blob_head(reader, form, FindingCode::serialized_limit);
    reader.skip(head.nodes * head.width);
    reader.skip(head.string_bytes);
  }
  return rest.first(reader.position() - start);
}

LayoutPtr embedded_layout(std::span<const std::byte> tree, TreeForm form, bytes::Endian endian) {
  std::string key(bytes::as_text(tree));
  key.push_back(static_cast<char>(form));
  key.push_back(static_cast<char>(endian));
  if (LayoutPtr known = cache().find(key)) return known;
  LayoutPtr layout = parse_layout(tree, form, endian);
  if (layout) cache().store(std::move(key), layout);
  return layout;
}

}  // namespace mecadex::serialized
