-- Whether the history can be read now and has what /v1/runs shows.
SELECT run_id, started_at, ended_at, tool_version, schema_version, decoder_version, files_seen,
  files_parsed, files_skipped, files_failed, bytes_read, revision_before, revision_after
FROM runs LIMIT 1
