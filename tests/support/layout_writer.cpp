// Alignment follows formats.md 4: after each node that asks for it, to a multiple of 4 from the
// object's start; an array of leaves is one run of bytes and aligns its element's flag once, after
// the run.
#include "tests/support/layout_writer.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>

namespace mecadex::testing {
namespace {

using layouts::Layout;
using layouts::LayoutNode;
using nlohmann::json;

enum class LeafKind { none, signed_integer, unsigned_integer, real };

struct LeafForm {
  LeafKind kind = LeafKind::none;
  std::size_t size = 0;
};

// What a leaf holds follows from its type name, how wide it is from its byte size.
LeafForm leaf_form(const LayoutNode& node) {
  if (node.byte_size == 0) return {};
  const auto size = static_cast<std::size_t>(node.byte_size);
  if (size != 1 && size != 2 && size != 4 && size != 8)
    throw std::invalid_argument("leaf of no known size: " + node.name);
  if (node.type == "float" || node.type == "double") return {LeafKind::real, size};
  static constexpr std::array<std::string_view, 11> kUnsigned{
      "UInt8",          "UInt16",       "UInt32",
      "UInt64",         "char",         "bool",
      "unsigned short", "unsigned int", "unsigned long long",
      "Type*",          "FileSize"};
  for (const std::string_view type : kUnsigned) {
    if (node.type == type) return {LeafKind::unsigned_integer, size};
  }
  return {size == 1 ? LeafKind::unsigned_integer : LeafKind::signed_integer, size};
}

// The shape of a tree: the same questions for writing and for making values.
class Shape {
 public:
  explicit Shape(const Layout& layout) : nodes_(layout.nodes()) {}

  const LayoutNode& operator[](std::size_t node) const { return nodes_[node]; }
  bool is_leaf(std::size_t node) const { return nodes_[node].end == node + 1; }
  bool has_one_child(std::size_t node) const {
    return !is_leaf(node) && nodes_[node + 1].end == nodes_[node].end;
  }
  bool is_array_wrapper(std::size_t node) const {
    return has_one_child(node) && nodes_[node + 1].is_array;
  }
  bool is_offset_pointer(std::size_t node) const {
    return nodes_[node].type == "OffsetPtr" && has_one_child(node);
  }
  std::size_t element_of(std::size_t array) const { return nodes_[array + 1].end; }
  bool is_text(std::size_t node) const {
    return nodes_[node].type == "string" && is_array_wrapper(node) && is_leaf(element_of(node + 1));
  }
  std::vector<std::size_t> children(std::size_t node) const {
    std::vector<std::size_t> found;
    for (std::size_t child = node + 1; child < nodes_[node].end; child = nodes_[child].end)
      found.push_back(child);
    return found;
  }

 private:
  const std::vector<LayoutNode>& nodes_;
};

// Takes a part of the path for the time of writing what it names.
class PathStep {
 public:
  PathStep(std::string& path, const std::string& part) : path_(path), length_(path.size()) {
    path_ += part;
  }
  PathStep(const PathStep&) = delete;
  PathStep& operator=(const PathStep&) = delete;
  ~PathStep() { path_.resize(length_); }

 private:
  std::string& path_;
  std::size_t length_;
};

const json kAbsent;

class ObjectWriter {
 public:
  ObjectWriter(const Layout& layout, bytes::Endian endian, UnknownKeys unknown)
      : shape_(layout), unknown_(unknown), out_(endian) {}

  std::vector<std::byte> write(const json& value) {
    node(0, value);
    return out_.take();
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw std::invalid_argument(path_ + ": " + message);
  }

  void node(std::size_t index, const json& value) {
    if (shape_.is_leaf(index)) {
      leaf(shape_[index], value);
    } else if (shape_.is_text(index)) {
      text(index, value);
    } else if (shape_[index].is_array) {
      array(index, value);
    } else if (shape_.is_array_wrapper(index)) {
      node(index + 1, value);
    } else if (shape_.is_offset_pointer(index)) {
      node(index + 1, is_wrapped(value) ? value.at("data") : value);
    } else {
      fields(index, value);
    }
    if (shape_[index].align_after) out_.align(4);
  }

  static bool is_wrapped(const json& value) {
    return value.is_object() && value.size() == 1 && value.contains("data");
  }

  void fields(std::size_t index, const json& value) {
    if (!value.is_object() && !value.is_null())
      fail("an object is wanted for " + shape_[index].type);
    std::size_t used = 0;
    const std::vector<std::size_t> children = shape_.children(index);
    for (const std::size_t child : children) {
      const auto found = value.find(shape_[child].name);
      const bool given = value.is_object() && found != value.end();
      if (given) ++used;
      const PathStep step(path_, "." + shape_[child].name);
      node(child, given ? *found : kAbsent);
    }
    if (unknown_ == UnknownKeys::reject && used < value.size()) reject_unknown(children, value);
  }

  void reject_unknown(const std::vector<std::size_t>& children, const json& value) const {
    for (const auto& [key, ignored] : value.items()) {
      bool known = false;
      for (const std::size_t child : children) known = known || shape_[child].name == key;
      if (!known) fail("the layout has no field " + key);
    }
  }

  void count(std::size_t n) { out_.put(static_cast<std::int32_t>(n)); }

  void array(std::size_t index, const json& value) {
    if (!value.is_array() && !value.is_null()) fail("an array is wanted");
    const std::size_t element = shape_.element_of(index);
    count(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
      const PathStep step(path_, "[" + std::to_string(i) + "]");
      if (shape_.is_leaf(element)) {
        leaf(shape_[element], value[i]);
      } else {
        node(element, value[i]);
      }
    }
    if (shape_.is_leaf(element) && shape_[element].align_after) out_.align(4);
  }

  void text(std::size_t index, const json& value) {
    if (!value.is_string() && !value.is_null()) fail("a text is wanted");
    const std::string content = value.is_null() ? "" : value.get<std::string>();
    count(content.size());
    out_.put_text(content);
    if (shape_[index + 1].align_after) out_.align(4);
  }

  void leaf(const LayoutNode& node, const json& value) {
    const LeafForm form = leaf_form(node);
    switch (form.kind) {
      case LeafKind::none:
        return;
      case LeafKind::real:
        return real(form.size, value);
      case LeafKind::signed_integer:
        return integer(form.size, value, true);
      case LeafKind::unsigned_integer:
        return integer(form.size, value, false);
    }
  }

  void real(std::size_t size, const json& value) {
    double number = 0;
    if (value.is_string()) {
      const auto name = value.get<std::string>();
      if (name != "NaN" && name != "Infinity" && name != "-Infinity") fail("not a number: " + name);
      number = name == "NaN" ? std::numeric_limits<double>::quiet_NaN()
                             : std::numeric_limits<double>::infinity();
      if (name == "-Infinity") number = -number;
    } else if (value.is_number()) {
      number = value.get<double>();
    } else if (!value.is_null()) {
      fail("a number is wanted");
    }
    if (size == 4) return out_.put(static_cast<float>(number));
    out_.put(number);
  }

  // The value as 64 bits when it fits into `size` bytes.
  static std::optional<std::uint64_t> bits_of(const json& value, std::size_t size, bool is_signed) {
    const unsigned width = static_cast<unsigned>(size) * 8;
    const std::uint64_t most = UINT64_MAX >> (64 - width + (is_signed ? 1 : 0));
    if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
    if (value.is_number_unsigned()) {
      const auto number = value.get<std::uint64_t>();
      return number <= most ? std::optional(number) : std::nullopt;
    }
    const auto number = value.get<std::int64_t>();
    const bool fits = number < 0 ? is_signed && number >= -static_cast<std::int64_t>(most) - 1
                                 : static_cast<std::uint64_t>(number) <= most;
    return fits ? std::optional(static_cast<std::uint64_t>(number)) : std::nullopt;
  }

  void integer(std::size_t size, const json& value, bool is_signed) {
    std::uint64_t bits = 0;
    if (value.is_boolean() || value.is_number_integer()) {
      const auto fitting = bits_of(value, size, is_signed);
      if (!fitting) fail("the value does not fit: " + value.dump());
      bits = *fitting;
    } else if (!value.is_null()) {
      fail("an integer is wanted");
    }
    if (size == 1) return out_.put(static_cast<std::uint8_t>(bits));
    if (size == 2) return out_.put(static_cast<std::uint16_t>(bits));
    if (size == 4) return out_.put(static_cast<std::uint32_t>(bits));
    out_.put(bits);
  }

  Shape shape_;
  UnknownKeys unknown_;
  EndianWriter out_;
  std::string path_;
};

// std::mt19937_64 is the same everywhere, the standard distributions are not: numbers are made from
// its bits.
class ValueMaker {
 public:
  ValueMaker(const Layout& layout, std::uint64_t seed) : shape_(layout), random_(seed) {}

  json node(std::size_t index) {
    if (shape_.is_leaf(index)) return leaf(shape_[index]);
    if (shape_.is_text(index)) return text();
    if (shape_[index].is_array) return array(index);
    if (shape_.is_array_wrapper(index) || shape_.is_offset_pointer(index)) return node(index + 1);
    json value = json::object();
    for (const std::size_t child : shape_.children(index)) value[shape_[child].name] = node(child);
    return value;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  json array(std::size_t index) {
    json value = json::array();
    for (std::uint64_t n = below(4); n > 0; --n) value.push_back(node(shape_.element_of(index)));
    return value;
  }

  json text() {
    std::string value;
    for (std::uint64_t n = below(10); n > 0; --n) value += static_cast<char>('a' + below(26));
    return value;
  }

  json leaf(const LayoutNode& node) {
    const LeafForm form = leaf_form(node);
    if (form.kind == LeafKind::none) return 0;
    if (node.type == "bool") return below(2);
    if (form.kind == LeafKind::real)
      return std::ldexp(static_cast<double>(below(1U << 24U)) - (1 << 23), -12);
    const unsigned unused = 64 - static_cast<unsigned>(form.size) * 8;
    const std::uint64_t bits = random_() >> unused >> below(form.size * 8);
    if (form.kind == LeafKind::unsigned_integer) return bits;
    return static_cast<std::int64_t>(bits << unused) >> unused;
  }

  Shape shape_;
  std::mt19937_64 random_;
};

}  // namespace

std::vector<std::byte> write_object(const Layout& layout, const json& value, bytes::Endian endian,
                                    UnknownKeys unknown) {
  return ObjectWriter(layout, endian, unknown).write(value);
}

json random_object(const Layout& layout, std::uint64_t seed) {
  return ValueMaker(layout, seed).node(0);
}

}  // namespace mecadex::testing
