#include "indexer/animator/scene.hpp"

namespace mecadex::animator {

using layouts::field;
using layouts::Record;

const Record& game_object_record() {
  using Component = GameObject::Component;
  static const Record component{
      "ComponentPair",
      {field<&Component::class_id>("first"), field<&Component::component>("component|second", pptr_record())}};
  static const Record record{"GameObject",
                             {field<&GameObject::name>("m_Name"), field<&GameObject::components>("m_Component", component),
                              field<&GameObject::is_active>("m_IsActive")}};
  return record;
}

const Record& transform_record() {
  static const Record record{"Transform",
                             {field<&Transform::game_object>("m_GameObject", pptr_record()),
                              field<&Transform::father>("m_Father", pptr_record())}};
  return record;
}

const Record& animator_record() {
  static const Record record{
      "Animator",
      {field<&Animator::game_object>("m_GameObject", pptr_record()), field<&Animator::is_enabled>("m_Enabled"),
       field<&Animator::avatar>("m_Avatar", pptr_record()), field<&Animator::controller>("m_Controller", pptr_record()),
       field<&Animator::culling_mode>("m_CullingMode"), field<&Animator::update_mode>("m_UpdateMode"),
       field<&Animator::apply_root_motion>("m_ApplyRootMotion"),
       field<&Animator::linear_velocity_blending>("m_LinearVelocityBlending"),
       field<&Animator::stabilize_feet>("m_StabilizeFeet"), field<&Animator::animate_physics>("m_AnimatePhysics"),
       field<&Animator::has_transform_hierarchy>("m_HasTransformHierarchy"),
       field<&Animator::allow_constant_clip_sampling_optimization>("m_AllowConstantClipSamplingOptimization"),
       field<&Animator::keep_animator_state_on_disable>(
           "m_KeepAnimatorStateOnDisable|m_KeepAnimatorControllerStateOnDisable"),
       field<&Animator::write_default_values_on_disable>("m_WriteDefaultValuesOnDisable")}};
  return record;
}

const Record& asset_bundle_record() {
  static const Record entry{"AssetInfo",
                            {field<&ContainerEntry::path>("first"),
                             field<&ContainerEntry::asset>("second.asset", pptr_record())}};
  static const Record record{
      "AssetBundle",
      {field<&AssetBundle::name>("m_Name"), field<&AssetBundle::entries>("m_Container", entry)},
      true};
  return record;
}

const Record& resource_manager_record() {
  static const Record entry{"pair",
                            {field<&ContainerEntry::path>("first"),
                             field<&ContainerEntry::asset>("second", pptr_record())}};
  static const Record record{"ResourceManager", {field<&ResourceManager::entries>("m_Container", entry)}, true};
  return record;
}

const Record& build_settings_record() {
  static const Record scene{"scene path", {field<&BuildSettings::Scene::path>("")}};
  static const Record record{"BuildSettings", {field<&BuildSettings::scenes>("scenes|levels", scene)}, true};
  return record;
}

const Record& player_settings_record() {
  static const Record record{"PlayerSettings",
                             {field<&PlayerSettings::company_name>("companyName"),
                              field<&PlayerSettings::product_name>("productName")},
                             true};
  return record;
}

const Record& named_object_record() {
  static const Record record{"named object", {field<&NamedObject::name>("m_Name")}, true};
  return record;
}

const Record& mono_behaviour_record() {
  static const Record record{"MonoBehaviour",
                             {field<&MonoBehaviour::game_object>("m_GameObject", pptr_record()),
                              field<&MonoBehaviour::script>("m_Script", pptr_record()),
                              field<&MonoBehaviour::name>("m_Name")},
                             true};
  return record;
}

const Record& mono_script_record() {
  static const Record record{"MonoScript",
                             {field<&MonoScript::name>("m_Name"), field<&MonoScript::class_name>("m_ClassName"),
                              field<&MonoScript::name_space>("m_Namespace")}};
  return record;
}

}  // namespace mecadex::animator
