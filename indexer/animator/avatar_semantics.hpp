// What an avatar's numbers mean beyond their bytes: the human bones' names, and indexes that lead nowhere.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "indexer/animator/avatar.hpp"
#include "indexer/bytes/error.hpp"

namespace mecadex::animator {

/// Unity's name of body bone `index` when the avatar has `count` of them (24: without UpperChest, as before
/// 5.6; else 25). "" for an index beyond them.
std::string body_bone_name(std::size_t index, std::size_t count);

/// Unity's name of hand bone 0..14: "Left Thumb Proximal" ... "" beyond.
std::string hand_bone_name(std::size_t index, bool is_left);

/// Parents and axes that do not exist, parallel arrays of different lengths: one note each.
std::vector<bytes::Note> check_avatar(const Avatar& avatar);

}  // namespace mecadex::animator
