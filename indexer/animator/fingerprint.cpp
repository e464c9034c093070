// One put() per struct. Each takes its struct apart with a structured binding, which must name
// every member: a member that is added to a struct does not compile here until somebody decides
// about it. That each named member is also hashed is proved by tests/animator/fingerprint_test.cpp.
#include "indexer/animator/fingerprint.hpp"

#include <algorithm>
#include <concepts>
#include <string_view>

#include "indexer/layouts/content_hash.hpp"

namespace mecadex::animator {
namespace {

using Target = OverrideTargets::Target;

class Content {
 public:
  /// `kind` keeps the classes apart.
  explicit Content(std::string_view kind) { text(kind); }

  std::string fingerprint() { return hash_.hex_digest(); }

  /// Fields of the object that no member holds. `object` stands at its start.
  void put_unread(const layouts::LayoutPtr& layout, const layouts::Record& record, bytes::Reader& object) {
    // Before 5.4 a vector of three floats has a fourth, which means nothing.
    static constexpr std::string_view kMeaningless[] = {".w"};
    const auto plan = layouts::shared_unread_plan(layout, record, kMeaningless);
    if (plan) plan->run(object, hash_);
  }

  /// Members in their order.
  template <typename... Members>
  void all(const Members&... members) {
    (put(members), ...);
  }

  // ---- values ----
  void put(bool value) { hash_.put_value(static_cast<std::uint8_t>(value ? 1 : 0)); }
  template <std::integral T>
  void put(T value) {
    hash_.put_value(value);
  }
  void put(float value) { hash_.put_value(value); }
  void put(const std::string& value) { text(value); }
  void put(const layouts::RawFloats& value) {
    length(value.data.size());
    hash_.put(value.data);
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    length(values.size());
    for (const T& value : values) put(value);
  }

  // ---- common.hpp ----
  void put(const PPtr& pointer) { put(!pointer.is_null()); }
  void put(const Float3& value) {
    const auto& [x, y, z] = value;
    all(x, y, z);
  }
  void put(const Float4& value) {
    const auto& [x, y, z, w] = value;
    all(x, y, z, w);
  }
  void put(const Xform& value) {
    const auto& [t, q, s] = value;
    all(t, q, s);
  }
  void put(const NameEntry& entry) {
    const auto& [hash, name] = entry;
    all(hash, name);
  }
  /// A name table is a set.
  void put(const std::vector<NameEntry>& names) {
    std::vector<const NameEntry*> sorted;
    for (const NameEntry& entry : names) sorted.push_back(&entry);
    const auto less = [](const NameEntry* a, const NameEntry* b) {
      return a->hash != b->hash ? a->hash < b->hash : a->text < b->text;
    };
    const auto same = [](const NameEntry* a, const NameEntry* b) { return *a == *b; };
    std::sort(sorted.begin(), sorted.end(), less);
    sorted.erase(std::unique(sorted.begin(), sorted.end(), same), sorted.end());
    length(sorted.size());
    for (const NameEntry* entry : sorted) put(*entry);
  }

  // ---- controller.hpp ----
  void put(const Condition& condition) {
    const auto& [mode, parameter_hash, threshold, exit_time] = condition;
    all(mode, parameter_hash, threshold, exit_time);
  }
  void put(const Transition& transition) {
    const auto& [conditions, destination, full_path_hash, name_hash, user_hash, duration, offset,
                 exit_time, has_exit_time, has_fixed_duration, interruption_source,
                 ordered_interruption, can_transition_to_self, is_atomic] = transition;
    all(conditions, destination, full_path_hash, name_hash, user_hash, duration, offset, exit_time,
        has_exit_time, has_fixed_duration, interruption_source, ordered_interruption,
        can_transition_to_self, is_atomic);
  }
  void put(const SelectorTransition& transition) {
    const auto& [destination, conditions] = transition;
    all(destination, conditions);
  }
  void put(const Selector& selector) {
    const auto& [transitions, full_path_hash, is_entry] = selector;
    all(transitions, full_path_hash, is_entry);
  }
  void put(const NeighborList& list) {
    const auto& [neighbors] = list;
    all(neighbors);
  }
  void put(const BlendNode& node) {
    const auto& [blend_type, parameter_hash, parameter_y_hash, children, thresholds, positions,
                 magnitudes, pair_vectors, pair_avg_mag_inv, neighbor_lists, direct_parameters,
                 is_normalized, clip, duration, cycle_offset, is_mirrored] = node;
    all(blend_type, parameter_hash, parameter_y_hash, children, thresholds, positions, magnitudes,
        pair_vectors, pair_avg_mag_inv, neighbor_lists, direct_parameters, is_normalized, clip,
        duration, cycle_offset, is_mirrored);
  }
  void put(const BlendTree& tree) {
    const auto& [nodes] = tree;
    all(nodes);
  }
  void put(const LeafInfo& info) {
    const auto& [clip_hashes, index_offset] = info;
    all(clip_hashes, index_offset);
  }
  void put(const State& state) {
    const auto& [transitions, tree_indexes, leaf_infos, trees, name_hash, path_hash, full_path_hash,
                 tag_hash, speed_parameter_hash, mirror_parameter_hash, cycle_offset_parameter_hash,
                 time_parameter_hash, speed, cycle_offset, has_ik_on_feet, write_default_values,
                 is_looping, is_mirrored] = state;
    all(transitions, tree_indexes, leaf_infos, trees, name_hash, path_hash, full_path_hash,
        tag_hash, speed_parameter_hash, mirror_parameter_hash, cycle_offset_parameter_hash,
        time_parameter_hash, speed, cycle_offset, has_ik_on_feet, write_default_values, is_looping,
        is_mirrored);
  }
  void put(const StateMachine& machine) {
    const auto& [states, any_state_transitions, selectors, default_state, motion_set_count,
                 evaluate_transitions_on_start] = machine;
    all(states, any_state_transitions, selectors, default_state, motion_set_count,
        evaluate_transitions_on_start);
  }
  void put(const SkeletonMaskElement& element) {
    const auto& [path_hash, weight] = element;
    all(path_hash, weight);
  }
  void put(const Layer& layer) {
    const auto& [state_machine, synchronized_layer, body_mask_0, body_mask_1, body_mask_2,
                 skeleton_mask, name_hash, blending_mode, default_weight, has_ik_pass,
                 synced_layer_affects_timing] = layer;
    all(state_machine, synchronized_layer, body_mask_0, body_mask_1, body_mask_2, skeleton_mask,
        name_hash, blending_mode, default_weight, has_ik_pass, synced_layer_affects_timing);
  }
  void put(const Parameter& parameter) {
    const auto& [name_hash, kind, index] = parameter;
    all(name_hash, kind, index);
  }
  void put(const BehaviourRange& range) {
    const auto& [state_full_path_hash, layer_index, start, count] = range;
    all(state_full_path_hash, layer_index, start, count);
  }
  void put(const DefaultValue& value) {
    const auto& [x, y, z, w] = value;
    all(x, y, z, w);
  }
  void put(const Controller& controller) {
    const auto& [name, evaluate_transitions_on_start, not_controller_size, layers, state_machines,
                 parameters, position_defaults, quaternion_defaults, scale_defaults,
                 vector_defaults, float_defaults, int_defaults, bool_defaults, entity_id_defaults,
                 names, clips, behaviour_ranges, behaviour_indices, behaviours,
                 multi_threaded_state_machine] = controller;
    all(name, evaluate_transitions_on_start, layers, state_machines, parameters, position_defaults,
        quaternion_defaults, scale_defaults, vector_defaults, float_defaults, int_defaults,
        bool_defaults, entity_id_defaults, names, clips, behaviour_ranges, behaviour_indices,
        behaviours, multi_threaded_state_machine);
  }

  void put(const OverrideController& controller, const OverrideTargets& targets) {
    const auto& [name, base, clips] = controller;
    put(name);
    pointer(base, targets.controller);
    length(clips.size());
    for (std::size_t i = 0; i < clips.size(); ++i) {
      const auto& [original, replacement] = clips[i];
      const auto& [original_target, replacement_target] =
          i < targets.clips.size() ? targets.clips[i] : std::pair<Target, Target>();
      pointer(original, original_target);
      pointer(replacement, replacement_target);
    }
  }

  // ---- avatar.hpp ----
  void put(const SkeletonNode& node) {
    const auto& [parent, axes] = node;
    all(parent, axes);
  }
  void put(const Axes& value) {
    const auto& [pre_q, post_q, sign, limit_min, limit_max, axis_length, type] = value;
    all(pre_q, post_q, sign, limit_min, limit_max, axis_length, type);
  }
  void put(const Skeleton& skeleton) {
    const auto& [nodes, path_hashes, axes] = skeleton;
    all(nodes, path_hashes, axes);
  }
  void put(const Pose& pose) {
    const auto& [xforms] = pose;
    all(xforms);
  }
  void put(const Human& human) {
    const auto& [root, skeleton, pose, left_hand, right_hand, bone_index, bone_mass, scale,
                 arm_twist, fore_arm_twist, upper_leg_twist, leg_twist, arm_stretch, leg_stretch,
                 feet_spacing, has_left_hand, has_right_hand, has_translation_dof] = human;
    all(root, skeleton, pose, left_hand, right_hand, bone_index, bone_mass, scale, arm_twist,
        fore_arm_twist, upper_leg_twist, leg_twist, arm_stretch, leg_stretch, feet_spacing,
        has_left_hand, has_right_hand, has_translation_dof);
  }
  void put(const HumanBone& bone) {
    const auto& [bone_name, human_name, min, max, value, bone_length, is_modified] = bone;
    all(bone_name, human_name, min, max, value, bone_length, is_modified);
  }
  void put(const SkeletonBone& bone) {
    const auto& [name, parent_name, position, rotation, scale] = bone;
    all(name, parent_name, position, rotation, scale);
  }
  void put(const HumanDescription& description) {
    const auto& [human, skeleton, arm_twist, fore_arm_twist, upper_leg_twist, leg_twist,
                 arm_stretch, leg_stretch, feet_spacing, global_scale, root_motion_bone_name,
                 has_translation_dof, has_extra_root, skeleton_has_parents] = description;
    all(human, skeleton, arm_twist, fore_arm_twist, upper_leg_twist, leg_twist, arm_stretch,
        leg_stretch, feet_spacing, global_scale, root_motion_bone_name, has_translation_dof,
        has_extra_root, skeleton_has_parents);
  }
  void put(const Avatar& avatar) {
    const auto& [name, not_avatar_size, skeleton, pose, default_pose, name_hashes, human,
                 human_skeleton_index, human_skeleton_reverse, root_motion_bone_index,
                 root_motion_bone, root_motion_skeleton, root_motion_pose,
                 root_motion_skeleton_index, names, description] = avatar;
    all(name, skeleton, pose, default_pose, name_hashes, human, human_skeleton_index,
        human_skeleton_reverse, root_motion_bone_index, root_motion_bone, root_motion_skeleton,
        root_motion_pose, root_motion_skeleton_index, names, description);
  }

 private:
  void length(std::size_t n) { hash_.put_value(static_cast<std::uint64_t>(n)); }
  void text(std::string_view value) {
    length(value.size());
    hash_.put(value);
  }
  void pointer(const PPtr& pointer, const Target& target) {
    put(pointer);
    put(target.has_value());
    if (target) {
      put(target->class_id);
      put(target->name);
    }
  }

  layouts::HashBuffer hash_;
};

}  // namespace

std::string fingerprint(const Controller& controller) {
  Content content("AnimatorController");
  content.put(controller);
  return content.fingerprint();
}

std::string fingerprint(const Controller& controller, const layouts::LayoutPtr& layout, bytes::Reader& object) {
  Content content("AnimatorController");
  content.put(controller);
  content.put_unread(layout, controller_record(), object);
  return content.fingerprint();
}

std::string fingerprint(const Avatar& avatar) {
  Content content("Avatar");
  content.put(avatar);
  return content.fingerprint();
}

std::string fingerprint(const Avatar& avatar, const layouts::LayoutPtr& layout, bytes::Reader& object) {
  Content content("Avatar");
  content.put(avatar);
  content.put_unread(layout, avatar_record(), object);
  return content.fingerprint();
}

std::string fingerprint(const OverrideController& controller, const OverrideTargets& targets) {
  Content content("AnimatorOverrideController");
  content.put(controller, targets);
  return content.fingerprint();
}

std::string clip_fingerprint(const layouts::LayoutPtr& layout, bytes::Reader& object) {
  static const layouts::CountedFields kExcluded{layouts::CountedFields::Rule::all_but, {"m_MuscleClipSize"}};
  layouts::HashBuffer hash;
  hash.put("AnimationClip");
  layouts::shared_content_plan(layout, kExcluded)->run(object, hash);
  return hash.hex_digest();
}

}  // namespace mecadex::animator
