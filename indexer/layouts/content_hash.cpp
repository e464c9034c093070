// The walk of a layout for its content: a compiler to a few steps, and their run over one object.
// Both recurse over the layout's levels, which Layout bounds (kMaxTypeTreeDepth). Where bytes are
// skipped for alignment follows read_plan.cpp: after a node that asks for it; an array of leaves
// aligns once, behind its last element.
#include "indexer/layouts/content_hash.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "indexer/bytes/limits.hpp"

namespace mecadex::layouts {

using bytes::FindingCode;
using bytes::ParseError;

void HashBuffer::put(std::span<const std::byte> data) {
  if (data.size() > buffer_.size() - used_) flush();
  if (data.size() > buffer_.size()) return hash_.update(data);
  if (!data.empty()) std::memcpy(buffer_.data() + used_, data.data(), data.size());
  used_ += data.size();
}

void HashBuffer::put(std::string_view text) { put(std::as_bytes(std::span(text))); }

void HashBuffer::flush() {
  hash_.update(std::span<const std::byte>(buffer_.data(), used_));
  used_ = 0;
}

std::string HashBuffer::hex_digest() {
  flush();
  return hash_.hex_digest().substr(0, 32);
}

class ContentCompiler {
 public:
  ContentCompiler(const Layout& layout, const ExcludedFields& excluded, ContentPlan& plan)
      : nodes_(layout.nodes()), excluded_(excluded), plan_(plan) {}

  void compile() {
    if (nodes_.empty()) throw ParseError(FindingCode::layout_type_tree, 0, "empty layout");
    plan_.programs_.emplace_back();
    value(0, 0);
  }

 private:
  using Step = ContentPlan::Step;
  using Kind = Step::Kind;

  // ---- the layout ----
  bool is_leaf(std::uint32_t node) const { return nodes_[node].end == node + 1; }
  /// A node without bytes of its own around one child: vector { Array }, OffsetPtr { data }.
  bool is_wrapper(std::uint32_t node) const {
    if (is_leaf(node) || nodes_[node].is_array) return false;
    const LayoutNode& child = nodes_[node + 1];
    return child.end == nodes_[node].end && (child.name == "data" || child.is_array);
  }
  bool is_pointer(std::uint32_t node) const {
    if (!nodes_[node].type.starts_with("PPtr<") || nodes_[node].end != node + 3) return false;
    return is_leaf(node + 1) && !nodes_[node + 1].align_after && !nodes_[node + 2].align_after;
  }
  std::uint8_t width(std::uint32_t leaf) const {
    const std::int32_t size = nodes_[leaf].byte_size;
    if (size != 0 && size != 1 && size != 2 && size != 4 && size != 8) {
      throw ParseError(FindingCode::layout_type_tree, 0,
                       "leaf " + nodes_[leaf].name + " has no size");
    }
    return static_cast<std::uint8_t>(size);
  }
  std::uint64_t min_size(std::uint32_t node) const {
    if (is_leaf(node)) return width(node);
    if (nodes_[node].is_array) return 4;
    std::uint64_t sum = 0;
    for (std::uint32_t c = node + 1; c < nodes_[node].end; c = nodes_[c].end) sum += min_size(c);
    return sum;
  }

  // ---- steps ----
  ContentPlan::Program& program(std::uint32_t index) { return plan_.programs_[index]; }

  std::uint32_t new_program() {
    plan_.programs_.emplace_back();
    return static_cast<std::uint32_t>(plan_.programs_.size() - 1);
  }

  void add_width(Step& step, std::uint8_t bytes) {
    plan_.widths_.push_back(bytes);
    step.size += bytes;
    ++step.width_count;
  }

  Step new_step(Kind kind) const {
    return {.kind = kind, .first_width = static_cast<std::uint32_t>(plan_.widths_.size())};
  }

  /// Leaves that follow each other are one step.
  void leaf(std::uint32_t to, std::uint32_t node) {
    const std::uint8_t bytes = width(node);
    describe("=" + std::to_string(bytes));
    if (bytes == 0) return;
    auto& steps = program(to);
    if (steps.empty() || steps.back().kind != Kind::leaves) steps.push_back(new_step(Kind::leaves));
    add_width(steps.back(), bytes);
  }

  void align(std::uint32_t to, std::uint32_t node) {
    if (nodes_[node].align_after) program(to).push_back({.kind = Kind::align});
  }

  void describe(const std::string& text) {
    if (!is_excluded_) plan_.fields_ += text;
  }

  // ---- walking ----
  /// The steps of what a node holds, without the alignment behind it.
  void value(std::uint32_t to, std::uint32_t node) {
    if (is_leaf(node)) return leaf(to, node);
    if (nodes_[node].is_array) return array(to, node);
    if (is_wrapper(node)) {
      value(to, node + 1);
      return align(to, node + 1);
    }
    if (is_pointer(node)) return pointer(to, node);
    describe("{");
    for (std::uint32_t child = node + 1; child < nodes_[node].end; child = nodes_[child].end) {
      field(to, child);
      align(to, child);
    }
    describe("}");
  }

  void field(std::uint32_t to, std::uint32_t node) {
    const std::size_t length = path_.size();
    path_ += (path_.empty() ? "" : ".") + nodes_[node].name;
    const bool excluded = std::find(excluded_.begin(), excluded_.end(), path_) != excluded_.end();
    if (excluded && !is_excluded_) {
      const std::uint32_t inner = new_program();
      program(to).push_back({.kind = Kind::excluded, .program = inner});
      is_excluded_ = true;
      value(inner, node);
      is_excluded_ = false;
    } else {
      describe(nodes_[node].name);
      value(to, node);
    }
    path_.resize(length);
  }

  void pointer(std::uint32_t to, std::uint32_t node) {
    Step step = new_step(Kind::pointer);
    add_width(step, width(node + 1));
    add_width(step, width(node + 2));
    program(to).push_back(step);
    describe("*");
  }

  void array(std::uint32_t to, std::uint32_t node) {
    const std::uint32_t element = nodes_[node + 1].end;
    const std::uint32_t inner = new_program();
    describe("[");
    value(inner, element);
    if (!is_leaf(element)) align(inner, element);
    describe("]");
    const ContentPlan::Program& steps = program(inner);
    const bool is_packed = steps.empty() || (steps.size() == 1 && steps[0].kind == Kind::leaves);
    Step step = is_packed && !steps.empty() ? steps[0] : Step{};
    step.kind = is_packed ? Kind::packed : Kind::array;
    if (!is_packed) step.size = min_size(element);
    step.program = inner;
    program(to).push_back(step);
    if (is_leaf(element)) align(to, element);
  }

  const std::vector<LayoutNode>& nodes_;
  const ExcludedFields& excluded_;
  ContentPlan& plan_;
  std::string path_;
  bool is_excluded_ = false;
};

ContentPlan::ContentPlan(const Layout& layout, const ExcludedFields& excluded) {
  ContentCompiler(layout, excluded, *this).compile();
}

/// One run of a plan over one object.
class ContentRun {
 public:
  ContentRun(const ContentPlan& plan, bytes::Reader& reader, HashBuffer& hash)
      : plan_(plan), reader_(reader), hash_(hash) {}

  void program(std::uint32_t index) {
    for (const Step& step : plan_.programs_[index]) perform(step);
  }

 private:
  using Step = ContentPlan::Step;
  using Kind = Step::Kind;

  void perform(const Step& step) {
    switch (step.kind) {
      case Kind::leaves:
        return leaves(step, 1);
      case Kind::packed:
        return leaves(step, count(step));
      case Kind::array:
        return elements(step);
      case Kind::pointer:
        return pointer(step);
      case Kind::align:
        return reader_.align(4);
      case Kind::excluded:
        counts_ = false;
        program(step.program);
        counts_ = true;
    }
  }

  std::uint32_t count(const Step& step) {
    const std::uint32_t n = reader_.count(step.size, FindingCode::object_count);
    if (counts_) hash_.put_value(n);
    return n;
  }

  /// Elements without bytes say nothing beyond their number (a hostile tree has them by the
  /// million).
  void elements(const Step& step) {
    const std::uint32_t n = count(step);
    const std::uint32_t runs = step.size == 0 ? std::min<std::uint32_t>(n, 1) : n;
    for (std::uint32_t i = 0; i < runs; ++i) program(step.program);
  }

  std::span<const std::uint8_t> widths(const Step& step) const {
    return std::span(plan_.widths_).subspan(step.first_width, step.width_count);
  }

  void leaves(const Step& step, std::uint32_t n) {
    const auto raw = reader_.bytes(n * step.size);
    if (!counts_ || raw.empty()) return;
    if (reader_.endian() == bytes::Endian::little) return hash_.put(raw);
    const std::byte* at = raw.data();
    for (std::uint32_t i = 0; i < n; ++i) {
      for (const std::uint8_t width : widths(step)) {
        std::byte swapped[8];
        std::reverse_copy(at, at + width, swapped);
        hash_.put(std::span<const std::byte>(swapped, width));
        at += width;
      }
    }
  }

  /// File 0 and path id 0 are null; zero is all zero bytes in either byte order.
  void pointer(const Step& step) {
    const auto raw = reader_.bytes(step.size);
    const bool is_null =
        std::all_of(raw.begin(), raw.end(), [](std::byte b) { return b == std::byte{0}; });
    if (counts_) hash_.put_value(static_cast<std::uint8_t>(is_null ? 0 : 1));
  }

  const ContentPlan& plan_;
  bytes::Reader& reader_;
  HashBuffer& hash_;
  bool counts_ = true;
};

void ContentPlan::run(bytes::Reader& reader, HashBuffer& hash) const {
  hash.put(fields_);
  ContentRun(*this, reader, hash).program(0);
}

std::shared_ptr<const ContentPlan> shared_content_plan(const LayoutPtr& layout,
                                                       const ExcludedFields& excluded) {
  // Hostile files can bring any number of trees: the cache starts anew when it is full.
  static constexpr std::size_t kMaxPlans = 500;
  using Entry = std::pair<LayoutPtr, std::shared_ptr<const ContentPlan>>;
  static std::mutex mutex;
  static std::map<std::pair<std::uint64_t, const ExcludedFields*>, Entry> plans;
  const std::pair key{layout->hash(), &excluded};
  {
    const std::lock_guard lock(mutex);
    const auto found = plans.find(key);
    if (found != plans.end() && *found->second.first == *layout) return found->second.second;
  }
  auto plan = std::make_shared<const ContentPlan>(*layout, excluded);
  const std::lock_guard lock(mutex);
  if (plans.size() >= kMaxPlans) plans.clear();
  plans[key] = {layout, plan};
  return plan;
}

}  // namespace mecadex::layouts
