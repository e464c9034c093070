-- Tables and views that users may read, with what they are; SQLite's own and the inner tables of
-- the name index are left out.
SELECT m.name, m.type, d.text, m.sql
FROM sqlite_schema m LEFT JOIN schema_docs d ON d.table_name = m.name AND d.column_name = ''
WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'names_fts_%'
  AND (:table IS NULL OR m.name = :table)
ORDER BY m.type, m.name
