-- What the columns of a table or view mean.
SELECT column_name, text FROM schema_docs WHERE table_name = :table AND column_name <> ''
