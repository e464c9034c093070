// Controllers, override controllers and behaviours as rows.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "indexer/animator/name_table.hpp"
#include "indexer/animator/recovered_names.hpp"
#include "indexer/corpus/insert.hpp"
#include "indexer/corpus/name_rows.hpp"
#include "indexer/corpus/object_ids.hpp"
#include "indexer/corpus/reading.hpp"

namespace mecadex::corpus {

class ControllerRows {
 public:
  ControllerRows(SQLite::Database& database, NameRows& names);

  void write(const ControllerItem& item, const ObjectIds& ids);
  void write(const BehaviourItem& item, const ObjectIds& ids);
  void write(const OverrideItem& item, const ObjectIds& ids);

 private:
  // What a controller's parts need of the whole.
  struct Context {
    const animator::Controller& controller;
    const animator::NameTable& names;
    const animator::RecoveredNames& recovered;
    std::int64_t controller_id;
    std::int64_t first_machine_id;
    std::unordered_map<std::uint32_t, std::int64_t> parameter_ids;  // by name hash
    std::size_t node_allowance;  // blend nodes that may still be written again for further motion sets
  };
  // What a machine's parts need of the machine.
  struct Machine {
    const animator::StateMachine& machine;
    std::int64_t id;
    std::int64_t first_state_id;
    std::int64_t first_selector_id;
    std::size_t selector_count;
  };

  void write_names(const Context& context);
  void write_parameters(Context& context);
  void write_defaults(const Context& context);
  void write_layers(const Context& context);
  void write_machine(Context& context, std::size_t machine_index);
  void write_selectors(const Context& context, const Machine& m);
  void write_state(Context& context, const Machine& m, std::size_t state_index);
  void write_trees(Context& context, const animator::State& state, std::int64_t state_id);
  void write_node(const Context& context, const animator::State& state, std::size_t motion_set, std::int64_t tree_id,
                  const animator::BlendTree& tree, std::size_t node_index);
  void write_children(const animator::BlendNode& node, std::int64_t node_id);
  void write_floats(std::int64_t node_id, std::string_view name, const std::optional<layouts::RawFloats>& floats);
  void write_transition(const Context& context, const Machine& m, std::string_view owner_kind, std::int64_t state_id,
                        std::size_t index, const animator::Transition& t);
  void write_selector_transition(const Context& context, const Machine& m, std::size_t selector_index,
                                 std::size_t index, const animator::SelectorTransition& t);
  void write_conditions(const Context& context, std::int64_t transition_id,
                        const std::vector<animator::Condition>& conditions);

  NameRows& names_;
  Insert controllers_, layers_, masks_, machines_, states_, selectors_, transitions_, conditions_, defaults_,
      parameters_, trees_, nodes_, pair_arrays_, neighbors_, children_, clips_, behaviours_, overrides_,
      override_clips_;
  std::int64_t next_layer_, next_machine_, next_state_, next_selector_, next_transition_, next_condition_,
      next_parameter_, next_tree_, next_node_, next_behaviour_;
};

}  // namespace mecadex::corpus
