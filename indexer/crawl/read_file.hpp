// One file on disk: what it is, what it holds, at any depth.
//
//   detect -> serialized file -> read_serialized
//          -> container -> each entry: detect -> ...        (at most kMaxContainerDepth deep)
//          -> nothing we know: not_unity
//
// Two of the three error boundaries stand here: a container entry, and the file. What goes wrong in an
// entry is a finding with its node path, and the next entry is read; what goes wrong with the file is a
// finding, and the next file is read.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "indexer/corpus/file_stamp.hpp"
#include "indexer/corpus/reading.hpp"
#include "indexer/crawl/read_serialized.hpp"
#include "indexer/layouts/unity_version.hpp"

namespace mecadex::crawl {

/// A file of a source as the walk found it; the parts of a split file are one.
struct FileEntry {
  std::string path;                              // below the source's root; the joined name of a split file
  std::vector<std::filesystem::path> parts;      // on disk, in order
  bool is_split = false;
  std::optional<bytes::Note> finding;            // why it is not to be opened, or what is odd about it
  bool is_readable = true;                       // false: `finding` says why, or it is payload that is never opened
  corpus::FileLook look;                         // before it is opened
  std::string own_path = {};                     // the file system's, where `path` got a number; else empty
};

struct ReadOptions {
  std::optional<layouts::UnityVersion> assume_version;
  std::uint64_t max_decoded_bytes = bytes::kMaxDecodedBytes;
  std::uint64_t max_object_bytes = bytes::kMaxObjectBytes;
  std::filesystem::path spool_folder;
};

/// What is done with each serialized file that is found; read_serialized, unless a benchmark measures
/// something else.
using SerializedReader = std::function<std::string(bytes::ByteSource& source, const std::string& node_path,
                                                   const SerializedOptions& options, corpus::EventSink& sink)>;

/// Reads one file into `sink`, from FileStart to FileEnd. Throws only what is not the file's fault
/// (MachineError, exceptions of the sink).
void read_file(const FileEntry& file, const ReadOptions& options, corpus::EventSink& sink,
               const SerializedReader& reader = read_serialized);

}  // namespace mecadex::crawl
