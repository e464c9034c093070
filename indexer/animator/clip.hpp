// AnimationClip (class 74): its head, bindings and events; curves are stepped over (formats.md 5.7).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "indexer/animator/common.hpp"

namespace mecadex::animator {

struct ClipBinding {                // GenericBinding, 4.3 and later
  std::uint32_t path_hash = 0;      // CRC-32 of the path below the Animator, 0 its own object
  std::uint32_t attribute_hash = 0; // CRC-32 of a property; for type 4: 1 position 2 rotation 3 scale 4 Euler
  std::int32_t type_id = 0;         // the class of the animated component
  std::uint32_t custom_type = 0;
  bool is_pptr_curve = false;
};

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
