-- Names by part: MATCH '"jump"' finds every text with "jump" in it (three characters or more; shorter patterns
-- and LIKE fall back to a scan). The texts stay in `names`; this is only their index.
DROP TABLE IF EXISTS names_fts;
CREATE VIRTUAL TABLE names_fts USING fts5 (
  text, content = 'names', content_rowid = 'name_id', tokenize = 'trigram');
INSERT INTO names_fts (names_fts) VALUES ('rebuild');

INSERT OR REPLACE INTO schema_docs (table_name, column_name, text) VALUES
  ('names_fts', '', 'full-text index of names by part: names_fts MATCH ''"jump"''; rowid is name_id'),
  ('names_fts', 'text', 'the name or path, as in names');
