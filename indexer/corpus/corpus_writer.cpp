#include "indexer/corpus/corpus_writer.hpp"

#include "indexer/bytes/crc32.hpp"


namespace mecadex::corpus {

CorpusWriter::CorpusWriter(SQLite::Database& database)
    : names_(database), files_(database), controllers_(database, names_), avatars_(database, names_), scene_(database) {
  names_.add_builtins();
}

void CorpusWriter::write(const Event& event) {
  std::visit(
      [this](const auto& e) {
        using E = std::decay_t<decltype(e)>;
        if constexpr (std::is_same_v<E, Piece>) {
          piece(e);
        } else if constexpr (std::is_same_v<E, FindingItem>) {
          files_.write(e, inside_serialized_file_);
        } else if constexpr (std::is_same_v<E, ContainerItem>) {
          files_.write(e);
        } else if constexpr (std::is_same_v<E, SerializedStart>) {
          inside_serialized_file_ = true;
          files_.start(e);
        } else if constexpr (std::is_same_v<E, SerializedEnd>) {
          inside_serialized_file_ = false;
          files_.end(e);
        } else if constexpr (std::is_same_v<E, SourceStart> || std::is_same_v<E, FileStart>) {
          files_.start(e);
        } else {
          files_.end(e);
        }
      },
      event);
}

void CorpusWriter::piece(const Piece& piece) {
  const ObjectIds ids = files_.object_ids();
  for (const auto& item : piece.objects) scene_.write(item, ids, files_.serialized_file_id());
  for (const auto& item : piece.refs) scene_.write(item, ids);
  for (const auto& item : piece.controllers) controllers_.write(item, ids);
  for (const auto& item : piece.behaviours) controllers_.write(item, ids);
  for (const auto& item : piece.scripts) scene_.write(item, files_.serialized_file_id());
  for (const auto& item : piece.avatars) avatars_.write(item, ids);
  for (const auto& item : piece.clips) scene_.write(item, ids);
  for (const auto& item : piece.overrides) controllers_.write(item, ids);
  for (const auto& item : piece.transforms) scene_.write(item, ids);
  for (const auto& item : piece.animators) scene_.write(item, ids);
  for (const auto& item : piece.nestings) scene_.write(item, ids);
  for (const auto& item : piece.names) {
    names_.use(ids.value(item.object), item.origin, names_.intern(bytes::name_hash(item.text), item.text));
  }
  for (const auto& item : piece.findings) files_.write(item, true);
}

}  // namespace mecadex::corpus
