-- Names that no object uses any more go, so that what is left is what an index of the same files from nothing
-- would hold.
DELETE FROM names WHERE name_id NOT IN (SELECT name_id FROM stored_name_uses)
  AND name_id NOT IN (SELECT name_id FROM builtin_names)
  AND name_id NOT IN (SELECT path_name_id FROM avatar_node_rows WHERE path_name_id IS NOT NULL);
