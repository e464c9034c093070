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
//     within a kind: the same folder before others; of those, names of equal case before others
//   pointer -> the object of that path id in the candidates:
//       one                 resolved
//       several, all equal  resolved (to the first in the order of paths)
//       several             ambiguous; each is a row of object_ref_candidates
//       none                not_indexed: the file is known, the object is of a class that is not read; a finding
//                           (reference.no_object) where every object that the pointer may mean would have been read
//     no candidate          missing
//
// Writes, of the sources in work_sources alone:
//   externals             target_serialized_file_id, resolution
//   object_refs           target_object_id, resolution, where resolution is NULL; and for these references
//   controller_clips      clip_id, resolution
//   override_clips        original_clip_id, original_resolution, override_clip_id, override_resolution
//   override_controllers  base_object_id, base_resolution
//   animators             controller_id, override_controller_id, controller_resolution, avatar_id, avatar_resolution
//   object_ref_candidates rows
//   objects               rows of class 115, for the scripts of behaviours of other files
//   findings              rows of codes reference.wrong_class, reference.no_object
// and then settle.sql, of the same sources: resolution not_indexed and no target, in the same columns, where an
// object has no row because it could not be read. Each step is a function of the source's rows: what lies in other
// sources changes nothing. Run again without unlink.sql they change nothing.
#pragma once

#include <cstdint>

namespace SQLite {
class Database;
}

namespace mecadex::corpus {

/// Links every reference of the sources in work_sources that has no resolution, and the columns that
/// follow from it (clips of controllers and overrides, bases, controllers and avatars of Animators). A script
/// of mono_scripts that a reference leads to becomes an object. Needs the index objects_by_path_id. Runs in the
/// caller's transaction. Throws SQLite::Exception.
void link_references(SQLite::Database& database);

}  // namespace mecadex::corpus
