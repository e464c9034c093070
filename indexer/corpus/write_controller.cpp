#include "indexer/corpus/write_controller.hpp"

#include "indexer/animator/controller_semantics.hpp"
#include "indexer/animator/destination.hpp"
#include "indexer/animator/recovered_names.hpp"
#include "indexer/serialized/class_id.hpp"

namespace mecadex::corpus {

using animator::Controller;
using animator::NameTable;
using animator::State;

namespace {

std::optional<std::string_view> text_of(const NameTable& names, std::uint32_t hash) {
  const std::string* text = names.find(hash);
  return text == nullptr ? std::nullopt : std::optional<std::string_view>(*text);
}

std::optional<std::string_view> text_of(const NameTable& names, const std::optional<std::uint32_t>& hash) {
  return hash ? text_of(names, *hash) : std::nullopt;
}

// values[index], or nothing when the index lies outside.
template <typename T>
std::optional<T> at(const std::vector<T>& values, std::size_t index) {
  return index < values.size() ? std::optional<T>(values[index]) : std::nullopt;
}

std::optional<float> float_at(const std::optional<layouts::RawFloats>& floats, std::size_t index) {
  if (!floats || (index + 1) * sizeof(float) > floats->data.size()) return std::nullopt;
  return bytes::load<float>(floats->data.data() + index * sizeof(float), bytes::Endian::little);
}

}  // namespace

ControllerRows::ControllerRows(SQLite::Database& db, NameRows& names)
    : names_(names),
      controllers_(db, "controllers",
                   {"controller_id", "format", "name", "evaluate_transitions_on_start",
                    "multi_threaded_state_machine", "controller_size"}),
      layers_(db, "layers",
              {"layer_id", "controller_id", "layer_index", "name_hash", "name", "machine_index", "state_machine_id",
               "synchronized_layer_index", "blending_mode", "default_weight", "has_ik_pass",
               "synced_layer_affects_timing", "body_mask_0", "body_mask_1", "body_mask_2"}),
      masks_(db, "skeleton_masks", {"layer_id", "element_index", "path_hash", "weight"}),
      machines_(db, "state_machines",
                {"state_machine_id", "controller_id", "machine_index", "default_state_index", "default_state_id",
                 "motion_set_count", "state_count", "selector_count", "evaluate_transitions_on_start"}),
      states_(db, "states",
              {"state_id", "state_machine_id", "state_index", "name", "name_hash", "path_hash", "full_path_hash",
               "tag_hash", "speed", "cycle_offset", "speed_parameter_hash", "mirror_parameter_hash",
               "cycle_offset_parameter_hash", "time_parameter_hash", "has_ik_on_feet", "write_default_values",
               "is_looping", "is_mirrored"}),
      selectors_(db, "selectors",
                 {"selector_id", "state_machine_id", "selector_index", "is_entry", "full_path_hash", "machine_path"}),
      transitions_(db, "transitions",
                   {"transition_id", "controller_id", "state_machine_id", "owner_kind", "state_id", "selector_id",
                    "transition_index", "destination_raw", "destination_kind", "destination_state_id",
                    "destination_selector_id", "full_path_hash", "name_hash", "user_hash", "duration",
                    "transition_offset", "exit_time", "has_exit_time", "has_fixed_duration", "interruption_source",
                    "ordered_interruption", "can_transition_to_self", "is_atomic", "condition_count"}),
      conditions_(db, "conditions",
                  {"condition_id", "transition_id", "condition_index", "mode", "parameter_hash", "parameter_id",
                   "threshold", "exit_time"}),
      defaults_(db, "controller_default_values",
                {"controller_id", "array_name", "element_index", "x", "y", "z", "w", "entity_id"}),
      parameters_(db, "parameters",
                  {"parameter_id", "controller_id", "parameter_index", "name", "name_hash", "kind", "default_index",
                   "default_float", "default_int", "default_bool"}),
      trees_(db, "blend_trees", {"blend_tree_id", "state_id", "motion_set", "tree_index", "node_count"}),
      nodes_(db, "blend_nodes",
             {"blend_node_id", "blend_tree_id", "node_index", "is_leaf", "blend_type", "parameter_hash",
              "parameter_y_hash", "clip_raw", "clip_slot", "clip_resolution", "duration", "cycle_offset",
              "is_mirrored", "is_normalized"}),
      pair_arrays_(db, "blend_pair_arrays", {"blend_node_id", "array_name", "part", "data"}),
      neighbors_(db, "blend_neighbors", {"blend_node_id", "child_position", "neighbor_index", "neighbor"}),
      children_(db, "blend_children",
                {"blend_node_id", "child_position", "child_node_index", "threshold", "position_x", "position_y",
                 "magnitude", "parameter_hash"}),
      clips_(db, "controller_clips", {"controller_id", "slot", "file_index", "path_id", "clip_id", "resolution"}),
      behaviours_(db, "behaviours",
                  {"behaviour_id", "controller_id", "behaviour_index", "layer_index", "state_full_path_hash",
                   "file_index", "path_id", "script_class"}),
      overrides_(db, "override_controllers", {"override_controller_id", "name", "base_object_id", "base_resolution"}),
      override_clips_(db, "override_clips",
                      {"override_controller_id", "pair_index", "original_clip_id", "original_resolution",
                       "override_clip_id", "override_resolution"}),
      next_layer_(next_id(db, "layers", "layer_id")),
      next_machine_(next_id(db, "state_machines", "state_machine_id")),
      next_state_(next_id(db, "states", "state_id")),
      next_selector_(next_id(db, "selectors", "selector_id")),
      next_transition_(next_id(db, "transitions", "transition_id")),
      next_condition_(next_id(db, "conditions", "condition_id")),
      next_parameter_(next_id(db, "parameters", "parameter_id")),
      next_tree_(next_id(db, "blend_trees", "blend_tree_id")),
      next_node_(next_id(db, "blend_nodes", "blend_node_id")),
      next_behaviour_(next_id(db, "behaviours", "behaviour_id")) {}

void ControllerRows::write(const ControllerItem& item, const ObjectIds& ids) {
  const Controller& c = item.controller;
  const animator::NameTable own(c.names);
  // A tree is written once per motion set that shows it. Real controllers have a tree each; a hostile one
  // must not turn a few bytes into any number of rows.
  std::size_t nodes = 0;
  for (const auto& machine : c.state_machines) {
    for (const State& state : machine.states) {
      for (const auto& tree : state.trees) nodes += tree.nodes.size();
    }
  }
  const animator::RecoveredNames recovered(c, own);
  Context context{c, own, recovered, ids.value(item.id), next_machine_, {}, 4 * nodes + 1'000};
  controllers_.row(context.controller_id, "unity", c.name, c.evaluate_transitions_on_start,
                   c.multi_threaded_state_machine, c.controller_size);
  write_names(context);
  write_parameters(context);
  write_defaults(context);
  write_layers(context);
  next_machine_ += static_cast<std::int64_t>(c.state_machines.size());
  for (std::size_t i = 0; i < c.state_machines.size(); ++i) write_machine(context, i);
  for (std::size_t slot = 0; slot < item.clips.size(); ++slot) {
    const Link& link = item.clips[slot];
    clips_.row(context.controller_id, slot, link.pointer.file_id, link.pointer.path_id,
               ids.id(link.target_of(serialized::kAnimationClip)), sql(link.resolution));
  }
}

void ControllerRows::write_names(const Context& context) {
  for (const animator::NameEntry& entry : context.controller.names) {
    names_.use(context.controller_id, NameOrigin::controller_tos, names_.intern(entry.hash, entry.text));
  }
  for (const animator::NameEntry& entry : context.recovered.entries()) {
    names_.use(context.controller_id, NameOrigin::recovered, names_.intern(entry.hash, entry.text));
  }
}

void ControllerRows::write_parameters(Context& context) {
  const Controller& c = context.controller;
  for (std::size_t i = 0; i < c.parameters.size(); ++i) {
    const animator::Parameter& p = c.parameters[i];
    const std::int64_t id = next_parameter_++;
    context.parameter_ids.try_emplace(p.name_hash, id);
    const auto kind = static_cast<animator::ParameterKind>(p.kind);
    std::optional<float> as_float;
    std::optional<std::int32_t> as_int;
    std::optional<bool> as_bool;
    if (kind == animator::ParameterKind::real) as_float = at(c.float_defaults, p.index);
    if (kind == animator::ParameterKind::integer) as_int = at(c.int_defaults, p.index);
    if (kind == animator::ParameterKind::boolean || kind == animator::ParameterKind::trigger) {
      if (const auto value = at(c.bool_defaults, p.index)) as_bool = *value != 0;
    }
    parameters_.row(id, context.controller_id, i, text_of(context.names, p.name_hash), p.name_hash, p.kind, p.index,
                    as_float, as_int, as_bool);
  }
}

void ControllerRows::write_defaults(const Context& context) {
  const Controller& c = context.controller;
  const auto write = [&](std::string_view name, const std::optional<std::vector<animator::DefaultValue>>& values) {
    for (std::size_t i = 0; values && i < values->size(); ++i) {
      const animator::DefaultValue& v = (*values)[i];
      defaults_.row(context.controller_id, name, i, v.x, v.y, v.z, v.w, std::nullopt);
    }
  };
  write("position", c.position_defaults);
  write("quaternion", c.quaternion_defaults);
  write("scale", c.scale_defaults);
  write("vector", c.vector_defaults);
  for (std::size_t i = 0; c.entity_id_defaults && i < c.entity_id_defaults->size(); ++i) {
    defaults_.row(context.controller_id, "entity_id", i, std::nullopt, std::nullopt, std::nullopt, std::nullopt,
                  (*c.entity_id_defaults)[i]);
  }
}

void ControllerRows::write_layers(const Context& context) {
  const Controller& c = context.controller;
  for (std::size_t i = 0; i < c.layers.size(); ++i) {
    const animator::Layer& layer = c.layers[i];
    const std::int64_t id = next_layer_++;
    const bool has_machine = layer.state_machine < c.state_machines.size();
    layers_.row(id, context.controller_id, i, layer.name_hash, text_of(context.names, layer.name_hash),
                layer.state_machine, has_machine ? Id{context.first_machine_id + layer.state_machine} : Id{},
                layer.synchronized_layer, layer.blending_mode, layer.default_weight, layer.has_ik_pass,
                layer.synced_layer_affects_timing, layer.body_mask_0, layer.body_mask_1, layer.body_mask_2);
    for (std::size_t e = 0; e < layer.skeleton_mask.size(); ++e) {
      masks_.row(id, e, layer.skeleton_mask[e].path_hash, layer.skeleton_mask[e].weight);
    }
  }
}

void ControllerRows::write_machine(Context& context, std::size_t machine_index) {
  const animator::StateMachine& machine = context.controller.state_machines[machine_index];
  const std::size_t selector_count = machine.selectors ? machine.selectors->size() : 0;
  const Machine m{machine, context.first_machine_id + static_cast<std::int64_t>(machine_index), next_state_,
                  next_selector_, selector_count};
  next_state_ += static_cast<std::int64_t>(machine.states.size());
  next_selector_ += static_cast<std::int64_t>(selector_count);
  const bool has_default = machine.default_state < machine.states.size();
  machines_.row(m.id, context.controller_id, machine_index, machine.default_state,
                has_default ? Id{m.first_state_id + machine.default_state} : Id{}, machine.motion_set_count,
                machine.states.size(), selector_count, machine.evaluate_transitions_on_start);
  for (std::size_t i = 0; i < machine.states.size(); ++i) write_state(context, m, i);
  for (std::size_t i = 0; i < machine.any_state_transitions.size(); ++i) {
    write_transition(context, m, "any_state", 0, i, machine.any_state_transitions[i]);
  }
  write_selectors(context, m);
}

void ControllerRows::write_selectors(const Context& context, const Machine& m) {
  for (std::size_t i = 0; i < m.selector_count; ++i) {
    const animator::Selector& selector = (*m.machine.selectors)[i];
    const std::int64_t id = m.first_selector_id + static_cast<std::int64_t>(i);
    // A sub-machine's path is often missing from the name table.
    const std::string* path = context.names.find(selector.full_path_hash);
    if (path == nullptr) path = context.recovered.find(selector.full_path_hash);
    selectors_.row(id, m.id, i, selector.is_entry, selector.full_path_hash,
                   path == nullptr ? std::nullopt : std::optional<std::string_view>(*path));
    for (std::size_t t = 0; t < selector.transitions.size(); ++t) {
      write_selector_transition(context, m, i, t, selector.transitions[t]);
    }
  }
}

void ControllerRows::write_state(Context& context, const Machine& m, std::size_t state_index) {
  const State& s = m.machine.states[state_index];
  const std::int64_t id = m.first_state_id + static_cast<std::int64_t>(state_index);
  states_.row(id, m.id, state_index, text_of(context.names, s.name_hash), s.name_hash, s.path_hash, s.full_path_hash,
              s.tag_hash, s.speed, s.cycle_offset, s.speed_parameter_hash, s.mirror_parameter_hash,
              s.cycle_offset_parameter_hash, s.time_parameter_hash, s.has_ik_on_feet, s.write_default_values,
              s.is_looping, s.is_mirrored);
  write_trees(context, s, id);
  for (std::size_t i = 0; i < s.transitions.size(); ++i) {
    write_transition(context, m, "state", id, i, s.transitions[i]);
  }
}

void ControllerRows::write_trees(Context& context, const State& state, std::int64_t state_id) {
  for (std::size_t set = 0; set < state.tree_indexes.size(); ++set) {
    const std::int32_t index = state.tree_indexes[set];
    const std::int64_t id = next_tree_++;
    const bool has_tree = index >= 0 && static_cast<std::size_t>(index) < state.trees.size();
    const animator::BlendTree* tree = has_tree ? &state.trees[static_cast<std::size_t>(index)] : nullptr;
    trees_.row(id, state_id, set, index, tree == nullptr ? 0 : tree->nodes.size());
    if (tree == nullptr || tree->nodes.size() > context.node_allowance) continue;
    context.node_allowance -= tree->nodes.size();
    for (std::size_t n = 0; n < tree->nodes.size(); ++n) write_node(context, state, set, id, *tree, n);
  }
}

void ControllerRows::write_node(const Context& context, const State& state, std::size_t motion_set,
                                std::int64_t tree_id, const animator::BlendTree& tree, std::size_t node_index) {
  const animator::BlendNode& node = tree.nodes[node_index];
  const std::int64_t id = next_node_++;
  const animator::LeafClip clip = animator::leaf_clip(state, motion_set, node, context.controller.clips.size());
  nodes_.row(id, tree_id, node_index, node.children.empty(), node.blend_type, node.parameter_hash,
             node.parameter_y_hash, node.clip, clip.slot, to_string(clip.resolution), node.duration,
             node.cycle_offset, node.is_mirrored, node.is_normalized);
  write_children(node, id);
  write_floats(id, "pair_vector", node.pair_vectors);
  write_floats(id, "pair_avg_mag_inv", node.pair_avg_mag_inv);
  for (std::size_t c = 0; node.neighbor_lists && c < node.neighbor_lists->size(); ++c) {
    const auto& list = (*node.neighbor_lists)[c].neighbors;
    for (std::size_t i = 0; i < list.size(); ++i) neighbors_.row(id, c, i, list[i]);
  }
}

void ControllerRows::write_children(const animator::BlendNode& node, std::int64_t node_id) {
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const auto threshold = node.thresholds ? at(*node.thresholds, i) : std::nullopt;
    const auto direct = node.direct_parameters ? at(*node.direct_parameters, i) : std::nullopt;
    children_.row(node_id, i, node.children[i], threshold, float_at(node.positions, 2 * i),
                  float_at(node.positions, 2 * i + 1), float_at(node.magnitudes, i), direct);
  }
}

void ControllerRows::write_floats(std::int64_t node_id, std::string_view name,
                                  const std::optional<layouts::RawFloats>& floats) {
  if (!floats) return;
  std::span<const std::byte> rest = floats->data;
  for (std::size_t part = 0; !rest.empty(); ++part) {
    const std::size_t here = std::min(rest.size(), bytes::kMaxValueBytes);
    pair_arrays_.row(node_id, name, part, Blob{rest.first(here)});
    rest = rest.subspan(here);
  }
}

void ControllerRows::write_transition(const Context& context, const Machine& m, std::string_view owner_kind,
                                      std::int64_t state_id, std::size_t index, const animator::Transition& t) {
  const auto to = animator::destination(t.destination, m.machine.states.size(), m.selector_count);
  const std::int64_t id = next_transition_++;
  transitions_.row(id, context.controller_id, m.id, owner_kind, Id{state_id}, Id{}, index, t.destination,
                   to_string(to.kind),
                   to.kind == animator::DestinationKind::state ? Id{m.first_state_id + to.index} : Id{},
                   to.kind == animator::DestinationKind::selector ? Id{m.first_selector_id + to.index} : Id{},
                   t.full_path_hash, t.name_hash, t.user_hash, t.duration, t.offset, t.exit_time, t.has_exit_time,
                   t.has_fixed_duration, t.interruption_source, t.ordered_interruption, t.can_transition_to_self,
                   t.is_atomic, t.conditions.size());
  write_conditions(context, id, t.conditions);
}

void ControllerRows::write_selector_transition(const Context& context, const Machine& m, std::size_t selector_index,
                                               std::size_t index, const animator::SelectorTransition& t) {
  const auto to = animator::destination(t.destination, m.machine.states.size(), m.selector_count);
  const std::int64_t id = next_transition_++;
  const bool is_entry = (*m.machine.selectors)[selector_index].is_entry;
  transitions_.row(id, context.controller_id, m.id, is_entry ? "entry" : "exit", Id{},
                   Id{m.first_selector_id + static_cast<std::int64_t>(selector_index)}, index, t.destination,
                   to_string(to.kind),
                   to.kind == animator::DestinationKind::state ? Id{m.first_state_id + to.index} : Id{},
                   to.kind == animator::DestinationKind::selector ? Id{m.first_selector_id + to.index} : Id{},
                   std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt,
                   std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, t.conditions.size());
  write_conditions(context, id, t.conditions);
}

void ControllerRows::write_conditions(const Context& context, std::int64_t transition_id,
                                      const std::vector<animator::Condition>& conditions) {
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const animator::Condition& c = conditions[i];
    const auto parameter = context.parameter_ids.find(c.parameter_hash);
    conditions_.row(next_condition_++, transition_id, i, c.mode, c.parameter_hash,
                    parameter == context.parameter_ids.end() ? Id{} : Id{parameter->second}, c.threshold, c.exit_time);
  }
}

void ControllerRows::write(const BehaviourItem& item, const ObjectIds& ids) {
  behaviours_.row(next_behaviour_++, ids.id(item.controller), item.behaviour_index, item.layer_index,
                  item.state_full_path_hash, item.pointer.file_id, item.pointer.path_id, item.script_class);
}

void ControllerRows::write(const OverrideItem& item, const ObjectIds& ids) {
  overrides_.row(ids.value(item.id), item.name, ids.id(item.base.target), sql(item.base.resolution));
  for (std::size_t i = 0; i < item.clips.size(); ++i) {
    const auto& [original, replacement] = item.clips[i];
    override_clips_.row(ids.value(item.id), i, ids.id(original.target_of(serialized::kAnimationClip)),
                        sql(original.resolution), ids.id(replacement.target_of(serialized::kAnimationClip)),
                        sql(replacement.resolution));
  }
}

}  // namespace mecadex::corpus
