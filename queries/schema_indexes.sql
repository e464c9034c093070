-- Indexes of a table as their CREATE statements; those that belong to a constraint have none.
SELECT sql FROM sqlite_schema
WHERE type = 'index' AND tbl_name = :table AND sql IS NOT NULL ORDER BY name
