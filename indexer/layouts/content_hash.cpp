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
  ContentCompiler(const Layout& layout, const CountedFields& counted, ContentPlan& plan)
      : nodes_(layout.nodes()), listed_(counted.paths), plan_(plan) {
    plan_.counts_ = counts_ = counted.rule == CountedFields::Rule::all_but;
  }

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
    if (counts_) plan_.fields_ += text;
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
    const bool is_listed = counts_ == plan_.counts_ && std::find(listed_.begin(), listed_.end(), path_) != listed_.end();
    if (is_listed) {
      const std::uint32_t inner = new_program();
      program(to).push_back({.kind = Kind::switched, .program = inner});
      counts_ = !counts_;
      describe(path_);
      value(inner, node);
      counts_ = !counts_;
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
  const std::vector<std::string>& listed_;
  ContentPlan& plan_;
  std::string path_;
  bool counts_ = true;
};

ContentPlan::ContentPlan(const Layout& layout, const CountedFields& counted) {
  ContentCompiler(layout, counted, *this).compile();
}

/// One run of a plan over one object.
class ContentRun {
 public:
  ContentRun(const ContentPlan& plan, bytes::Reader& reader, HashBuffer& hash)
      : plan_(plan), reader_(reader), hash_(hash), counts_(plan.counts_) {}

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
      case Kind::switched:
        counts_ = !counts_;
        program(step.program);
        counts_ = !counts_;
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
  bool counts_;
};

void ContentPlan::run(bytes::Reader& reader, HashBuffer& hash) const {
  hash.put(fields_);
  ContentRun(*this, reader, hash).program(0);
}

// ---- what a record leaves ----

namespace {

// Goes down a layout with a record, as read_plan.cpp does.
class UnreadWalk {
 public:
  explicit UnreadWalk(const Layout& layout) : nodes_(layout.nodes()) {}

  std::vector<std::string> run(const Record& record) {
    if (!nodes_.empty()) fields(0, record, "");
    return std::move(unread_);
  }

 private:
  // A field whose path matches down to here, with the number of names that matched.
  struct Wanted {
    const Field* field;
    const std::vector<std::string>* names;
    std::size_t depth;
  };

  bool is_wrapper(std::uint32_t node) const {
    if (nodes_[node].end == node + 1 || nodes_[node].is_array) return false;
    const LayoutNode& child = nodes_[node + 1];
    return child.end == nodes_[node].end && (child.name == "data" || child.is_array);
  }
  std::uint32_t unwrapped(std::uint32_t node) const {
    while (is_wrapper(node)) ++node;
    return node;
  }
  bool is_struct(std::uint32_t node) const { return nodes_[node].end != node + 1 && !nodes_[node].is_array; }

  void fields(std::uint32_t node, const Record& record, const std::string& path) {
    std::vector<Wanted> wanted;
    for (const Field& field : record.fields) {
      for (const auto& names : field.paths) wanted.push_back({&field, &names, 0});
    }
    const bool is_self = record.fields.size() == 1 && record.fields.front().paths.front().front().empty();
    std::vector<const Field*> bound;
    if (!is_self) walk(unwrapped(node), wanted, path, bound);
  }

  void walk(std::uint32_t node, const std::vector<Wanted>& wanted, const std::string& path,
            std::vector<const Field*>& bound) {
    for (std::uint32_t child = node + 1; child < nodes_[node].end; child = nodes_[child].end) {
      const std::string here = path + (path.empty() ? "" : ".") + nodes_[child].name;
      std::vector<Wanted> deeper;
      const Field* field = nullptr;
      for (const Wanted& candidate : wanted) {
        if ((*candidate.names)[candidate.depth] != nodes_[child].name) continue;
        const bool is_taken = std::find(bound.begin(), bound.end(), candidate.field) != bound.end();
        if (candidate.depth + 1 < candidate.names->size()) {
          deeper.push_back({candidate.field, candidate.names, candidate.depth + 1});
        } else if (!is_taken && field == nullptr) {
          field = candidate.field;
        }
      }
      if (field != nullptr) {
        bound.push_back(field);
        inside(child, *field, here);
      } else if (const std::uint32_t inner = unwrapped(child); !deeper.empty() && is_struct(inner)) {
        walk(inner, deeper, here, bound);
      } else {
        unread_.push_back(here);
      }
    }
  }

  void inside(std::uint32_t node, const Field& field, const std::string& path) {
    if (field.kind == Field::Kind::record) fields(node, *field.record, path);
    if (field.kind == Field::Kind::count) unread_.push_back(path);
    if (field.kind != Field::Kind::records) return;
    const std::uint32_t array = unwrapped(node);
    if (nodes_[array].is_array) fields(nodes_[array + 1].end, *field.record, path);
  }

  const std::vector<LayoutNode>& nodes_;
  std::vector<std::string> unread_;
};

// Plans by layout and the address of what tells them apart. Hostile files can bring any number of trees: the
// cache starts anew when it is full.
class PlanCache {
 public:
  template <typename Compile>
  std::shared_ptr<const ContentPlan> get(const LayoutPtr& layout, const void* what, const Compile& compile) {
    const std::pair key{layout->hash(), what};
    {
      const std::lock_guard lock(mutex_);
      const auto found = plans_.find(key);
      if (found != plans_.end() && *found->second.first == *layout) return found->second.second;
    }
    std::shared_ptr<const ContentPlan> plan = compile();
    const std::lock_guard lock(mutex_);
    if (plans_.size() >= kMaxPlans) plans_.clear();
    plans_[key] = {layout, plan};
    return plan;
  }

 private:
  static constexpr std::size_t kMaxPlans = 500;
  std::mutex mutex_;
  std::map<std::pair<std::uint64_t, const void*>, std::pair<LayoutPtr, std::shared_ptr<const ContentPlan>>> plans_;
};

}  // namespace

std::vector<std::string> unread_fields(const Layout& layout, const Record& record) {
  return UnreadWalk(layout).run(record);
}

std::shared_ptr<const ContentPlan> shared_content_plan(const LayoutPtr& layout, const CountedFields& excluded) {
  static PlanCache cache;
  return cache.get(layout, &excluded, [&] { return std::make_shared<const ContentPlan>(*layout, excluded); });
}

std::shared_ptr<const ContentPlan> shared_unread_plan(const LayoutPtr& layout, const Record& record,
                                                      std::span<const std::string_view> ignored_ends) {
  static PlanCache cache;
  return cache.get(layout, &record, [&]() -> std::shared_ptr<const ContentPlan> {
    CountedFields unread{CountedFields::Rule::only, unread_fields(*layout, record)};
    std::erase_if(unread.paths, [&](const std::string& path) {
      return std::any_of(ignored_ends.begin(), ignored_ends.end(), [&](std::string_view end) { return path.ends_with(end); });
    });
    return unread.paths.empty() ? nullptr : std::make_shared<const ContentPlan>(*layout, unread);
  });
}

}  // namespace mecadex::layouts
