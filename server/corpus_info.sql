-- What made the corpus: schema_version, decoder_version, revision, tool_version.
SELECT key, value FROM corpus_info ORDER BY key
