-- What linking references asks while it runs: the object of a path id in a serialized file. A natural key: two
-- rows for one object are an error. Users ask it too, so it stays.
CREATE UNIQUE INDEX IF NOT EXISTS objects_by_path_id ON objects (serialized_file_id, path_id);
