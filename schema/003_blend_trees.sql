-- What a state plays. A state has one blend tree per motion set (a plain clip is a tree of one leaf);
-- node 0 is the root, an inner node weighs its children by parameters, a leaf plays a clip slot.
--
--   states 1-n blend_trees 1-n blend_nodes 1-n blend_children
--                                          1-n blend_pair_arrays, blend_neighbors   (2D kinds)

CREATE TABLE blend_trees (  -- the motion of a state in one motion set
  blend_tree_id INTEGER PRIMARY KEY,  -- our id
  state_id INTEGER NOT NULL REFERENCES states (state_id),  -- its state
  motion_set INTEGER NOT NULL,     -- position in m_BlendTreeConstantIndexArray; layers.synchronized_layer_index counts these
  tree_index INTEGER,              -- value there: position in m_BlendTreeConstantArray; -1 no motion
  node_count INTEGER NOT NULL      -- nodes of the tree; 0 without motion
) STRICT;

CREATE TABLE blend_nodes (  -- a node of a blend tree
  blend_node_id INTEGER PRIMARY KEY,  -- our id
  blend_tree_id INTEGER NOT NULL REFERENCES blend_trees (blend_tree_id),  -- its tree
  node_index INTEGER NOT NULL,     -- position in m_NodeArray; 0 is the root
  is_leaf INTEGER NOT NULL CHECK (is_leaf IN (0, 1)),  -- 1 when it has no children
  blend_type INTEGER,              -- m_BlendType: 0 1D, 1 simple directional, 2 freeform directional, 3 freeform cartesian, 4 direct; a leaf stores 0; NULL where the version lacks it
  parameter_hash INTEGER,          -- m_BlendEventID, CRC-32 of the X parameter; 4294967295 none
  parameter_y_hash INTEGER,        -- m_BlendEventYID, CRC-32 of the Y parameter; 4294967295 none; NULL where the version lacks it
  clip_raw INTEGER,                -- m_ClipID: a clip slot (5+) or a hash (4.x), 4294967295 none
  clip_slot INTEGER,               -- slot in controller_clips; NULL when none or out of range
  clip_resolution TEXT             -- how clip_slot was found: as stored, through m_LeafInfoArray (4.x), or why not
    CHECK (clip_resolution IN ('slot', 'leaf_info', 'none', 'out_of_range')),
  duration REAL,                   -- m_Duration: 1 / time scale of the child; 0 occurs
  cycle_offset REAL,               -- m_CycleOffset, 0..1; NULL where the version lacks it
  is_mirrored INTEGER CHECK (is_mirrored IN (0, 1)),      -- m_Mirror; NULL where the version lacks it
  is_normalized INTEGER CHECK (is_normalized IN (0, 1)),  -- m_NormalizedBlendValues of a direct node; NULL where the version lacks it
  clip_ref_raw TEXT,               -- Quoll: clip reference as written; NULL for Unity
  clip_ref_kind TEXT               -- Quoll: what the reference is (uuid, path); NULL for Unity
) STRICT;

CREATE TABLE blend_pair_arrays (  -- part of a stored float array of a 2D node, at most 64 KiB each
  blend_node_id INTEGER NOT NULL REFERENCES blend_nodes (blend_node_id),  -- its node
  array_name TEXT NOT NULL,        -- m_ChildPairVectorArray is pair_vector (x, y pairs), m_ChildPairAvgMagInvArray is pair_avg_mag_inv
  part INTEGER NOT NULL,           -- number of the part, from 0
  data BLOB NOT NULL,              -- float32, little endian
  PRIMARY KEY (blend_node_id, array_name, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE blend_neighbors (  -- an entry of a freeform child's list of neighbours
  blend_node_id INTEGER NOT NULL REFERENCES blend_nodes (blend_node_id),  -- its node
  child_position INTEGER NOT NULL,  -- child whose list it is, position in m_ChildNeighborListArray
  neighbor_index INTEGER NOT NULL,  -- position in that child's m_NeighborArray
  neighbor INTEGER NOT NULL,        -- position of the neighbouring child
  PRIMARY KEY (blend_node_id, child_position, neighbor_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE blend_children (  -- a child of an inner node
  blend_node_id INTEGER NOT NULL REFERENCES blend_nodes (blend_node_id),  -- the inner node
  child_position INTEGER NOT NULL,  -- position in m_ChildIndices
  child_node_index INTEGER NOT NULL,  -- value there: node_index of the child in the same tree
  threshold REAL,                   -- m_ChildThresholdArray, 1D; NULL for other kinds
  position_x REAL,                  -- m_ChildPositionArray.x, 2D; NULL for other kinds
  position_y REAL,                  -- m_ChildPositionArray.y, 2D; NULL for other kinds
  magnitude REAL,                   -- m_ChildMagnitudeArray, freeform directional; NULL for other kinds
  parameter_hash INTEGER,           -- m_ChildBlendEventIDArray, direct: CRC-32 of the weight's parameter; NULL for other kinds
  PRIMARY KEY (blend_node_id, child_position)
) STRICT, WITHOUT ROWID;
