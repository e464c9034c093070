-- AnimatorControllers (class 91) as they are compiled into a build. Quoll animators will be stored in the same form;
-- this version does not read them yet, so that what is said of Quoll below is empty.
--
--   controllers 1-n layers, parameters, controller_clips, behaviours
--               1-n state_machines 1-n states, selectors
--                                  1-n transitions 1-n conditions
--
-- A layer shows one machine; two layers may show the same one with motions of their own (synced layers).
-- A transition's destination is stored as found and decoded beside: below 30000 it is a state of its
-- machine, 30000 + n is selector n, 4294967295 is none. Hashes are Unity's CRC-32 as unsigned integers; a
-- `name` is the text that the object's own name table has for the hash, NULL when it has none.

CREATE TABLE controllers (  -- an AnimatorController (91); later also a Quoll animator (not read yet)
  controller_id INTEGER PRIMARY KEY REFERENCES objects (object_id),  -- its object
  format TEXT NOT NULL CHECK (format IN ('unity', 'quoll')),  -- engine it is for
  format_version TEXT,          -- Quoll: version text of the file; NULL for Unity
  uuid TEXT,                    -- Quoll: id from the .meta file; NULL for Unity
  initial_raw TEXT,             -- Quoll: name of the initial state as written; NULL for Unity
  name TEXT,                    -- m_Name; Quoll: stem of the file's name
  evaluate_transitions_on_start INTEGER  -- m_EvaluateTransitionsOnStart; NULL where the version lacks it
    CHECK (evaluate_transitions_on_start IN (0, 1)),
  multi_threaded_state_machine INTEGER   -- m_MultiThreadedStateMachine; NULL where the version lacks it
    CHECK (multi_threaded_state_machine IN (0, 1)),
  controller_size INTEGER       -- m_ControllerSize, bytes in memory; NULL for Quoll
) STRICT;

CREATE TABLE layers (  -- a layer of a controller
  layer_id INTEGER PRIMARY KEY,  -- our id
  controller_id INTEGER NOT NULL REFERENCES controllers (controller_id),  -- its controller
  layer_index INTEGER NOT NULL,  -- position in m_LayerArray
  name_hash INTEGER,             -- m_Binding, CRC-32 of the layer's name
  name TEXT,                     -- text of name_hash; NULL when unresolved
  machine_index INTEGER,         -- m_StateMachineIndex as stored, may name nothing
  state_machine_id INTEGER REFERENCES state_machines (state_machine_id),  -- machine meant; NULL when there is none
  synchronized_layer_index INTEGER,  -- m_StateMachineSynchronizedLayerIndex (m_StateMachineMotionSetIndex): motion set of the machine
  blending_mode INTEGER,         -- m_LayerBlendingMode: 0 override, 1 additive
  default_weight REAL,           -- m_DefaultWeight as stored: 0 for layer 0, whose weight is 1; NULL where the version lacks it
  has_ik_pass INTEGER CHECK (has_ik_pass IN (0, 1)),  -- m_IKPass
  synced_layer_affects_timing INTEGER  -- m_SyncedLayerAffectsTiming; NULL where the version lacks it
    CHECK (synced_layer_affects_timing IN (0, 1)),
  body_mask_0 INTEGER,           -- m_BodyMask.word0, unsigned: a bit for each degree of freedom of a humanoid body that the layer moves, from bit 0 of word 0 on; all ones: the whole body (which bit is which part Unity does not publish, and it differs by version)
  body_mask_1 INTEGER,           -- m_BodyMask.word1, the next 32 bits; the whole body is 4294967295, in 4.x 134217727
  body_mask_2 INTEGER,           -- m_BodyMask.word2, the rest; the whole body is 3, 63 or 524287 by version; NULL where the version lacks it
  is_synthetic INTEGER NOT NULL DEFAULT 0 CHECK (is_synthetic IN (0, 1))  -- 1 for the one layer made up for a Quoll animator
) STRICT;

CREATE TABLE skeleton_masks (  -- a Transform's weight in a layer's mask
  layer_id INTEGER NOT NULL REFERENCES layers (layer_id),  -- its layer
  element_index INTEGER NOT NULL,  -- position in m_SkeletonMask.m_Data
  path_hash INTEGER,               -- m_PathHash (m_Index), CRC-32 of the Transform's path
  weight REAL,                     -- m_Weight
  PRIMARY KEY (layer_id, element_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE state_machines (  -- a state machine of a controller
  state_machine_id INTEGER PRIMARY KEY,  -- our id
  controller_id INTEGER NOT NULL REFERENCES controllers (controller_id),  -- its controller
  machine_index INTEGER NOT NULL,    -- position in m_StateMachineArray
  default_state_index INTEGER,       -- m_DefaultState as stored, may name nothing (0 in a machine without states)
  default_state_id INTEGER REFERENCES states (state_id),  -- state it names; NULL when it names none
  motion_set_count INTEGER,          -- m_SynchronizedLayerCount (m_MotionSetCount)
  state_count INTEGER NOT NULL,      -- states in the machine
  selector_count INTEGER NOT NULL,   -- selectors in the machine; 0 before Unity 5
  evaluate_transitions_on_start INTEGER  -- m_EvaluateTransitionsOnStart (6000.4+); NULL where the version lacks it
    CHECK (evaluate_transitions_on_start IN (0, 1))
) STRICT;

CREATE TABLE states (  -- a state of a machine
  state_id INTEGER PRIMARY KEY,  -- our id
  state_machine_id INTEGER NOT NULL REFERENCES state_machines (state_machine_id),  -- its machine
  state_index INTEGER NOT NULL,  -- position in m_StateConstantArray
  name TEXT,                     -- text of name_hash; NULL when unresolved and in 4.0-4.2
  name_hash INTEGER,             -- m_NameID, CRC-32 of the name; NULL in 4.0-4.2
  path_hash INTEGER,             -- m_PathID, CRC-32 of "Layer.Name"; in 4.0-4.2 the one m_ID
  full_path_hash INTEGER,        -- m_FullPathID, CRC-32 of the path with sub-machines; NULL in 4.x
  tag_hash INTEGER,              -- m_TagID, CRC-32 of the tag; 0 none
  speed REAL,                    -- m_Speed, factor of time
  cycle_offset REAL,             -- m_CycleOffset, 0..1 of the motion's length
  speed_parameter_hash INTEGER,  -- m_SpeedParamID; 0 none; NULL where the version lacks it
  mirror_parameter_hash INTEGER,        -- m_MirrorParamID; 0 none; NULL where the version lacks it
  cycle_offset_parameter_hash INTEGER,  -- m_CycleOffsetParamID; 0 none; NULL where the version lacks it
  time_parameter_hash INTEGER,          -- m_TimeParamID; 0 none; NULL where the version lacks it
  has_ik_on_feet INTEGER CHECK (has_ik_on_feet IN (0, 1)),  -- m_IKOnFeet
  write_default_values INTEGER CHECK (write_default_values IN (0, 1)),  -- m_WriteDefaultValues; NULL in 4.x
  is_looping INTEGER CHECK (is_looping IN (0, 1)),    -- m_Loop
  is_mirrored INTEGER CHECK (is_mirrored IN (0, 1))   -- m_Mirror; NULL where the version lacks it
) STRICT;

CREATE TABLE selectors (  -- an entry or exit node of a machine (Unity 5+): it passes on at once by conditions
  selector_id INTEGER PRIMARY KEY,  -- our id
  state_machine_id INTEGER NOT NULL REFERENCES state_machines (state_machine_id),  -- its machine
  selector_index INTEGER NOT NULL,  -- position in m_SelectorStateConstantArray; 30000 + this is its destination value
  is_entry INTEGER NOT NULL CHECK (is_entry IN (0, 1)),  -- m_IsEntry: 1 entry, 0 exit
  full_path_hash INTEGER,           -- m_FullPathID, CRC-32 of the (sub-)machine's path
  machine_path TEXT                 -- text of full_path_hash; NULL when unresolved
) STRICT;

CREATE TABLE transitions (  -- a transition of any kind; transition_index counts within its owner
  transition_id INTEGER PRIMARY KEY,  -- our id
  controller_id INTEGER NOT NULL REFERENCES controllers (controller_id),  -- its controller
  state_machine_id INTEGER NOT NULL REFERENCES state_machines (state_machine_id),  -- its machine
  owner_kind TEXT NOT NULL            -- what it leads out of; event: a Quoll transition
    CHECK (owner_kind IN ('state', 'any_state', 'entry', 'exit', 'event')),
  state_id INTEGER REFERENCES states (state_id),  -- owner; NULL for any_state, entry, exit
  selector_id INTEGER REFERENCES selectors (selector_id),  -- owner; NULL unless entry or exit
  transition_index INTEGER NOT NULL,  -- position in the owner's list
  destination_raw INTEGER,            -- m_DestinationState (m_Destination) as stored, unsigned
  destination_kind TEXT NOT NULL      -- what destination_raw means in its machine
    CHECK (destination_kind IN ('state', 'selector', 'none', 'out_of_range')),
  destination_state_id INTEGER REFERENCES states (state_id),  -- NULL unless the kind is state
  destination_selector_id INTEGER REFERENCES selectors (selector_id),  -- NULL unless the kind is selector
  full_path_hash INTEGER,             -- m_FullPathID, CRC-32 of "From -> To" in full paths; NULL for selectors
  name_hash INTEGER,                  -- m_ID, CRC-32 of "From -> To"; NULL for selectors
  user_hash INTEGER,                  -- m_UserID, CRC-32 of the name given by the user; NULL for selectors
  duration REAL,                      -- m_TransitionDuration, seconds or parts of the source's length; NULL for selectors
  transition_offset REAL,             -- m_TransitionOffset, 0..1 of the target's length; NULL for selectors
  exit_time REAL,                     -- m_ExitTime, in lengths of the source; NULL for selectors and 4.x
  has_exit_time INTEGER CHECK (has_exit_time IN (0, 1)),            -- m_HasExitTime; NULL where not stored
  has_fixed_duration INTEGER CHECK (has_fixed_duration IN (0, 1)),  -- m_HasFixedDuration: duration is in seconds; NULL where not stored
  interruption_source INTEGER,        -- m_InterruptionSource: 0 none, 1 source, 2 destination, 3 source then destination, 4 destination then source; NULL where not stored
  ordered_interruption INTEGER CHECK (ordered_interruption IN (0, 1)),      -- m_OrderedInterruption; NULL where not stored
  can_transition_to_self INTEGER CHECK (can_transition_to_self IN (0, 1)),  -- m_CanTransitionToSelf; NULL where not stored
  is_atomic INTEGER CHECK (is_atomic IN (0, 1)),  -- m_Atomic (old versions); NULL where not stored
  event_name TEXT,                    -- Quoll: event that fires it; NULL for Unity
  condition_count INTEGER NOT NULL    -- its conditions, all of which must hold
) STRICT;

CREATE TABLE conditions (  -- a condition of a transition; all of a transition's conditions must hold
  condition_id INTEGER PRIMARY KEY,  -- our id
  transition_id INTEGER NOT NULL REFERENCES transitions (transition_id),  -- its transition
  condition_index INTEGER NOT NULL,  -- position in m_ConditionConstantArray
  mode INTEGER,                      -- m_ConditionMode: 1 if, 2 if not, 3 greater, 4 less, 5 exit time (4.x), 6 equals, 7 not equal
  parameter_hash INTEGER,            -- m_EventID, CRC-32 of the parameter's name
  parameter_id INTEGER REFERENCES parameters (parameter_id),  -- parameter of the controller; NULL when it declares none of this hash
  threshold REAL,                    -- m_EventThreshold
  exit_time REAL                     -- m_ExitTime, for mode 5
) STRICT;

CREATE TABLE controller_default_values (  -- a default value of a kind that parameters do not use
  controller_id INTEGER NOT NULL REFERENCES controllers (controller_id),  -- its controller
  array_name TEXT NOT NULL         -- m_PositionValues, m_QuaternionValues, m_ScaleValues, m_VectorValues or m_EntityIdValues
    CHECK (array_name IN ('position', 'quaternion', 'scale', 'vector', 'entity_id')),
  element_index INTEGER NOT NULL,  -- position in the array
  x REAL,                          -- first component; NULL for entity_id
  y REAL,                          -- second component; NULL for entity_id
  z REAL,                          -- third component; NULL for entity_id
  w REAL,                          -- fourth component; NULL where the value has three
  entity_id INTEGER,               -- m_EntityIdValues (6000.2+); NULL for the other arrays
  PRIMARY KEY (controller_id, array_name, element_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE parameters (  -- a parameter of a controller
  parameter_id INTEGER PRIMARY KEY,  -- our id
  controller_id INTEGER NOT NULL REFERENCES controllers (controller_id),  -- its controller
  parameter_index INTEGER NOT NULL,  -- position in m_ValueArray
  name TEXT,                         -- text of name_hash; NULL when unresolved
  name_hash INTEGER,                 -- m_ID, CRC-32 of the name
  kind INTEGER,                      -- m_Type: 1 float, 3 int, 4 bool, 9 trigger
  default_index INTEGER,             -- m_Index into the default values of its kind
  default_float REAL,                -- m_FloatValues[default_index]; NULL for other kinds and out of range
  default_int INTEGER,               -- m_IntValues[default_index]; NULL for other kinds and out of range
  default_bool INTEGER CHECK (default_bool IN (0, 1))  -- m_BoolValues[default_index], bools and triggers; NULL for other kinds and out of range
) STRICT;

CREATE TABLE controller_clips (  -- a slot of a controller's clip list; a null pointer is a row too
  controller_id INTEGER NOT NULL REFERENCES controllers (controller_id),  -- its controller
  slot INTEGER NOT NULL,           -- position in m_AnimationClips; blend_nodes.clip_slot counts these
  file_index INTEGER,              -- m_FileID: 0 this file, n the external n - 1; NULL for Quoll
  path_id INTEGER,                 -- m_PathID; 0 with file_index 0 is the null pointer; NULL for Quoll
  clip_id INTEGER REFERENCES clips (clip_id),  -- clip meant; NULL unless resolved to a clip
  resolution TEXT                  -- whether the clip was found; NULL when not looked for
    CHECK (resolution IN ('resolved', 'null', 'missing', 'ambiguous', 'not_indexed')),
  PRIMARY KEY (controller_id, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE behaviours (  -- a StateMachineBehaviour in one state's range, or in none
  behaviour_id INTEGER PRIMARY KEY,  -- our id
  controller_id INTEGER NOT NULL REFERENCES controllers (controller_id),  -- its controller
  behaviour_index INTEGER NOT NULL,  -- position in m_StateMachineBehaviours
  layer_index INTEGER,               -- m_LayerIndex of the range; NULL for a behaviour in no range
  state_full_path_hash INTEGER,      -- m_StateID of the range, CRC-32 of the state's full path; NULL in no range
  file_index INTEGER,                -- m_FileID of the behaviour's pointer
  path_id INTEGER,                   -- m_PathID of the behaviour's pointer
  script_class TEXT                  -- class of its script (MonoScript); NULL when not resolved
) STRICT;

CREATE TABLE override_controllers (  -- an AnimatorOverrideController (221)
  override_controller_id INTEGER PRIMARY KEY REFERENCES objects (object_id),  -- its object
  name TEXT,                       -- m_Name
  base_object_id INTEGER REFERENCES objects (object_id),  -- m_Controller: a controller or another override; NULL unless resolved
  base_resolution TEXT             -- whether the base was found; NULL when not looked for
    CHECK (base_resolution IN ('resolved', 'null', 'missing', 'ambiguous', 'not_indexed')),
  effective_controller_id INTEGER REFERENCES controllers (controller_id),  -- controller that plays: at the end of the bases; NULL unless effective_resolution is resolved
  effective_resolution TEXT        -- why that controller is known or not: as base_resolution, for the base at which the way ends; wrong_class: a base is neither controller nor override; cycle: the bases lead in a circle; limit: more bases or slots than are followed; NULL when not looked for
    CHECK (effective_resolution IN ('resolved', 'null', 'missing', 'ambiguous', 'not_indexed', 'wrong_class', 'cycle',
                                    'limit'))
) STRICT;

CREATE TABLE override_clips (  -- a clip that an override controller replaces
  override_controller_id INTEGER NOT NULL  -- its override controller
    REFERENCES override_controllers (override_controller_id),
  pair_index INTEGER NOT NULL,     -- position in m_Clips
  original_clip_id INTEGER REFERENCES clips (clip_id),  -- m_OriginalClip; NULL unless resolved to a clip
  original_resolution TEXT         -- whether the original was found; NULL when not looked for
    CHECK (original_resolution IN ('resolved', 'null', 'missing', 'ambiguous', 'not_indexed')),
  override_clip_id INTEGER REFERENCES clips (clip_id),  -- m_OverrideClip; NULL unless resolved to a clip
  override_resolution TEXT         -- whether the override was found; NULL when not looked for
    CHECK (override_resolution IN ('resolved', 'null', 'missing', 'ambiguous', 'not_indexed')),
  PRIMARY KEY (override_controller_id, pair_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE override_slots (  -- a slot of the effective controller in which an override controller plays another clip, its bases included
  override_controller_id INTEGER NOT NULL  -- override controller that an Animator has
    REFERENCES override_controllers (override_controller_id),
  slot INTEGER NOT NULL,           -- slot of the effective controller, as in controller_clips
  clip_id INTEGER REFERENCES clips (clip_id),  -- clip that plays; NULL unless resolved to a clip
  resolution TEXT NOT NULL         -- whether that object was found; resolved without a clip_id: it is no clip
    CHECK (resolution IN ('resolved', 'missing', 'ambiguous', 'not_indexed')),
  replaced_by_id INTEGER NOT NULL  -- override controller that has the last word: itself or one of its bases
    REFERENCES override_controllers (override_controller_id),
  pair_index INTEGER NOT NULL,     -- its pair, as in override_clips
  PRIMARY KEY (override_controller_id, slot)
) STRICT, WITHOUT ROWID;
