// Plans of the records of indexer/animator over every built-in layout: which version has which
// field, and that a plan reads what the writer wrote, to the last byte.
#include "indexer/layouts/read_plan.hpp"

#include <gtest/gtest.h>

#include "indexer/animator/avatar.hpp"
#include "indexer/animator/clip.hpp"
#include "indexer/animator/controller.hpp"
#include "indexer/animator/scene.hpp"
#include "indexer/layouts/builtin_layouts.hpp"
#include "indexer/serialized/class_id.hpp"
#include "tests/support/layout_writer.hpp"
#include "tests/support/made_objects.hpp"

namespace mecadex::layouts {
namespace {

using nlohmann::json;
using testing::layout_of;
using testing::write_object;
using Bytes = std::vector<std::byte>;

const UnityVersion kFirst{4, 0, 0, 4, 0};

std::vector<LayoutPtr> layouts_of(std::int32_t class_id, const UnityVersion& first = kFirst) {
  return builtin_layouts_between(class_id, first, builtin_versions().back());
}

struct Reading {
  std::size_t consumed = 0;
  std::vector<bytes::Note> notes;
};

template <typename T>
Reading read(const Layout& layout, const Record& record, const Bytes& data, T& value,
             bytes::Endian endian = bytes::Endian::little) {
  Reading out;
  bytes::Reader reader(data, endian);
  ReadPlan(layout, record).run(reader, &value, out.notes);
  out.consumed = reader.position();
  return out;
}

// ---- round trips ----

// For each layout of the class since 4.0: a random object is written, in both byte orders, read to
// its end, compared by `expect`, and read again with its end missing.
template <typename T, typename Expect>
void round_trip(std::int32_t class_id, const Record& record, const UnityVersion& first,
                Expect expect) {
  const auto layouts = layouts_of(class_id, first);
  ASSERT_FALSE(layouts.empty());
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    SCOPED_TRACE(std::string(record.name) + " layout " + std::to_string(i));
    for (const bytes::Endian endian : {bytes::Endian::little, bytes::Endian::big}) {
      const json made = testing::random_object(*layouts[i], 17 * i + 3);
      const Bytes data = write_object(*layouts[i], made, endian);
      T value;
      const Reading reading = read(*layouts[i], record, data, value, endian);
      if (record.head_only) {
        EXPECT_LE(reading.consumed, data.size());
      } else {
        EXPECT_EQ(reading.consumed, data.size());
      }
      EXPECT_TRUE(reading.notes.empty());
      expect(value, made);
      // Without its last bytes, of which up to three are padding.
      for (std::size_t n = 0; n + 3 < reading.consumed; ++n) {
        T cut;
        const Bytes part(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(n));
        EXPECT_THROW(read(*layouts[i], record, part, cut, endian), bytes::ParseError) << n;
      }
    }
  }
}

void expect_pptr(const animator::PPtr& value, const json& made) {
  EXPECT_EQ(value.file_id, made.at("m_FileID").get<std::int32_t>());
  EXPECT_EQ(value.path_id, made.at("m_PathID").get<std::int64_t>());
}

void expect_real(float value, const json& made) { EXPECT_EQ(value, made.get<float>()); }

TEST(ReadPlan, ReadsControllersOfEveryVersion) {
  round_trip<animator::Controller>(
      serialized::kAnimatorController, animator::controller_record(), kFirst,
      [](const animator::Controller& c, const json& made) {
        EXPECT_EQ(c.name, made["m_Name"]);
        EXPECT_EQ(c.controller_size, made["m_ControllerSize"]);
        EXPECT_EQ(c.multi_threaded_state_machine.has_value(),
                  made.contains("m_MultiThreadedStateMachine"));
        EXPECT_EQ(c.evaluate_transitions_on_start.has_value(),
                  made.contains("m_EvaluateTransitionsOnStart"));
        ASSERT_EQ(c.names.size(), made["m_TOS"].size());
        for (std::size_t i = 0; i < c.names.size(); ++i) {
          EXPECT_EQ(c.names[i].hash, made["m_TOS"][i]["first"]);
          EXPECT_EQ(c.names[i].text, made["m_TOS"][i]["second"]);
        }
        ASSERT_EQ(c.clips.size(), made["m_AnimationClips"].size());
        for (std::size_t i = 0; i < c.clips.size(); ++i)
          expect_pptr(c.clips[i], made["m_AnimationClips"][i]);
        const json& constant = made["m_Controller"];
        const json& layers = constant.contains("m_LayerArray") ? constant["m_LayerArray"]
                                                               : constant["m_HumanLayerArray"];
        ASSERT_EQ(c.layers.size(), layers.size());
        for (std::size_t i = 0; i < c.layers.size(); ++i) {
          EXPECT_EQ(c.layers[i].state_machine, layers[i]["m_StateMachineIndex"]);
          EXPECT_EQ(c.layers[i].name_hash, layers[i]["m_Binding"]);
          EXPECT_EQ(c.layers[i].blending_mode, layers[i]["(int&)m_LayerBlendingMode"]);
          EXPECT_EQ(c.layers[i].has_ik_pass, layers[i]["m_IKPass"] != 0);
          EXPECT_EQ(c.layers[i].skeleton_mask.size(), layers[i]["m_SkeletonMask"]["m_Data"].size());
        }
        const json& machines = constant["m_StateMachineArray"];
        ASSERT_EQ(c.state_machines.size(), machines.size());
        for (std::size_t m = 0; m < machines.size(); ++m) {
          EXPECT_EQ(c.state_machines[m].default_state, machines[m]["m_DefaultState"]);
          const json& states = machines[m]["m_StateConstantArray"];
          ASSERT_EQ(c.state_machines[m].states.size(), states.size());
          for (std::size_t s = 0; s < states.size(); ++s) {
            const animator::State& state = c.state_machines[m].states[s];
            expect_real(state.speed, states[s]["m_Speed"]);
            EXPECT_EQ(state.tag_hash, states[s]["m_TagID"]);
            EXPECT_EQ(state.is_looping, states[s]["m_Loop"] != 0);
            EXPECT_EQ(json(state.tree_indexes), states[s]["m_BlendTreeConstantIndexArray"]);
            ASSERT_EQ(state.trees.size(), states[s]["m_BlendTreeConstantArray"].size());
            for (std::size_t t = 0; t < state.trees.size(); ++t) {
              const json& nodes = states[s]["m_BlendTreeConstantArray"][t]["m_NodeArray"];
              ASSERT_EQ(state.trees[t].nodes.size(), nodes.size());
              for (std::size_t n = 0; n < nodes.size(); ++n) {
                const animator::BlendNode& node = state.trees[t].nodes[n];
                EXPECT_EQ(json(node.children), nodes[n]["m_ChildIndices"]);
                EXPECT_EQ(node.clip, nodes[n]["m_ClipID"]);
                expect_real(node.duration, nodes[n]["m_Duration"]);
              }
            }
          }
        }
        const json& values = constant["m_Values"]["m_ValueArray"];
        ASSERT_EQ(c.parameters.size(), values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
          EXPECT_EQ(c.parameters[i].kind, values[i]["m_Type"]);
        EXPECT_EQ(json(c.int_defaults), constant["m_DefaultValues"]["m_IntValues"]);
        EXPECT_EQ(json(c.float_defaults), constant["m_DefaultValues"]["m_FloatValues"]);
        EXPECT_EQ(c.bool_defaults.size(), constant["m_DefaultValues"]["m_BoolValues"].size());
      });
}

TEST(ReadPlan, ReadsAvatarsOfEveryVersion) {
  round_trip<animator::Avatar>(
      serialized::kAvatar, animator::avatar_record(), kFirst,
      [](const animator::Avatar& a, const json& made) {
        EXPECT_EQ(a.name, made["m_Name"]);
        EXPECT_EQ(a.names.size(), made["m_TOS"].size());
        EXPECT_EQ(a.description.has_value(), made.contains("m_HumanDescription"));
        const json& constant = made["m_Avatar"];
        const json& skeleton = constant.contains("m_AvatarSkeleton") ? constant["m_AvatarSkeleton"]
                                                                     : constant["m_Skeleton"];
        EXPECT_EQ(json(a.skeleton.path_hashes), skeleton["m_ID"]);
        ASSERT_EQ(a.skeleton.nodes.size(), skeleton["m_Node"].size());
        for (std::size_t i = 0; i < a.skeleton.nodes.size(); ++i) {
          EXPECT_EQ(a.skeleton.nodes[i].parent, skeleton["m_Node"][i]["m_ParentId"]);
          EXPECT_EQ(a.skeleton.nodes[i].axes, skeleton["m_Node"][i]["m_AxesId"]);
        }
        const json& human = constant["m_Human"];
        EXPECT_EQ(json(a.human.bone_index), human["m_HumanBoneIndex"]);
        expect_real(a.human.leg_stretch, human["m_LegStretch"]);
        expect_real(a.human.root.q.w, human["m_RootX"]["q"]["w"]);
        expect_real(a.human.root.s.z, human["m_RootX"]["s"]["z"]);
        EXPECT_EQ(a.root_motion_bone_index, constant["m_RootMotionBoneIndex"]);
        if (a.description) {
          EXPECT_EQ(a.description->human.size(), made["m_HumanDescription"]["m_Human"].size());
          EXPECT_EQ(a.description->root_motion_bone_name,
                    made["m_HumanDescription"]["m_RootMotionBoneName"]);
        }
      });
}

TEST(ReadPlan, ReadsClipsOfEveryVersion) {
  round_trip<animator::Clip>(
      serialized::kAnimationClip, animator::clip_record(), kFirst,
      [](const animator::Clip& c, const json& made) {
        EXPECT_EQ(c.name, made["m_Name"]);
        expect_real(c.sample_rate, made["m_SampleRate"]);
        const json& muscle = made["m_MuscleClip"];
        expect_real(c.stop_time.value(), muscle["m_StopTime"]);
        EXPECT_EQ(c.is_mirrored.value(), muscle["m_Mirror"] != 0);
        EXPECT_EQ(c.streamed_curves.value(), muscle["m_Clip"]["m_StreamedClip"]["curveCount"]);
        EXPECT_EQ(c.dense_curves.value(), muscle["m_Clip"]["m_DenseClip"]["m_CurveCount"]);
        ASSERT_EQ(c.events.size(), made["m_Events"].size());
        for (std::size_t i = 0; i < c.events.size(); ++i) {
          EXPECT_EQ(c.events[i].function_name, made["m_Events"][i]["functionName"]);
          EXPECT_EQ(c.events[i].int_parameter, made["m_Events"][i]["intParameter"]);
        }
        ASSERT_EQ(c.bindings.has_value(), made.contains("m_ClipBindingConstant"));
        for (std::size_t i = 0; c.bindings && i < c.bindings->size(); ++i) {
          const json& binding = made["m_ClipBindingConstant"]["genericBindings"][i];
          EXPECT_EQ(c.bindings->at(i).path_hash, binding["path"]);
          EXPECT_EQ(c.bindings->at(i).type_id,
                    binding.contains("typeID") ? binding["typeID"] : binding["classID"]);
          EXPECT_EQ(c.bindings->at(i).is_pptr_curve, binding["isPPtrCurve"] != 0);
        }
      });
}

TEST(ReadPlan, ReadsAnimatorsOfEveryVersion) {
  round_trip<animator::Animator>(serialized::kAnimator, animator::animator_record(), kFirst,
                                 [](const animator::Animator& a, const json& made) {
                                   expect_pptr(a.game_object, made["m_GameObject"]);
                                   expect_pptr(a.avatar, made["m_Avatar"]);
                                   expect_pptr(a.controller, made["m_Controller"]);
                                   EXPECT_EQ(a.is_enabled, made["m_Enabled"] != 0);
                                   EXPECT_EQ(a.culling_mode, made["m_CullingMode"]);
                                   EXPECT_EQ(a.apply_root_motion, made["m_ApplyRootMotion"] != 0);
                                   EXPECT_EQ(a.update_mode.has_value(),
                                             made.contains("m_UpdateMode"));
                                 });
}

TEST(ReadPlan, ReadsTheSceneOfEveryVersion) {
  round_trip<animator::GameObject>(serialized::kGameObject, animator::game_object_record(), kFirst,
                                   [](const animator::GameObject& o, const json& made) {
                                     EXPECT_EQ(o.name, made["m_Name"]);
                                     EXPECT_EQ(o.is_active, made["m_IsActive"] != 0);
                                     ASSERT_EQ(o.components.size(), made["m_Component"].size());
                                     for (std::size_t i = 0; i < o.components.size(); ++i) {
                                       const json& component = made["m_Component"][i];
                                       const bool has_class = component.contains("first");
                                       expect_pptr(o.components[i].component,
                                                   component[has_class ? "second" : "component"]);
                                       EXPECT_EQ(o.components[i].class_id.has_value(), has_class);
                                     }
                                   });
  const auto expect_transform = [](const animator::Transform& t, const json& made) {
    expect_pptr(t.game_object, made["m_GameObject"]);
    expect_pptr(t.father, made["m_Father"]);
  };
  round_trip<animator::Transform>(serialized::kTransform, animator::transform_record(), kFirst,
                                  expect_transform);
  // Before 4.6 a RectTransform is a stub without a parent.
  round_trip<animator::Transform>(serialized::kRectTransform, animator::transform_record(),
                                  {4, 6, 0, 4, 0}, expect_transform);
}

TEST(ReadPlan, ReadsOverridesOfEveryVersion) {
  round_trip<animator::OverrideController>(
      serialized::kAnimatorOverrideController, animator::override_controller_record(), kFirst,
      [](const animator::OverrideController& o, const json& made) {
        EXPECT_EQ(o.name, made["m_Name"]);
        expect_pptr(o.controller, made["m_Controller"]);
        ASSERT_EQ(o.clips.size(), made["m_Clips"].size());
        for (std::size_t i = 0; i < o.clips.size(); ++i) {
          expect_pptr(o.clips[i].original, made["m_Clips"][i]["m_OriginalClip"]);
          expect_pptr(o.clips[i].replacement, made["m_Clips"][i]["m_OverrideClip"]);
        }
      });
}

TEST(ReadPlan, ReadsHeadsOfEveryVersion) {
  round_trip<animator::BuildSettings>(
      serialized::kBuildSettings, animator::build_settings_record(), kFirst,
      [](const animator::BuildSettings& b, const json& made) {
        const json& scenes = made.contains("scenes") ? made["scenes"] : made["levels"];
        ASSERT_EQ(b.scenes.size(), scenes.size());
        for (std::size_t i = 0; i < scenes.size(); ++i) EXPECT_EQ(b.scenes[i].path, scenes[i]);
      });
  round_trip<animator::PlayerSettings>(serialized::kPlayerSettings,
                                       animator::player_settings_record(), kFirst,
                                       [](const animator::PlayerSettings& p, const json& made) {
                                         EXPECT_EQ(p.company_name, made["companyName"]);
                                         EXPECT_EQ(p.product_name, made["productName"]);
                                       });
  const auto expect_entries = [](const std::vector<animator::ContainerEntry>& entries,
                                 const json& made, bool is_bundle) {
    ASSERT_EQ(entries.size(), made.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      EXPECT_EQ(entries[i].path, made[i]["first"]);
      expect_pptr(entries[i].asset, is_bundle ? made[i]["second"]["asset"] : made[i]["second"]);
    }
  };
  round_trip<animator::AssetBundle>(serialized::kAssetBundle, animator::asset_bundle_record(),
                                    kFirst, [&](const animator::AssetBundle& b, const json& made) {
                                      EXPECT_EQ(b.name, made["m_Name"]);
                                      expect_entries(b.entries, made["m_Container"], true);
                                    });
  round_trip<animator::ResourceManager>(serialized::kResourceManager,
                                        animator::resource_manager_record(), kFirst,
                                        [&](const animator::ResourceManager& r, const json& made) {
                                          expect_entries(r.entries, made["m_Container"], false);
                                        });
  round_trip<animator::MonoBehaviour>(serialized::kMonoBehaviour, animator::mono_behaviour_record(),
                                      kFirst,
                                      [](const animator::MonoBehaviour& b, const json& made) {
                                        expect_pptr(b.script, made["m_Script"]);
                                        EXPECT_EQ(b.name, made["m_Name"]);
                                      });
  round_trip<animator::MonoScript>(serialized::kMonoScript, animator::mono_script_record(), kFirst,
                                   [](const animator::MonoScript& s, const json& made) {
                                     EXPECT_EQ(s.class_name, made["m_ClassName"]);
                                     EXPECT_EQ(s.name_space, made["m_Namespace"]);
                                   });
}

// ---- which version has which field (formats.md 5.3 to 5.7) ----

// The newest version before which, and from which on, something changed.
template <typename T>
T read_made(std::int32_t class_id, const std::string& version, const Record& record,
            const json& made) {
  const LayoutPtr layout = layout_of(class_id, version);
  T value;
  read(*layout, record,
       write_object(*layout, made, bytes::Endian::little, testing::UnknownKeys::ignore), value);
  return value;
}

std::string flags(std::initializer_list<bool> present) {
  std::string out;
  for (const bool flag : present) out += flag ? '1' : '-';
  return out;
}

// One of everything.
json one_controller() {
  testing::Names names;
  const json node = testing::blend_1d(1, json::array(), json::array({0.5}));
  const json move = testing::transition(names, "L.A", "L.B", 0);
  const json state =
      testing::state(names, "L.A", "L.A", json::array({json::array({node})}), json::array({move}));
  const json machine = testing::machine(json::array({state}), json::array(), json::array());
  const json four = json::array({testing::float4(1, 2, 3, 4)});
  return testing::controller("C", names, json::array({testing::layer(1, 0)}),
                             json::array({machine}), {},
                             {{"m_PositionValues", four}, {"m_VectorValues", four}}, json::array());
}

TEST(Versions, OfControllersHaveTheirFields) {
  const auto row = [](const std::string& version) {
    const auto c = read_made<animator::Controller>(serialized::kAnimatorController, version,
                                                   animator::controller_record(), one_controller());
    const auto& layer = c.layers.at(0);
    const auto& machine = c.state_machines.at(0);
    const auto& state = machine.states.at(0);
    const auto& move = state.transitions.at(0);
    const auto& node = state.trees.at(0).nodes.at(0);
    return flags({c.evaluate_transitions_on_start.has_value(),
                  c.multi_threaded_state_machine.has_value(), c.position_defaults.has_value(),
                  c.position_defaults && c.position_defaults->at(0).w.has_value(),
                  c.vector_defaults.has_value(), c.entity_id_defaults.has_value()}) +
           " " +
           flags({layer.body_mask_2.has_value(), layer.default_weight.has_value(),
                  layer.synced_layer_affects_timing.has_value()}) +
           " " +
           flags(
               {machine.selectors.has_value(), machine.evaluate_transitions_on_start.has_value()}) +
           " " +
           flags({state.name_hash.has_value(), state.full_path_hash.has_value(),
                  state.leaf_infos.has_value(), state.speed_parameter_hash.has_value(),
                  state.time_parameter_hash.has_value(), state.cycle_offset.has_value(),
                  state.write_default_values.has_value(), state.is_mirrored.has_value()}) +
           " " +
           flags({move.full_path_hash.has_value(), move.exit_time.has_value(),
                  move.has_fixed_duration.has_value(), move.interruption_source.has_value(),
                  move.can_transition_to_self.has_value(), move.is_atomic.has_value()}) +
           " " +
           flags({node.blend_type.has_value(), node.parameter_y_hash.has_value(),
                  node.thresholds.has_value(), node.positions.has_value(),
                  node.direct_parameters.has_value(), node.cycle_offset.has_value()});
  };
  // controller layer machine state transition node: the order of the lambda above
  EXPECT_EQ(row("4.0.0"), "----1- --- -- --1----- -----1 --1---");
  EXPECT_EQ(row("4.1.0"), "----1- --- -- --1--1-1 -----1 1111--");
  EXPECT_EQ(row("4.1.3"), "----1- --- -- --1--1-1 -----1 1111-1");
  EXPECT_EQ(row("4.2.0"), "----1- -11 -- --1--1-1 -----1 1111-1");
  EXPECT_EQ(row("4.3.0"), "--11-- -11 -- 1-1--1-1 -----1 1111-1");
  EXPECT_EQ(row("4.5.0"), "--11-- -11 -- 1-1--1-1 ----11 1111-1");
  EXPECT_EQ(row("4.7.2"), "--11-- -11 -- 1-1--1-1 ----11 1111-1");
  EXPECT_EQ(row("5.0.0f4"), "-111-- -11 1- 111--111 11-11- 111111");
  EXPECT_EQ(row("5.1.0f1"), "-111-- -11 1- 1111-111 11111- 111111");
  EXPECT_EQ(row("5.2.0f2"), "--11-- 111 1- 11-1-111 11111- 111111");
  EXPECT_EQ(row("5.3.8f2"), "--11-- 111 1- 11-1-111 11111- 111111");
  EXPECT_EQ(row("5.4.0f3"), "-11--- 111 1- 11-1-111 11111- 111111");
  EXPECT_EQ(row("2017.1.0f3"), "-11--- 111 1- 11-1-111 11111- 111111");
  EXPECT_EQ(row("2017.2.0f1"), "-11--- 111 1- 11-11111 11111- 111111");
  EXPECT_EQ(row("2022.3.10f1"), "-11--- 111 1- 11-11111 11111- 111111");
  EXPECT_EQ(row("6000.2.0f1"), "-11--1 111 1- 11-11111 11111- 111111");
  EXPECT_EQ(row("6000.4.0f1"), "111--1 111 11 11-11111 11111- 111111");
  EXPECT_EQ(row("6000.5.0f1"), "111--1 111 11 11-11111 11111- 111111");
}

TEST(Versions, OfAnimatorsHaveTheirFields) {
  const auto row = [](const std::string& version) {
    const auto a = read_made<animator::Animator>(serialized::kAnimator, version,
                                                 animator::animator_record(), json::object());
    return flags({a.update_mode.has_value(), a.linear_velocity_blending.has_value(),
                  a.stabilize_feet.has_value(), a.animate_physics.has_value(),
                  a.has_transform_hierarchy.has_value(),
                  a.allow_constant_clip_sampling_optimization.has_value(),
                  a.keep_animator_state_on_disable.has_value(),
                  a.write_default_values_on_disable.has_value()});
  };
  EXPECT_EQ(row("4.0.0"), "---1----");
  EXPECT_EQ(row("4.2.2"), "---1----");
  EXPECT_EQ(row("4.3.0"), "---11---");
  EXPECT_EQ(row("4.5.0"), "1---1---");
  EXPECT_EQ(row("4.5.3"), "1---11--");
  EXPECT_EQ(row("5.0.0f4"), "11--11--");
  EXPECT_EQ(row("2017.4.1f1"), "11--11--");
  EXPECT_EQ(row("2018.1.0f2"), "11--111-");
  EXPECT_EQ(row("2020.3.42f1"), "11--111-");
  EXPECT_EQ(row("2020.3.43f1"), "111-111-");
  EXPECT_EQ(row("2020.3.46f1"), "111-1111");
  EXPECT_EQ(row("2021.3.15f1"), "111-111-");
  EXPECT_EQ(row("2021.3.20f1"), "111-1111");
  EXPECT_EQ(row("2022.1.24f1"), "111-111-");
  EXPECT_EQ(row("2022.2.9f1"), "111-1111");
  EXPECT_EQ(row("2023.1.0b7"), "11111111");
  EXPECT_EQ(row("6000.5.0f1"), "11111111");
}

TEST(Versions, OfAvatarsHaveTheirFields) {
  const auto row = [](const std::string& version) {
    const auto a = read_made<animator::Avatar>(serialized::kAvatar, version,
                                               animator::avatar_record(), json::object());
    return flags({a.default_pose.has_value(), a.name_hashes.has_value(),
                  a.human_skeleton_reverse.has_value(), a.root_motion_skeleton.has_value(),
                  a.root_motion_pose.has_value(), a.human.has_translation_dof.has_value(),
                  a.description.has_value(),
                  a.description && a.description->global_scale.has_value()});
  };
  EXPECT_EQ(row("4.0.0"), "--------");
  EXPECT_EQ(row("4.3.0"), "11111---");
  EXPECT_EQ(row("5.1.5f1"), "11111---");
  EXPECT_EQ(row("5.2.0f2"), "111111--");
  EXPECT_EQ(row("2018.4.0f1"), "111111--");
  EXPECT_EQ(row("2019.1.0f2"), "11111111");
  EXPECT_EQ(row("6000.5.0f1"), "11111111");
}

TEST(Versions, OfClipsHaveTheirFields) {
  const auto row = [](const std::string& version) {
    const auto c = read_made<animator::Clip>(serialized::kAnimationClip, version,
                                             animator::clip_record(), json::object());
    return flags({c.is_legacy.has_value(), c.animation_type.has_value(), c.start_time.has_value(),
                  c.is_looping.has_value(), c.is_looping_blend.has_value(),
                  c.streamed_curves.has_value(), c.constant_curves.has_value(),
                  c.bindings.has_value()});
  };
  EXPECT_EQ(row("4.0.0"), "-11-11--");
  EXPECT_EQ(row("4.3.0"), "-1111111");
  EXPECT_EQ(row("5.0.0f4"), "1-111111");
  EXPECT_EQ(row("6000.5.0f1"), "1-111111");
}

// ---- what a plan says ----

TEST(ReadPlan, NotesNanWithItsPath) {
  json made = one_controller();
  json& state = made["m_Controller"]["m_StateMachineArray"][0]["m_StateConstantArray"][0];
  state["m_Speed"] = "NaN";
  state["m_BlendTreeConstantArray"][0]["m_NodeArray"][0]["m_Blend1dData"]["m_ChildThresholdArray"] =
      {1, "NaN"};
  state["m_TransitionConstantArray"][0]["m_ExitTime"] = "Infinity";
  const LayoutPtr layout = layout_of(serialized::kAnimatorController, "2021.3.20f1");
  animator::Controller value;
  const Reading reading =
      read(*layout, animator::controller_record(),
           write_object(*layout, made, bytes::Endian::little, testing::UnknownKeys::ignore), value);
  const std::string at = "m_Controller.m_StateMachineArray[0].m_StateConstantArray[0].";
  ASSERT_EQ(reading.notes.size(), 2U);
  EXPECT_EQ(reading.notes[0].code, bytes::FindingCode::value_nan);
  EXPECT_EQ(reading.notes[0].field_path,
            at + "m_BlendTreeConstantArray[0].m_NodeArray[0].m_Blend1dData.m_ChildThresholdArray");
  EXPECT_EQ(reading.notes[1].field_path, at + "m_Speed");
  EXPECT_GT(reading.notes[1].offset, 0U);
}

TEST(ReadPlan, NotesATextBeyond64KiB) {
  const LayoutPtr layout = layout_of(serialized::kAvatar, "2021.3.20f1");
  animator::Avatar value;
  const std::string longest(bytes::kMaxValueBytes + 1, 'x');
  const Reading reading =
      read(*layout, animator::avatar_record(), write_object(*layout, {{"m_Name", longest}}), value);
  EXPECT_EQ(value.name, longest);
  ASSERT_EQ(reading.notes.size(), 1U);
  EXPECT_EQ(reading.notes[0].code, bytes::FindingCode::value_truncated);
  EXPECT_EQ(reading.notes[0].field_path, "m_Name");
}

TEST(ReadPlan, AnErrorNamesTheField) {
  const LayoutPtr layout = layout_of(serialized::kAnimatorController, "2021.3.20f1");
  Bytes data =
      write_object(*layout, one_controller(), bytes::Endian::little, testing::UnknownKeys::ignore);
  // m_Name is 4 + 1 bytes, aligned to 8; m_ControllerSize 4; then the count of layers.
  for (std::size_t i = 12; i < 16; ++i) data[i] = std::byte{0xFF};
  animator::Controller value;
  try {
    read(*layout, animator::controller_record(), data, value);
    FAIL();
  } catch (const bytes::ParseError& error) {
    EXPECT_EQ(error.code(), bytes::FindingCode::object_count);
    EXPECT_EQ(error.offset(), 12U);
    EXPECT_EQ(error.field_path(), "m_Controller.m_LayerArray");
  }
}

TEST(ReadPlan, NeedsTheFieldsThatTheRecordNeeds) {
  const LayoutPtr layout = layout_of(serialized::kAvatar, "2021.3.20f1");
  try {
    const ReadPlan plan(*layout, animator::controller_record());
    FAIL();
  } catch (const bytes::ParseError& error) {
    EXPECT_EQ(error.code(), bytes::FindingCode::layout_no_field);
  }
}

TEST(ReadPlan, IsSharedByLayoutAndRecord) {
  const LayoutPtr layout = layout_of(serialized::kAvatar, "2021.3.20f1");
  const auto plan = shared_plan(layout, animator::avatar_record());
  EXPECT_EQ(plan, shared_plan(layout, animator::avatar_record()));
  EXPECT_NE(plan, shared_plan(layout, animator::named_object_record()));
}

// Two layouts of equal meaning agree field by field; one changed value does not.
TEST(ReadPlan, DigestsTellEqualValues) {
  const json made = one_controller();
  json other = made;
  other["m_Controller"]["m_LayerArray"][0]["m_Binding"] = 77;
  const auto digest = [](const std::string& version, const json& value) {
    const LayoutPtr layout = layout_of(serialized::kAnimatorController, version);
    const Bytes data =
        write_object(*layout, value, bytes::Endian::little, testing::UnknownKeys::ignore);
    bytes::Reader reader(data);
    return ReadPlan(*layout, animator::controller_record()).digest(reader);
  };
  EXPECT_EQ(digest("2018.1.0f2", made), digest("2018.2.0f2", made));  // a field was renamed
  EXPECT_NE(digest("2018.1.0f2", made), digest("2018.1.0f2", other));
}

}  // namespace
}  // namespace mecadex::layouts
