-- title:   Controllers that are stored more than once, with every place
-- scope:   corpus
-- returns: rows
-- since:   1
-- order:   copies desc, content_hash
-- column:  content_hash text -- fingerprint: equal for equal content, whatever the path ids, files and order of names
-- column:  name text -- name of the controller; of the first copy when they differ
-- column:  first_controller_id int -- id of the first copy, in the order of source, file and path id
-- column:  copies int -- stored copies in scope
-- column:  locations list -- place of each copy: LABEL:FILE:PATH_ID
-- A controller that is stored only once has no row. duplicate-controllers counts the copies by source.
WITH
copies AS MATERIALIZED (
  SELECT o.fingerprint, c.controller, c.controller_id, c.source, c.file, c.controller_path_id
  FROM scope_controllers c CROSS JOIN objects o ON o.object_id = c.controller_id
  WHERE o.fingerprint IS NOT NULL
),
gathered AS (
  SELECT fingerprint, controller, controller_id,
    row_number() OVER ordered AS position,
    count(*) OVER whole AS copies,
    json_group_array(source || ':' || file || ':' || controller_path_id) OVER whole AS locations
  FROM copies
  WINDOW ordered AS (PARTITION BY fingerprint ORDER BY source, file, controller_path_id),
    whole AS (PARTITION BY fingerprint ORDER BY source, file, controller_path_id
              ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)
SELECT fingerprint AS content_hash, controller AS name,
  controller_id AS first_controller_id, copies, locations
FROM gathered WHERE position = 1 AND copies > 1;
