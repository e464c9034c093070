-- name:  findings
-- one:   finding
-- table: findings
-- view:  findings_view
-- key:   finding_id
-- sort:  code, severity
-- doc:   what could not be read, or is unusual
-- filter: code text pattern -- its code, such as container.truncated
b.code @ :code
-- filter: severity text in info|warning|error -- severity
b.severity = :severity
-- filter: stage text -- step that reported it
b.stage = :stage
-- filter: source text pattern known source -- label of its source
EXISTS (SELECT 1 FROM files f JOIN sources s ON s.source_id = f.source_id
        WHERE f.file_id = b.file_id AND s.label @ :source)
-- filter: path text pattern known file -- path of its file
EXISTS (SELECT 1 FROM files f WHERE f.file_id = b.file_id AND f.path @ :path)
