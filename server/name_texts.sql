-- The texts known for a hash, each with the kinds of places it comes from.
SELECT n.text, (
  SELECT json_group_array(o.origin) FROM (
    SELECT DISTINCT u.origin FROM name_use_rows u WHERE u.name_id = n.name_id
    UNION SELECT 'builtin' FROM builtin_names b WHERE b.name_id = n.name_id) o) AS origins
FROM names n WHERE n.hash = :hash ORDER BY n.text LIMIT 1000
