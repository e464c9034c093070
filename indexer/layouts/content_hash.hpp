// Everything that an object holds, fed to a hash in a canonical form: equal content, equal hash, in
// whatever file, byte order and width of pointers it is stored.
//
// A content plan is compiled from a layout alone and reads every leaf; a read plan (read_plan.hpp)
// reads what a record wants. What counts:
//
//   the fields     the names of all fields, their nesting and the width of each leaf, first of all:
//                  a field that a version lacks is absent, not zero
//   leaves         their bytes in little-endian order
//   arrays, texts  the number of elements, then the elements
//   PPtr           null or not null
//
// What does not: padding, names of types, the nodes that only wrap others (vector, Array,
// OffsetPtr), where a PPtr points, and the excluded fields. An array of plain leaves is one update
// of the hash. A plan may also count a few fields only: those that a record leaves unread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/bytes/reader.hpp"
#include "indexer/bytes/sha256.hpp"
#include "indexer/layouts/layout.hpp"
#include "indexer/layouts/record.hpp"

namespace mecadex::layouts {

/// SHA-256 behind a buffer: small values cost a copy each, large ones pass through.
class HashBuffer {
 public:
  void put(std::span<const std::byte> data);
  void put(std::string_view text);
  /// An integer or float by its bits, little-endian.
  template <typename T>
  void put_value(T value) {
    std::byte raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    const auto little = bytes::load<T>(raw, bytes::Endian::little);
    std::memcpy(raw, &little, sizeof(T));
    put(raw);
  }
  /// 32 lower-case hex digits; ends the hash.
  std::string hex_digest();

 private:
  void flush();

  bytes::Sha256 hash_;
  std::array<std::byte, 4096> buffer_;
  std::size_t used_ = 0;
};

/// Which fields count, by their dotted paths ("m_MuscleClipSize"; array elements and wrappers have no name).
struct CountedFields {
  enum class Rule : unsigned char { all_but, only };
  Rule rule = Rule::all_but;
  std::vector<std::string> paths;
};

/// Paths of the fields of a layout that a record does not read, the outermost of each.
std::vector<std::string> unread_fields(const Layout& layout, const Record& record);

class ContentPlan {
 public:
  /// Throws ParseError layout_type_tree when a leaf has no size.
  ContentPlan(const Layout& layout, const CountedFields& counted);

  /// Adds the object to `hash`. Throws ParseError; counts are bounded by what remains.
  void run(bytes::Reader& reader, HashBuffer& hash) const;

 private:
  friend class ContentCompiler;
  friend class ContentRun;

  struct Step {
    enum class Kind : unsigned char {
      leaves,    // `size` bytes of leaves without a gap
      packed,    // array whose elements are `size` bytes of leaves without a gap
      array,     // array of elements of program `program`
      pointer,   // PPtr: two leaves
      align,     // to a multiple of 4
      switched,  // program `program`, which counts where what surrounds it does not, or the other way round
    };
    Kind kind = Kind::align;
    std::uint32_t program = 0;
    std::uint64_t size = 0;                          // arrays: the smallest element
    std::uint32_t first_width = 0, width_count = 0;  // leaves, packed, pointer: into widths_
  };
  using Program = std::vector<Step>;

  std::vector<Program> programs_;     // [0] is the object's
  std::vector<std::uint8_t> widths_;  // of leaves, in bytes
  std::string fields_;                // names and nesting of what counts
  bool counts_ = true;                // outside the switched programs
};

/// The plan for all fields but those of `excluded`, compiled once per process and shared. Thread-safe. `excluded` is
/// told by its address: give an object that lives as long as the process.
std::shared_ptr<const ContentPlan> shared_content_plan(const LayoutPtr& layout, const CountedFields& excluded);

/// The plan for the fields that `record` does not read, without those whose path ends in one of `ignored_ends`; null
/// when nothing is left. Shared as above; told by the record's address.
std::shared_ptr<const ContentPlan> shared_unread_plan(const LayoutPtr& layout, const Record& record,
                                                      std::span<const std::string_view> ignored_ends);

}  // namespace mecadex::layouts
