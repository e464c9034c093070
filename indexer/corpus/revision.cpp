#include "indexer/corpus/revision.hpp"

#include <SQLiteCpp/Statement.h>

#include <charconv>
#include <string_view>

#include "indexer/bytes/sha256.hpp"

namespace mecadex::corpus {
namespace {

std::optional<int> number(const std::optional<std::string>& text) {
  int value = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), value).ec != std::errc()) return std::nullopt;
  return value;
}

}  // namespace

std::string compute_revision(SQLite::Database& database, const RevisionInputs& inputs) {
  bytes::Sha256 hash;
  const auto add = [&hash](std::string_view part) {
    hash.update_u64(part.size());
    hash.update(part);
  };
  add(std::to_string(inputs.schema_version));
  add(std::to_string(inputs.decoder_version));
  SQLite::Statement sources(database, "SELECT label, read_settings FROM sources ORDER BY label");
  while (sources.executeStep()) {
    for (int i = 0; i < 2; ++i) add(sources.getColumn(i).getString());
  }
  SQLite::Statement files(database,
                          "SELECT label, path, size, content_hash, status, nullif(decoder_version, ?) "
                          "FROM files JOIN sources USING (source_id) ORDER BY label, path");
  files.bind(1, inputs.decoder_version);
  while (files.executeStep()) {
    for (int i = 0; i < 5; ++i) add(files.getColumn(i).getString());
    if (!files.getColumn(5).isNull()) add(files.getColumn(5).getString());  // its rows are those of another decoder
  }
  return hash.hex_digest().substr(0, 16);
}

std::optional<std::string> corpus_info(SQLite::Database& database, const std::string& key) {
  SQLite::Statement info(database, "SELECT value FROM corpus_info WHERE key = ?");
  info.bind(1, key);
  if (!info.executeStep() || info.getColumn(0).isNull()) return std::nullopt;
  return info.getColumn(0).getString();
}

std::optional<RevisionInputs> stored_inputs(SQLite::Database& database) {
  const auto schema = number(corpus_info(database, "schema_version"));
  const auto decoder = number(corpus_info(database, "decoder_version"));
  if (!schema || !decoder) return std::nullopt;
  return RevisionInputs{*schema, *decoder};
}

}  // namespace mecadex::corpus
