// AnimationClip (class 74): its head, bindings and events; curves are stepped over (formats.md 5.7).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/animator/common.hpp"

namespace mecadex::animator {

struct ClipBinding {                // GenericBinding, 4.3 and later
  std::uint32_t path_hash = 0;      // CRC-32 of the path below the Animator, 0 its own object
  // CRC-32 of a property; for type 4: 1 position 2 rotation 3 scale 4 Euler; material_property() below
  std::uint32_t attribute_hash = 0;
  std::int32_t type_id = 0;         // the class of the animated component
  std::uint32_t custom_type = 0;
  bool is_pptr_curve = false;
};

/// What a binding of kMaterialBinding animates: its attribute is no CRC-32 but
///   bits 0-27   low 28 bits of the CRC-32 of the material property's name
///   bits 28-31  component: 0-3 x y z w, 4-7 r g b a, 8 none (a property of one value)
/// Measured on real clips: bits 28-31 of 652 bindings are 0 to 8, 8 wherever the property has one value.
struct MaterialProperty {
  std::uint32_t hash = 0;                     // 28 bits
  std::optional<std::string_view> component;  // "x" ... "a", "value"; nothing for 9 to 15
};
inline constexpr std::uint32_t kMaterialBinding = 22;  // customType

/// Nothing for bindings of another customType.
std::optional<MaterialProperty> material_property(const ClipBinding& binding);

struct ClipEvent {                  // AnimationEvent
  float time = 0;                   // seconds
  std::string function_name;
  std::string string_parameter;     // m_Events[].data
  float float_parameter = 0;
  std::int32_t int_parameter = 0;
};

struct Clip {
  std::string name;
  std::optional<bool> is_legacy;              // 5.0 and later
  std::optional<std::int32_t> animation_type; // before 5.0: 1 legacy, 2 generic, 3 humanoid
  float sample_rate = 0;                      // per second
  // m_MuscleClip, 4.0 and later
  std::optional<float> start_time, stop_time;  // seconds
  std::optional<float> cycle_offset;
  std::optional<bool> is_looping, is_looping_blend, is_mirrored;
  std::optional<std::uint32_t> streamed_curves, dense_curves, constant_curves;
  std::optional<std::vector<ClipBinding>> bindings;
  std::vector<ClipEvent> events;
};

const layouts::Record& clip_record();

}  // namespace mecadex::animator
