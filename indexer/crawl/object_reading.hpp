// The objects of one serialized file on their way to the writer: decoding with its error boundary,
// rows, references, findings, and the pieces in which they are handed on.
//
// read_serialized.cpp says what is read and in which order; behaviour_reading and scene_reading are
// two of its steps. All of them work through this.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "indexer/corpus/reading.hpp"
#include "indexer/crawl/local_objects.hpp"
#include "indexer/crawl/object_decoder.hpp"
#include "indexer/serialized/serialized_file.hpp"

namespace mecadex::crawl {

class ObjectReading {
 public:
  // A piece is handed to the writer when its objects' bytes reach this: a compromise between the
  // writer's waiting and memory.
  static constexpr std::size_t kPieceWeight = 256 * bytes::kKiB;
  // Findings of one serialized file.
  static constexpr std::size_t kMaxFindings = 10'000;

  /// `stored_classes`: objects of these are always stored.
  ObjectReading(bytes::ByteSource& source, std::string node_path,
                const serialized::SerializedFile& file,
                std::span<const std::int32_t> stored_classes,
                std::optional<layouts::UnityVersion> version, std::uint64_t max_object_bytes,
                corpus::EventSink& sink);

  const serialized::SerializedFile& file() const { return file_; }
  LocalObjects& objects() { return objects_; }
  ObjectDecoder& decoder() { return decoder_; }
  corpus::Piece& piece() { return piece_; }
  /// Where the layout of the object that was read last came from; what add_object() writes.
  std::optional<layouts::LayoutSource>& layout_source() { return layout_source_; }
  bool has_errors() const { return has_errors_; }

  /// The boundary of an object: what cannot be decoded becomes a finding (and an objects row, with
  /// the name if that much can be read), and the rest of the file goes on.
  template <typename T>
  std::optional<T> read(const serialized::ObjectEntry& object, const layouts::Record& record,
                        bool has_name) {
    T value;
    if (!decode(object, record, &value, has_name)) return std::nullopt;
    return value;
  }

  /// The name alone, of an object whose other fields are not wanted or do not decode.
  std::optional<std::string> peek_name(const serialized::ObjectEntry& object);

  /// Object -> asset path of an AssetBundle or ResourceManager: what add_object() writes as
  /// container_path.
  void add_container_path(std::int64_t path_id, const std::string& path) {
    container_paths_.try_emplace(path_id, path);
  }
  /// The object's row; a second call for one object (a behaviour's pointer to something odd)
  /// changes nothing.
  void add_object(const serialized::ObjectEntry& object, std::optional<std::string> name,
                  std::optional<std::string> fingerprint = std::nullopt);
  /// A stream that is broken in its middle fails every object behind: beyond the limit they are
  /// counted.
  void add_finding(corpus::LocalId object, bytes::Note note);
  /// A pointer that is followed: a row, and a finding when it leads nowhere or to another class.
  corpus::Link follow(corpus::LocalId from, const char* field, std::size_t index,
                      const animator::PPtr& pointer, std::initializer_list<std::int32_t> classes,
                      bool store_target = false);
  /// Hands on what is there.
  void flush();
  /// The findings about layouts and the number of those left out; then flushes.
  void finish();

 private:
  bool decode(const serialized::ObjectEntry& object, const layouts::Record& record, void* value,
              bool has_name);

  std::string node_path_;
  const serialized::SerializedFile& file_;
  corpus::EventSink& sink_;
  LocalObjects objects_;
  ObjectDecoder decoder_;
  corpus::Piece piece_;
  std::vector<bool> has_row_;  // by LocalId
  std::vector<bytes::Note> notes_;
  std::optional<layouts::LayoutSource> layout_source_;
  std::unordered_map<std::int64_t, std::string> container_paths_;
  bool has_errors_ = false;
  std::size_t finding_count_ = 0;
};

}  // namespace mecadex::crawl
