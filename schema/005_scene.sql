-- Animators (class 95) in their scenes: which GameObject they sit on, which Animators are above and below,
-- and which Transforms a rig owns. An Animator is nested when another Animator sits on a Transform above.
--
--   transforms (a forest by parent) 1-1 animators 1-n animator_nestings
--                                                 1-n outer_clip_targets
--
-- "With a controller" means that m_Controller is not null, whether it was found or not.

CREATE TABLE transforms (  -- a stored Transform: at or above an Animator, below a nested one, or skinned
  transform_id INTEGER PRIMARY KEY REFERENCES objects (object_id),  -- its object
  game_object_id INTEGER REFERENCES objects (object_id),  -- m_GameObject; NULL when not in the file
  name TEXT,                     -- m_Name of the GameObject; NULL when that was not read
  parent_transform_id INTEGER REFERENCES transforms (transform_id),  -- m_Father; NULL for a root, and when not in the file
  animator_id INTEGER REFERENCES animators (animator_id),  -- Animator on its own GameObject; NULL when none
  is_active INTEGER CHECK (is_active IN (0, 1))  -- m_IsActive of the GameObject; NULL when that was not read
) STRICT;

CREATE TABLE animators (  -- an Animator component (95)
  animator_id INTEGER PRIMARY KEY REFERENCES objects (object_id),  -- its object
  game_object_name TEXT,         -- m_Name of its GameObject; NULL when that was not read
  transform_path TEXT,           -- names from the scene's root to its own GameObject, joined by "/"; NULL when the Transform was not read
  is_enabled INTEGER CHECK (is_enabled IN (0, 1)),  -- m_Enabled
  is_active_in_hierarchy INTEGER CHECK (is_active_in_hierarchy IN (0, 1)),  -- 1 when it and all GameObjects above are active; NULL unknown
  culling_mode INTEGER,          -- m_CullingMode
  update_mode INTEGER,           -- m_UpdateMode; NULL where the version lacks it
  apply_root_motion INTEGER CHECK (apply_root_motion IN (0, 1)),  -- m_ApplyRootMotion
  linear_velocity_blending INTEGER CHECK (linear_velocity_blending IN (0, 1)),  -- m_LinearVelocityBlending; NULL where the version lacks it
  stabilize_feet INTEGER CHECK (stabilize_feet IN (0, 1)),    -- m_StabilizeFeet; NULL where the version lacks it
  animate_physics INTEGER CHECK (animate_physics IN (0, 1)),  -- m_AnimatePhysics; NULL where the version lacks it
  has_transform_hierarchy INTEGER CHECK (has_transform_hierarchy IN (0, 1)),  -- m_HasTransformHierarchy; NULL where the version lacks it
  allow_constant_clip_sampling_optimization INTEGER  -- m_AllowConstantClipSamplingOptimization; NULL where the version lacks it
    CHECK (allow_constant_clip_sampling_optimization IN (0, 1)),
  keep_animator_state_on_disable INTEGER             -- m_KeepAnimatorStateOnDisable (m_KeepAnimatorControllerStateOnDisable); NULL where the version lacks it
    CHECK (keep_animator_state_on_disable IN (0, 1)),
  write_default_values_on_disable INTEGER            -- m_WriteDefaultValuesOnDisable; NULL where the version lacks it
    CHECK (write_default_values_on_disable IN (0, 1)),
  controller_id INTEGER REFERENCES controllers (controller_id),  -- m_Controller when it is a controller (91); NULL otherwise
  controller_resolution TEXT     -- whether m_Controller was found; NULL when not looked for
    CHECK (controller_resolution IN ('resolved', 'null', 'missing', 'ambiguous', 'not_indexed')),
  override_controller_id INTEGER -- m_Controller when it is an override controller (221); NULL otherwise
    REFERENCES override_controllers (override_controller_id),
  avatar_id INTEGER REFERENCES avatars (avatar_id),  -- m_Avatar; NULL unless resolved to an avatar
  avatar_resolution TEXT         -- whether m_Avatar was found; NULL when not looked for
    CHECK (avatar_resolution IN ('resolved', 'null', 'missing', 'ambiguous', 'not_indexed')),
  outer_animator_id INTEGER REFERENCES animators (animator_id),  -- nearest Animator above; NULL when none
  owner_animator_id INTEGER REFERENCES animators (animator_id),  -- nearest Animator above with a controller; NULL when none
  outermost_animator_id INTEGER REFERENCES animators (animator_id),  -- topmost Animator above; NULL when none
  nesting_depth INTEGER,         -- Animators above; 0 none; NULL when the Transform was not read
  component_class_ids TEXT,      -- JSON list of the class numbers on its GameObject; NULL when that was not read
  has_skinned_renderer_below INTEGER  -- 1 when a SkinnedMeshRenderer sits on a Transform it owns; NULL unknown
    CHECK (has_skinned_renderer_below IN (0, 1))
) STRICT;

CREATE TABLE animator_nestings (  -- a pair of Animators, one above the other; all pairs
  outer_animator_id INTEGER NOT NULL REFERENCES animators (animator_id),  -- the one above
  inner_animator_id INTEGER NOT NULL REFERENCES animators (animator_id),  -- the one below
  distance INTEGER NOT NULL,     -- Transform steps from the inner one up; the parent is 1
  level INTEGER NOT NULL,        -- Animators from the inner one up; 1 is the nearest
  PRIMARY KEY (outer_animator_id, inner_animator_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE outer_clip_targets (  -- a clip of an outer Animator that animates something under an inner one
  outer_clip_target_id INTEGER PRIMARY KEY,  -- our id
  outer_animator_id INTEGER NOT NULL REFERENCES animators (animator_id),  -- Animator whose controller plays the clip
  inner_animator_id INTEGER NOT NULL REFERENCES animators (animator_id),  -- nearest Animator at or above the Transform
  is_inner_root INTEGER NOT NULL CHECK (is_inner_root IN (0, 1)),  -- 1 for the inner Animator's own Transform
  clip_id INTEGER NOT NULL REFERENCES clips (clip_id),  -- the clip
  path_hash INTEGER NOT NULL,    -- path of the binding, CRC-32 of transform_path
  attribute_hash INTEGER,        -- attribute of the binding
  type_id INTEGER,               -- class number that the binding animates, any
  transform_path TEXT            -- names below the outer Animator's GameObject, joined by "/"
) STRICT;
