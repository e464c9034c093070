#include "indexer/layouts/read_plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <span>

#include "indexer/bytes/limits.hpp"

namespace mecadex::layouts {

using bytes::FindingCode;
using bytes::ParseError;
using Kind = Field::Kind;

namespace detail {

std::vector<std::vector<std::string>> split_paths(std::string_view names) {
  std::vector<std::vector<std::string>> paths(1);
  paths.back().emplace_back();
  for (const char c : names) {
    if (c == '|') {
      paths.emplace_back();
      paths.back().emplace_back();
    } else if (c == '.') {
      paths.back().emplace_back();
    } else {
      paths.back().back() += c;
    }
  }
  return paths;
}

}  // namespace detail

namespace {

Leaf leaf_of(const LayoutNode& node) {
  struct Named {
    std::string_view type;
    Leaf leaf;
  };
  static constexpr Named kTypes[] = {
      {"SInt8", Leaf::i8},     {"UInt8", Leaf::u8},          {"char", Leaf::u8},      {"bool", Leaf::u8},
      {"SInt16", Leaf::i16},   {"short", Leaf::i16},         {"UInt16", Leaf::u16},   {"unsigned short", Leaf::u16},
      {"int", Leaf::i32},      {"SInt32", Leaf::i32},        {"UInt32", Leaf::u32},   {"unsigned int", Leaf::u32},
      {"Type*", Leaf::u32},    {"float", Leaf::f32},         {"double", Leaf::f64},   {"SInt64", Leaf::i64},
      {"long long", Leaf::i64}, {"UInt64", Leaf::u64},       {"unsigned long long", Leaf::u64},
      {"FileSize", Leaf::u64}};
  for (const Named& named : kTypes) {
    const auto size = static_cast<std::int32_t>(leaf_size(named.leaf));
    if (node.type == named.type && (node.byte_size == size || node.byte_size < 0)) return named.leaf;
  }
  switch (node.byte_size) {  // an unknown name: its width decides (EntityId is 4 or 8 bytes)
    case 1: return Leaf::u8;
    case 2: return Leaf::i16;
    case 4: return Leaf::i32;
    case 8: return Leaf::i64;
    case 0: return Leaf::none;
    default:
      throw ParseError(FindingCode::layout_type_tree, 0, "leaf " + node.name + " of type " + node.type + " has no size");
  }
}

// Bytes from `mod` (position modulo 4) to the next multiple of 4.
std::uint64_t padding(std::uint64_t mod) { return (4 - mod % 4) % 4; }

}  // namespace

/// Walks a layout with a record and writes the plan's programs.
class PlanCompiler {
 public:
  PlanCompiler(const Layout& layout, ReadPlan& plan) : nodes_(layout.nodes()), plan_(plan) {}

  void compile(const Record& record) {
    plan_.paths_.emplace_back();
    plan_.programs_.emplace_back();
    if (nodes_.empty()) throw ParseError(FindingCode::layout_type_tree, 0, "empty layout");
    struct_program(0, 0, record, std::uint64_t{0});
    if (record.head_only) cut_after_last_field(plan_.programs_[0]);
    plan_.head_only_ = record.head_only;
  }

 private:
  using Step = ReadPlan::Step;
  using Mod = std::optional<std::uint64_t>;  // position modulo 4 where it is known

  // A field whose path matches down to here, with the number of names that matched.
  struct Wanted {
    const Field* field;
    std::size_t path;
    std::size_t depth;
    const std::vector<std::string>& names() const { return field->paths[path]; }
  };

  // One program being written: where, the path in its element, the position modulo 4.
  struct Writer {
    std::uint32_t program;
    std::string path;
    Mod mod;
  };

  // ---- the layout ----
  std::vector<std::uint32_t> children(std::uint32_t node) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t c = node + 1; c < nodes_[node].end; c = nodes_[c].end) out.push_back(c);
    return out;
  }
  bool is_leaf(std::uint32_t node) const { return nodes_[node].end == node + 1; }
  // A node without bytes of its own around one child: OffsetPtr { data }.
  std::optional<std::uint32_t> wrapped(std::uint32_t node) const {
    if (is_leaf(node) || nodes_[node].is_array) return std::nullopt;
    const std::uint32_t child = node + 1;
    if (nodes_[child].end != nodes_[node].end) return std::nullopt;
    if (nodes_[child].name == "data" || nodes_[child].is_array) return child;
    return std::nullopt;
  }
  // The array node in (or at) `node`, if it is one.
  std::optional<std::uint32_t> array_in(std::uint32_t node) const {
    if (nodes_[node].is_array) return node;
    const auto child = wrapped(node);
    return child ? array_in(*child) : std::nullopt;
  }
  std::uint32_t element_of(std::uint32_t array) const { return nodes_[array + 1].end; }
  bool is_string(std::uint32_t node) const {
    return nodes_[node].type == "string" && array_in(node) && is_leaf(element_of(*array_in(node)));
  }
  bool aligns_inside(std::uint32_t node) const {
    return std::any_of(nodes_.begin() + node, nodes_.begin() + nodes_[node].end,
                       [](const LayoutNode& n) { return n.align_after; });
  }

  std::uint64_t min_size(std::uint32_t node) const {
    if (is_leaf(node)) return leaf_size(leaf_of(nodes_[node]));
    if (nodes_[node].is_array) return 4;
    std::uint64_t sum = 0;
    for (const std::uint32_t c : children(node)) sum += min_size(c);
    return sum;
  }

  // The size of a subtree from a position known modulo 4, when it is always the same; `mod` moves along.
  std::optional<std::uint64_t> fixed_size(std::uint32_t node, Mod& mod) const {
    std::uint64_t sum = 0;
    if (nodes_[node].is_array) return std::nullopt;
    if (is_leaf(node)) {
      sum = leaf_size(leaf_of(nodes_[node]));
      if (mod) mod = (*mod + sum) % 4;
    } else {
      for (const std::uint32_t c : children(node)) {
        const auto size = fixed_size(c, mod);
        if (!size) return std::nullopt;
        sum += *size;
      }
    }
    if (nodes_[node].align_after) {
      if (!mod) return std::nullopt;
      sum += padding(*mod);
      mod = 0;
    }
    return sum;
  }

  // The size of an array's element when all are equal and each begins where the one before ended.
  std::optional<std::uint64_t> fixed_element(std::uint32_t element, Mod mod) const {
    if (is_leaf(element)) return leaf_size(leaf_of(nodes_[element]));
    Mod after = mod;
    const auto size = fixed_size(element, after);
    if (!size || (aligns_inside(element) && *size % 4 != 0)) return std::nullopt;
    return size;
  }

  // ---- writing steps ----
  ReadPlan::Program& program(const Writer& w) { return plan_.programs_[w.program]; }

  std::uint32_t path_index(const std::string& path) {
    plan_.paths_.push_back(path);
    return static_cast<std::uint32_t>(plan_.paths_.size() - 1);
  }

  void push(Writer& w, Step step) {
    step.path = path_index(w.path);
    program(w).push_back(step);
  }

  void skip(Writer& w, std::uint64_t n) {
    if (n == 0) return;
    auto& steps = program(w);
    const bool after_padding = steps.size() >= 2 && steps.back().kind == Step::Kind::align &&
                               steps.back().size != 0 && steps[steps.size() - 2].kind == Step::Kind::skip;
    if (after_padding) {  // skip, known padding, skip: one skip
      const std::uint64_t pad = steps.back().size;
      steps.pop_back();
      steps.back().size += pad + n;
    } else if (!steps.empty() && steps.back().kind == Step::Kind::skip) {
      steps.back().size += n;
    } else {
      push(w, {.kind = Step::Kind::skip, .size = n});
    }
    if (w.mod) w.mod = (*w.mod + n) % 4;
  }

  // `size` of an align step is the padding when it is known (0: not known).
  void align(Writer& w) {
    if (w.mod && padding(*w.mod) == 0) return;
    push(w, {.kind = Step::Kind::align, .size = w.mod ? padding(*w.mod) : 0});
    w.mod = 0;
  }

  // ---- walking ----
  void struct_program(std::uint32_t program, std::uint32_t node, const Record& record, Mod start) {
    Writer w{program, "", start};
    std::vector<Wanted> wanted;
    for (const Field& f : record.fields) {
      for (std::size_t p = 0; p < f.paths.size(); ++p) wanted.push_back({&f, p, 0});
    }
    std::vector<const Field*> bound;
    if (is_self(record)) {
      bound.push_back(&record.fields.front());
      bind(w, node, record.fields.front());
    } else {
      walk(w, node, wanted, bound);
    }
    for (const Field& f : record.fields) {
      if (f.is_required && std::find(bound.begin(), bound.end(), &f) == bound.end()) {
        throw ParseError(FindingCode::layout_no_field, 0,
                         std::string(record.name) + " has no field " + f.paths.front().back());
      }
    }
  }

  // A record of one field without a name reads the node itself (an element that is a text).
  static bool is_self(const Record& record) {
    return record.fields.size() == 1 && record.fields.front().paths.front().front().empty();
  }

  // Fields of the struct `node`: each child is bound, descended into or skipped.
  void walk(Writer& w, std::uint32_t node, const std::vector<Wanted>& wanted, std::vector<const Field*>& bound) {
    if (const auto inner = wrapped(node); inner && !nodes_[*inner].is_array) {
      walk(w, *inner, wanted, bound);
      if (nodes_[*inner].align_after) align(w);
      return;
    }
    for (const std::uint32_t child : children(node)) {
      const std::string before = w.path;
      w.path += (before.empty() ? "" : ".") + nodes_[child].name;
      std::vector<Wanted> deeper;
      const Field* here = nullptr;
      for (const Wanted& candidate : wanted) {
        if (candidate.names()[candidate.depth] != nodes_[child].name) continue;
        const bool taken = std::find(bound.begin(), bound.end(), candidate.field) != bound.end();
        if (candidate.depth + 1 < candidate.names().size()) {
          deeper.push_back({candidate.field, candidate.path, candidate.depth + 1});
        } else if (!taken && here == nullptr) {
          here = candidate.field;
        }
      }
      if (here != nullptr) {
        bound.push_back(here);
        bind(w, child, *here);
      } else if (!deeper.empty() && !is_leaf(child) && !array_in(child)) {
        walk(w, child, deeper, bound);
      } else {
        step_over(w, child);
      }
      if (nodes_[child].align_after) align(w);
      w.path = before;
    }
  }

  [[noreturn]] void mismatch(const Writer& w, std::uint32_t node) const {
    throw ParseError(FindingCode::layout_no_field, 0, w.path + " is a " + nodes_[node].type + ", not what the record reads");
  }

  void bind(Writer& w, std::uint32_t node, const Field& field) {
    switch (field.kind) {
      case Kind::integer:
      case Kind::real: return bind_leaf(w, node, field);
      case Kind::text: return bind_text(w, node, field);
      case Kind::record: return bind_record(w, node, field);
      default: return bind_array(w, node, field);
    }
  }

  void bind_leaf(Writer& w, std::uint32_t node, const Field& field) {
    while (!is_leaf(node) && wrapped(node)) node = *wrapped(node);
    if (!is_leaf(node)) mismatch(w, node);
    const Leaf leaf = leaf_of(nodes_[node]);
    if (leaf == Leaf::none || is_real(leaf) != (field.kind == Kind::real)) mismatch(w, node);
    push(w, {.kind = field.kind == Kind::real ? Step::Kind::real : Step::Kind::integer, .leaf = leaf, .field = &field});
    if (w.mod) w.mod = (*w.mod + leaf_size(leaf)) % 4;
  }

  void bind_text(Writer& w, std::uint32_t node, const Field& field) {
    if (!is_string(node)) mismatch(w, node);
    text(w, node, &field);
  }

  void text(Writer& w, std::uint32_t node, const Field* field) {
    push(w, {.kind = Step::Kind::text, .field = field});
    w.mod.reset();
    if (nodes_[*array_in(node)].align_after) align(w);
  }

  void bind_record(Writer& w, std::uint32_t node, const Field& field) {
    if (is_leaf(node) || array_in(node)) mismatch(w, node);
    const auto nested = static_cast<std::uint32_t>(plan_.programs_.size());
    plan_.programs_.emplace_back();
    push(w, {.kind = Step::Kind::record, .program = nested, .field = &field});
    Mod after = w.mod;
    struct_program(nested, node, *field.record, w.mod);
    w.mod = fixed_size(node, after) ? after : Mod{};
  }

  void bind_array(Writer& w, std::uint32_t node, const Field& field) {
    const auto array = array_in(node);
    if (!array) mismatch(w, node);
    const std::uint32_t element = element_of(*array);
    if (field.kind == Kind::count) {
      skip_array(w, *array, &field);
    } else if (field.kind == Kind::records) {
      if (!is_self(*field.record) && (is_leaf(element) || array_in(element))) mismatch(w, element);
      records(w, element, field);
    } else {
      leaves(w, element, field);
    }
    finish_array(w, node, *array);
  }

  void records(Writer& w, std::uint32_t element, const Field& field) {
    const auto nested = static_cast<std::uint32_t>(plan_.programs_.size());
    plan_.programs_.emplace_back();
    push(w, {.kind = Step::Kind::records, .program = nested, .size = min_size(element), .field = &field});
    const Mod start = after_count(w.mod);
    const bool steady = start && fixed_element(element, start) && *fixed_element(element, start) % 4 == 0;
    struct_program(nested, element, *field.record, steady ? start : Mod{});
    if (nodes_[element].align_after) {
      Writer end{nested, "", Mod{}};
      align(end);
    }
    w.mod = steady ? start : Mod{};
  }

  void leaves(Writer& w, std::uint32_t element, const Field& field) {
    Step step{.kind = Step::Kind::leaves, .field = &field};
    std::uint32_t leaf = element;
    if (!is_leaf(element)) {  // Vector2f and the like: structs of float leaves only
      for (const std::uint32_t c : children(element)) {
        if (!is_leaf(c) || leaf_of(nodes_[c]) != Leaf::f32 || nodes_[c].align_after) mismatch(w, element);
      }
      step.leaves_per_element = static_cast<std::uint32_t>(children(element).size());
      leaf = element + 1;
    }
    step.leaf = leaf_of(nodes_[leaf]);
    const bool real = field.kind != Kind::integers;
    if (step.leaf == Leaf::none || is_real(step.leaf) != real) mismatch(w, element);
    step.size = leaf_size(step.leaf) * step.leaves_per_element;
    push(w, step);
    const Mod start = after_count(w.mod);
    w.mod = start && step.size % 4 == 0 ? start : Mod{};
    if (nodes_[element].align_after) align(w);
  }

  static Mod after_count(const Mod& mod) { return mod; }  // a count is 4 bytes: the same modulo 4

  // The alignment of the array node and of the wrappers between it and `node` (whose own the caller adds).
  void finish_array(Writer& w, std::uint32_t node, std::uint32_t array) {
    bool any = false;
    for (std::uint32_t n = node + 1; n <= array; ++n) any = any || nodes_[n].align_after;
    if (any) align(w);
  }

  void step_over(Writer& w, std::uint32_t node) {
    if (is_string(node)) return text(w, node, nullptr);
    if (const auto array = array_in(node)) {
      skip_array(w, *array, nullptr);
      finish_array(w, node, *array);
      return;
    }
    if (is_leaf(node)) return skip(w, leaf_size(leaf_of(nodes_[node])));
    for (const std::uint32_t child : children(node)) {
      step_over(w, child);
      if (nodes_[child].align_after) align(w);
    }
  }

  void skip_array(Writer& w, std::uint32_t array, const Field* field) {
    const std::uint32_t element = element_of(array);
    const Mod start = after_count(w.mod);
    if (const auto size = fixed_element(element, start)) {
      push(w, {.kind = Step::Kind::skip_fixed, .size = *size, .field = field});
      w.mod = start && *size % 4 == 0 ? start : Mod{};
      if (is_leaf(element) && nodes_[element].align_after) align(w);
      return;
    }
    const auto nested = static_cast<std::uint32_t>(plan_.programs_.size());
    plan_.programs_.emplace_back();
    push(w, {.kind = Step::Kind::skip_elements, .program = nested, .size = min_size(element), .field = field});
    Writer inner{nested, "", Mod{}};
    step_over(inner, element);
    if (nodes_[element].align_after) align(inner);
    w.mod.reset();
  }

  static void cut_after_last_field(ReadPlan::Program& steps) {
    while (!steps.empty() && steps.back().field == nullptr) steps.pop_back();
  }

  std::span<const LayoutNode> nodes_;
  ReadPlan& plan_;
};

ReadPlan::ReadPlan(const Layout& layout, const Record& record) { PlanCompiler(layout, *this).compile(record); }

using FieldDigests = std::map<const Field*, std::uint64_t>;

/// One run of a plan over one object; without an object only `digests` are made.
class PlanRun {
 public:
  PlanRun(const ReadPlan& plan, bytes::Reader& reader, std::vector<bytes::Note>& notes, FieldDigests* digests = nullptr)
      : plan_(plan), reader_(reader), notes_(notes), digests_(digests) {}

  void run(void* object) {
    try {
      program(0, object);
    } catch (ParseError& error) {
      error.set_field_path(path());
      throw;
    }
    if (more_notes_ > 0) {
      notes_.push_back({FindingCode::value_nan, 0, "", std::to_string(more_notes_) + " more values of this object like these"});
    }
  }

 private:
  using Step = ReadPlan::Step;
  struct Frame {
    const Step* step;
    std::size_t element;  // SIZE_MAX: a nested struct, not an array
  };

  void program(std::uint32_t index, void* object) {
    for (const Step& step : plan_.programs_[index]) {
      current_ = &step;
      perform(step, object);
    }
  }

  void perform(const Step& step, void* object) {
    switch (step.kind) {
      case Step::Kind::skip: return reader_.skip(step.size);
      case Step::Kind::align: return reader_.align(4);
      case Step::Kind::integer: return integer(step, object);
      case Step::Kind::real: return real(step, object);
      case Step::Kind::text: return text(step, object);
      case Step::Kind::leaves: return leaves(step, object);
      case Step::Kind::records: return elements(step, object, true);
      case Step::Kind::skip_elements: return elements(step, object, false);
      case Step::Kind::skip_fixed: {
        const std::uint32_t n = count(step);
        if (object != nullptr && step.field != nullptr) step.field->set_integer(object, n);
        return reader_.skip(n * step.size);
      }
      case Step::Kind::record:
        frames_.push_back({&step, SIZE_MAX});
        program(step.program, object == nullptr ? nullptr : step.field->member(object));
        frames_.pop_back();
    }
  }

  // Notes the bytes of a field; true when there is no object to fill.
  bool digested(const Step& step, std::span<const std::byte> raw) {
    if (digests_ == nullptr) return false;
    std::uint64_t& hash = (*digests_)[step.field];
    for (const std::byte b : raw) hash = (hash ^ static_cast<std::uint64_t>(b)) * 0x100000001B3ULL;
    hash = (hash ^ raw.size()) * 0x100000001B3ULL;
    return true;
  }

  std::uint32_t count(const Step& step) { return reader_.count(step.size, FindingCode::object_count); }

  void integer(const Step& step, void* object) {
    const auto raw = reader_.bytes(leaf_size(step.leaf));
    if (digested(step, raw)) return;
    if (!step.field->set_integer(object, load_integer(raw.data(), step.leaf, reader_.endian()))) {
      reader_.fail(FindingCode::object_out_of_range, "the value does not fit");
    }
  }

  void real(const Step& step, void* object) {
    const auto raw = reader_.bytes(leaf_size(step.leaf));
    if (digested(step, raw)) return;
    const double value = load_real(raw.data(), step.leaf, reader_.endian());
    step.field->set_real(object, value);
    if (std::isnan(value)) note(FindingCode::value_nan, "not a number", raw.size());
  }

  void text(const Step& step, void* object) {
    const std::uint32_t n = reader_.count(1, FindingCode::object_count);
    const auto raw = reader_.bytes(n);
    if (step.field == nullptr || digested(step, raw)) return;
    step.field->set_text(object, bytes::as_text(raw));
    if (n > bytes::kMaxValueBytes) note(FindingCode::value_truncated, "a text of " + std::to_string(n) + " bytes", n);
  }

  void leaves(const Step& step, void* object) {
    const std::size_t n = count(step);
    const auto raw = reader_.bytes(n * step.size);
    if (digested(step, raw)) return;
    if (!step.field->assign(object, step.leaf, raw.data(), n * step.leaves_per_element, reader_.endian())) {
      reader_.fail(FindingCode::object_out_of_range, "a value does not fit");
    }
    if (step.field->has_nan != nullptr && step.field->has_nan(object)) {
      note(FindingCode::value_nan, "values that are not numbers", raw.size());
    }
  }

  void elements(const Step& step, void* object, bool wanted) {
    const std::uint32_t n = count(step);
    std::byte* element = nullptr;
    wanted = wanted && object != nullptr;
    if (wanted) {
      element = static_cast<std::byte*>(step.field->resize(object, n));
    } else if (step.field != nullptr && object != nullptr) {
      step.field->set_integer(object, n);
    }
    frames_.push_back({&step, 0});
    for (std::uint32_t i = 0; i < n; ++i) {
      frames_.back().element = i;
      program(step.program, wanted ? element + i * step.field->stride : nullptr);
    }
    frames_.pop_back();
    current_ = &step;
  }

  void note(FindingCode code, std::string message, std::size_t size) {
    if (notes_.size() >= kMaxNotesPerObject) {
      ++more_notes_;
      return;
    }
    notes_.push_back({code, reader_.offset() - size, path(), std::move(message)});
  }

  std::string path() const {
    std::string out;
    const auto add = [&](const std::string& part) {
      if (!out.empty() && !part.empty()) out += '.';
      out += part;
    };
    for (const Frame& frame : frames_) {
      add(plan_.paths_[frame.step->path]);
      if (frame.element != SIZE_MAX) out += "[" + std::to_string(frame.element) + "]";
    }
    const bool inside = !frames_.empty() && current_ == frames_.back().step;
    if (current_ != nullptr && !inside) add(plan_.paths_[current_->path]);
    return out;
  }

  const ReadPlan& plan_;
  bytes::Reader& reader_;
  std::vector<bytes::Note>& notes_;
  FieldDigests* digests_;
  std::vector<Frame> frames_;
  const Step* current_ = nullptr;
  std::size_t more_notes_ = 0;
};

void ReadPlan::run(bytes::Reader& reader, void* object, std::vector<bytes::Note>& notes) const {
  PlanRun(*this, reader, notes).run(object);
}

std::map<const Field*, std::uint64_t> ReadPlan::digest(bytes::Reader& reader) const {
  std::vector<bytes::Note> notes;
  FieldDigests digests;
  PlanRun(*this, reader, notes, &digests).run(nullptr);
  return digests;
}

std::shared_ptr<const ReadPlan> shared_plan(const LayoutPtr& layout, const Record& record) {
  // Hostile files can bring any number of trees: the cache starts anew when it is full.
  static constexpr std::size_t kMaxPlans = 2'000;
  static std::mutex mutex;
  static std::map<std::pair<std::uint64_t, const Record*>, std::pair<LayoutPtr, std::shared_ptr<const ReadPlan>>> plans;
  const std::pair key{layout->hash(), &record};
  {
    const std::lock_guard lock(mutex);
    const auto found = plans.find(key);
    if (found != plans.end() && *found->second.first == *layout) return found->second.second;
  }
  auto plan = std::make_shared<const ReadPlan>(*layout, record);
  const std::lock_guard lock(mutex);
  if (plans.size() >= kMaxPlans) plans.clear();
  plans[key] = {layout, plan};
  return plan;
}

}  // namespace mecadex::layouts
