-- What a run that was interrupted needs to go on; dropped before the database is published.

CREATE TABLE IF NOT EXISTS work_sources (  -- sources whose rows changed: they are described and linked anew
  source_id INTEGER PRIMARY KEY,
  folder_kind TEXT  -- kind where the folder alone tells
) STRICT;

CREATE TABLE IF NOT EXISTS work_stamps (  -- what the files that were read looked like; columns as in state.db
  label TEXT NOT NULL,
  path TEXT NOT NULL,
  size INTEGER,
  mtime_ns INTEGER,
  shape TEXT NOT NULL,
  status TEXT NOT NULL,
  read_hash TEXT NOT NULL,
  ranges BLOB NOT NULL,
  PRIMARY KEY (label, path)
) STRICT, WITHOUT ROWID;
