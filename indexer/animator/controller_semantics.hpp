// What a controller's numbers mean beyond their bytes (formats.md 7): which clip a leaf plays, and which
// indexes lead nowhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "indexer/animator/controller.hpp"
#include "indexer/bytes/error.hpp"

namespace mecadex::animator {

/// How a leaf's clip slot was found.
enum class ClipResolution { slot, leaf_info, none, out_of_range };
std::string_view to_string(ClipResolution resolution);

struct LeafClip {
  ClipResolution resolution = ClipResolution::none;
  std::optional<std::size_t> slot;  // of Controller::clips
};

/// The clip of a node. Since Unity 5 m_ClipID is a slot; in 4.x it is a hash of the clip's name, whose slot is
/// leaf_infos[motion_set].index_offset + the hash's position there. Inner nodes have none.
LeafClip leaf_clip(const State& state, std::size_t motion_set, const BlendNode& node, std::size_t clip_count);

/// Indexes that name nothing, cyclic blend trees, ranges outside their lists: one note each, at most
/// layouts::kMaxNotesPerObject.
std::vector<bytes::Note> check_controller(const Controller& controller);

}  // namespace mecadex::animator
