#include "indexer/corpus/write_files.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <stdexcept>

#include "indexer/corpus/decoder_version.hpp"
#include "indexer/corpus/file_stamp.hpp"

namespace mecadex::corpus {
namespace {

std::optional<std::string> text_or_null(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

FileRows::FileRows(SQLite::Database& db)
    : database_(db),
      files_(db, "files",
             {"file_id", "source_id", "path", "path_bytes", "size", "content_hash", "container_kind", "status",
              "decoder_version"}),
      containers_(db, "containers",
                  {"container_id", "file_id", "node_path", "kind", "engine_version", "compression", "entry_count",
                   "status"}),
      serialized_files_(db, "serialized_files",
                        {"serialized_file_id", "file_id", "node_path", "unity_version", "format_version",
                         "target_platform", "is_big_endian", "has_type_tree", "object_count", "company_name",
                         "product_name", "status"}),
      scenes_(db, "build_scenes", {"serialized_file_id", "scene_index", "path"}),
      classes_(db, "serialized_file_classes", {"serialized_file_id", "class_id", "object_count"}),
      externals_(db, "externals", {"serialized_file_id", "external_index", "path", "guid"}),
      findings_(db, "findings",
                {"finding_id", "file_id", "node_path", "serialized_file_id", "object_id", "stage", "code", "severity",
                 "byte_offset", "field_path", "message"}),
      next_object_(next_id(db, "objects", "object_id")),
      next_container_(next_id(db, "containers", "container_id")),
      next_finding_(next_id(db, "findings", "finding_id")),
      file_id_(next_id(db, "files", "file_id") - 1),
      serialized_id_(next_id(db, "serialized_files", "serialized_file_id") - 1) {}

void FileRows::start(const SourceStart& event) {
  SQLite::Statement find(database_, "SELECT source_id FROM sources WHERE label = ?");
  find.bind(1, event.label);
  if (!find.executeStep()) throw std::logic_error("no source is labelled " + event.label);
  source_id_ = find.getColumn(0).getInt64();
}

void FileRows::start(const FileStart& event) {
  ++file_id_;
  file_ = event;
  inside_file_ = true;
}

void FileRows::start(const SerializedStart& event) {
  ++serialized_id_;
  serialized_ = event;
  for (const auto& [class_id, count] : event.classes) classes_.row(serialized_id_, class_id, count);
  for (std::size_t i = 0; i < event.externals.size(); ++i) {
    externals_.row(serialized_id_, i, event.externals[i].first, text_or_null(event.externals[i].second));
  }
}

void FileRows::write(const ContainerItem& item) {
  containers_.row(next_container_++, file_id_, item.node_path, item.kind, text_or_null(item.engine_version),
                  text_or_null(item.compression), item.entry_count, item.status);
}

void FileRows::write(const FindingItem& item, bool inside_serialized_file) {
  const bytes::FindingCodeInfo& code = bytes::info(item.note.code);
  findings_.row(next_finding_++, inside_file_ ? Id{file_id_} : Id{}, item.node_path.empty() ? std::nullopt : std::optional(item.node_path),
                inside_serialized_file ? Id{serialized_id_} : Id{}, object_ids().id(item.object), code.stage, code.text,
                to_string(code.severity), item.note.offset, text_or_null(item.note.field_path), item.note.message);
}

void FileRows::end(const SerializedEnd& event) {
  serialized_files_.row(serialized_id_, file_id_, serialized_.node_path, text_or_null(serialized_.unity_version),
                        serialized_.format_version == 0 ? std::nullopt : std::optional(serialized_.format_version),
                        serialized_.target_platform, serialized_.is_big_endian,
                        serialized_.has_type_tree, serialized_.object_count, text_or_null(event.company_name),
                        text_or_null(event.product_name), event.status);
  for (std::size_t i = 0; i < event.scenes.size(); ++i) scenes_.row(serialized_id_, i, event.scenes[i]);
  next_object_ += event.stored_objects;
}

void FileRows::end(const FileEnd& event) {
  inside_file_ = false;
  const std::string_view own = own_path_bytes(file_.path, file_.own_path);
  const std::optional<Blob> path_bytes = own.empty() ? std::nullopt : std::optional(Blob{std::as_bytes(std::span(own))});
  files_.row(file_id_, source_id_, file_.path, path_bytes, event.size, event.content_hash,
             text_or_null(event.container_kind), event.status, kDecoderVersion);
  ++counts_.files;
  counts_.bytes_read += event.bytes_read;
}

}  // namespace mecadex::corpus
