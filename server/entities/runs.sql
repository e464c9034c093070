-- name:  runs
-- one:   run
-- table: runs
-- view:  runs
-- key:   run_id
-- sort:  started_at
-- doc:   indexing runs, with those that published nothing where the history can be read
-- history: yes
-- filter: revision_after text -- only runs that published this revision
b.revision_after = :revision_after
