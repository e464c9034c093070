#include "indexer/corpus/write_files.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>

#include "indexer/corpus/decoder_version.hpp"

namespace mecadex::corpus {
namespace {

std::optional<std::string> text_or_null(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

std::pair<std::string, std::string> split_last(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

// "level12" -> 12.
std::optional<std::size_t> level_number(const std::string& name) {
  static constexpr std::string_view kPrefix = "level";
  if (name.size() <= kPrefix.size() || name.size() > kPrefix.size() + 6 || name.compare(0, kPrefix.size(), kPrefix) != 0) {
    return std::nullopt;
  }
  std::size_t number = 0;
  for (std::size_t i = kPrefix.size(); i < name.size(); ++i) {
    if (name[i] < '0' || name[i] > '9') return std::nullopt;
    number = number * 10 + static_cast<std::size_t>(name[i] - '0');
  }
  return number;
}

}  // namespace

std::uint64_t RunCounts::failed() const {
  std::uint64_t sum = 0;
  for (const auto& [status, n] : files_by_status) {
    if (status != "indexed" && status != "not_unity") sum += n;
  }
  return sum;
}

FileRows::FileRows(SQLite::Database& db)
    : database_(db),
      sources_(db, "sources", {"source_id", "label", "kind", "company_name", "product_name", "engine"}),
      files_(db, "files",
             {"file_id", "source_id", "path", "path_bytes", "size", "content_hash", "container_kind", "status",
              "decoder_version"}),
      containers_(db, "containers",
                  {"container_id", "file_id", "node_path", "kind", "engine_version", "compression", "entry_count",
                   "status"}),
      serialized_files_(db, "serialized_files",
                        {"serialized_file_id", "file_id", "node_path", "unity_version", "format_version",
                         "target_platform", "is_big_endian", "has_type_tree", "object_count", "status"}),
      classes_(db, "serialized_file_classes", {"serialized_file_id", "class_id", "object_count"}),
      externals_(db, "externals", {"serialized_file_id", "external_index", "path", "guid"}),
      findings_(db, "findings",
                {"finding_id", "file_id", "node_path", "serialized_file_id", "object_id", "stage", "code", "severity",
                 "byte_offset", "field_path", "message"}),
      next_object_(next_id(db, "objects", "object_id")),
      next_container_(next_id(db, "containers", "container_id")),
      next_finding_(next_id(db, "findings", "finding_id")),
      source_id_(next_id(db, "sources", "source_id") - 1),
      file_id_(next_id(db, "files", "file_id") - 1),
      serialized_id_(next_id(db, "serialized_files", "serialized_file_id") - 1) {}

void FileRows::start(const SourceStart& event) {
  ++source_id_;
  label_ = event.label;
  levels_.clear();
  scenes_.clear();
  company_name_.clear();
  product_name_.clear();
  kinds_.clear();
  has_unity_ = false;
}

void FileRows::start(const FileStart& event) {
  ++file_id_;
  file_ = event;
  inside_file_ = true;
}

void FileRows::start(const SerializedStart& event) {
  ++serialized_id_;
  serialized_ = event;
  has_unity_ = true;
  for (const auto& [class_id, count] : event.classes) classes_.row(serialized_id_, class_id, count);
  for (std::size_t i = 0; i < event.externals.size(); ++i) {
    externals_.row(serialized_id_, i, event.externals[i].first, text_or_null(event.externals[i].second));
  }
  note_level();
}

void FileRows::note_level() {
  const bool is_loose = serialized_.node_path.empty();
  auto [folder, name] = split_last(is_loose ? file_.path : file_.path + "/" + serialized_.node_path);
  const bool is_player_file = name == "globalgamemanagers" || name == "mainData" || name == "data.unity3d" ||
                              name == "unity default resources" || level_number(name).has_value();
  if (is_loose) kinds_.insert(is_player_file ? "player" : "loose");
  if (level_number(name) || name == "mainData") levels_.push_back({serialized_id_, std::move(folder), std::move(name)});
}

void FileRows::write(const ContainerItem& item) {
  containers_.row(next_container_++, file_id_, item.node_path, item.kind, text_or_null(item.engine_version),
                  text_or_null(item.compression), item.entry_count, item.status);
  if (item.kind != "split") kinds_.insert(item.kind);
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
                        serialized_.has_type_tree, serialized_.object_count, event.status);
  next_object_ += event.stored_objects;
  const bool is_loose = serialized_.node_path.empty();
  if (!event.scenes.empty()) {
    scenes_.push_back({split_last(is_loose ? file_.path : file_.path + "/" + serialized_.node_path).first, event.scenes});
  }
  if (company_name_.empty()) company_name_ = event.company_name;
  if (product_name_.empty()) product_name_ = event.product_name;
}

void FileRows::end(const FileEnd& event) {
  inside_file_ = false;
  const bool is_plain = bytes::is_storable_text(file_.path);
  const std::optional<Blob> path_bytes =
      is_plain ? std::nullopt : std::optional(Blob{std::as_bytes(std::span(file_.path))});
  files_.row(file_id_, source_id_, file_.path, path_bytes, event.size, event.content_hash,
             text_or_null(event.container_kind), event.status, kDecoderVersion);
  ++counts_.files;
  ++counts_.files_by_status[event.status];
  counts_.bytes_read += event.bytes_read;
  if (event.status == "indexed" || event.status == "partial") ++counts_.readable;
}

std::string FileRows::source_kind(const SourceEnd& event) const {
  if (event.kind) return *event.kind;
  const auto has = [&](const char* kind) { return kinds_.contains(kind); };
  if (has("zip")) return has("player") ? "mixed" : "package";
  if (has("web_data") || has("gzip") || has("brotli")) return has("player") ? "mixed" : "webgl";
  const bool bundles = has("unityfs") || has("unityweb") || has("unityraw");
  if (has("player")) return "player";
  if (bundles) return "bundles";
  return has("loose") ? "player" : "";
}

void FileRows::end(const SourceEnd& event) {
  sources_.row(source_id_, label_, text_or_null(source_kind(event)), text_or_null(company_name_),
               text_or_null(product_name_), has_unity_ ? std::optional("unity") : std::nullopt);
  write_scene_paths();
}

// Scene n of the build is file level<n>; before Unity 5 the first scene is mainData and level<n> is scene
// n + 1. The list stands in BuildSettings of the same folder.
void FileRows::write_scene_paths() {
  SQLite::Statement update(database_, "UPDATE serialized_files SET scene_path = ? WHERE serialized_file_id = ?");
  for (const Scenes& scenes : scenes_) {
    const bool has_main_data = std::any_of(levels_.begin(), levels_.end(), [&](const Level& level) {
      return level.folder == scenes.folder && level.name == "mainData";
    });
    for (const Level& level : levels_) {
      if (level.folder != scenes.folder) continue;
      const std::size_t number = level.name == "mainData" ? 0 : *level_number(level.name) + (has_main_data ? 1 : 0);
      if (number >= scenes.paths.size()) continue;
      update.bind(1, std::string(bytes::cut_text(bytes::escape_text(scenes.paths[number]))));
      update.bind(2, level.serialized_file_id);
      update.exec();
      update.reset();
    }
  }
}

}  // namespace mecadex::corpus
