-- title:   How many parameters there are of each kind
-- scope:   corpus
-- copies:  yes
-- groups:  none
-- returns: rows
-- since:   1
-- column:  kind int key -- m_Type as stored
-- column:  name text key -- float, int, bool or trigger; NULL for an unknown kind
-- column:  n int sum -- parameters of this kind
-- column:  index_out_of_range int sum -- of these, without a default value: the index is beyond the defaults of the kind (or the float there is not a number)
-- The default value of a parameter is an index into the defaults of its kind. Triggers share the defaults of bools.
SELECT r.controller_id, r.kind,
  CASE r.kind WHEN 1 THEN 'float' WHEN 3 THEN 'int' WHEN 4 THEN 'bool' WHEN 9 THEN 'trigger' END
    AS name,
  count(*) AS n,
  sum(CASE r.kind WHEN 1 THEN r.default_float IS NULL WHEN 3 THEN r.default_int IS NULL
    WHEN 4 THEN r.default_bool IS NULL WHEN 9 THEN r.default_bool IS NULL ELSE 0 END)
    AS index_out_of_range
FROM scope_controllers c
CROSS JOIN parameters r ON r.controller_id = c.controller_id
GROUP BY r.controller_id, r.kind;
