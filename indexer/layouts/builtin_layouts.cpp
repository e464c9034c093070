// The texts of data/ are in the program (embed_layouts.cmake). A class is parsed when it is first
// asked for: the subtrees, then the layouts, each expanded to its nodes, then the runs.
//
//   2 | PPtr<Avatar> | 12 | - | m_FileID:0 m_PathID:1     subtree 2: type, bytes, flags, children
//   by name layout 3 | Base:17                                    the tree with root name Base and
//   subtree 17 2018.1.0b2 -> layout 3                                a run
#include "indexer/layouts/builtin_layouts.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace mecadex::layouts {
namespace {

#include "embedded_layouts.inc"

[[noreturn]] void bad_data(std::string_view line) {
  throw std::logic_error("built-in layouts: cannot read '" + std::string(line) + "'");
}

// The text up to `separator`, which is taken too; all of it when there is none.
std::string_view take(std::string_view& text, std::string_view separator) {
  const std::size_t end = text.find(separator);
  const std::string_view head = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
  return head;
}

std::int32_t number(std::string_view text) {
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) bad_data(text);
  return value;
}

std::size_t index(std::string_view text, std::size_t size) {
  const std::int32_t value = number(text);
  if (value < 0 || static_cast<std::size_t>(value) >= size) bad_data(text);
  return static_cast<std::size_t>(value);
}

UnityVersion version_of(std::string_view text) {
  const auto version = parse_unity_version(text);
  if (!version) bad_data(text);
  return *version;
}

struct Run {
  UnityVersion first;
  LayoutPtr layout;
};

bool begins_after(const UnityVersion& version, const Run& run) { return version < run.first; }

class ClassTable {
 public:
  explicit ClassTable(std::string_view text) : text_(text) {
    std::string_view rest = text.substr(text.find("\nclass ") + 7);
    class_id_ = number(take(rest, " "));
  }

  std::int32_t class_id() const { return class_id_; }
  const std::vector<Run>& runs() {
    std::call_once(parsed_, [this] { parse(); });
    return runs_;
  }

 private:
  struct Subtree {
    std::string_view type;
    std::int32_t byte_size = -1;
    bool is_array = false;
    bool align_after = false;
    std::vector<std::pair<std::string_view, std::size_t>> children;
  };

  void parse() {
    for (std::string_view rest = text_; !rest.empty();) {
      const std::string_view line = take(rest, "\n");
      if (line.empty() || line.front() == '#' || line.starts_with("class ")) continue;
      if (line.starts_with("layout ")) {
        parse_layout(line);
      } else if (line.find(" -> ") != std::string_view::npos) {
        parse_run(line);
      } else {
        parse_subtree(line);
      }
    }
    subtrees_.clear();
    layouts_.clear();
  }

  void parse_subtree(std::string_view line) {
    if (number(take(line, " | ")) != static_cast<std::int32_t>(subtrees_.size())) bad_data(line);
    Subtree subtree;
    subtree.type = take(line, " | ");
    subtree.byte_size = number(take(line, " | "));
    const std::string_view flags = take(line, " | ");
    subtree.is_array = flags.find("array") != std::string_view::npos;
    subtree.align_after = flags.find("align") != std::string_view::npos;
    while (!line.empty()) {
      std::string_view child = take(line, " ");
      const std::string_view name = take(child, ":");
      subtree.children.emplace_back(name, index(child, subtrees_.size()));
    }
    subtrees_.push_back(std::move(subtree));
  }

  void parse_layout(std::string_view line) {
    take(line, " | ");
    const std::string_view name = take(line, ":");
    std::vector<LayoutNode> nodes;
    expand(name, index(line, subtrees_.size()), 0, nodes);
    layouts_.push_back(std::make_shared<const Layout>(std::move(nodes)));
  }

  void parse_run(std::string_view line) {
    const UnityVersion first = version_of(take(line, " -> layout "));
    runs_.push_back({first, layouts_[index(line, layouts_.size())]});
  }

  // A subtree names only subtrees before it, so this ends.
  void expand(std::string_view name, std::size_t number, std::uint8_t level,
              std::vector<LayoutNode>& nodes) const {
    const Subtree& subtree = subtrees_[number];
    LayoutNode& node = nodes.emplace_back();
    node.type = subtree.type;
    node.name = name;
    node.byte_size = subtree.byte_size;
    node.level = level;
    node.is_array = subtree.is_array;
    node.align_after = subtree.align_after;
    for (const auto& [child_name, child] : subtree.children) {
      expand(child_name, child, static_cast<std::uint8_t>(level + 1), nodes);
    }
  }

  std::string_view text_;
  std::int32_t class_id_ = 0;
  std::once_flag parsed_;
  std::vector<Subtree> subtrees_;   // while parsing
  std::vector<LayoutPtr> layouts_;  // while parsing
  std::vector<Run> runs_;
};

std::deque<ClassTable>& tables() {
  static std::deque<ClassTable> all = [] {
    std::deque<ClassTable> made;
    for (const std::string_view text : kClassTexts) made.emplace_back(text);
    return made;
  }();
  return all;
}

ClassTable* table_of(std::int32_t class_id) {
  for (ClassTable& table : tables()) {
    if (table.class_id() == class_id) return &table;
  }
  return nullptr;
}

}  // namespace

std::string_view to_string(LayoutSource source) {
  switch (source) {
    case LayoutSource::embedded:
      return "embedded";
    case LayoutSource::exact:
      return "exact";
    case LayoutSource::floor:
      return "floor";
    case LayoutSource::trial:
      return "trial";
  }
  return "";
}

std::optional<LayoutChoice> builtin_layout(std::int32_t class_id, const UnityVersion& version) {
  ClassTable* table = table_of(class_id);
  if (table == nullptr) return std::nullopt;
  const std::vector<Run>& runs = table->runs();
  const auto after = std::upper_bound(runs.begin(), runs.end(), version, begins_after);
  if (after == runs.begin()) return std::nullopt;
  const auto& versions = builtin_versions();
  const UnityVersion& known = *(std::upper_bound(versions.begin(), versions.end(), version) - 1);
  return LayoutChoice{std::prev(after)->layout,
                      known == version ? LayoutSource::exact : LayoutSource::floor,
                      !known.same_stream(version)};
}

std::vector<LayoutPtr> builtin_layouts_between(std::int32_t class_id, const UnityVersion& first,
                                               const UnityVersion& last) {
  std::vector<LayoutPtr> found;
  ClassTable* table = table_of(class_id);
  if (table == nullptr || last < first) return found;
  const std::vector<Run>& runs = table->runs();
  auto run = std::upper_bound(runs.begin(), runs.end(), first, begins_after);
  if (run != runs.begin()) --run;
  for (; run != runs.end() && run->first <= last; ++run) {
    if (std::find(found.begin(), found.end(), run->layout) == found.end())
      found.push_back(run->layout);
  }
  return found;
}

std::span<const std::int32_t> builtin_classes() {
  static const std::vector<std::int32_t> classes = [] {
    std::vector<std::int32_t> ids;
    for (const ClassTable& table : tables()) ids.push_back(table.class_id());
    std::sort(ids.begin(), ids.end());
    return ids;
  }();
  return classes;
}

const std::vector<UnityVersion>& builtin_versions() {
  static const std::vector<UnityVersion> versions = [] {
    std::vector<UnityVersion> list;
    for (std::string_view rest = kVersionsText; !rest.empty();) {
      std::string_view line = take(rest, "\n");
      if (line.starts_with('#')) continue;
      while (!line.empty()) list.push_back(version_of(take(line, " ")));
    }
    return list;
  }();
  return versions;
}

}  // namespace mecadex::layouts
