-- name:  sources
-- one:   source
-- table: sources
-- view:  sources
-- key:   source_id
-- sort:  label, product_name
-- doc:   indexed roots: each is one build of one game
-- filter: label text pattern -- label of the source
b.label @ :label
-- filter: kind text in player|bundles|webgl|package|project|mixed -- what the root holds
b.kind = :kind
-- filter: engine text in unity|quoll|mixed -- engine of its files
b.engine = :engine
-- section: files_by_status
SELECT f.status, count(*) AS file_count, sum(f.size) AS size
FROM files f WHERE f.source_id = :source_id GROUP BY f.status ORDER BY f.status
-- section: unity_versions
SELECT sf.unity_version, count(*) AS serialized_file_count
FROM files f JOIN serialized_files sf ON sf.file_id = f.file_id
WHERE f.source_id = :source_id GROUP BY sf.unity_version ORDER BY sf.unity_version
