#include "indexer/crawl/object_reading.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "indexer/animator/scene.hpp"

namespace mecadex::crawl {

using bytes::FindingCode;
using bytes::Note;
using bytes::ParseError;
using corpus::kNoObject;
using corpus::Link;
using corpus::LocalId;
using serialized::ObjectEntry;

ObjectReading::ObjectReading(bytes::ByteSource& source, std::string node_path,
                             const serialized::SerializedFile& file,
                             std::span<const std::int32_t> stored_classes,
                             std::optional<layouts::UnityVersion> version,
                             std::uint64_t max_object_bytes, corpus::EventSink& sink)
    : node_path_(std::move(node_path)),
      file_(file),
      sink_(sink),
      objects_(file, stored_classes),
      decoder_(source, file, version, layouts::is_engine_branch(file.unity_version),
               max_object_bytes) {}

bool ObjectReading::decode(const ObjectEntry& object, const layouts::Record& record, void* value,
                           bool has_name) {
  notes_.clear();
  std::optional<Note> failure;
  try {
    layout_source_ = decoder_.decode(object, record, value, notes_);
  } catch (const ParseError& error) {
    failure = Note{error.code(), error.offset(), error.field_path(), error.what()};
  } catch (const std::bad_alloc&) {
    failure =
        Note{FindingCode::file_out_of_memory, object.byte_start, "", "no memory for the object"};
  }
  const LocalId id = objects_.find(object.path_id);
  for (Note& note : notes_) add_finding(id, std::move(note));
  piece_.weight += object.byte_size;
  if (!failure) return true;
  if (id == kNoObject) {  // an object that is only counted, like a GameObject: the finding names it
    failure->message += " (class " + std::to_string(object.class_id) + ", path id " +
                        std::to_string(object.path_id) + ")";
  } else {
    layout_source_.reset();
    add_object(object, has_name ? peek_name(object) : std::nullopt);
  }
  add_finding(id, std::move(*failure));
  return false;
}

std::optional<std::string> ObjectReading::peek_name(const ObjectEntry& object) {
  animator::NamedObject named;
  std::vector<Note> notes;
  try {
    decoder_.decode(object, animator::named_object_record(), &named, notes);
    return named.name;
  } catch (const ParseError&) {  // the failure is a finding already
    return std::nullopt;
  }
}

void ObjectReading::add_object(const ObjectEntry& object, std::optional<std::string> name,
                               std::optional<std::string> fingerprint) {
  const LocalId id = objects_.find(object.path_id);
  if (id >= has_row_.size()) has_row_.resize(std::size_t{id} + 1, false);
  if (has_row_[id]) return;
  has_row_[id] = true;
  corpus::ObjectItem item{id,
                          object.path_id,
                          object.class_id,
                          std::move(name),
                          object.byte_start,
                          object.byte_size,
                          layout_source_,
                          std::nullopt,
                          std::move(fingerprint)};
  const auto path = container_paths_.find(object.path_id);
  if (path != container_paths_.end()) item.container_path = path->second;
  piece_.objects.push_back(std::move(item));
  if (piece_.weight >= kPieceWeight) flush();
}

void ObjectReading::add_finding(LocalId object, Note note) {
  has_errors_ = has_errors_ || bytes::info(note.code).severity == bytes::Severity::error;
  if (++finding_count_ > kMaxFindings) return;
  piece_.findings.push_back({node_path_, object, std::move(note)});
}

void ObjectReading::flush() { sink_.put(std::exchange(piece_, {})); }

void ObjectReading::finish() {
  for (const Note& note : decoder_.layout_notes()) add_finding(kNoObject, note);
  if (finding_count_ > kMaxFindings) {
    const std::string more =
        std::to_string(finding_count_ - kMaxFindings) + " more findings in this file";
    piece_.findings.push_back({node_path_, kNoObject, {FindingCode::object_limit, 0, "", more}});
  }
  flush();
}

Link ObjectReading::follow(LocalId from, const char* field, std::size_t index,
                           const animator::PPtr& pointer,
                           std::initializer_list<std::int32_t> classes, bool store_target) {
  Link link = objects_.link(pointer, store_target);
  const std::string where = std::string(field) + "[" + std::to_string(index) + "]";
  if (link.resolution == corpus::Resolution::missing) {
    add_finding(from, {FindingCode::reference_dangling, 0, where,
                       "file " + std::to_string(pointer.file_id) + ", path id " +
                           std::to_string(pointer.path_id)});
  } else if (link.target_class != 0 &&
             std::find(classes.begin(), classes.end(), link.target_class) == classes.end()) {
    add_finding(from, {FindingCode::reference_wrong_class, 0, where,
                       "class " + std::to_string(link.target_class)});
  }
  piece_.refs.push_back({from, field, index, link});
  return link;
}

}  // namespace mecadex::crawl
