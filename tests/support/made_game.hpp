// A made-up company's releases: every container, every era and every oddity of the data model in
// about 200 KiB. Real games cannot ship with the project; tests, the quickstart and the container's
// smoke test use this one.
//
//   tower-player      2021.3 Windows player, loose files: settings, scene names, references across
//                     files, a copy of Ambience in two files
//   tower-bundles     asset bundles: LZ4 with type trees (the rich one: "heroes"), LZMA, stored, a
//                     stripped version, one of 5.3, one of odd data ("odds"), one that is cut off
//   tower-webgl       gzip > UnityWebData > UnityFS > level0
//   tower-webgl-br    brotli > UnityWebData > loose files
//   tower-web-player  UnityWeb 3 of Unity 4.6: clips by hash and leaf tables
//   tower.apk         zip with a split file, 2018.4
//   tower-6000        format 23 of 6000.5: entity ids, evaluate-on-start
//   tower-console     big endian 4.2: one id a state, layers of the oldest form; an editor's file
//
// "Ambience" is the machine that the corpus is about: no states, an entry that leads nowhere
// (0xFFFFFFFF) and an exit that leads to the entry (30000). Equal calls give equal bytes.
#pragma once

#include <filesystem>
#include <vector>

#include "tests/support/container_writer.hpp"

namespace mecadex::testing {

/// The files by their path below one folder; each entry of that folder is a source.
std::vector<NamedFile> made_game();

/// Single files of every kind, each at most 16 KiB, for tests that damage them.
std::vector<NamedFile> made_samples();

/// Writes files below `folder`, making folders as needed. Throws std::filesystem::filesystem_error.
void write_files(const std::filesystem::path& folder, const std::vector<NamedFile>& files);

}  // namespace mecadex::testing
