// The one writer: takes the events of all readings, in order, and fills the tables.
#pragma once

#include <string>

#include "indexer/corpus/name_rows.hpp"
#include "indexer/corpus/reading.hpp"
#include "indexer/corpus/write_avatar.hpp"
#include "indexer/corpus/write_controller.hpp"
#include "indexer/corpus/write_files.hpp"
#include "indexer/corpus/write_scene.hpp"

namespace mecadex::corpus {

class CorpusWriter {
 public:
  /// `database` has the tables, empty or with other sources in them; the caller holds the transaction.
  explicit CorpusWriter(SQLite::Database& database);

  /// Writes one event. Throws SQLite::Exception.
  void write(const Event& event);
  const WriteCounts& counts() const { return files_.counts(); }

 private:
  void piece(const Piece& piece);

  NameRows names_;
  FileRows files_;
  ControllerRows controllers_;
  AvatarRows avatars_;
  SceneRows scene_;
  bool inside_serialized_file_ = false;
};

}  // namespace mecadex::corpus
