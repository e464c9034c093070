#include "tests/support/made_game.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

#include "indexer/serialized/class_id.hpp"
#include "tests/support/layout_writer.hpp"
#include "tests/support/made_objects.hpp"

namespace mecadex::testing {
namespace {

namespace fs = std::filesystem;
using bytes::Endian;
using serialized::kAnimationClip;
using serialized::kAnimator;
using serialized::kAnimatorController;
using serialized::kAnimatorOverrideController;
using serialized::kAssetBundle;
using serialized::kAvatar;
using serialized::kBuildSettings;
using serialized::kGameObject;
using serialized::kMonoScript;
using serialized::kPlayerSettings;
using serialized::kRectTransform;
using serialized::kResourceManager;
using serialized::kSkinnedMeshRenderer;
using serialized::kTransform;

constexpr char kNotUtf8[] =
    "Fa\xE7"
    "ade";  // Latin-1

// ---- controllers ----

// One layer with nothing in it. The path of its machine is the layer's.
json ambience() {
  Names names;
  const std::uint32_t base = names("Base Layer");
  return controller("Ambience", names, json::array({layer(base, 0)}),
                    json::array({empty_machine(base)}), {}, json::object(), json::array());
}

// The base layer of Hero. States, with the motions of two sets (the second is shown by the synced
// layer "Upper"):
//
//   0 Idle               a clip each
//   1 Walk               1D of three, one of them a null slot; in set 1 nothing
//   2 Alerted.Following  in the sub-machine "Base Layer.Alerted", whose path the table lacks
//   3 Alerted.Circling   in it too; plays what no set has
//   4 Rest               no motion
//
// Selectors: 0 entry, 1 exit, 2 entry of Alerted, 3 exit of Alerted (which leads to a state).
json hero_base_machine(Names& names) {
  const std::uint32_t speed = names("Speed");
  const json walk =
      json::array({blend_1d(speed, {1, 2, 3}, {0, 0.5, 1}), leaf(1, {{"m_Duration", 0}}), leaf(2),
                   leaf(3, {{"m_CycleOffset", 0.25}, {"m_Mirror", true}, {"m_Duration", 0.5}})});
  const json one = json::array({leaf(0)});
  const json other = json::array({leaf(4)});
  const json fast = json::array({condition(kGreater, speed, 0.5)});
  json states = json::array();
  states.push_back(state(names, "Base Layer.Idle", "Base Layer.Idle", {one, other},
                         {transition(names, "Base Layer.Idle", "Base Layer.Walk", 1, fast),
                          transition(names, "Base Layer.Idle", "Base Layer.Exit", kSelector + 1,
                                     json::array({condition(kIf, names("Jump"))}),
                                     {{"m_UserID", names("leave")},
                                      {"m_HasExitTime", true},
                                      {"m_ExitTime", 0.75},
                                      {"m_HasFixedDuration", false},
                                      {"m_InterruptionSource", 3},
                                      {"m_OrderedInterruption", true},
                                      {"m_CanTransitionToSelf", false},
                                      {"m_TransitionOffset", 0.125}})}));
  states.push_back(state(
      names, "Base Layer.Walk", "Base Layer.Walk", {walk, nullptr},
      json::array(
          {transition(names, "Base Layer.Walk", "Base Layer.Alerted", kSelector + 2,
                      {condition(kLess, speed, 0.25), condition(kIfNot, names("Grounded"))})}),
      {{"m_Speed", 2.5},
       {"m_CycleOffset", 0.5},
       {"m_TagID", names("Moving")},
       {"m_SpeedParamID", speed},
       {"m_MirrorParamID", names("Grounded")},
       {"m_CycleOffsetParamID", names("Height")},
       {"m_TimeParamID", names("Height")},
       {"m_IKOnFeet", true},
       {"m_WriteDefaultValues", false},
       {"m_Loop", false},
       {"m_Mirror", true}}));
  states.push_back(state(
      names, "Alerted.Following", "Base Layer.Alerted.Following", {one, nullptr},
      json::array({transition(
          names, "Base Layer.Alerted.Following", "Base Layer.Alerted.Exit", kSelector + 3,
          {condition(kEquals, names("Lives"), 3), condition(kNotEqual, names("Debt"), -2)})})));
  states.push_back(state(names, "Alerted.Circling", "Base Layer.Alerted.Circling", {other, one}));
  states.push_back(state(names, "Base Layer.Rest", "Base Layer.Rest", {nullptr, nullptr}));
  const json any = json::array({transition(names, "AnyState", "Base Layer.Rest", 4,
                                           json::array({condition(kIf, names("Jump"))}))});
  const std::uint32_t alerted = name_hash("Base Layer.Alerted");  // not in the table
  const json selectors = json::array(
      {selector(true, names("Base Layer"), {{0}}),
       selector(false, names("Base Layer"), {{kSelector}}),
       selector(true, alerted, {{3, json::array({condition(kIf, names("Grounded"))})}, {2}}),
       selector(false, alerted, {{4}})});
  return machine(states, any, selectors, 0, 2, {{"m_EvaluateTransitionsOnStart", true}});
}

// All kinds of blend trees in one machine: state n has kind n + 1, state 3 has a 1D tree inside.
json hero_hands_machine(Names& names) {
  const std::uint32_t x = names("Height");
  const std::uint32_t y = names("Speed");
  const auto at = [](double px, double py) { return json{{"x", px}, {"y", py}}; };
  const json two_leaves = {leaf(0), leaf(1)};
  const json positions = {{"m_ChildPositionArray", {at(0, 1), at(1, -1)}}};
  const json freeform = {
      {"m_ChildPositionArray", {at(0, 1), at(1, -1)}},
      {"m_ChildMagnitudeArray", {1, 1.5}},
      {"m_ChildPairVectorArray", {at(0.5, -0.5), at(0.25, 0), at(0, 0), at(1, 2)}},
      {"m_ChildPairAvgMagInvArray", {0.75, 0.8, 0.9, 1}},
      {"m_ChildNeighborListArray", {{{"m_NeighborArray", {1}}}, {{"m_NeighborArray", {0, 1}}}}}};
  const auto kind = [&](std::uint32_t type, const json& data) {
    json nodes = json::array({blend_2d(type, x, y, {1, 2}, data)});
    for (const json& node : two_leaves) nodes.push_back(node);
    return nodes;
  };
  const json direct = json::array({blend_direct({1, 2}, {x, y}, true), leaf(3),
                                   blend_1d(y, {3, 4}, {-1, 1}), leaf(0), leaf(4)});
  json states = json::array();
  const auto add = [&](const std::string& name, const json& nodes) {
    states.push_back(state(names, "Hands." + name, "Hands." + name, json::array({nodes})));
  };
  add("Simple", kind(1, positions));
  add("Directional", kind(2, freeform));
  add("Cartesian", kind(3, freeform));
  add("Direct", direct);
  const std::uint32_t path = names("Hands");
  return machine(states, json::array(),
                 {selector(true, path, {{0}}), selector(false, path, {{kSelector}})}, 2);
}

json hero_defaults() {
  return {{"m_FloatValues", {1.5, -2.25}},
          {"m_IntValues", {7, -3}},
          {"m_BoolValues", {1, 1, 0}},
          {"m_PositionValues", json::array({float4(1, 2, 3, 4)})},
          {"m_QuaternionValues", json::array({float4(0, 0.5, 0, 1)})},
          {"m_ScaleValues", json::array({float4(2, 2, 2, 9)})},
          {"m_VectorValues", json::array({float4(5, 6, 7, 8)})},
          {"m_EntityIdValues", json::array({1'099'511'627'781})}};  // 2^40 + 5
}

// The rich controller. Clips: 0 idle, 1 walk, 2 null, 3 run, 4 look.
json hero(const std::vector<std::int64_t>& clips, bool has_behaviours) {
  Names names;
  const json masks = {{"m_Data",
                       {{{"m_PathHash", names("Hips")}, {"m_Weight", 1}},
                        {{"m_PathHash", 12345}, {"m_Weight", 0.25}}}}};
  const json layers = {
      layer(names("Base Layer"), 0),
      layer(names("Upper"), 0, 1, {{"m_DefaultWeight", 1}, {"m_SyncedLayerAffectsTiming", true}}),
      layer(names("Hands"), 1, 0,
            {{"m_DefaultWeight", 0.5},
             {"(int&)m_LayerBlendingMode", 1},
             {"m_IKPass", true},
             {"m_BodyMask", {{"word0", 1}, {"word1", 2}, {"word2", 4}}},
             {"m_SkeletonMask", masks}}),
      layer(names("Nothing"), 2, 0, {{"m_DefaultWeight", 1}})};
  const json machines = {hero_base_machine(names), hero_hands_machine(names),
                         empty_machine(names("Nothing"))};
  json slots = json::array();
  for (const std::int64_t clip : clips) slots.push_back(pptr(clip));
  json more = {{"m_EvaluateTransitionsOnStart", true}};
  if (has_behaviours) {
    // Behaviour 0 in Idle and Walk of layer 0, 1 in the machine of layer 2, 2 in none.
    const auto range = [](std::uint32_t state, int layer_index, int start) {
      return json{{"first", {{"m_StateID", state}, {"m_LayerIndex", layer_index}}},
                  {"second", {{"m_StartIndex", start}, {"m_Count", 1}}}};
    };
    more["m_StateMachineBehaviourVectorDescription"] = {
        {"m_StateMachineBehaviourRanges",
         {range(names("Base Layer.Idle"), 0, 0), range(0, 2, 1),
          range(names("Base Layer.Walk"), 0, 2)}},
        {"m_StateMachineBehaviourIndices", {0, 1, 0}}};
    more["m_StateMachineBehaviours"] = {pptr(301), pptr(302), pptr(303)};
  }
  return controller("Hero", names, layers, machines,
                    {{"Speed", 1, 0},
                     {"Lives", 3, 0},
                     {"Grounded", 4, 0},
                     {"Jump", 9, 1},
                     {"Height", 1, 1},
                     {"Debt", 3, 1},
                     {"Wet", 4, 2}},
                    hero_defaults(), slots, more);
}

// Unity 4: leaves name clips by hash, the slot is found by the state's leaf table; exit time is a
// condition; no selectors.
json hero_of_unity_4(const std::vector<std::int64_t>& clips) {
  Names names;
  const json info = {{{"m_IDArray", {names("idle"), names("run")}}, {"m_IndexOffset", 1}}};
  const std::uint32_t speed = names("Speed");
  const json blend = {blend_1d(speed, {1, 2}, {0, 1}), leaf(names("idle")), leaf(names("run"))};
  const json lost = json::array({leaf(names("lost"))});
  const json states = {
      state(names, "Base Layer.Move", "Base Layer.Move", json::array({blend}),
            json::array({transition(names, "Base Layer.Move", "Base Layer.Stop", 1,
                                    json::array({condition(kExitTime, 0, 0, 0.875)}),
                                    {{"m_Atomic", true}})}),
            {{"m_LeafInfoArray", info}}),
      state(names, "Base Layer.Stop", "Base Layer.Stop", json::array({lost}), json::array(),
            {{"m_LeafInfoArray", info}})};
  const json any = json::array({transition(names, "AnyState", "Base Layer.Move", 0,
                                           json::array({condition(kGreater, speed, 0.5)}))});
  json slots = json::array();
  for (const std::int64_t clip : clips) slots.push_back(pptr(clip));
  return controller("Hero4", names, json::array({layer(names("Base Layer"), 0)}),
                    json::array({machine(states, any, json::array(), 1)}),
                    {{"Speed", 1, 0}, {"Lives", 3, 0}, {"Grounded", 4, 0}}, hero_defaults(), slots);
}

// What no editor writes: indexes of nothing, cycles, numbers that are none.
json odd_controller() {
  Names names;
  const std::uint32_t base = names("Base Layer");
  const json cycle =
      json::array({blend_1d(names("Speed"), {1, 50}, {0, 1}),
                   blend_1d(names("Speed"), json::array({0}), json::array({"NaN"})), leaf(99)});
  json states = json::array();
  states.push_back(
      state(names, "Base Layer.Odd", "Base Layer.Odd", json::array({cycle}),
            {transition(names, "Base Layer.Odd", "Base Layer.Lost", 77,
                        json::array({condition(kGreater, name_hash("undeclared"), "-Infinity")}),
                        {{"m_TransitionDuration", "Infinity"}, {"m_ExitTime", "NaN"}}),
             transition(names, "Base Layer.Odd", "Base Layer.Far", kSelector + 9)},
            {{"m_Speed", "NaN"}, {"m_BlendTreeConstantIndexArray", {0, 5}}}));
  states.push_back(state(names, std::string("Base Layer.") + kNotUtf8,
                         std::string("Base Layer.") + kNotUtf8, json::array({nullptr})));
  const json selectors = {selector(true, base, {{0}}), selector(false, 0, {{kSelector}})};
  const json clips = {pptr(2), pptr(0), pptr(5), pptr(9999), pptr(7, 1), pptr(7, 9)};
  return controller(std::string("Odd ") + kNotUtf8, names,
                    {layer(base, 0), layer(names("Missing"), 9)},
                    json::array({machine(states, json::array(), selectors, 42)}),
                    {{"Speed", 1, 8}, {"Kind", 7, 0}}, hero_defaults(), clips,
                    {{"m_StateMachineBehaviourVectorDescription",
                      {{"m_StateMachineBehaviourRanges",
                        json::array({{{"first", {{"m_StateID", 1}, {"m_LayerIndex", 0}}},
                                      {"second", {{"m_StartIndex", 3}, {"m_Count", 4}}}}})}}}});
}

// ---- what stands around them ----

void add_hero_clips(MadeFile& file, std::int64_t first) {
  const std::uint32_t lamp = name_hash("Rig/Hand/Lamp");
  const std::uint32_t alpha = name_hash("material._Alpha");
  file.add(kAnimationClip, first,
           clip("idle", 2, {{0, 1, 4}, {lamp, 2, 4}, {lamp, alpha, 137, 22}, {1, 7, 95, 8, true}},
                {{"m_Events", json::array({clip_event(0.5, "Step", "left", 1.25, -4),
                                           clip_event(1, "Call", "", 0, 0)})}}));
  file.add(kAnimationClip, first + 1, clip("walk", 1.5, {}, {{"m_SampleRate", 60}}));
  file.add(
      kAnimationClip, first + 2,
      clip("run", 0.75, {{lamp, 4, 4, 4}},
           {{"m_MuscleClip", {{"m_StartTime", 0.25}, {"m_LoopTime", false}, {"m_Mirror", true}}}}));
  file.add(kAnimationClip, first + 3,
           clip("look", 3, {}, {{"m_Legacy", true}, {"m_AnimationType", 1}}));
}

// The prefab of the rich bundle. Animators: Hero (100), Lamp (110, no controller) on a Transform
// below, Flame (120, override over override) below that, inactive; Banner (130), not below.
//
//   Stage ─ Hero* ─ Rig ─ Hand ─ Lamp* ─ Flame* ─ FlameMesh (skinned)
//         │       └ Body (skinned)
//         ├ Banner* (disabled)
//         └ a name that is no UTF-8 (skinned)
void add_prefab(MadeFile& file) {
  struct Node {
    std::int64_t id;
    std::int64_t parent;  // 0: a root
    std::string name;
    bool is_active = true;
    std::int64_t animator = 0;
    bool is_skinned = false;
  };
  const std::vector<Node> nodes{{10, 0, "Stage"},
                                {11, 10, "Hero", true, 100},
                                {12, 11, "Rig"},
                                {13, 12, "Hand"},
                                {14, 13, "Lamp", true, 110},
                                {15, 14, "Flame", false, 120},
                                {16, 15, "FlameMesh", true, 0, true},
                                {17, 11, "Body", true, 0, true},
                                {18, 10, "Banner", true, 130},
                                {19, 10, kNotUtf8, true, 0, true}};
  const std::int64_t to_transform = 20;
  const std::int64_t to_renderer = 50;
  for (const Node& node : nodes) {
    const bool is_rect = node.name == "Banner";
    std::vector<std::pair<std::int32_t, std::int64_t>> components{
        {is_rect ? kRectTransform : kTransform, node.id + to_transform}};
    if (node.animator != 0) components.emplace_back(kAnimator, node.animator);
    if (node.is_skinned) components.emplace_back(kSkinnedMeshRenderer, node.id + to_renderer);
    file.add(kGameObject, node.id, game_object(node.name, node.is_active, components));
    std::vector<std::int64_t> children;
    for (const Node& other : nodes) {
      if (other.parent == node.id) children.push_back(other.id + to_transform);
    }
    file.add(is_rect ? kRectTransform : kTransform, node.id + to_transform,
             transform(node.id, node.parent == 0 ? 0 : node.parent + to_transform, children));
    if (node.is_skinned) file.add_empty(kSkinnedMeshRenderer, node.id + to_renderer);
  }
  file.add(kAnimator, 100, animator(11, pptr(220), pptr(200), {{"m_UpdateMode", 2}}));
  file.add(kAnimator, 110, animator(14, pptr(0), pptr(0)));
  file.add(kAnimator, 120, animator(15, pptr(221), pptr(241), {{"m_ApplyRootMotion", false}}));
  file.add(kAnimator, 130,
           animator(18, pptr(0), pptr(201),
                    {{"m_Enabled", 0},
                     {"m_CullingMode", 0},
                     {"m_KeepAnimatorControllerStateOnDisable", true}}));
}

// Everything that belongs together, in one serialized file.
MadeFile heroes_file(SerializedFileOptions options) {
  MadeFile file(std::move(options));
  file.add(kAssetBundle, 1,
           asset_bundle("heroes", {{"assets/hero.prefab", 11},
                                   {"assets/hero.controller", 200},
                                   {"assets/hero.controller", 210},
                                   {"assets/night.overridecontroller", 241}}));
  add_prefab(file);
  file.add(kAnimatorController, 200, hero({210, 211, 0, 212, 213}, true));
  file.add(kAnimatorController, 201, ambience());
  add_hero_clips(file, 210);
  file.add(kAvatar, 220, human_avatar("HeroAvatar"));
  file.add(kAvatar, 221, generic_avatar("FlameAvatar"));
  file.add(kAnimatorOverrideController, 240,
           override_controller("Dusk", pptr(200), {{pptr(210), pptr(213)}, {pptr(211), pptr(0)}}));
  file.add(kAnimatorOverrideController, 241,
           override_controller("Night", pptr(240), {{pptr(213), pptr(212)}}));
  file.add_behaviour(301, 311, "");
  file.add_behaviour(302, 312, "watch");
  file.add_behaviour(303, 311, "");
  file.add(kMonoScript, 311, mono_script("Tower.Rules", "IdleWatcher"));
  file.add(kMonoScript, 312, mono_script("", "MachineWatcher"));
  return file;
}

SerializedFileOptions of_version(std::uint32_t format, const std::string& version,
                                 bool type_trees = false, std::int32_t platform = 19) {
  SerializedFileOptions options;
  options.format = format;
  options.unity_version = version;
  options.type_trees = type_trees;
  options.platform = platform;
  return options;
}

NamedFile file_of(const std::string& path, const MadeFile& file) { return {path, file.bytes()}; }

// A file with one copy of Ambience.
MadeFile ambience_file(SerializedFileOptions options, std::int64_t path_id,
                       const std::string& layout_version = "") {
  MadeFile file(std::move(options), layout_version);
  file.add(kAnimatorController, path_id, ambience());
  return file;
}

MadeFile settings_file(SerializedFileOptions options, const std::vector<std::string>& scenes) {
  MadeFile file(std::move(options));
  file.add(kPlayerSettings, 1, player_settings("Small Company", "Tower"));
  file.add(kBuildSettings, 11, build_settings(scenes));
  return file;
}

// A level: one Animator whose controller and avatar lie in sharedassets0.assets.
MadeFile level_file(SerializedFileOptions options) {
  MadeFile file(std::move(options));
  file.add_external("sharedassets0.assets");
  file.add_external("Library/unity default resources");
  file.add(kGameObject, 1, game_object("Guard", true, {{kTransform, 2}, {kAnimator, 3}}));
  file.add(kTransform, 2, transform(1, 0, {}));
  file.add(kAnimator, 3, animator(1, pptr(30, 1), pptr(5, 1)));
  return file;
}

// ---- the releases ----

using Files = std::vector<NamedFile>;

void add_player(Files& files) {
  const auto options = of_version(22, "2021.3.20f1");
  const std::string data = "tower-player/Tower_Data/";
  MadeFile settings =
      settings_file(options, {"Assets/Scenes/Tower.unity", "Assets/Scenes/Cellar.unity"});
  settings.add_external("resources.assets");
  settings.add(kResourceManager, 12,
               resource_manager({{"ambience", pptr(21, 1)}, {"settings", pptr(11)}}));
  files.push_back(file_of(data + "globalgamemanagers", settings));
  files.push_back(file_of(data + "level0", level_file(options)));
  MadeFile shared(options);
  shared.add(kAnimatorController, 5, hero({6, 7, 0, 8, 9}, false));
  add_hero_clips(shared, 6);
  shared.add(kAnimatorController, 21, ambience());
  shared.add(kAvatar, 30, generic_avatar("GuardAvatar"));
  files.push_back(file_of(data + "sharedassets0.assets", shared));
  files.push_back(file_of(data + "resources.assets", ambience_file(options, 21)));
  files.push_back({data + "sharedassets0.assets.resS", make_filler(64, 1)});
  files.push_back({"tower-player/Tower.exe", to_bytes("MZ: no file of Unity's data")});
  files.push_back({"tower-player/readme.txt", to_bytes("How to climb the tower\n")});
}

Bytes bundle(const std::string& node, const MadeFile& file, UnityFsOptions options) {
  return make_unityfs({file_of(node, file), {node + ".resS", make_filler(600, 7), 0}},
                      std::move(options));
}

UnityFsOptions archive(std::uint32_t version, const std::string& engine, BlockCodec codec) {
  UnityFsOptions options;
  options.version = version;
  options.engine_version = engine;
  options.codec = codec;
  return options;
}

// Data that no editor writes, in a file that is read whole.
MadeFile odds_file(SerializedFileOptions options) {
  MadeFile file(std::move(options));
  file.add_external("archive:/CAB-away/CAB-away");
  file.add(kAnimatorController, 1, odd_controller());
  file.add(kAnimationClip, 2, clip(std::string(300, 'n'), 1, {}, {{"m_SampleRate", "NaN"}}));
  file.add(kAvatar, 5, generic_avatar("Alone"));
  file.add(kAnimatorOverrideController, 6,
           override_controller("Turn", pptr(7), {{pptr(2), pptr(5)}, {pptr(9999), pptr(3, 1)}}));
  file.add(kAnimatorOverrideController, 7, override_controller("Turn back", pptr(6), {}));
  // An Animator whose controller is an avatar, on a GameObject of another file; two Transforms that
  // are each other's parent, one of them with an Animator.
  file.add(kAnimator, 10, animator(20, pptr(1), pptr(5)));
  file.add(kGameObject, 20, game_object("Snake", true, {{kTransform, 21}, {kAnimator, 10}}));
  file.add(kTransform, 21, transform(20, 23, {23}));
  file.add(kGameObject, 22, game_object("Tail", true, {{kTransform, 23}}));
  file.add(kTransform, 23, transform(22, 21, {21}));
  file.add(kAnimator, 11, animator(1234, pptr(0), pptr(8, 1)));
  return file;
}

void add_bundles(Files& files) {
  const std::string folder = "tower-bundles/";
  files.push_back(
      {folder + "heroes", bundle("CAB-heroes", heroes_file(of_version(21, "2019.4.20f1", true)),
                                 archive(6, "2019.4.20f1", BlockCodec::lz4))});
  const auto lzma = [](const std::string& engine) {
    UnityFsOptions options = archive(8, engine, BlockCodec::lzma);
    options.is_padded_after_info = true;
    options.block_size = 0;
    return options;
  };
  MadeFile sound(of_version(22, "2022.3.10f1", true));
  sound.add(kAssetBundle, 1, asset_bundle("sound", {{"assets/ambience.controller", -77}}));
  sound.add(kAnimatorController, -77, ambience());
  files.push_back({folder + "sound.bundle", bundle("CAB-sound", sound, lzma("2022.3.10f1"))});
  UnityFsOptions stored = archive(7, "2020.3.0f1", BlockCodec::none);
  stored.info_codec = BlockCodec::none;
  stored.info_at_end = true;
  files.push_back({folder + "odds.bundle",
                   bundle("CAB-odds", odds_file(of_version(22, "2020.3.0f1")), stored)});
  files.push_back(
      {folder + "stripped.bundle",
       bundle("CAB-stripped", ambience_file(of_version(22, "0.0.0", true), 4, "2021.3.20f1"),
              archive(8, "0.0.0", BlockCodec::lz4hc))});
  MadeFile old(of_version(15, "5.3.5f1", true, 5));
  old.add(kAnimatorController, 3, hero({4, 5, 0, 6, 7}, false));
  add_hero_clips(old, 4);
  old.add(kAvatar, 9, generic_avatar("OldAvatar"));
  files.push_back(
      {folder + "old.unity3d", bundle("CAB-old", old, archive(6, "5.3.5f1", BlockCodec::lz4hc))});
  Bytes cut = files[files.size() - 4].data;
  cut.resize(cut.size() / 2);
  files.push_back({folder + "cut.bundle", std::move(cut)});
}

void add_webgl(Files& files) {
  const auto options = of_version(22, "2020.3.40f1", false, 20);
  MadeFile level = level_file(options);
  level.add(kAnimatorController, 21, ambience());
  UnityFsOptions fs_options = archive(7, "2020.3.40f1", BlockCodec::lz4);
  fs_options.is_padded_after_info = true;
  const Bytes data =
      make_unityfs({file_of("globalgamemanagers", settings_file(options, {"Assets/Web.unity"})),
                    file_of("level0", level)},
                   fs_options);
  files.push_back(
      {"tower-webgl/Build/tower.data.unityweb",
       make_gzip(make_web_data({{"data.unity3d", data}, {"boot.config", to_bytes("wait=1\n")}}),
                 true)});
  const Bytes loose =
      make_web_data({file_of("globalgamemanagers", settings_file(options, {"Assets/Web.unity"})),
                     file_of("sharedassets0.assets", ambience_file(options, 3))});
  files.push_back({"tower-webgl-br/Build/tower.data.br", make_brotli(loose, true)});
}

void add_web_player(Files& files) {
  const auto options = of_version(9, "4.6.1f1", false, 7);
  MadeFile main = level_file(options);
  main.add(kBuildSettings, 11, build_settings({"Assets/First.unity", "Assets/Second.unity"}));
  main.add(kPlayerSettings, 12, player_settings("Small Company", "Tower Online"));
  MadeFile shared(options);
  shared.add(kAnimatorController, 5, hero_of_unity_4({6, 6, 8, 0}));
  add_hero_clips(shared, 6);
  shared.add(kAvatar, 30, generic_avatar("WebAvatar"));
  MadeFile level = level_file(options);
  WebOptions web;
  web.engine_version = "4.6.1f1";
  files.push_back({"tower-web-player/tower.unity3d",
                   make_unity_web({file_of("mainData", main), file_of("level0", level),
                                   file_of("sharedassets0.assets", shared)},
                                  web)});
}

void add_apk(Files& files) {
  const auto options = of_version(17, "2018.4.0f1", false, 13);
  MadeFile shared(options);
  shared.add(kAnimatorController, 5, hero({6, 7, 0, 8, 9}, false));
  add_hero_clips(shared, 6);
  shared.add(kAvatar, 30, generic_avatar("PhoneAvatar"));
  const std::string data = "assets/bin/Data/";
  Files entries;
  entries.push_back({"AndroidManifest.xml", to_bytes("<manifest/>")});
  entries.push_back(
      file_of(data + "globalgamemanagers", settings_file(options, {"Assets/Phone.unity"})));
  entries.push_back(file_of(data + "level0", level_file(options)));
  for (NamedFile& part : make_split_parts(file_of(data + "sharedassets0.assets", shared), 4'096)) {
    entries.push_back(std::move(part));
  }
  files.push_back({"tower.apk", make_zip(entries)});
}

void add_6000(Files& files) {
  const auto options = of_version(23, "6000.5.2f1");
  const std::string data = "tower-6000/Tower_Data/";
  files.push_back(
      file_of(data + "globalgamemanagers", settings_file(options, {"Assets/New.unity"})));
  files.push_back(file_of(data + "level0", level_file(options)));
  MadeFile shared(options);
  shared.add(kAnimatorController, 5, hero({6, 7, 0, 8, 9}, false));
  add_hero_clips(shared, 6);
  shared.add(kAnimatorController, -9'000'000'000'000'000'001, ambience());
  shared.add(kAvatar, 30, human_avatar("NewAvatar"));
  files.push_back(file_of(data + "sharedassets0.assets", shared));
}

// Class 91 as the editor keeps it: layers as references, nothing compiled.
layouts::LayoutPtr editor_layout() {
  const auto node = [](const char* type, const char* name, std::int32_t size, std::uint8_t level,
                       bool is_array = false) {
    layouts::LayoutNode made;
    made.type = type;
    made.name = name;
    made.byte_size = size;
    made.level = level;
    made.is_array = is_array;
    return made;
  };
  return std::make_shared<const layouts::Layout>(std::vector{
      node("AnimatorController", "Base", -1, 0), node("string", "m_Name", -1, 1),
      node("Array", "Array", -1, 2, true), node("int", "size", 4, 3), node("char", "data", 1, 3),
      node("vector", "m_AnimatorParameters", -1, 1), node("Array", "Array", -1, 2, true),
      node("int", "size", 4, 3), node("int", "data", 4, 3),
      node("vector", "m_AnimatorLayers", -1, 1), node("Array", "Array", -1, 2, true),
      node("int", "size", 4, 3), node("int", "data", 4, 3)});
}

MadeFile console_file() {
  SerializedFileOptions options = of_version(9, "4.2.2f1", false, 9);
  options.endian = Endian::big;
  MadeFile file(options);
  file.add(kAnimatorController, 5, hero_of_unity_4({6, 6, 8, 0}));
  add_hero_clips(file, 6);
  file.add(kAvatar, 10, generic_avatar("ConsoleAvatar"));
  return file;
}

void add_console(Files& files) {
  files.push_back(file_of("tower-console/sharedassets0.assets", console_file()));
  MadeFile editor(of_version(9, "4.2.2f1", true, -2));
  EndianWriter data(Endian::little);
  data.put(std::uint32_t{6});
  data.put_text("Drafts");
  data.put(std::uint32_t{0});
  data.put(std::uint32_t{1});
  data.put(std::uint32_t{7});
  editor.add_raw(kAnimatorController, 100, data.take(), editor_layout());
  files.push_back(file_of("tower-console/Drafts.controller", editor));
}

}  // namespace

std::vector<NamedFile> made_game() {
  Files files;
  add_player(files);
  add_bundles(files);
  add_webgl(files);
  add_web_player(files);
  add_apk(files);
  add_6000(files);
  add_console(files);
  return files;
}

std::vector<NamedFile> made_samples() {
  Files samples;
  const auto add = [&](const std::string& name, Bytes data) {
    samples.push_back({name, std::move(data)});
  };
  // Serialized files: old and new, both byte orders, with and without trees.
  add("loose-22", heroes_file(of_version(22, "2021.3.20f1")).bytes());
  add("loose-odds-22", odds_file(of_version(22, "2020.3.0f1")).bytes());
  add("loose-23", ambience_file(of_version(23, "6000.5.2f1", true), 5).bytes());
  add("loose-9-big", console_file().bytes());
  add("loose-15-trees", ambience_file(of_version(15, "5.3.5f1", true), 5).bytes());
  add("loose-17-settings", settings_file(of_version(17, "2018.4.0f1"), {"Assets/A.unity"}).bytes());
  add("loose-stripped-trial", ambience_file(of_version(22, "0.0.0"), 5, "2021.3.20f1").bytes());
  add("loose-9-editor", made_game().back().data);
  // Containers around a small file.
  const NamedFile inside = file_of("level0", ambience_file(of_version(22, "2021.3.20f1"), 5));
  const auto unityfs = [&](BlockCodec codec, std::uint32_t version) {
    UnityFsOptions options = archive(version, "2021.3.20f1", codec);
    options.block_size = 256;
    options.is_padded_after_info = version >= 7;
    return make_unityfs({inside}, options);
  };
  add("archive-lz4", unityfs(BlockCodec::lz4, 8));
  add("archive-lzma", unityfs(BlockCodec::lzma, 6));
  add("archive-stored", unityfs(BlockCodec::none, 7));
  add("web-lzma.unity3d", make_unity_web({inside}));
  WebOptions raw;
  raw.is_compressed = false;
  raw.version = 2;
  add("web-raw.unity3d", make_unity_web({inside}, raw));
  add("web.data.gz",
      make_gzip(make_web_data({{"data.unity3d", unityfs(BlockCodec::lz4, 7)}}), true));
  add("web.data.br", make_brotli(make_web_data({inside}), true));
  Files parts = make_split_parts(inside, 300);
  parts.push_back({"nested.zip", make_zip({inside})});
  add("game.apk", make_zip(parts));
  return samples;
}

void write_files(const fs::path& folder, const std::vector<NamedFile>& files) {
  for (const NamedFile& file : files) {
    const fs::path path = folder / file.path;
    fs::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(file.data.data()),
              static_cast<std::streamsize>(file.data.size()));
    out.close();
    if (!out) {
      throw fs::filesystem_error("cannot write", path,
                                 std::error_code(errno, std::generic_category()));
    }
  }
}

}  // namespace mecadex::testing
