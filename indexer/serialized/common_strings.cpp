// The table is kept as its strings in order; the offsets follow from their lengths.
#include "indexer/serialized/common_strings.hpp"

#include <algorithm>
#include <array>

namespace mecadex::serialized {
namespace {

// 6000.6.0a6 and later, 1,242 bytes with a NUL after each. The one string that was ever replaced is
// LoadableObjectId, at offset 1209: LoadableReference in 6000.5.0a8 to 6000.6.0a2.
constexpr std::array<std::string_view, 114> kStrings{"AABB",
                                                     "AnimationClip",
                                                     "AnimationCurve",
                                                     "AnimationState",
                                                     "Array",
                                                     "Base",
                                                     "BitField",
                                                     "bitset",
                                                     "bool",
                                                     "char",
                                                     "ColorRGBA",
                                                     "Component",
                                                     "data",
                                                     "deque",
                                                     "double",
                                                     "dynamic_array",
                                                     "FastPropertyName",
                                                     "first",
                                                     "float",
                                                     "Font",
                                                     "GameObject",
                                                     "Generic Mono",
                                                     "GradientNEW",
                                                     "GUID",
                                                     "GUIStyle",
                                                     "int",
                                                     "list",
                                                     "long long",
                                                     "map",
                                                     "Matrix4x4f",
                                                     "MdFour",
                                                     "MonoBehaviour",
                                                     "MonoScript",
                                                     "m_ByteSize",
                                                     "m_Curve",
                                                     "m_EditorClassIdentifier",
                                                     "m_EditorHideFlags",
                                                     "m_Enabled",
                                                     "m_ExtensionPtr",
                                                     "m_GameObject",
                                                     "m_Index",
                                                     "m_IsArray",
                                                     "m_IsStatic",
                                                     "m_MetaFlag",
                                                     "m_Name",
                                                     "m_ObjectHideFlags",
                                                     "m_PrefabInternal",
                                                     "m_PrefabParentObject",
                                                     "m_Script",
                                                     "m_StaticEditorFlags",
                                                     "m_Type",
                                                     "m_Version",
                                                     "Object",
                                                     "pair",
                                                     "PPtr<Component>",
                                                     "PPtr<GameObject>",
                                                     "PPtr<Material>",
                                                     "PPtr<MonoBehaviour>",
                                                     "PPtr<MonoScript>",
                                                     "PPtr<Object>",
                                                     "PPtr<Prefab>",
                                                     "PPtr<Sprite>",
                                                     "PPtr<TextAsset>",
                                                     "PPtr<Texture>",
                                                     "PPtr<Texture2D>",
                                                     "PPtr<Transform>",
                                                     "Prefab",
                                                     "Quaternionf",
                                                     "Rectf",
                                                     "RectInt",
                                                     "RectOffset",
                                                     "second",
                                                     "set",
                                                     "short",
                                                     "size",
                                                     "SInt16",
                                                     "SInt32",
                                                     "SInt64",
                                                     "SInt8",
                                                     "staticvector",
                                                     "string",
                                                     "TextAsset",
                                                     "TextMesh",
                                                     "Texture",
                                                     "Texture2D",
                                                     "Transform",
                                                     "TypelessData",
                                                     "UInt16",
                                                     "UInt32",
                                                     "UInt64",
                                                     "UInt8",
                                                     "unsigned int",
                                                     "unsigned long long",
                                                     "unsigned short",
                                                     "vector",
                                                     "Vector2f",
                                                     "Vector3f",
                                                     "Vector4f",
                                                     "m_ScriptingClassIdentifier",
                                                     "Gradient",
                                                     "Type*",
                                                     "int2_storage",
                                                     "int3_storage",
                                                     "BoundsInt",
                                                     "m_CorrespondingSourceObject",
                                                     "m_PrefabInstance",
                                                     "m_PrefabAsset",
                                                     "FileSize",
                                                     "Hash128",
                                                     "RenderingLayerMask",
                                                     "fixed_array",
                                                     "EntityId",
                                                     "LoadableObjectId",
                                                     "LoadableSceneId"};

constexpr std::array<std::uint32_t, kStrings.size()> kOffsets = [] {
  std::array<std::uint32_t, kStrings.size()> offsets{};
  for (std::size_t i = 1; i < kStrings.size(); ++i) {
    offsets[i] = offsets[i - 1] + static_cast<std::uint32_t>(kStrings[i - 1].size()) + 1;
  }
  return offsets;
}();
static_assert(kOffsets.back() + kStrings.back().size() + 1 == 1242);

}  // namespace

std::optional<std::string_view> common_string(std::uint32_t offset) {
  const auto found = std::lower_bound(kOffsets.begin(), kOffsets.end(), offset);
  if (found == kOffsets.end() || *found != offset) return std::nullopt;
  return kStrings[static_cast<std::size_t>(found - kOffsets.begin())];
}

std::optional<std::uint32_t> common_string_offset(std::string_view text) {
  const auto found = std::find(kStrings.begin(), kStrings.end(), text);
  if (found == kStrings.end()) return std::nullopt;
  return kOffsets[static_cast<std::size_t>(found - kStrings.begin())];
}

}  // namespace mecadex::serialized
