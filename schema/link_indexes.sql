-- What linking asks while it runs, source by source: the serialized files of a file, the object of a path id in
-- a serialized file. Both are natural keys: two rows for one thing are an error. Users ask them too.
CREATE UNIQUE INDEX IF NOT EXISTS serialized_files_by_file ON serialized_files (file_id, node_path);
CREATE UNIQUE INDEX IF NOT EXISTS objects_by_path_id ON objects (serialized_file_id, path_id);
-- "Where is this name used?": linking forgets the names that nobody uses. Users find the name by its hash, through
-- UNIQUE (hash, text) of names.
CREATE INDEX IF NOT EXISTS stored_name_uses_by_name ON stored_name_uses (name_id);
