-- AnimationClips (class 74): what is said about a clip besides its curves, which are not stored.
--
--   clips 1-n clip_events, clip_bindings

CREATE TABLE clips (  -- an AnimationClip (74)
  clip_id INTEGER PRIMARY KEY REFERENCES objects (object_id),  -- its object
  name TEXT,                     -- m_Name
  is_legacy INTEGER CHECK (is_legacy IN (0, 1)),  -- m_Legacy (before 5.0: m_AnimationType is 1); NULL where not stored
  sample_rate REAL,              -- m_SampleRate, samples per second
  start_time REAL,               -- m_MuscleClip.m_StartTime, seconds
  stop_time REAL,                -- m_MuscleClip.m_StopTime, seconds
  is_looping INTEGER CHECK (is_looping IN (0, 1)),  -- m_MuscleClip.m_LoopTime
  is_looping_blend INTEGER CHECK (is_looping_blend IN (0, 1)),  -- m_MuscleClip.m_LoopBlend
  cycle_offset REAL,             -- m_MuscleClip.m_CycleOffset, 0..1
  is_mirrored INTEGER CHECK (is_mirrored IN (0, 1)),  -- m_MuscleClip.m_Mirror
  streamed_curves INTEGER,       -- m_StreamedClip.curveCount
  dense_curves INTEGER,          -- m_DenseClip.m_CurveCount
  constant_curves INTEGER,       -- m_ConstantClip.data, its length; NULL where the version lacks it
  event_count INTEGER,           -- events of the clip
  binding_count INTEGER          -- generic bindings of the clip; NULL where the version lacks them
) STRICT;

CREATE TABLE clip_events (  -- an AnimationEvent: a function called at a time of a clip
  clip_id INTEGER NOT NULL REFERENCES clips (clip_id),  -- its clip
  event_index INTEGER NOT NULL,  -- position in m_Events
  time REAL,                     -- time, seconds
  function_name TEXT,            -- functionName
  string_parameter TEXT,         -- data, the string handed over
  float_parameter REAL,          -- floatParameter; NULL where the version lacks it
  int_parameter INTEGER,         -- intParameter; NULL where the version lacks it
  PRIMARY KEY (clip_id, event_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE clip_bindings (  -- a generic binding: a property that the clip animates
  clip_id INTEGER NOT NULL REFERENCES clips (clip_id),  -- its clip
  binding_index INTEGER NOT NULL,  -- position in m_ClipBindingConstant.genericBindings
  path_hash INTEGER,             -- path, CRC-32 of the names below the Animator's GameObject; 0 its own
  attribute_hash INTEGER,        -- attribute as stored: for Transforms 1 position, 2 rotation, 3 scale, 4 Euler angles; for custom_type 8 a muscle's number; for 22 property_hash and component in one; else a hash
  type_id INTEGER,               -- typeID (classID), class number of the component; 4 Transform
  custom_type INTEGER,           -- customType, Unity's kind of special binding
  is_pptr_curve INTEGER CHECK (is_pptr_curve IN (0, 1)),  -- isPPtrCurve: 1 when the values are objects
  property_hash INTEGER,         -- custom_type 22: low 28 bits of the CRC-32 of a material property; else NULL (material_properties has the names)
  property_component TEXT        -- custom_type 22: part of the property that is animated, value when it has none; NULL when not 22 or unknown
    CHECK (property_component IN ('x', 'y', 'z', 'w', 'r', 'g', 'b', 'a', 'value')),
  PRIMARY KEY (clip_id, binding_index)
) STRICT, WITHOUT ROWID;
