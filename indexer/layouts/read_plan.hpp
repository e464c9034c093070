// A read plan: a layout bound to a record, compiled to a short list of steps.
//
// Compiling walks the layout once. Fields that the record wants become steps that fill a member; everything
// else becomes a skip, and skips that follow each other, with the alignment between them, become one. An
// unwanted array of elements of one size is one multiplication. So the decoder has no version tests, no
// look-ups by name and no tree of values, and the same code reads embedded type trees and built-in layouts.
//
// While it runs a plan knows where it is: an error carries the field's path with element indexes
// ("m_Controller.m_LayerArray[2].m_DefaultWeight") and the offset.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "indexer/bytes/reader.hpp"
#include "indexer/layouts/layout.hpp"
#include "indexer/layouts/record.hpp"

namespace mecadex::layouts {

/// Notes kept per object; a hostile object of nothing but NaN must not fill the corpus with findings. The
/// last note then says how many more there were.
inline constexpr std::size_t kMaxNotesPerObject = 1'000;

class ReadPlan {
 public:
  /// Throws ParseError layout_no_field when the layout lacks a required field or has it in another form.
  ReadPlan(const Layout& layout, const Record& record);

  /// Reads one object into `object`, which must be the record's type, freshly constructed. What is odd but
  /// readable (NaN, a text over 64 KiB) is added to `notes`. Throws ParseError with the field's path.
  void run(bytes::Reader& reader, void* object, std::vector<bytes::Note>& notes) const;

  /// Reads one object and keeps nothing but a hash per field: what another layout must agree with when a
  /// stripped file is tried with several (formats.md 3.8). Fields the layout lacks are not in the map.
  std::map<const Field*, std::uint64_t> digest(bytes::Reader& reader) const;

  /// True when the record's last field ends the reading (Record::head_only).
  bool head_only() const { return head_only_; }

 private:
  friend class PlanCompiler;
  friend class PlanRun;

  struct Step {
    enum class Kind : unsigned char {
      skip,            // `size` bytes
      align,           // to a multiple of 4
      integer,         // one leaf
      real,
      text,            // i32 length and bytes; field null: stepped over
      leaves,          // array of leaves into an assign function
      records,         // array of structs: program `program`, one element each
      record,          // nested struct: program `program`
      skip_fixed,      // array of elements of `size` bytes; field set: its count
      skip_elements,   // array of elements of program `program`; field set: its count
    };
    Kind kind = Kind::skip;
    Leaf leaf = Leaf::none;
    std::uint32_t program = 0;
    std::uint32_t leaves_per_element = 1;  // leaves: structs of floats count as several
    std::uint64_t size = 0;                // skip: bytes; arrays: the smallest (or fixed) element size
    const Field* field = nullptr;
    std::uint32_t path = 0;                // index into paths_
  };
  using Program = std::vector<Step>;

  std::vector<Program> programs_;  // [0] is the object's
  std::vector<std::string> paths_;
  bool head_only_ = false;
};

/// The plan for a layout and record, compiled once per process and shared. Thread-safe.
std::shared_ptr<const ReadPlan> shared_plan(const LayoutPtr& layout, const Record& record);

}  // namespace mecadex::layouts
