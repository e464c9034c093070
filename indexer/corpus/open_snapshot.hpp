// Opening a published corpus to read it.
#pragma once

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <string>

namespace mecadex::corpus {

/// The address by which SQLite reads `database` as a file that never changes: no lock, no journal, nothing written
/// beside it. For a database opened with SQLite::OPEN_URI, or for ATTACH.
std::string immutable_uri(const std::filesystem::path& database);

/// Opens it read-only. Links are followed once, here. Throws SQLite::Exception.
SQLite::Database open_snapshot(const std::filesystem::path& database);

}  // namespace mecadex::corpus
