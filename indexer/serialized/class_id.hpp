// The class numbers that we name (Unity's ClassID).
#pragma once

#include <cstdint>

namespace mecadex::serialized {

enum ClassId : std::int32_t {
  kGameObject = 1,
  kTransform = 4,
  kAnimationClip = 74,
  kAvatar = 90,
  kAnimatorController = 91,
  kAnimator = 95,
  kMonoBehaviour = 114,
  kMonoScript = 115,
  kPlayerSettings = 129,
  kSkinnedMeshRenderer = 137,
  kBuildSettings = 141,
  kAssetBundle = 142,
  kResourceManager = 147,
  kAnimatorOverrideController = 221,
  kRectTransform = 224,
};

}  // namespace mecadex::serialized
