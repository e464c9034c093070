#include "indexer/animator/clip.hpp"

#include <array>

namespace mecadex::animator {

using layouts::field;
using layouts::Record;

namespace {

const Record& binding_record() {
  static const Record record{
      "GenericBinding",
      {field<&ClipBinding::path_hash>("path"), field<&ClipBinding::attribute_hash>("attribute"),
       field<&ClipBinding::type_id>("typeID|classID"), field<&ClipBinding::custom_type>("customType"),
       field<&ClipBinding::is_pptr_curve>("isPPtrCurve")}};
  return record;
}

const Record& event_record() {
  // Unity 3 events have no parameters beyond the text.
  auto optional = [](layouts::Field f) {
    f.is_required = false;
    return f;
  };
  static const Record record{
      "AnimationEvent",
      {field<&ClipEvent::time>("time"), field<&ClipEvent::function_name>("functionName"),
       field<&ClipEvent::string_parameter>("data"), optional(field<&ClipEvent::float_parameter>("floatParameter")),
       optional(field<&ClipEvent::int_parameter>("intParameter"))}};
  return record;
}

}  // namespace

const Record& clip_record() {
  static const Record record{
      "AnimationClip",
      {field<&Clip::name>("m_Name"), field<&Clip::is_legacy>("m_Legacy"),
       field<&Clip::animation_type>("m_AnimationType"), field<&Clip::sample_rate>("m_SampleRate"),
       field<&Clip::start_time>("m_MuscleClip.m_StartTime"), field<&Clip::stop_time>("m_MuscleClip.m_StopTime"),
       field<&Clip::cycle_offset>("m_MuscleClip.m_CycleOffset"), field<&Clip::is_looping>("m_MuscleClip.m_LoopTime"),
       field<&Clip::is_looping_blend>("m_MuscleClip.m_LoopBlend"), field<&Clip::is_mirrored>("m_MuscleClip.m_Mirror"),
       field<&Clip::streamed_curves>("m_MuscleClip.m_Clip.m_StreamedClip.curveCount"),
       field<&Clip::dense_curves>("m_MuscleClip.m_Clip.m_DenseClip.m_CurveCount"),
       layouts::count_of<&Clip::constant_curves>("m_MuscleClip.m_Clip.m_ConstantClip"),
       field<&Clip::bindings>("m_ClipBindingConstant.genericBindings", binding_record()),
       field<&Clip::events>("m_Events", event_record())}};
  return record;
}

std::optional<MaterialProperty> material_property(const ClipBinding& binding) {
  constexpr std::array<std::string_view, 9> kComponents{"x", "y", "z", "w", "r", "g", "b", "a", "value"};
  constexpr unsigned kHashBits = 28;
  if (binding.custom_type != kMaterialBinding) return std::nullopt;
  MaterialProperty property;
  property.hash = binding.attribute_hash & ((1U << kHashBits) - 1);
  const std::uint32_t component = binding.attribute_hash >> kHashBits;
  if (component < kComponents.size()) property.component = kComponents[component];
  return property;
}

}  // namespace mecadex::animator
