#include "indexer/corpus/write_scene.hpp"

#include "indexer/serialized/class_id.hpp"

namespace mecadex::corpus {

SceneRows::SceneRows(SQLite::Database& db)
    : objects_(db, "objects",
               {"object_id", "serialized_file_id", "path_id", "class_id", "name", "byte_offset", "byte_size",
                "layout_source", "fingerprint", "container_path"}),
      refs_(db, "object_refs",
            {"object_id", "field", "element_index", "file_index", "path_id", "target_object_id", "resolution",
             "target_file_name"}),
      scripts_(db, "mono_scripts",
               {"serialized_file_id", "path_id", "byte_offset", "byte_size", "layout_source", "name", "class_name"}),
      clips_(db, "clips",
             {"clip_id", "name", "is_legacy", "sample_rate", "start_time", "stop_time", "is_looping",
              "is_looping_blend", "cycle_offset", "is_mirrored", "streamed_curves", "dense_curves", "constant_curves",
              "event_count", "binding_count"}),
      events_(db, "clip_events",
              {"clip_id", "event_index", "time", "function_name", "string_parameter", "float_parameter",
               "int_parameter"}),
      bindings_(db, "clip_bindings",
                {"clip_id", "binding_index", "path_hash", "attribute_hash", "type_id", "custom_type", "is_pptr_curve",
                 "property_hash", "property_component"}),
      transforms_(db, "transforms",
                  {"transform_id", "game_object_id", "name", "parent_transform_id", "animator_id", "is_active"}),
      animators_(db, "animators",
                 {"animator_id", "game_object_name", "transform_path", "is_enabled", "is_active_in_hierarchy",
                  "culling_mode", "update_mode", "apply_root_motion", "linear_velocity_blending", "stabilize_feet",
                  "animate_physics", "has_transform_hierarchy", "allow_constant_clip_sampling_optimization",
                  "keep_animator_state_on_disable", "write_default_values_on_disable", "controller_id",
                  "controller_resolution", "override_controller_id", "avatar_id", "avatar_resolution",
                  "outer_animator_id", "owner_animator_id", "outermost_animator_id", "nesting_depth",
                  "component_class_ids", "has_skinned_renderer_below"}),
      nestings_(db, "animator_nestings", {"outer_animator_id", "inner_animator_id", "distance", "level"}) {}

void SceneRows::write(const ObjectItem& item, const ObjectIds& ids, std::int64_t serialized_file_id) {
  const auto source = item.layout_source ? std::optional(layouts::to_string(*item.layout_source)) : std::nullopt;
  objects_.row(ids.value(item.id), serialized_file_id, item.path_id, item.class_id, item.name, item.byte_offset,
               item.byte_size, source, item.fingerprint, item.container_path);
}

void SceneRows::write(const RefItem& item, const ObjectIds& ids) {
  const Link& link = item.link;
  const auto file_name = link.target_file_name.empty() ? std::nullopt : std::optional(std::string_view(link.target_file_name));
  refs_.row(ids.value(item.object), item.field, item.element_index, link.pointer.file_id, link.pointer.path_id,
            ids.id(link.target), sql(link.resolution), file_name);
}

void SceneRows::write(const ScriptItem& item, std::int64_t serialized_file_id) {
  scripts_.row(serialized_file_id, item.path_id, item.byte_offset, item.byte_size, layouts::to_string(item.layout_source),
               item.name, item.class_name);
}

void SceneRows::write(const ClipItem& item, const ObjectIds& ids) {
  const animator::Clip& c = item.clip;
  const std::int64_t id = ids.value(item.id);
  std::optional<bool> is_legacy = c.is_legacy;
  if (c.animation_type) is_legacy = *c.animation_type == 1;
  clips_.row(id, c.name, is_legacy, c.sample_rate, c.start_time, c.stop_time, c.is_looping, c.is_looping_blend,
             c.cycle_offset, c.is_mirrored, c.streamed_curves, c.dense_curves, c.constant_curves, c.events.size(),
             c.bindings ? std::optional(c.bindings->size()) : std::nullopt);
  for (std::size_t i = 0; i < c.events.size(); ++i) {
    const animator::ClipEvent& e = c.events[i];
    events_.row(id, i, e.time, e.function_name, e.string_parameter, e.float_parameter, e.int_parameter);
  }
  for (std::size_t i = 0; c.bindings && i < c.bindings->size(); ++i) {
    const animator::ClipBinding& b = (*c.bindings)[i];
    const auto property = animator::material_property(b);
    bindings_.row(id, i, b.path_hash, b.attribute_hash, b.type_id, b.custom_type, b.is_pptr_curve,
                  property ? std::optional(property->hash) : std::nullopt,
                  property ? property->component : std::nullopt);
  }
}

void SceneRows::write(const TransformItem& item, const ObjectIds& ids) {
  transforms_.row(ids.value(item.id), ids.id(item.game_object), item.name, ids.id(item.parent), ids.id(item.animator),
                  item.is_active);
}

void SceneRows::write(const AnimatorItem& item, const ObjectIds& ids) {
  const animator::Animator& a = item.animator;
  animators_.row(ids.value(item.id), item.game_object_name, item.transform_path, a.is_enabled,
                 item.is_active_in_hierarchy, a.culling_mode, a.update_mode, a.apply_root_motion,
                 a.linear_velocity_blending, a.stabilize_feet, a.animate_physics, a.has_transform_hierarchy,
                 a.allow_constant_clip_sampling_optimization, a.keep_animator_state_on_disable,
                 a.write_default_values_on_disable, ids.id(item.controller.target_of(serialized::kAnimatorController)),
                 sql(item.controller.resolution),
                 ids.id(item.controller.target_of(serialized::kAnimatorOverrideController)),
                 ids.id(item.avatar.target_of(serialized::kAvatar)), sql(item.avatar.resolution), ids.id(item.outer),
                 ids.id(item.owner), ids.id(item.outermost), item.nesting_depth, item.component_class_ids,
                 item.has_skinned_renderer_below);
}

void SceneRows::write(const NestingItem& item, const ObjectIds& ids) {
  nestings_.row(ids.id(item.outer), ids.id(item.inner), item.distance, item.level);
}

}  // namespace mecadex::corpus
