-- name:  files
-- one:   file
-- table: files
-- view:  files_view
-- key:   file_id
-- sort:  path, size, status
-- doc:   files on disk as they were found
-- filter: path text pattern -- path below the source's root
b.path @ :path
-- filter: source text pattern known source -- label of its source
EXISTS (SELECT 1 FROM sources s WHERE s.source_id = b.source_id AND s.label @ :source)
-- filter: status text in indexed|partial|not_unity|unsupported|encrypted|damaged|unreadable -- how much of it was read
b.status = :status
-- filter: container_kind text -- format, detected from its first bytes
b.container_kind = :container_kind
-- section: containers
SELECT c.container_id, c.node_path, c.kind, c.engine_version, c.compression, c.entry_count,
  c.status
FROM containers c WHERE c.file_id = :file_id ORDER BY c.node_path, c.container_id
-- section: serialized_files
SELECT sf.serialized_file_id, sf.node_path, sf.unity_version, sf.format_version,
  sf.target_platform, sf.is_big_endian, sf.has_type_tree, sf.object_count, sf.scene_path,
  sf.status
FROM serialized_files sf WHERE sf.file_id = :file_id ORDER BY sf.node_path
-- section: serialized_files.classes
SELECT k.class_id, k.object_count
FROM serialized_file_classes k WHERE k.serialized_file_id = :serialized_file_id
ORDER BY k.class_id
-- section: serialized_files.externals
SELECT e.external_index, e.path, e.guid, e.target_serialized_file_id, e.resolution
FROM externals e WHERE e.serialized_file_id = :serialized_file_id ORDER BY e.external_index
-- section: findings
SELECT d.finding_id, d.node_path, d.serialized_file_id, d.object_id, d.stage, d.code, d.severity,
  d.byte_offset, d.field_path, d.message
FROM findings d WHERE d.file_id = :file_id ORDER BY d.finding_id
