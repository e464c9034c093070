// What a source is as a whole: its kind, engine, company and product, and the scenes of its level files.
// All follow from rows of its files, so they are found anew whenever one of them changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace SQLite {
class Database;
}

namespace mecadex::corpus {

/// Fills kind, company_name, product_name and engine of a source, and scene_path of its serialized files.
/// `folder_kind`: where the folder alone tells ("project"). Throws SQLite::Exception.
void describe_source(SQLite::Database& database, std::int64_t source_id, const std::optional<std::string>& folder_kind);

}  // namespace mecadex::corpus
