// Databases of different sources become one: what shards of one run wrote, or corpora of several machines.
//
// Ids are ours and are counted anew; everything else is copied as it is. What a table is, its schema says
// (schema/table_shapes.hpp):
//
//   counts its own ids (objects)               each id plus the highest id there is
//   a natural key of values alone (names)      a row that is there already is used again
//   no id (finding_codes, controller_clips)    references translated; equal primary keys only where they are values
//
// Indexes, views, documentation and the search index are made anew, the revision is computed anew. The result dumps
// as one run over all sources would.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace mecadex::corpus {

/// Two of the databases have a source in common. `what()` names it and them.
class SourcesOverlap : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes the merged corpus to `output`, a new file, and has it on disk. The order of `databases` does not matter.
/// Memory does not grow with their size (256 MiB of SQLite's cache). Throws SourcesOverlap,
/// schema::IncompatibleDatabase (versions or settings differ), RefusedToPublish, SQLite::Exception; `output` is then
/// removed. Returns the revision.
std::string merge_corpora(const std::vector<std::filesystem::path>& databases, const std::filesystem::path& output);

}  // namespace mecadex::corpus
