// References between the files of a source (formats.md 6, data-model.md 1).
//
// A decoder links inside one file. What leads to another file is linked here, after the load, source by
// source: files of two sources never see each other.
//
//   external's name -> candidate serialized files, the nearest kind only:
//       1. the same container          (nodes of one bundle, of one data.unity3d)
//       2. the same file               (a WebGL data file holds archives and loose files)
//       3. the same folder, its Resources/, or the folder above a Resources/
//       4. anywhere in the source      (bundles only, by CAB name)
//     within a kind: the same folder before others
//   pointer -> the object of that path id in the candidates:
//       one                 resolved
//       several, all equal  resolved (to the first in the order of paths)
//       several             ambiguous; each is a row of object_ref_candidates
//       none                not_indexed: the file is known, the object is of a class that is not read
//     no candidate          missing
#pragma once

#include <cstdint>

namespace SQLite {
class Database;
}

namespace mecadex::corpus {

/// Links every reference of the sources in work_sources that has no resolution, and the columns that
/// follow from it (clips of controllers and overrides, bases, controllers and avatars of Animators). A script
/// of mono_scripts that a reference leads to becomes an object. Needs the index objects_by_path_id. Runs in the caller's transaction.
void link_references(SQLite::Database& database);

}  // namespace mecadex::corpus
