-- While a run loads: the scripts (MonoScript, 115) of all its files. Only those that a behaviour needs are kept
-- as objects, and which these are is known when the references are linked; then the pool goes.
CREATE TABLE script_pool (
  serialized_file_id INTEGER NOT NULL,
  path_id INTEGER NOT NULL,
  byte_offset INTEGER NOT NULL,
  byte_size INTEGER NOT NULL,
  layout_source TEXT NOT NULL,
  name TEXT NOT NULL,
  class_name TEXT NOT NULL,
  object_id INTEGER,  -- once it is an object
  PRIMARY KEY (serialized_file_id, path_id)
) STRICT, WITHOUT ROWID;
