-- Names that contain "jump", with their hashes (three characters or more)
SELECT n.hash, n.text
FROM names_fts f JOIN names n ON n.name_id = f.rowid
WHERE names_fts MATCH '"jump"'
ORDER BY n.text LIMIT 100
