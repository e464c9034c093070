// From an object of a serialized file to its record: choosing the layout, running the plan.
//
// formats.md 3.8: the embedded tree of the object's type; else the built-in layout of the file's version;
// else (a stripped version that nothing else tells) every layout that was in use while the serialized
// format was, of which those count that consume every object of the class exactly and agree on every value.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/layouts/builtin_layouts.hpp"
#include "indexer/layouts/read_plan.hpp"
#include "indexer/layouts/unity_version.hpp"
#include "indexer/serialized/serialized_file.hpp"

namespace mecadex::crawl {

class ObjectDecoder {
 public:
  /// `version`: the version to choose built-in layouts by; nothing when it is stripped and nobody told.
  /// `is_branch`: an engine branch whose classes may differ. Larger objects are not decoded.
  ObjectDecoder(bytes::ByteSource& source, const serialized::SerializedFile& file,
                std::optional<layouts::UnityVersion> version, bool is_branch, std::uint64_t max_object_bytes)
      : source_(source), file_(file), version_(version), is_branch_(is_branch), max_object_bytes_(max_object_bytes) {}

  /// Decodes an object into `value`, which must be the record's type. Odd things go to `notes`, remarks on
  /// the layout to layout_notes(), once a class. Returns where the layout came from. Throws ParseError.
  layouts::LayoutSource decode(const serialized::ObjectEntry& object, const layouts::Record& record, void* value,
                               std::vector<bytes::Note>& notes);

  /// The object that decode() read last: its layout, and a reader at its start. Good until the next call.
  const layouts::LayoutPtr& last_layout() const { return last_layout_; }
  bytes::Reader last_reader() const { return last_reader_; }

  /// The layout that decode() would use has this field at its root. Throws ParseError layout_missing.
  bool has_field(const serialized::ObjectEntry& object, const layouts::Record& record, std::string_view field);

  /// Where the layout comes from that decode() uses for the object; nothing when it has none.
  std::optional<layouts::LayoutSource> source_of(const serialized::ObjectEntry& object, const layouts::Record& record) {
    const Bound& b = bound(object, record);
    return b.error ? std::nullopt : std::optional(b.source);
  }

  const std::vector<bytes::Note>& layout_notes() const { return layout_notes_; }

 private:
  struct Key {
    std::int32_t class_id;
    std::int32_t type_index;
    const layouts::Record* record;
    auto operator<=>(const Key&) const = default;
  };
  struct Bound {
    layouts::LayoutPtr layout;
    layouts::LayoutSource source = layouts::LayoutSource::exact;
    std::shared_ptr<const layouts::ReadPlan> plan;
    std::optional<bytes::ParseError> error;  // why there is no plan
  };

  const Bound& bound(const serialized::ObjectEntry& object, const layouts::Record& record);
  void choose(const serialized::ObjectEntry& object, const layouts::Record& record, Bound& out);
  void choose_by_trial(std::int32_t class_id, const layouts::Record& record, Bound& out);
  void remark(bytes::FindingCode code, std::int32_t class_id, const std::string& message);
  std::span<const std::byte> bytes_of(const serialized::ObjectEntry& object);

  bytes::ByteSource& source_;
  const serialized::SerializedFile& file_;
  std::optional<layouts::UnityVersion> version_;
  bool is_branch_;
  std::uint64_t max_object_bytes_;
  std::map<Key, Bound> bound_;
  std::vector<bytes::Note> layout_notes_;
  std::vector<std::byte> scratch_;
  layouts::LayoutPtr last_layout_;
  bytes::Reader last_reader_{{}};
};

}  // namespace mecadex::crawl
