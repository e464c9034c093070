#include "indexer/corpus/builtin_names.hpp"

#include <string_view>

namespace mecadex::corpus {
namespace {

// Properties of one value.
constexpr std::string_view kPlain[] = {
    "m_IsActive", "m_Enabled", "m_Sprite", "m_Mesh", "m_Text", "m_text", "m_FontSize", "m_fontSize", "m_LineSpacing",
    "m_Alpha", "m_Interactable", "m_BlocksRaycasts", "m_IgnoreParentGroups", "m_RaycastTarget", "m_Maskable",
    "m_FillAmount", "m_FillClockwise", "m_FillMethod", "m_FillOrigin", "m_PreserveAspect", "m_Type", "m_Value", "m_IsOn",
    "m_ShowMaskGraphic", "m_AspectRatio", "m_PreferredWidth", "m_PreferredHeight", "m_MinWidth", "m_MinHeight",
    "m_FlexibleWidth", "m_FlexibleHeight", "m_Padding.m_Left", "m_Padding.m_Right", "m_Padding.m_Top",
    "m_Padding.m_Bottom", "m_Spacing", "m_FlipX", "m_FlipY", "m_SortingOrder", "m_Intensity", "m_Range", "m_SpotAngle",
    "m_Shadows.m_Strength", "m_BounceIntensity", "m_CookieSize", "m_DrawHalo", "m_CastShadows", "m_ReceiveShadows",
    "m_Volume", "m_Pitch", "m_Mute", "m_Loop", "m_Mass", "m_Drag", "m_AngularDrag", "m_UseGravity", "m_IsKinematic",
    "m_Simulated", "m_GravityScale", "m_IsTrigger", "m_Radius", "m_Height", "m_Direction", "m_Weight", "m_Depth",
    "field of view", "orthographic size", "near clip plane", "far clip plane", "m_FocalLength",
    "EmissionModule.enabled", "EmissionModule.rateOverTime.scalar", "EmissionModule.rateOverDistance.scalar",
    "EmissionModule.rate.scalar", "InitialModule.startLifetime.scalar", "InitialModule.startSpeed.scalar",
    "InitialModule.startSize.scalar", "InitialModule.startRotation.scalar", "InitialModule.gravityModifier.scalar",
    "m_Parameters.widthMultiplier", "m_Time", "m_Speed", "m_Layer", "m_TagString"};

// Properties of several: each of the suffixes is a name.
struct Group {
  std::string_view name;
  std::string_view suffixes;
};
constexpr Group kGroups[] = {
    {"m_LocalPosition", "xyz"}, {"m_LocalRotation", "xyzw"}, {"m_LocalScale", "xyz"}, {"localEulerAnglesRaw", "xyz"},
    {"localEulerAngles", "xyz"}, {"m_AnchoredPosition", "xy"}, {"m_SizeDelta", "xy"}, {"m_AnchorMin", "xy"},
    {"m_AnchorMax", "xy"}, {"m_Pivot", "xy"}, {"m_Offset", "xyz"}, {"m_Size", "xyz"}, {"m_Center", "xyz"},
    {"m_EffectDistance", "xy"}, {"m_CellSize", "xy"}, {"m_Color", "rgba"}, {"m_fontColor", "rgba"},
    {"m_EffectColor", "rgba"}, {"m_BackGroundColor", "rgba"}, {"m_Colors.m_NormalColor", "rgba"},
    {"material._Color", "rgba"}, {"material._BaseColor", "rgba"}, {"material._TintColor", "rgba"},
    {"material._EmissionColor", "rgba"}, {"material._MainTex_ST", "xyzw"},
    {"InitialModule.startColor.maxColor", "rgba"}};

// Properties of materials.
constexpr std::string_view kMaterial[] = {
    // built-in shaders
    "_Color", "_MainTex_ST", "_TintColor", "_EmissionColor", "_SpecColor", "_ReflectColor", "_Cutoff", "_Shininess",
    "_Glossiness", "_GlossMapScale", "_Metallic", "_BumpScale", "_Parallax", "_OcclusionStrength", "_DetailNormalMapScale",
    "_BumpMap_ST", "_EmissionMap_ST", "_MetallicGlossMap_ST", "_OcclusionMap_ST", "_ParallaxMap_ST", "_DetailMask_ST",
    "_DetailAlbedoMap_ST", "_DetailNormalMap_ST", "_SpecGlossMap_ST", "_Illum_ST", "_Emission", "_EmissionLM", "_InvFade",
    "_EmisColor", "_Tint", "_Exposure", "_Rotation", "_Mode", "_SrcBlend", "_DstBlend", "_ZWrite", "_Stencil",
    "_ColorMask", "_RendererColor", "_Flip", "_AlphaTex_ST", "_EnableExternalAlpha", "_ClipRect", "_WaveSpeed",
    "_OutlineColor", "_Outline", "_Ramp_ST", "_Blend", "_Scale", "_Strength", "_Amount", "_DecalTex_ST", "_Detail_ST",
    "_LightTex_ST", "_ShadowTex_ST", "_FalloffTex_ST", "_Attenuation", "_DistortionStrength", "_DistortionBlend",
    // render pipelines and text
    "_BaseColor", "_BaseMap_ST", "_Smoothness", "_Surface", "_AlphaClip", "_BaseColorMap_ST", "_UnlitColor",
    "_UnlitColorMap_ST", "_EmissiveColor", "_EmissiveIntensity", "_EmissiveColorMap_ST", "_AlphaCutoff", "_FaceColor",
    "_FaceDilate", "_FaceTex_ST", "_OutlineWidth", "_OutlineSoftness", "_OutlineTex_ST", "_UnderlayColor",
    "_UnderlayOffsetX", "_UnderlayOffsetY", "_UnderlayDilate", "_UnderlaySoftness", "_GlowColor", "_GlowOffset",
    "_GlowInner", "_GlowOuter", "_GlowPower", "_LightAngle", "_SpecularPower",
    // seen in real clips
    "_MaskTex_ST", "_NoiseTex_ST", "_SecondTex_ST", "_SecondColor", "_MainTexColor", "_RimColor", "_RimRange", "_FlowSpeed",
    "_FlowIntensity", "_RimPower", "_Alpha", "_Opacity", "_Brightness", "_Contrast", "_Saturation", "_Hue", "_Intensity",
    "_DissolveAmount", "_DissolveTex_ST", "_Dissolve", "_Fade", "_Progress", "_FlashColor", "_FlashAmount"};

}  // namespace

const std::vector<std::string>& builtin_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out(std::begin(kPlain), std::end(kPlain));
    for (const Group& group : kGroups) {
      for (const char suffix : group.suffixes) out.push_back(std::string(group.name) + "." + suffix);
    }
    out.insert(out.end(), std::begin(kMaterial), std::end(kMaterial));
    return out;
  }();
  return names;
}

}  // namespace mecadex::corpus
