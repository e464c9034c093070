-- What the columns of a table mean
SELECT column_name, text FROM schema_docs WHERE table_name = 'transitions'
