#include "indexer/animator/controller.hpp"

namespace mecadex::animator {

using layouts::field;
using layouts::Record;

namespace {

const Record& condition_record() {
  static const Record record{"ConditionConstant",
                             {field<&Condition::mode>("m_ConditionMode"), field<&Condition::parameter_hash>("m_EventID"),
                              field<&Condition::threshold>("m_EventThreshold"), field<&Condition::exit_time>("m_ExitTime")}};
  return record;
}

const Record& transition_record() {
  static const Record record{
      "TransitionConstant",
      {field<&Transition::conditions>("m_ConditionConstantArray", condition_record()),
       field<&Transition::destination>("m_DestinationState"), field<&Transition::full_path_hash>("m_FullPathID"),
       field<&Transition::name_hash>("m_ID"), field<&Transition::user_hash>("m_UserID"),
       field<&Transition::duration>("m_TransitionDuration"), field<&Transition::offset>("m_TransitionOffset"),
       field<&Transition::exit_time>("m_ExitTime"), field<&Transition::has_exit_time>("m_HasExitTime"),
       field<&Transition::has_fixed_duration>("m_HasFixedDuration"),
       field<&Transition::interruption_source>("m_InterruptionSource"),
       field<&Transition::ordered_interruption>("m_OrderedInterruption"),
       field<&Transition::can_transition_to_self>("m_CanTransitionToSelf"), field<&Transition::is_atomic>("m_Atomic")}};
  return record;
}

const Record& selector_transition_record() {
  static const Record record{
      "SelectorTransitionConstant",
      {field<&SelectorTransition::destination>("m_Destination"),
       field<&SelectorTransition::conditions>("m_ConditionConstantArray", condition_record())}};
  return record;
}

const Record& selector_record() {
  static const Record record{
      "SelectorStateConstant",
      {field<&Selector::transitions>("m_TransitionConstantArray", selector_transition_record()),
       field<&Selector::full_path_hash>("m_FullPathID"), field<&Selector::is_entry>("m_IsEntry")}};
  return record;
}

const Record& neighbor_list_record() {
  static const Record record{"MotionNeighborList", {field<&NeighborList::neighbors>("m_NeighborArray")}};
  return record;
}

const Record& blend_node_record() {
  static const Record record{
      "BlendTreeNodeConstant",
      {field<&BlendNode::blend_type>("m_BlendType"), field<&BlendNode::parameter_hash>("m_BlendEventID"),
       field<&BlendNode::parameter_y_hash>("m_BlendEventYID"), field<&BlendNode::children>("m_ChildIndices"),
       field<&BlendNode::thresholds>("m_Blend1dData.m_ChildThresholdArray|m_ChildThresholdArray"),
       field<&BlendNode::positions>("m_Blend2dData.m_ChildPositionArray"),
       field<&BlendNode::magnitudes>("m_Blend2dData.m_ChildMagnitudeArray"),
       field<&BlendNode::pair_vectors>("m_Blend2dData.m_ChildPairVectorArray"),
       field<&BlendNode::pair_avg_mag_inv>("m_Blend2dData.m_ChildPairAvgMagInvArray"),
       field<&BlendNode::neighbor_lists>("m_Blend2dData.m_ChildNeighborListArray", neighbor_list_record()),
       field<&BlendNode::direct_parameters>("m_BlendDirectData.m_ChildBlendEventIDArray"),
       field<&BlendNode::is_normalized>("m_BlendDirectData.m_NormalizedBlendValues"),
       field<&BlendNode::clip>("m_ClipID"), field<&BlendNode::duration>("m_Duration"),
       field<&BlendNode::cycle_offset>("m_CycleOffset"), field<&BlendNode::is_mirrored>("m_Mirror")}};
  return record;
}

const Record& blend_tree_record() {
  static const Record record{"BlendTreeConstant", {field<&BlendTree::nodes>("m_NodeArray", blend_node_record())}};
  return record;
}

const Record& leaf_info_record() {
  static const Record record{
      "LeafInfoConstant",
      {field<&LeafInfo::clip_hashes>("m_IDArray"), field<&LeafInfo::index_offset>("m_IndexOffset")}};
  return record;
}

const Record& state_record() {
  static const Record record{
      "StateConstant",
      {field<&State::transitions>("m_TransitionConstantArray", transition_record()),
       field<&State::tree_indexes>("m_BlendTreeConstantIndexArray"),
       field<&State::leaf_infos>("m_LeafInfoArray", leaf_info_record()),
       field<&State::trees>("m_BlendTreeConstantArray", blend_tree_record()), field<&State::name_hash>("m_NameID"),
       field<&State::path_hash>("m_PathID|m_ID"), field<&State::full_path_hash>("m_FullPathID"),
       field<&State::tag_hash>("m_TagID"), field<&State::speed_parameter_hash>("m_SpeedParamID"),
       field<&State::mirror_parameter_hash>("m_MirrorParamID"),
       field<&State::cycle_offset_parameter_hash>("m_CycleOffsetParamID"),
       field<&State::time_parameter_hash>("m_TimeParamID"), field<&State::speed>("m_Speed"),
       field<&State::cycle_offset>("m_CycleOffset"), field<&State::has_ik_on_feet>("m_IKOnFeet"),
       field<&State::write_default_values>("m_WriteDefaultValues"), field<&State::is_looping>("m_Loop"),
       field<&State::is_mirrored>("m_Mirror")}};
  return record;
}

const Record& state_machine_record() {
  static const Record record{
      "StateMachineConstant",
      {field<&StateMachine::states>("m_StateConstantArray", state_record()),
       field<&StateMachine::any_state_transitions>("m_AnyStateTransitionConstantArray", transition_record()),
       field<&StateMachine::selectors>("m_SelectorStateConstantArray", selector_record()),
       field<&StateMachine::default_state>("m_DefaultState"),
       field<&StateMachine::motion_set_count>("m_SynchronizedLayerCount|m_MotionSetCount"),
       field<&StateMachine::evaluate_transitions_on_start>("m_EvaluateTransitionsOnStart")}};
  return record;
}

const Record& skeleton_mask_record() {
  static const Record record{"SkeletonMaskElement",
                             {field<&SkeletonMaskElement::path_hash>("m_PathHash|m_Index"),
                              field<&SkeletonMaskElement::weight>("m_Weight")}};
  return record;
}

const Record& layer_record() {
  static const Record record{
      "LayerConstant",
      {field<&Layer::state_machine>("m_StateMachineIndex"),
       field<&Layer::synchronized_layer>("m_StateMachineSynchronizedLayerIndex|m_StateMachineMotionSetIndex"),
       field<&Layer::body_mask_0>("m_BodyMask.word0"), field<&Layer::body_mask_1>("m_BodyMask.word1"),
       field<&Layer::body_mask_2>("m_BodyMask.word2"),
       field<&Layer::skeleton_mask>("m_SkeletonMask.m_Data", skeleton_mask_record()),
       field<&Layer::name_hash>("m_Binding"),
       field<&Layer::blending_mode>("(int&)m_LayerBlendingMode|m_LayerBlendingMode"),
       field<&Layer::default_weight>("m_DefaultWeight"), field<&Layer::has_ik_pass>("m_IKPass"),
       field<&Layer::synced_layer_affects_timing>("m_SyncedLayerAffectsTiming")}};
  return record;
}

const Record& parameter_record() {
  static const Record record{"ValueConstant",
                             {field<&Parameter::name_hash>("m_ID"), field<&Parameter::kind>("m_Type"),
                              field<&Parameter::index>("m_Index")}};
  return record;
}

const Record& default_value_record() {
  static const Record record{"float3 or float4",
                             {field<&DefaultValue::x>("x"), field<&DefaultValue::y>("y"),
                              field<&DefaultValue::z>("z"), field<&DefaultValue::w>("w")}};
  return record;
}

const Record& behaviour_range_record() {
  static const Record record{
      "StateMachineBehaviourRange",
      {field<&BehaviourRange::state_full_path_hash>("first.m_StateID"),
       field<&BehaviourRange::layer_index>("first.m_LayerIndex"), field<&BehaviourRange::start>("second.m_StartIndex"),
       field<&BehaviourRange::count>("second.m_Count")}};
  return record;
}

const Record& override_pair_record() {
  static const Record record{"AnimationClipOverride",
                             {field<&OverrideController::Pair::original>("m_OriginalClip", pptr_record()),
                              field<&OverrideController::Pair::replacement>("m_OverrideClip", pptr_record())}};
  return record;
}

/// A field that only some versions have although its member is a plain vector (empty when absent).
layouts::Field optional(layouts::Field field) {
  field.is_required = false;
  return field;
}

}  // namespace

const Record& controller_record() {
  static const Record record{
      "AnimatorController",
      {field<&Controller::name>("m_Name"),
       field<&Controller::evaluate_transitions_on_start>("m_EvaluateTransitionsOnStart"),
       field<&Controller::controller_size>("m_ControllerSize"),
       field<&Controller::layers>("m_Controller.m_LayerArray|m_Controller.m_HumanLayerArray", layer_record()),
       field<&Controller::state_machines>("m_Controller.m_StateMachineArray", state_machine_record()),
       field<&Controller::parameters>("m_Controller.m_Values.m_ValueArray", parameter_record()),
       field<&Controller::position_defaults>("m_Controller.m_DefaultValues.m_PositionValues", default_value_record()),
       field<&Controller::quaternion_defaults>("m_Controller.m_DefaultValues.m_QuaternionValues", default_value_record()),
       field<&Controller::scale_defaults>("m_Controller.m_DefaultValues.m_ScaleValues", default_value_record()),
       field<&Controller::vector_defaults>("m_Controller.m_DefaultValues.m_VectorValues", default_value_record()),
       field<&Controller::float_defaults>("m_Controller.m_DefaultValues.m_FloatValues"),
       field<&Controller::int_defaults>("m_Controller.m_DefaultValues.m_IntValues"),
       field<&Controller::bool_defaults>("m_Controller.m_DefaultValues.m_BoolValues"),
       field<&Controller::entity_id_defaults>("m_Controller.m_DefaultValues.m_EntityIdValues"),
       field<&Controller::names>("m_TOS", name_entry_record()),
       field<&Controller::clips>("m_AnimationClips", pptr_record()),
       optional(field<&Controller::behaviour_ranges>(
           "m_StateMachineBehaviourVectorDescription.m_StateMachineBehaviourRanges", behaviour_range_record())),
       optional(field<&Controller::behaviour_indices>(
           "m_StateMachineBehaviourVectorDescription.m_StateMachineBehaviourIndices")),
       optional(field<&Controller::behaviours>("m_StateMachineBehaviours", pptr_record())),
       field<&Controller::multi_threaded_state_machine>("m_MultiThreadedStateMachine")}};
  return record;
}

const Record& override_controller_record() {
  static const Record record{"AnimatorOverrideController",
                             {field<&OverrideController::name>("m_Name"),
                              field<&OverrideController::controller>("m_Controller", pptr_record()),
                              field<&OverrideController::clips>("m_Clips", override_pair_record())}};
  return record;
}

}  // namespace mecadex::animator
