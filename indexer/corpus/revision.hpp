// The revision: what a corpus was made from, as 16 hex digits. Every row follows from it.
#pragma once

#include <SQLiteCpp/Database.h>

#include <optional>
#include <string>

namespace mecadex::corpus {

/// What the rows follow from besides the files and the settings of their sources.
struct RevisionInputs {
  int schema_version = 0;
  int decoder_version = 0;
};

/// The first 16 hex digits of SHA-256 over versions, each source's label and the settings it was read with, ordered by
/// label, and, ordered by label and path, each file's label, path, size, content_hash and status, as the tables sources
/// and files have them; a file that another decoder read adds that version. Each part is preceded by its length.
std::string compute_revision(SQLite::Database& database, const RevisionInputs& inputs);

/// What a finished corpus says of itself; nothing when it lacks a key.
std::optional<RevisionInputs> stored_inputs(SQLite::Database& database);

/// The value of a key of corpus_info; nothing when there is none.
std::optional<std::string> corpus_info(SQLite::Database& database, const std::string& key);

}  // namespace mecadex::corpus
