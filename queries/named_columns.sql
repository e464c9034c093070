-- Columns of the tables and views whose names occur in a user's statement.
SELECT DISTINCT column_name FROM schema_docs
WHERE column_name <> '' AND instr(lower(:sql), lower(table_name)) > 0
