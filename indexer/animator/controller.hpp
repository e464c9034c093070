// AnimatorController (class 91): a compiled controller as stored (data-model.md 2, formats.md 5.4 and 7).
//
//   Controller { layers, state machines { states { transitions, blend trees }, any-state transitions,
//   selectors }, parameters and their default values, clips, name table, behaviours }
//
// Integers keep their stored value; hashes are CRC-32 of names. std::optional is a field that some Unity
// versions lack.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "indexer/animator/common.hpp"

namespace mecadex::animator {

struct Condition {                // ConditionConstant
  std::uint32_t mode = 0;         // 1 if, 2 if not, 3 greater, 4 less, 5 exit time (4.x), 6 equals, 7 not equal
  std::uint32_t parameter_hash = 0;
  float threshold = 0;
  float exit_time = 0;
  bool operator==(const Condition&) const = default;
};

struct Transition {               // TransitionConstant: of a state or of any state
  std::vector<Condition> conditions;
  std::uint32_t destination = 0;  // see destination.hpp
  std::optional<std::uint32_t> full_path_hash;
  std::uint32_t name_hash = 0;    // m_ID
  std::uint32_t user_hash = 0;
  float duration = 0;             // seconds if has_fixed_duration, else a share of the source state
  float offset = 0;
  std::optional<float> exit_time;
  std::optional<bool> has_exit_time;
  std::optional<bool> has_fixed_duration;
  std::optional<std::int32_t> interruption_source;
  std::optional<bool> ordered_interruption;
  std::optional<bool> can_transition_to_self;
  std::optional<bool> is_atomic;  // 4.x
  bool operator==(const Transition&) const = default;
};

struct SelectorTransition {       // SelectorTransitionConstant
  std::uint32_t destination = 0;
  std::vector<Condition> conditions;
  bool operator==(const SelectorTransition&) const = default;
};

struct Selector {                 // SelectorStateConstant: an entry or exit node
  std::vector<SelectorTransition> transitions;
  std::uint32_t full_path_hash = 0;
  bool is_entry = false;
  bool operator==(const Selector&) const = default;
};

struct NeighborList {             // MotionNeighborList
  std::vector<std::uint32_t> neighbors;
  bool operator==(const NeighborList&) const = default;
};

struct BlendNode {                // BlendTreeNodeConstant
  std::optional<std::uint32_t> blend_type;  // 4.0 has only 1D and no such field
  std::uint32_t parameter_hash = 0;         // 0xFFFFFFFF unused
  std::optional<std::uint32_t> parameter_y_hash;
  std::vector<std::uint32_t> children;      // indexes of the tree's nodes; empty: a leaf
  std::optional<std::vector<float>> thresholds;
  std::optional<layouts::RawFloats> positions;       // x, y pairs
  std::optional<layouts::RawFloats> magnitudes;
  std::optional<layouts::RawFloats> pair_vectors;    // x, y pairs
  std::optional<layouts::RawFloats> pair_avg_mag_inv;
  std::optional<std::vector<NeighborList>> neighbor_lists;
  std::optional<std::vector<std::uint32_t>> direct_parameters;
  std::optional<bool> is_normalized;
  std::uint32_t clip = 0;                   // a slot (5.0+) or a name hash (4.x); 0xFFFFFFFF none
  float duration = 0;
  std::optional<float> cycle_offset;
  std::optional<bool> is_mirrored;
  bool operator==(const BlendNode&) const = default;
};

struct BlendTree {                // BlendTreeConstant; node 0 is the root
  std::vector<BlendNode> nodes;
  bool operator==(const BlendTree&) const = default;
};

struct LeafInfo {                 // LeafInfoConstant (before 5.2), one per motion set
  std::vector<std::uint32_t> clip_hashes;
  std::uint32_t index_offset = 0;
  bool operator==(const LeafInfo&) const = default;
};

struct State {                    // StateConstant
  std::vector<Transition> transitions;
  std::vector<std::int32_t> tree_indexes;  // per motion set: into trees, -1 no motion
  std::optional<std::vector<LeafInfo>> leaf_infos;
  std::vector<BlendTree> trees;
  std::optional<std::uint32_t> name_hash;
  std::uint32_t path_hash = 0;             // 4.0-4.2: m_ID
  std::optional<std::uint32_t> full_path_hash;
  std::uint32_t tag_hash = 0;
  std::optional<std::uint32_t> speed_parameter_hash, mirror_parameter_hash, cycle_offset_parameter_hash,
      time_parameter_hash;
  float speed = 1;
  std::optional<float> cycle_offset;
  bool has_ik_on_feet = false;
  std::optional<bool> write_default_values;
  bool is_looping = false;
  std::optional<bool> is_mirrored;
  bool operator==(const State&) const = default;
};

struct StateMachine {             // StateMachineConstant
  std::vector<State> states;
  std::vector<Transition> any_state_transitions;
  std::optional<std::vector<Selector>> selectors;  // 5.0 and later
  std::uint32_t default_state = 0;         // an index of states; of nothing when there are none
  std::uint32_t motion_set_count = 0;
  std::optional<bool> evaluate_transitions_on_start;
  bool operator==(const StateMachine&) const = default;
};

struct SkeletonMaskElement {
  std::uint32_t path_hash = 0;             // before 4.3 an index (m_Index)
  float weight = 0;
  bool operator==(const SkeletonMaskElement&) const = default;
};

struct Layer {                    // LayerConstant, HumanLayerConstant
  std::uint32_t state_machine = 0;
  std::uint32_t synchronized_layer = 0;    // the motion set
  std::uint32_t body_mask_0 = 0, body_mask_1 = 0;
  std::optional<std::uint32_t> body_mask_2;
  std::vector<SkeletonMaskElement> skeleton_mask;
  std::uint32_t name_hash = 0;             // m_Binding
  std::int32_t blending_mode = 0;          // 0 override, 1 additive
  std::optional<float> default_weight;
  bool has_ik_pass = false;
  std::optional<bool> synced_layer_affects_timing;
  bool operator==(const Layer&) const = default;
};

enum class ParameterKind : std::uint32_t { real = 1, integer = 3, boolean = 4, trigger = 9 };

struct Parameter {                // ValueConstant
  std::uint32_t name_hash = 0;
  std::uint32_t kind = 0;                  // a ParameterKind, or another number as stored
  std::uint32_t index = 0;                 // in the default values of its kind
  bool operator==(const Parameter&) const = default;
};

struct BehaviourRange {           // m_StateMachineBehaviourRanges
  std::uint32_t state_full_path_hash = 0;  // 0: the machine's own
  std::int32_t layer_index = 0;
  std::uint32_t start = 0;                 // into behaviour_indices
  std::uint32_t count = 0;
  bool operator==(const BehaviourRange&) const = default;
};

struct DefaultValue {             // an element of m_PositionValues and its kin
  float x = 0, y = 0, z = 0;
  std::optional<float> w;                  // quaternions; positions and scales before 5.4
  bool operator==(const DefaultValue&) const = default;
};

struct Controller {
  std::string name;
  std::optional<bool> evaluate_transitions_on_start;
  std::uint32_t controller_size = 0;       // the engine's memory size: bounds nothing
  std::vector<Layer> layers;
  std::vector<StateMachine> state_machines;
  std::vector<Parameter> parameters;
  std::optional<std::vector<DefaultValue>> position_defaults, quaternion_defaults, scale_defaults;
  std::optional<std::vector<DefaultValue>> vector_defaults;  // before 4.3
  std::vector<float> float_defaults;
  std::vector<std::int32_t> int_defaults;
  std::vector<std::uint8_t> bool_defaults;
  std::optional<std::vector<std::int64_t>> entity_id_defaults;
  std::vector<NameEntry> names;            // m_TOS
  std::vector<PPtr> clips;                 // null pointers keep their slot
  std::vector<BehaviourRange> behaviour_ranges;
  std::vector<std::uint32_t> behaviour_indices;
  std::vector<PPtr> behaviours;
  std::optional<bool> multi_threaded_state_machine;
  bool operator==(const Controller&) const = default;
};

const layouts::Record& controller_record();

/// AnimatorOverrideController (class 221): clips of another controller replaced one by one.
struct OverrideController {
  struct Pair {
    PPtr original;
    PPtr replacement;
    bool operator==(const Pair&) const = default;
  };
  std::string name;
  PPtr controller;                         // class 91 or another 221
  std::vector<Pair> clips;
  bool operator==(const OverrideController&) const = default;
};

const layouts::Record& override_controller_record();

}  // namespace mecadex::animator
