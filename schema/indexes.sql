-- Indexes, created after the bulk load: filling a table and indexing it then is about twice as fast.
-- Each says which question needs it. A natural key that is not the primary key is unique here.

-- Natural keys: look-ups by place, and two rows for one thing are an error.
CREATE UNIQUE INDEX IF NOT EXISTS layers_by_controller ON layers (controller_id, layer_index);
CREATE UNIQUE INDEX IF NOT EXISTS state_machines_by_controller ON state_machines (controller_id, machine_index);
CREATE UNIQUE INDEX IF NOT EXISTS states_by_machine ON states (state_machine_id, state_index);
CREATE UNIQUE INDEX IF NOT EXISTS selectors_by_machine ON selectors (state_machine_id, selector_index);
CREATE UNIQUE INDEX IF NOT EXISTS conditions_by_transition ON conditions (transition_id, condition_index);
CREATE UNIQUE INDEX IF NOT EXISTS parameters_by_controller ON parameters (controller_id, parameter_index);
CREATE UNIQUE INDEX IF NOT EXISTS blend_trees_by_state ON blend_trees (state_id, motion_set);
CREATE UNIQUE INDEX IF NOT EXISTS blend_nodes_by_tree ON blend_nodes (blend_tree_id, node_index);
CREATE INDEX IF NOT EXISTS behaviours_by_controller ON behaviours (controller_id, behaviour_index);

-- A gzip layer and the container in it have one node path, so this one is not unique.
CREATE INDEX IF NOT EXISTS containers_by_file ON containers (file_id, node_path);

-- "All clips of a file", and the census: one class without the others.
CREATE INDEX IF NOT EXISTS objects_by_class ON objects (class_id, serialized_file_id);
-- "The controller called X".
CREATE INDEX IF NOT EXISTS controllers_by_name ON controllers (name);
-- "Who points at this object?"
CREATE INDEX IF NOT EXISTS object_refs_by_target ON object_refs (target_object_id)
  WHERE target_object_id IS NOT NULL;
-- "What is wrong with this file, serialized file or object?", "where does this code occur?"
CREATE INDEX IF NOT EXISTS findings_by_file ON findings (file_id);
CREATE INDEX IF NOT EXISTS findings_by_serialized_file ON findings (serialized_file_id);
CREATE INDEX IF NOT EXISTS findings_by_object ON findings (object_id);
CREATE INDEX IF NOT EXISTS findings_by_code ON findings (code);
-- Counts of destinations over a corpus read this index alone.
CREATE INDEX IF NOT EXISTS transitions_by_controller
  ON transitions (controller_id, owner_kind, destination_kind, destination_raw);
-- The transitions of a machine, a state, a selector, in their order.
CREATE INDEX IF NOT EXISTS transitions_by_machine
  ON transitions (state_machine_id, owner_kind, transition_index);
CREATE INDEX IF NOT EXISTS transitions_by_state ON transitions (state_id, transition_index)
  WHERE state_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS transitions_by_selector ON transitions (selector_id, transition_index)
  WHERE selector_id IS NOT NULL;
-- "What leads into this state?"
CREATE INDEX IF NOT EXISTS transitions_by_destination ON transitions (destination_state_id)
  WHERE destination_state_id IS NOT NULL;
-- "Which transitions test this parameter?"
CREATE INDEX IF NOT EXISTS conditions_by_parameter ON conditions (parameter_hash);
-- Layers that show a machine: synced layers share one.
CREATE INDEX IF NOT EXISTS layers_by_machine ON layers (state_machine_id);
-- "Which controllers use this clip, which override it?"
CREATE INDEX IF NOT EXISTS controller_clips_by_clip ON controller_clips (clip_id);
CREATE INDEX IF NOT EXISTS override_clips_by_original ON override_clips (original_clip_id);
-- "What plays this controller?", through override controllers too.
CREATE INDEX IF NOT EXISTS override_controllers_by_effective ON override_controllers (effective_controller_id);
-- "Which clips animate this path?"
CREATE INDEX IF NOT EXISTS clip_bindings_by_path ON clip_bindings (path_hash);
-- Animators of a controller, of an override, of an avatar, and below another Animator.
CREATE INDEX IF NOT EXISTS animators_by_controller ON animators (controller_id);
CREATE INDEX IF NOT EXISTS animators_by_override ON animators (override_controller_id);
CREATE INDEX IF NOT EXISTS animators_by_avatar ON animators (avatar_id);
CREATE INDEX IF NOT EXISTS animators_by_outer ON animators (outer_animator_id);
CREATE INDEX IF NOT EXISTS animator_nestings_by_inner ON animator_nestings (inner_animator_id);
CREATE INDEX IF NOT EXISTS outer_clip_targets_by_outer ON outer_clip_targets (outer_animator_id);
-- Children of a Transform, and the Transform of an Animator.
CREATE INDEX IF NOT EXISTS transforms_by_parent ON transforms (parent_transform_id);
CREATE INDEX IF NOT EXISTS transforms_by_animator ON transforms (animator_id);
