-- state.db: what the indexer remembers beside the snapshots. Private to it; a lost state.db costs history and
-- one full reading, never data. journal_mode DELETE, so that a server may read it while a run writes.

CREATE TABLE runs (  -- a run, also one that published nothing or failed; copied into each snapshot
  run_id INTEGER PRIMARY KEY,  -- counts up
  started_at TEXT,             -- UTC, ISO 8601
  ended_at TEXT,               -- UTC, ISO 8601; NULL when the run did not end
  tool_version TEXT,           -- version of the program that ran
  schema_version INTEGER,      -- version of the corpus's tables
  decoder_version INTEGER,     -- version of the decoders
  files_seen INTEGER,          -- files met under the roots
  files_parsed INTEGER,        -- files that were opened and read
  files_skipped INTEGER,       -- files unchanged since the run before
  files_failed INTEGER,        -- files that are unsupported, encrypted, damaged, partly read or unreadable
  bytes_read INTEGER,          -- bytes read from disk
  revision_before TEXT,        -- revision before the run; NULL for the first
  revision_after TEXT,         -- revision after the run; NULL when there is none
  outcome TEXT                 -- running, published, unchanged, nothing readable, stopped, or why it failed
) STRICT;

CREATE TABLE sources (  -- where a source was found last
  label TEXT NOT NULL PRIMARY KEY,  -- its identity
  root TEXT NOT NULL,               -- absolute path of its folder or file
  each_root TEXT                    -- the ROOT whose entry it is; NULL when it is a ROOT itself
) STRICT, WITHOUT ROWID;

CREATE TABLE files (  -- what a file looked like when its rows were made
  label TEXT NOT NULL,      -- its source
  path TEXT NOT NULL,       -- as files.path
  size INTEGER,             -- bytes, of all parts; NULL for what is not opened
  mtime_ns INTEGER,         -- modification time, nanoseconds since 1970, the latest of all parts; NULL as above
  shape TEXT NOT NULL,      -- '' a file; 'split N' of N parts; else why it is not opened
  status TEXT NOT NULL,     -- as files.status
  read_hash TEXT NOT NULL,  -- hash over the size and the ranges read; '' when nothing was opened
  ranges BLOB NOT NULL,     -- the ranges read, in order: pairs of LEB128 numbers, offset and length
  PRIMARY KEY (label, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE tombstones (  -- a file that left the corpus
  run_id INTEGER NOT NULL REFERENCES runs (run_id),  -- run that noticed
  label TEXT NOT NULL,         -- its source
  path TEXT NOT NULL,          -- as files.path
  read_hash TEXT NOT NULL,     -- as in files
  reason TEXT NOT NULL         -- gone, moved (to another path), removed (by --remove)
) STRICT;
