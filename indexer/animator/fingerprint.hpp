// Fingerprints: equal content, equal fingerprint, wherever and however often an object is stored
// (data-model.md 1, Identity). 32 hex digits of SHA-256.
//
// Controllers, avatars and overrides are hashed as decoded, member by member: fields that a release
// renamed or moved do not tell copies apart. What no record reads (an avatar's colliders before
// 2018.2, fields of an engine's own) follows as stored, by the layout (layouts/content_hash.hpp); in
// layouts since 2018.2 that is nothing. Clips are hashed as stored altogether, because their curves
// are not decoded. In all of them
//
//   does not count   where a pointer points, beyond null or not; m_ControllerSize, m_AvatarSize,
//                    m_MuscleClipSize; file, path id, byte order, layout in bytes; in m_TOS the
//                    order and entries that occur twice; the fourth float that vectors of three
//                    have before 5.4
//   counts           everything else: names, every array with its length and order, floats by
//                    their bits; a field that a version lacks differs from a zero
//
// Fingerprints are stored: whoever changes what is hashed raises the decoder version.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "indexer/animator/avatar.hpp"
#include "indexer/animator/controller.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/layouts/layout.hpp"

namespace mecadex::animator {

/// `object` stands at the start of the object, of this layout, from which `controller` was decoded.
/// Throws ParseError when a field that no record reads has no size.
std::string fingerprint(const Controller& controller, const layouts::LayoutPtr& layout, bytes::Reader& object);
std::string fingerprint(const Avatar& avatar, const layouts::LayoutPtr& layout, bytes::Reader& object);

/// Of the members alone: where there are no bytes.
std::string fingerprint(const Controller& controller);
std::string fingerprint(const Avatar& avatar);

/// What a pointer of an override controller was resolved to.
struct PointerTarget {
  std::int32_t class_id = 0;
  std::string name;
};

/// Per pointer its target; nothing where it is null or was not resolved, and for pairs that are
/// left out.
struct OverrideTargets {
  using Target = std::optional<PointerTarget>;
  Target controller;
  std::vector<std::pair<Target, Target>> clips;  // original, replacement
};

/// An override is its pointers: each counts as class and name of its target where that is known, as
/// null or not null where it is not. So it is taken after references are linked.
std::string fingerprint(const OverrideController& controller, const OverrideTargets& targets);

/// `object` stands at the start of an AnimationClip of this layout. Throws ParseError.
std::string clip_fingerprint(const layouts::LayoutPtr& layout, bytes::Reader& object);

}  // namespace mecadex::animator
