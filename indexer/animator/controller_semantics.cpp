#include "indexer/animator/controller_semantics.hpp"

#include <algorithm>

#include "indexer/animator/destination.hpp"
#include "indexer/animator/name_table.hpp"
#include "indexer/layouts/read_plan.hpp"

namespace mecadex::animator {

using bytes::FindingCode;
using bytes::Note;

std::string_view to_string(ClipResolution resolution) {
  switch (resolution) {
    case ClipResolution::slot: return "slot";
    case ClipResolution::leaf_info: return "leaf_info";
    case ClipResolution::none: return "none";
    case ClipResolution::out_of_range: return "out_of_range";
  }
  return "out_of_range";
}

LeafClip leaf_clip(const State& state, std::size_t motion_set, const BlendNode& node, std::size_t clip_count) {
  if (!node.children.empty() || node.clip == kNoDestination) return {};
  if (state.leaf_infos && motion_set < state.leaf_infos->size()) {
    const LeafInfo& info = (*state.leaf_infos)[motion_set];
    const auto found = std::find(info.clip_hashes.begin(), info.clip_hashes.end(), node.clip);
    if (found != info.clip_hashes.end()) {
      const std::size_t slot = info.index_offset + static_cast<std::size_t>(found - info.clip_hashes.begin());
      if (slot < clip_count) return {ClipResolution::leaf_info, slot};
      return {ClipResolution::out_of_range, std::nullopt};
    }
  }
  if (node.clip < clip_count) return {ClipResolution::slot, node.clip};
  return {ClipResolution::out_of_range, std::nullopt};
}

namespace {

class ControllerCheck {
 public:
  explicit ControllerCheck(const Controller& controller) : c_(controller) {}

  std::vector<Note> run() {
    for (std::size_t i = 0; i < c_.layers.size(); ++i) {
      if (c_.layers[i].state_machine >= c_.state_machines.size()) {
        note(FindingCode::controller_machine_index, "m_LayerArray" + index(i) + ".m_StateMachineIndex",
             c_.layers[i].state_machine);
      }
    }
    for (std::size_t i = 0; i < c_.state_machines.size(); ++i) machine(c_.state_machines[i], "m_StateMachineArray" + index(i));
    for (std::size_t i = 0; i < c_.parameters.size(); ++i) parameter(c_.parameters[i], i);
    for (std::size_t i = 0; i < c_.behaviour_ranges.size(); ++i) range(c_.behaviour_ranges[i], i);
    check_names(c_.names, notes_);
    return std::move(notes_);
  }

 private:
  static std::string index(std::size_t i) { return "[" + std::to_string(i) + "]"; }

  void note(FindingCode code, std::string path, std::uint64_t value) {
    if (notes_.size() < layouts::kMaxNotesPerObject) {
      notes_.push_back({code, 0, std::move(path), "value " + std::to_string(value)});
    }
  }

  void machine(const StateMachine& m, const std::string& path) {
    if (!m.states.empty() && m.default_state >= m.states.size()) {
      note(FindingCode::controller_default_state, path + ".m_DefaultState", m.default_state);
    }
    const std::size_t selectors = m.selectors ? m.selectors->size() : 0;
    const auto lead = [&](std::uint32_t raw, const std::string& where, bool from_selector) {
      const DestinationKind kind = destination(raw, m.states.size(), selectors).kind;
      const bool odd = kind == DestinationKind::out_of_range || (kind == DestinationKind::none && !from_selector);
      if (odd) note(FindingCode::controller_destination, where, raw);
    };
    for (std::size_t s = 0; s < m.states.size(); ++s) {
      const std::string at = path + ".m_StateConstantArray" + index(s);
      for (std::size_t t = 0; t < m.states[s].transitions.size(); ++t) {
        lead(m.states[s].transitions[t].destination, at + ".m_TransitionConstantArray" + index(t), false);
      }
      state(m.states[s], at);
    }
    for (std::size_t t = 0; t < m.any_state_transitions.size(); ++t) {
      lead(m.any_state_transitions[t].destination, path + ".m_AnyStateTransitionConstantArray" + index(t), false);
    }
    for (std::size_t s = 0; s < selectors; ++s) {
      const auto& transitions = (*m.selectors)[s].transitions;
      for (std::size_t t = 0; t < transitions.size(); ++t) {
        lead(transitions[t].destination, path + ".m_SelectorStateConstantArray" + index(s) + index(t), true);
      }
    }
  }

  void state(const State& s, const std::string& path) {
    for (std::size_t set = 0; set < s.tree_indexes.size(); ++set) {
      const std::int32_t tree = s.tree_indexes[set];
      const bool found = tree >= 0 && static_cast<std::size_t>(tree) < s.trees.size();
      if (!found && tree != -1) {
        note(FindingCode::controller_tree_index, path + ".m_BlendTreeConstantIndexArray" + index(set),
             static_cast<std::uint32_t>(tree));
      }
      if (!found) continue;
      const BlendTree& shown = s.trees[static_cast<std::size_t>(tree)];
      for (std::size_t n = 0; n < shown.nodes.size(); ++n) {
        if (leaf_clip(s, set, shown.nodes[n], c_.clips.size()).resolution == ClipResolution::out_of_range) {
          note(FindingCode::controller_clip_index, node_path(path, static_cast<std::size_t>(tree), n) + ".m_ClipID",
               shown.nodes[n].clip);
        }
      }
    }
    for (std::size_t t = 0; t < s.trees.size(); ++t) tree(s.trees[t], path, t);
  }

  static std::string node_path(const std::string& state, std::size_t tree, std::size_t node) {
    return state + ".m_BlendTreeConstantArray" + index(tree) + ".m_NodeArray" + index(node);
  }

  // Children outside the tree, and cycles: nodes are walked once, those on the way down are marked.
  void tree(const BlendTree& t, const std::string& path, std::size_t tree_index) {
    enum class Mark : unsigned char { fresh, open, done };
    std::vector<Mark> marks(t.nodes.size(), Mark::fresh);
    std::vector<std::pair<std::size_t, std::size_t>> stack;  // node, next child
    for (std::size_t start = 0; start < t.nodes.size(); ++start) {
      if (marks[start] != Mark::fresh) continue;
      marks[start] = Mark::open;
      stack.emplace_back(start, 0);
      while (!stack.empty()) {
        auto& [node, next] = stack.back();
        const auto& children = t.nodes[node].children;
        if (next == children.size()) {
          marks[node] = Mark::done;
          stack.pop_back();
          continue;
        }
        const std::uint32_t child = children[next++];
        const std::size_t parent = node;
        if (child >= t.nodes.size()) {
          note(FindingCode::controller_child_index, node_path(path, tree_index, parent) + ".m_ChildIndices", child);
        } else if (marks[child] == Mark::open) {
          note(FindingCode::controller_tree_cycle, node_path(path, tree_index, parent) + ".m_ChildIndices", child);
        } else if (marks[child] == Mark::fresh) {
          marks[child] = Mark::open;
          stack.emplace_back(child, 0);
        }
      }
    }
  }

  void parameter(const Parameter& p, std::size_t i) {
    std::size_t length = 0;
    switch (static_cast<ParameterKind>(p.kind)) {
      case ParameterKind::real: length = c_.float_defaults.size(); break;
      case ParameterKind::integer: length = c_.int_defaults.size(); break;
      case ParameterKind::boolean:
      case ParameterKind::trigger: length = c_.bool_defaults.size(); break;
      default: return;
    }
    if (p.index >= length) note(FindingCode::controller_default_index, "m_ValueArray" + index(i) + ".m_Index", p.index);
  }

  void range(const BehaviourRange& r, std::size_t i) {
    const std::uint64_t end = std::uint64_t{r.start} + r.count;
    if (end > c_.behaviour_indices.size()) {
      note(FindingCode::controller_behaviour_index, "m_StateMachineBehaviourRanges" + index(i), end);
    }
  }

  const Controller& c_;
  std::vector<Note> notes_;
};

}  // namespace

std::vector<Note> check_controller(const Controller& controller) { return ControllerCheck(controller).run(); }

}  // namespace mecadex::animator
