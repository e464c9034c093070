-- Where everything in the corpus comes from: runs, sources, files, containers, serialized files, the
-- objects in them, the references between objects, and what could not be read.
--
--   sources 1-n files 1-n containers          (any depth, told apart by node_path)
--                     1-n serialized_files 1-n objects 1-n object_refs -> objects
--
-- An `<entity>_id` is an id of our own and may change from one revision to the next. What stays is the
-- natural key: source label, file path, node path, path id. Comments behind columns are documentation:
-- they are part of the stored CREATE statement and are copied into schema_docs.

CREATE TABLE corpus_info (  -- what made this database, a row per key
  key TEXT NOT NULL PRIMARY KEY,  -- schema_version, decoder_version, revision, tool_version, settings (that change rows)
  value TEXT                      -- its value as text
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (  -- an indexing run up to this snapshot; a copy of the history kept beside the snapshots
  run_id INTEGER PRIMARY KEY,  -- our id, counts up
  started_at TEXT,             -- UTC, ISO 8601
  ended_at TEXT,               -- UTC, ISO 8601; NULL when the run did not end
  tool_version TEXT,           -- version of the program that ran
  schema_version INTEGER,      -- version of these tables
  decoder_version INTEGER,     -- version of the decoders; a change means that files are read again
  files_seen INTEGER,          -- files met under the roots
  files_parsed INTEGER,        -- files that were opened and read
  files_skipped INTEGER,       -- files unchanged since the run before
  files_failed INTEGER,        -- files that are unsupported, encrypted, damaged, partly read or unreadable
  bytes_read INTEGER,          -- bytes read from disk
  revision_before TEXT,        -- revision before the run, hex; NULL for the first
  revision_after TEXT          -- revision after the run, hex; NULL when nothing was published
) STRICT;

CREATE TABLE sources (  -- an indexed root: one build of one game. Its label is its identity
  source_id INTEGER PRIMARY KEY,  -- our id
  label TEXT NOT NULL UNIQUE,     -- name of the root's folder, or the label given by the user
  kind TEXT                       -- what the root holds; NULL when nothing in it was recognised
    CHECK (kind IN ('player', 'bundles', 'webgl', 'package', 'project', 'mixed')),
  company_name TEXT,              -- PlayerSettings.companyName; NULL when the source has none
  product_name TEXT,              -- PlayerSettings.productName; NULL when the source has none
  engine TEXT                     -- engine whose files it holds; NULL when it holds none
    CHECK (engine IN ('unity', 'quoll', 'mixed')),
  read_settings TEXT              -- options that its rows depend on (assume-version, max-mem) as key=value, joined by ";"; NULL for the defaults
) STRICT;

CREATE TABLE files (  -- a file on disk; the parts of a split file are one row under the joined name
  file_id INTEGER PRIMARY KEY,  -- our id
  source_id INTEGER NOT NULL REFERENCES sources (source_id),  -- source it was found in
  path TEXT NOT NULL,           -- path below the source's root, "/" between names, UTF-8 with \xNN escapes
  path_bytes BLOB,              -- the path's own bytes on disk, where path is escaped or numbered (#2); NULL when path is them
  size INTEGER,                 -- bytes; a split file's parts summed; NULL for status not_unity
  content_hash TEXT,            -- hex, over the size and every byte range read; NULL for status not_unity
  container_kind TEXT,          -- what its first bytes are: serialized, quoll or a kind of containers; NULL unknown
  status TEXT NOT NULL          -- how far it was read; see findings for the reasons
    CHECK (status IN ('indexed', 'partial', 'not_unity', 'unsupported', 'encrypted', 'damaged',
                      'unreadable')),
  decoder_version INTEGER,      -- decoder that read it
  UNIQUE (source_id, path)
) STRICT;

CREATE TABLE containers (  -- a container at any depth of a file
  container_id INTEGER PRIMARY KEY,  -- our id
  file_id INTEGER NOT NULL REFERENCES files (file_id),  -- file that holds it
  node_path TEXT NOT NULL,           -- '' for the file itself, else the chain of entry names joined by "/"
  kind TEXT NOT NULL                 -- format of the container
    CHECK (kind IN ('unityfs', 'unityweb', 'unityraw', 'web_data', 'zip', 'tar', 'gzip', 'brotli', 'split',
                    'unity_archive')),
  engine_version TEXT,               -- Unity version in the container's header; NULL when it has none
  compression TEXT,                  -- codecs in use, joined by "+" (none, lzma, lz4, lz4hc, ...); NULL unknown
  entry_count INTEGER,               -- entries in its directory; NULL when the directory was not read
  status TEXT NOT NULL               -- how far it was read
    CHECK (status IN ('indexed', 'partial', 'unsupported', 'encrypted', 'damaged', 'unreadable'))
) STRICT;

CREATE TABLE serialized_files (  -- a serialized file, loose or inside a container; a Quoll animator has one too
  serialized_file_id INTEGER PRIMARY KEY,  -- our id
  file_id INTEGER NOT NULL REFERENCES files (file_id),  -- file that holds it
  node_path TEXT NOT NULL,   -- '' when loose, else the chain of entry names inside the file joined by "/"
  unity_version TEXT,        -- version of the editor that wrote it; NULL for Quoll and before format 7
  format_version INTEGER,    -- SerializedFileHeader.m_Version, 5 and up; NULL for Quoll
  target_platform INTEGER,   -- m_TargetPlatform, Unity's BuildTarget number; NULL when not stored
  is_big_endian INTEGER CHECK (is_big_endian IN (0, 1)),  -- 1 when object data are big endian; NULL for Quoll
  has_type_tree INTEGER CHECK (has_type_tree IN (0, 1)),  -- m_EnableTypeTree: layouts are embedded; NULL for Quoll
  object_count INTEGER,      -- objects in its table, stored here or not
  scene_path TEXT,           -- scene of a level file, from BuildSettings; NULL when unknown or no scene
  company_name TEXT,         -- companyName of the PlayerSettings in it; NULL when it has none
  product_name TEXT,         -- productName of the PlayerSettings in it; NULL when it has none
  status TEXT NOT NULL       -- how far it was read
    CHECK (status IN ('indexed', 'partial', 'unsupported', 'damaged'))
) STRICT;

CREATE TABLE serialized_file_classes (  -- objects of one class in a serialized file, stored here or only counted
  serialized_file_id INTEGER NOT NULL REFERENCES serialized_files (serialized_file_id),  -- file
  class_id INTEGER NOT NULL,  -- Unity's class number (91 AnimatorController, 95 Animator, ...)
  object_count INTEGER NOT NULL,  -- objects of this class in the file's table
  PRIMARY KEY (serialized_file_id, class_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE build_scenes (  -- a scene of a build, from BuildSettings; scene_path of serialized_files follows from it
  serialized_file_id INTEGER NOT NULL REFERENCES serialized_files (serialized_file_id),  -- file with the BuildSettings
  scene_index INTEGER NOT NULL,  -- position from 0: the number of its level file (before Unity 5 the first is mainData)
  path TEXT NOT NULL,            -- path of the scene in the project
  PRIMARY KEY (serialized_file_id, scene_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE mono_scripts (  -- a MonoScript (115): which class a behaviour is of. Those that behaviours need are objects too
  serialized_file_id INTEGER NOT NULL REFERENCES serialized_files (serialized_file_id),  -- file that holds it
  path_id INTEGER NOT NULL,      -- m_PathID
  byte_offset INTEGER NOT NULL,  -- first byte in the serialized file
  byte_size INTEGER NOT NULL,    -- bytes
  layout_source TEXT NOT NULL    -- where its layout came from, as in objects
    CHECK (layout_source IN ('embedded', 'exact', 'floor', 'trial')),
  name TEXT NOT NULL,            -- m_Name
  class_name TEXT NOT NULL,      -- class with its namespace: "Game.Door"
  PRIMARY KEY (serialized_file_id, path_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE externals (  -- an entry of a serialized file's list of other files it refers to
  serialized_file_id INTEGER NOT NULL REFERENCES serialized_files (serialized_file_id),  -- file with the list
  external_index INTEGER NOT NULL,  -- position from 0; the m_FileID of a pointer is this plus 1
  path TEXT,        -- FileIdentifier.pathName as stored
  guid TEXT,        -- FileIdentifier.guid, 32 hex digits; NULL when not stored
  target_serialized_file_id INTEGER REFERENCES serialized_files (serialized_file_id),  -- file meant; NULL unless resolved
  resolution TEXT   -- whether the file meant is in the corpus; NULL when not looked for
    CHECK (resolution IN ('resolved', 'null', 'missing', 'ambiguous', 'not_indexed')),
  PRIMARY KEY (serialized_file_id, external_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE objects (  -- an object that is kept: the classes of animation, and the scene around Animators
  object_id INTEGER PRIMARY KEY,  -- our id; also the id of its controller, avatar, animator, clip or transform
  serialized_file_id INTEGER NOT NULL REFERENCES serialized_files (serialized_file_id),  -- file that holds it
  path_id INTEGER NOT NULL,  -- m_PathID, signed 64 bit, unique in its file; 0 for Quoll
  class_id INTEGER,          -- Unity's class number; NULL for Quoll
  name TEXT,                 -- m_Name; NULL when the class has none or it was not read
  byte_offset INTEGER,       -- first byte in the serialized file; NULL for Quoll
  byte_size INTEGER,         -- bytes; NULL for Quoll
  layout_source TEXT         -- where its layout came from: type tree, exact version, nearest earlier one, trial; NULL for Quoll and when not decoded
    CHECK (layout_source IN ('embedded', 'exact', 'floor', 'trial')),
  fingerprint TEXT,          -- hex hash of the decoded content, equal for copies; NULL when not computed
  container_path TEXT        -- asset path in an AssetBundle or ResourceManager; NULL when it has none
) STRICT;

CREATE TABLE object_refs (  -- a pointer (PPtr) that is followed
  object_id INTEGER NOT NULL REFERENCES objects (object_id),  -- object that holds the pointer
  field TEXT NOT NULL,             -- Unity's dotted field name (m_Controller, m_Clips.m_OriginalClip, ...)
  element_index INTEGER NOT NULL,  -- position in a list of pointers; 0 for a single pointer
  file_index INTEGER NOT NULL,     -- m_FileID: 0 this file, n the external n - 1
  path_id INTEGER NOT NULL,        -- m_PathID; 0 with file_index 0 is the null pointer
  target_object_id INTEGER REFERENCES objects (object_id),  -- object meant; NULL unless resolved
  resolution TEXT                  -- whether the object meant was found; NULL when not looked for
    CHECK (resolution IN ('resolved', 'null', 'missing', 'ambiguous', 'not_indexed')),
  target_file_name TEXT,           -- file name of the external it names; NULL for this file
  PRIMARY KEY (object_id, field, element_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE object_ref_candidates (  -- an object that an ambiguous pointer may mean
  object_id INTEGER NOT NULL REFERENCES objects (object_id),  -- object that holds the pointer
  field TEXT NOT NULL,             -- field of the pointer, as in object_refs
  element_index INTEGER NOT NULL,  -- position of the pointer, as in object_refs
  target_object_id INTEGER NOT NULL REFERENCES objects (object_id),  -- a candidate
  PRIMARY KEY (object_id, field, element_index, target_object_id),
  FOREIGN KEY (object_id, field, element_index)
    REFERENCES object_refs (object_id, field, element_index)
) STRICT, WITHOUT ROWID;

CREATE TABLE finding_codes (  -- every kind of finding this version knows; a code keeps its meaning
  code TEXT NOT NULL PRIMARY KEY,  -- dotted name, e.g. container.truncated
  stage TEXT NOT NULL,             -- step that meets it: file, container, serialized, layout, object, link
  severity TEXT NOT NULL           -- how bad it is
    CHECK (severity IN ('info', 'warning', 'error')),
  text TEXT NOT NULL               -- what it means
) STRICT, WITHOUT ROWID;

CREATE TABLE findings (  -- something that could not be read, or is odd
  finding_id INTEGER PRIMARY KEY,  -- our id
  file_id INTEGER REFERENCES files (file_id),  -- file it is about; NULL when about a whole source
  node_path TEXT,                  -- place inside the file, as in containers; NULL when about the file itself
  serialized_file_id INTEGER REFERENCES serialized_files (serialized_file_id),  -- NULL outside serialized files
  object_id INTEGER REFERENCES objects (object_id),  -- NULL unless about one object
  stage TEXT NOT NULL,             -- step that met it, as in finding_codes
  code TEXT NOT NULL REFERENCES finding_codes (code),  -- what it is
  severity TEXT NOT NULL           -- how bad it is
    CHECK (severity IN ('info', 'warning', 'error')),
  byte_offset INTEGER,             -- where, in bytes from the start of what the stage reads; NULL unknown
  field_path TEXT,                 -- field being read, dotted; NULL outside objects
  message TEXT                     -- the particulars in words
) STRICT;

CREATE TABLE names (  -- a distinct pair of hash and text
  name_id INTEGER PRIMARY KEY,  -- our id
  hash INTEGER NOT NULL,        -- CRC-32 of the text's original bytes, unsigned
  text TEXT NOT NULL,           -- the name or path
  UNIQUE (hash, text)
) STRICT;

CREATE TABLE stored_name_uses (  -- where a name comes from; read it through the view name_uses or name_use_rows
  object_id INTEGER NOT NULL REFERENCES objects (object_id),  -- object the name was read from
  origin INTEGER NOT NULL       -- which of the object's fields gave it: 1 controller_tos, 2 avatar_tos, 3 transform_path, 4 game_object, 5 human_bone, 6 recovered
    CHECK (origin BETWEEN 1 AND 6),
  name_id INTEGER NOT NULL REFERENCES names (name_id),  -- the name
  PRIMARY KEY (object_id, origin, name_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE builtin_names (  -- a name of Unity's own: a property that clips animate by its hash
  name_id INTEGER PRIMARY KEY REFERENCES names (name_id)  -- the name; read it through the view name_uses
) STRICT;

CREATE TABLE schema_docs (  -- what every column means, taken from the comments in the CREATE statements
  table_name TEXT NOT NULL,   -- table or view
  column_name TEXT NOT NULL,  -- column; '' for the table or view itself
  text TEXT NOT NULL,         -- meaning, unit, when NULL
  PRIMARY KEY (table_name, column_name)
) STRICT, WITHOUT ROWID;
