-- Names that no object uses any more go, so that what is left is what an index of the same files from nothing
-- would hold.
DELETE FROM names WHERE NOT EXISTS (SELECT 1 FROM stored_name_uses u WHERE u.name_id = names.name_id)
  AND name_id NOT IN (SELECT name_id FROM builtin_names)
  AND name_id NOT IN (SELECT path_name_id FROM avatar_node_rows WHERE path_name_id IS NOT NULL);
