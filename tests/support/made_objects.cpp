#include "tests/support/made_objects.hpp"

#include <stdexcept>

#include "indexer/layouts/builtin_layouts.hpp"
#include "indexer/serialized/class_id.hpp"
#include "tests/support/layout_writer.hpp"

namespace mecadex::testing {
namespace {

// `value` with the fields of `more` in place of its own.
json with(json value, const json& more) {
  value.update(more);
  return value;
}

// "Layer.Machine.State" -> "State".
std::string last_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

layouts::LayoutPtr layout_of(std::int32_t class_id, const std::string& version) {
  const auto parsed = layouts::parse_unity_version(version);
  const auto choice = parsed ? layouts::builtin_layout(class_id, *parsed) : std::nullopt;
  if (!choice) throw std::invalid_argument("no layout of " + std::to_string(class_id));
  return choice->layout;
}

MadeFile::MadeFile(SerializedFileOptions options, std::string layout_version)
    : options_(std::move(options)),
      layout_version_(layout_version.empty() ? options_.unity_version : std::move(layout_version)),
      writer_(options_) {}

void MadeFile::add(std::int32_t class_id, std::int64_t path_id, const json& value) {
  const layouts::LayoutPtr layout = layout_of(class_id, layout_version_);
  writer_.add_object(class_id, path_id,
                     write_object(*layout, value, options_.endian, UnknownKeys::ignore), layout);
}

void MadeFile::add_behaviour(std::int64_t path_id, std::int64_t script_path_id,
                             const std::string& name) {
  const layouts::LayoutPtr layout = layout_of(serialized::kMonoBehaviour, layout_version_);
  const json value = {{"m_Enabled", 1}, {"m_Script", pptr(script_path_id)}, {"m_Name", name}};
  auto data = write_object(*layout, value, options_.endian, UnknownKeys::ignore);
  data.resize(data.size() + 8, std::byte{0x5A});  // script fields, of which nobody knows the form
  SerializedFileWriter::Script script;
  script.index = scripts_++;
  script.path_id = script_path_id;
  writer_.add_script_object(script, path_id, std::move(data), layout);
}

void MadeFile::add_empty(std::int32_t class_id, std::int64_t path_id) {
  writer_.add_object(class_id, path_id, std::vector<std::byte>(12));
}

void MadeFile::add_raw(std::int32_t class_id, std::int64_t path_id, std::vector<std::byte> data,
                       layouts::LayoutPtr tree) {
  writer_.add_object(class_id, path_id, std::move(data), std::move(tree));
}

std::uint32_t Names::operator()(const std::string& text) {
  const auto [at, is_new] = known_.try_emplace(text, name_hash(text));
  if (is_new && !text.empty()) table_.push_back({{"first", at->second}, {"second", text}});
  return at->second;
}

json pptr(std::int64_t path_id, std::int32_t file_id) {
  return {{"m_FileID", file_id}, {"m_PathID", path_id}};
}
json float3(double x, double y, double z) { return {{"x", x}, {"y", y}, {"z", z}}; }
json float4(double x, double y, double z, double w) {
  return {{"x", x}, {"y", y}, {"z", z}, {"w", w}};
}
json xform(double x, double y, double z) {
  return {{"t", float3(x, y, z)}, {"q", float4(0, 0, 0, 1)}, {"s", float3(1, 1, 1)}};
}

// ---- controllers ----

json condition(Mode mode, std::uint32_t parameter, json threshold, double exit_time) {
  return {{"m_ConditionMode", static_cast<std::uint32_t>(mode)},
          {"m_EventID", parameter},
          {"m_EventThreshold", std::move(threshold)},
          {"m_ExitTime", exit_time}};
}

json transition(Names& names, const std::string& from, const std::string& to,
                std::uint32_t destination, json conditions, const json& more) {
  return with({{"m_ConditionConstantArray", std::move(conditions)},
               {"m_DestinationState", destination},
               {"m_FullPathID", names(from + " -> " + to)},
               {"m_ID", names(last_name(from) + " -> " + last_name(to))},
               {"m_TransitionDuration", 0.25},
               {"m_HasFixedDuration", true},
               {"m_CanTransitionToSelf", true}},
              more);
}

json leaf(std::uint32_t clip, const json& more) {
  return with({{"m_BlendEventID", kNone},
               {"m_BlendEventYID", kNone},
               {"m_ClipID", clip},
               {"m_ClipIndex", kNone},
               {"m_Duration", 1}},
              more);
}

json inner(std::uint32_t type, std::uint32_t parameter, json children, const json& more) {
  return with(leaf(kNone, {{"m_BlendType", type},
                           {"m_BlendEventID", parameter},
                           {"m_ChildIndices", std::move(children)}}),
              more);
}

json blend_1d(std::uint32_t parameter, json children, const json& thresholds) {
  return inner(0, parameter, std::move(children),
               {{"m_Blend1dData", {{"m_ChildThresholdArray", thresholds}}},
                {"m_ChildThresholdArray", thresholds}});
}

json blend_2d(std::uint32_t type, std::uint32_t x, std::uint32_t y, json children, json data) {
  return inner(type, x, std::move(children),
               {{"m_BlendEventYID", y}, {"m_Blend2dData", std::move(data)}});
}

json blend_direct(json children, const json& parameters, bool is_normalized) {
  return inner(
      4, kNone, std::move(children),
      {{"m_BlendDirectData",
        {{"m_ChildBlendEventIDArray", parameters}, {"m_NormalizedBlendValues", is_normalized}}}});
}

json state(Names& names, const std::string& path, const std::string& full_path, const json& trees,
           json transitions, const json& more) {
  json indexes = json::array();
  json stored = json::array();
  for (const json& nodes : trees) {
    indexes.push_back(nodes.is_null() ? -1 : static_cast<int>(stored.size()));
    if (!nodes.is_null()) stored.push_back({{"m_NodeArray", nodes}});
  }
  return with({{"m_TransitionConstantArray", std::move(transitions)},
               {"m_BlendTreeConstantIndexArray", std::move(indexes)},
               {"m_BlendTreeConstantArray", std::move(stored)},
               {"m_NameID", names(last_name(path))},
               {"m_PathID", names(path)},
               {"m_ID", names(path)},
               {"m_FullPathID", names(full_path)},
               {"m_Speed", 1},
               {"m_WriteDefaultValues", true},
               {"m_Loop", true}},
              more);
}

json selector(bool is_entry, std::uint32_t path_hash, const std::vector<SelectorWay>& ways) {
  json transitions = json::array();
  for (const SelectorWay& way : ways) {
    transitions.push_back(
        {{"m_Destination", way.destination}, {"m_ConditionConstantArray", way.conditions}});
  }
  return {{"m_TransitionConstantArray", std::move(transitions)},
          {"m_FullPathID", path_hash},
          {"m_IsEntry", is_entry}};
}

json machine(json states, json any_state, json selectors, std::uint32_t default_state,
             std::uint32_t motion_sets, const json& more) {
  return with({{"m_StateConstantArray", std::move(states)},
               {"m_AnyStateTransitionConstantArray", std::move(any_state)},
               {"m_SelectorStateConstantArray", std::move(selectors)},
               {"m_DefaultState", default_state},
               {"m_SynchronizedLayerCount", motion_sets},
               {"m_MotionSetCount", motion_sets}},
              more);
}

json empty_machine(std::uint32_t path_hash) {
  return machine(json::array(), json::array(),
                 {selector(true, path_hash, {{kNone}}), selector(false, path_hash, {{kSelector}})});
}

json layer(std::uint32_t name_hash, std::uint32_t machine, std::uint32_t motion_set,
           const json& more) {
  return with({{"m_StateMachineIndex", machine},
               {"m_StateMachineSynchronizedLayerIndex", motion_set},
               {"m_StateMachineMotionSetIndex", motion_set},
               {"m_BodyMask", {{"word0", kNone}, {"word1", kNone}, {"word2", 0x3FFF}}},
               {"m_Binding", name_hash}},
              more);
}

json controller(const std::string& name, Names& names, json layers, json machines,
                const std::vector<MadeParameter>& parameters, json default_values, json clips,
                const json& more) {
  json values = json::array();
  for (const MadeParameter& parameter : parameters) {
    values.push_back({{"m_ID", names(parameter.name)},
                      {"m_Type", parameter.kind},
                      {"m_Index", parameter.index}});
  }
  json constant = {{"m_LayerArray", layers},
                   {"m_HumanLayerArray", layers},
                   {"m_StateMachineArray", std::move(machines)},
                   {"m_Values", {{"m_ValueArray", std::move(values)}}},
                   {"m_DefaultValues", std::move(default_values)}};
  return with({{"m_Name", name},
               {"m_ControllerSize", 4096},
               {"m_Controller", std::move(constant)},
               {"m_TOS", names.table()},
               {"m_AnimationClips", std::move(clips)},
               {"m_MultiThreadedStateMachine", true}},
              more);
}

json override_controller(const std::string& name, json base,
                         const std::vector<std::pair<json, json>>& clips) {
  json pairs = json::array();
  for (const auto& [original, replacement] : clips) {
    pairs.push_back({{"m_OriginalClip", original}, {"m_OverrideClip", replacement}});
  }
  return {{"m_Name", name}, {"m_Controller", std::move(base)}, {"m_Clips", std::move(pairs)}};
}

// ---- clips ----

namespace {

json key(double time, const json& value) {
  return {{"time", time}, {"value", value}, {"inSlope", value}, {"outSlope", value}};
}

}  // namespace

// Curves stand before everything that is wanted: some of each kind, so that they must be stepped
// over.
json clip(const std::string& name, double stop_time, const std::vector<MadeBinding>& bindings,
          const json& more) {
  json generic = json::array();
  for (const MadeBinding& binding : bindings) {
    generic.push_back({{"path", binding.path_hash},
                       {"attribute", binding.attribute_hash},
                       {"typeID", binding.type_id},
                       {"classID", binding.type_id},
                       {"customType", binding.custom_type},
                       {"isPPtrCurve", binding.is_pptr_curve}});
  }
  const json turn = {key(0, float4(0, 0, 0, 1)), key(1, float4(1, 0, 0, 0))};
  const json move = json::array({key(0, float3(0, 1, 2))});
  json muscle = {{"m_StopTime", stop_time},
                 {"m_LoopTime", true},
                 {"m_CycleOffset", 0.125},
                 {"m_IndexArray", {0, 1, -1}},
                 {"m_ValueArrayDelta", {{{"m_Start", 1}, {"m_Stop", 2}}}},
                 {"m_Clip",
                  {{"m_StreamedClip", {{"data", {1, 2, 3}}, {"curveCount", 3}}},
                   {"m_DenseClip",
                    {{"m_FrameCount", 2}, {"m_CurveCount", 4}, {"m_SampleArray", {1, 2, 3, 4}}}},
                   {"m_ConstantClip", {{"data", {1, 2, 3, 4, 5}}}}}}};
  json value = {
      {"m_Name", name},
      {"m_AnimationType", 2},
      {"m_RotationCurves", {{{"curve", {{"m_Curve", turn}}}, {"path", "Hips"}}}},
      {"m_CompressedRotationCurves",
       {{{"m_Path", "Hips/Spine"},
         {"m_Times", {{"m_NumItems", 3}, {"m_Data", {1, 2, 3}}, {"m_BitSize", 8}}}}}},
      {"m_PositionCurves", {{{"curve", {{"m_Curve", move}}}, {"path", "Hips"}}}},
      {"m_FloatCurves", json::array({{{"curve", {{"m_Curve", json::array({key(0, 1.5)})}}},
                                      {"attribute", "m_Alpha"}}})},
      {"m_SampleRate", 30},
      {"m_ClipBindingConstant", {{"genericBindings", std::move(generic)}}}};
  json rest = more;
  if (rest.contains("m_MuscleClip")) {
    muscle.update(rest.at("m_MuscleClip"));
    rest.erase("m_MuscleClip");
  }
  value["m_MuscleClip"] = std::move(muscle);
  return with(std::move(value), rest);
}

json clip_event(double time, const std::string& function, const std::string& text, double number,
                std::int32_t integer) {
  return {{"time", time},
          {"functionName", function},
          {"data", text},
          {"floatParameter", number},
          {"intParameter", integer}};
}

// ---- avatars ----

json skeleton(Names& names, const std::vector<MadeBone>& bones, json axes) {
  json nodes = json::array();
  json ids = json::array();
  for (const MadeBone& bone : bones) {
    nodes.push_back({{"m_ParentId", bone.parent}, {"m_AxesId", bone.axes}});
    ids.push_back(names(bone.path));
  }
  return {{"m_Node", std::move(nodes)}, {"m_ID", std::move(ids)}, {"m_AxesArray", std::move(axes)}};
}

json axes(double length, std::uint32_t type) {
  return {{"m_PreQ", float4(0.5, 0.5, 0.5, 0.5)},
          {"m_PostQ", float4(0, 0, 1, 0)},
          {"m_Sgn", float3(1, -1, 1)},
          {"m_Limit", {{"m_Min", float3(-0.5, -1, -1.5)}, {"m_Max", float3(0.5, 1, 1.5)}}},
          {"m_Length", length},
          {"m_Type", type}};
}

namespace {

json pose(std::size_t nodes, double step) {
  json xforms = json::array();
  for (std::size_t i = 0; i < nodes; ++i) {
    xforms.push_back(xform(step * static_cast<double>(i), 1, 0));
  }
  return {{"m_X", std::move(xforms)}};
}

json filled(std::size_t n, const json& value) { return std::vector<json>(n, value); }

// Names of the last path segments.
json name_ids(const std::vector<MadeBone>& bones) {
  json ids = json::array();
  for (const MadeBone& bone : bones) {
    ids.push_back(name_hash(std::string_view(bone.path).substr(bone.path.rfind('/') + 1)));
  }
  return ids;
}

}  // namespace

// Without a human: its bone tables are there and say none.
json generic_avatar(const std::string& name) {
  Names names;
  const std::vector<MadeBone> bones{{"", -1}, {"Base", 0}, {"Base/Arm", 1}};
  const json human = {{"m_LeftHand", {{"m_HandBoneIndex", filled(15, -1)}}},
                      {"m_RightHand", {{"m_HandBoneIndex", filled(15, -1)}}},
                      {"m_HumanBoneIndex", filled(25, -1)},
                      {"m_HumanBoneMass", filled(25, 0)}};
  json constant = {{"m_AvatarSkeleton", skeleton(names, bones)},
                   {"m_AvatarSkeletonPose", pose(3, 0.5)},
                   {"m_DefaultPose", pose(3, 0.25)},
                   {"m_SkeletonNameIDArray", name_ids(bones)},
                   {"m_Human", human},
                   {"m_HumanSkeletonReverseIndexArray", {-1, -1, -1}},
                   {"m_RootMotionBoneIndex", 1},
                   {"m_RootMotionBoneX", xform(0, 0, 7)},
                   {"m_RootMotionSkeleton", skeleton(names, {{"", -1}, {"Base", 0}})},
                   {"m_RootMotionSkeletonPose", pose(2, 0.75)},
                   {"m_RootMotionSkeletonIndexArray", {0, 1}}};
  constant["m_Skeleton"] = constant["m_AvatarSkeleton"];  // before 4.3
  constant["m_SkeletonPose"] = constant["m_AvatarSkeletonPose"];
  return {{"m_Name", name},
          {"m_AvatarSize", 512},
          {"m_Avatar", std::move(constant)},
          {"m_TOS", names.table()}};
}

json human_avatar(const std::string& name) {
  Names names;
  const std::vector<MadeBone> bones{
      {"", -1}, {"Hips", 0}, {"Hips/Spine", 1}, {"Hips/Spine/Hand", 2}};
  const std::vector<MadeBone> body{{"Hips", -1, 0}, {"Hips/Spine", 0, 1}, {"Hips/Spine/Hand", 1}};
  json bone_index = filled(25, -1);
  bone_index[0] = 0;   // Hips
  bone_index[7] = 1;   // Spine
  bone_index[18] = 2;  // LeftHand
  json mass = filled(25, 0);
  mass[0] = 0.25;
  json left_hand = filled(15, -1);
  left_hand[0] = 2;
  const json human = {{"m_RootX", xform(0, 0.9, 0)},
                      {"m_Skeleton", skeleton(names, body, {axes(0.5, 1), axes(0.75, 2)})},
                      {"m_SkeletonPose", pose(3, 0.125)},
                      {"m_LeftHand", {{"m_HandBoneIndex", std::move(left_hand)}}},
                      {"m_RightHand", {{"m_HandBoneIndex", filled(15, -1)}}},
                      {"m_HumanBoneIndex", std::move(bone_index)},
                      {"m_HumanBoneMass", std::move(mass)},
                      {"m_Scale", 0.875},
                      {"m_ArmTwist", 0.5},
                      {"m_ForeArmTwist", 0.25},
                      {"m_UpperLegTwist", 0.125},
                      {"m_LegTwist", 0.0625},
                      {"m_ArmStretch", 0.75},
                      {"m_LegStretch", 0.625},
                      {"m_FeetSpacing", 0.375},
                      {"m_HasLeftHand", true},
                      {"m_HasTDoF", true}};
  const json constant = {{"m_AvatarSkeleton", skeleton(names, bones)},
                         {"m_AvatarSkeletonPose", pose(4, 0.5)},
                         {"m_DefaultPose", pose(4, 0.25)},
                         {"m_SkeletonNameIDArray", name_ids(bones)},
                         {"m_Human", human},
                         {"m_HumanSkeletonIndexArray", {1, 2, 3}},
                         {"m_HumanSkeletonReverseIndexArray", {-1, 0, 1, 2}},
                         {"m_RootMotionBoneIndex", -1}};
  const json limit = {{"m_Min", float3(-10, -20, -30)},
                      {"m_Max", float3(10, 20, 30)},
                      {"m_Value", float3(1, 2, 3)},
                      {"m_Length", 0.5},
                      {"m_Modified", true}};
  const json description = {
      {"m_Human", {{{"m_BoneName", "Hips"}, {"m_HumanName", "Hips"}, {"m_Limit", limit}}}},
      {"m_Skeleton",
       {{{"m_Name", "Hips"},
         {"m_ParentName", "Hero"},
         {"m_Position", float3(1, 2, 3)},
         {"m_Rotation", float4(0, 0, 0, 1)},
         {"m_Scale", float3(1, 1, 1)}}}},
      {"m_ArmTwist", 0.5},
      {"m_GlobalScale", 2},
      {"m_RootMotionBoneName", "Hips"},
      {"m_HasTranslationDoF", true},
      {"m_SkeletonHasParents", true}};
  return {{"m_Name", name},
          {"m_AvatarSize", 1024},
          {"m_Avatar", constant},
          {"m_TOS", names.table()},
          {"m_HumanDescription", description}};
}

// ---- scenes and settings ----

json game_object(const std::string& name, bool is_active,
                 const std::vector<std::pair<std::int32_t, std::int64_t>>& components) {
  json list = json::array();
  for (const auto& [class_id, path_id] : components) {  // with the class before 5.5
    list.push_back({{"component", pptr(path_id)}, {"first", class_id}, {"second", pptr(path_id)}});
  }
  return {{"m_Component", std::move(list)}, {"m_Name", name}, {"m_IsActive", is_active}};
}

json transform(std::int64_t game_object, std::int64_t father,
               const std::vector<std::int64_t>& children) {
  json list = json::array();
  for (const std::int64_t child : children) list.push_back(pptr(child));
  return {{"m_GameObject", pptr(game_object)},
          {"m_LocalRotation", float4(0, 0, 0, 1)},
          {"m_LocalScale", float3(1, 1, 1)},
          {"m_Children", std::move(list)},
          {"m_Father", pptr(father)}};
}

json animator(std::int64_t game_object, json avatar, json controller, const json& more) {
  return with({{"m_GameObject", pptr(game_object)},
               {"m_Enabled", 1},
               {"m_Avatar", std::move(avatar)},
               {"m_Controller", std::move(controller)},
               {"m_CullingMode", 1},
               {"m_ApplyRootMotion", true},
               {"m_HasTransformHierarchy", true},
               {"m_AllowConstantClipSamplingOptimization", true}},
              more);
}

json mono_script(const std::string& name_space, const std::string& class_name) {
  return {{"m_Name", class_name},
          {"m_ClassName", class_name},
          {"m_Namespace", name_space},
          {"m_AssemblyName", "Assembly-CSharp.dll"}};
}

json asset_bundle(const std::string& name,
                  const std::vector<std::pair<std::string, std::int64_t>>& entries) {
  json container = json::array();
  for (const auto& [path, object] : entries) {
    container.push_back({{"first", path}, {"second", {{"asset", pptr(object)}}}});
  }
  return {{"m_Name", name}, {"m_Container", std::move(container)}, {"m_AssetBundleName", name}};
}

json resource_manager(const std::vector<std::pair<std::string, json>>& entries) {
  json container = json::array();
  for (const auto& [path, object] : entries) {
    container.push_back({{"first", path}, {"second", object}});
  }
  return {{"m_Container", std::move(container)}};
}

json build_settings(const std::vector<std::string>& scenes) {
  return {{"scenes", scenes}, {"levels", scenes}};
}

json player_settings(const std::string& company, const std::string& product) {
  return {{"companyName", company}, {"productName", product}};
}

}  // namespace mecadex::testing
