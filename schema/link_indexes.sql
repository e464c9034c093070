-- What linking asks while it runs, source by source: the serialized files of a file, the object of a path id in
-- a serialized file. Both are natural keys: two rows for one thing are an error. Users ask them too.
CREATE UNIQUE INDEX IF NOT EXISTS serialized_files_by_file ON serialized_files (file_id, node_path);
CREATE UNIQUE INDEX IF NOT EXISTS objects_by_path_id ON objects (serialized_file_id, path_id);
