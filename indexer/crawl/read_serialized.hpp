// One serialized file: metadata, then the wanted objects, then what they mean together.
//
//   1. metadata: types, object table, externals                        -> SerializedStart
//   2. AssetBundle, ResourceManager: the paths under which objects are listed
//   3. wanted objects in the order of their bytes: controllers, avatars, clips, overrides, settings
//   are
//      decoded and handed on at once; GameObjects, Transforms, Animators are gathered (only where
//      the file has Animators or skinned renderers)
//   4. behaviours: the heads of the MonoBehaviours that controllers name, and their scripts
//   5. the scene: nesting, paths, which Transforms are stored          -> SerializedEnd
//
// An object that does not decode is a finding and an objects row; the rest goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/corpus/reading.hpp"
#include "indexer/layouts/unity_version.hpp"

namespace mecadex::crawl {

struct SerializedOptions {
  std::string
      container_version;  // the engine version of the container around it, for stripped files
  std::optional<layouts::UnityVersion> assume_version;  // --assume-version
  std::uint64_t max_object_bytes = bytes::kMaxObjectBytes;
};

/// Reads one serialized file into `sink`. Returns its status: indexed, partial. Throws ParseError
/// (serialized_*) before anything was put when the metadata cannot be read.
std::string read_serialized(bytes::ByteSource& source, const std::string& node_path,
                            const SerializedOptions& options, corpus::EventSink& sink);

}  // namespace mecadex::crawl
