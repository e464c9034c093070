-- title:   Controllers with an entry or exit node that leads nowhere, and where they are stored
-- scope:   corpus
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   source, controller, machine_index
-- column:  source text -- label of the source
-- column:  controller_id int -- id of the first copy of the controller
-- column:  controller text -- name of the controller
-- column:  machine_index int -- index of the state machine
-- column:  copies int -- stored copies of the machine
-- column:  files list -- file of each copy: path, then "!" and node path inside a container
-- column:  sources list -- label of the source of each copy, in the order of files; all are the row's source
-- Controllers of the same name in one source are counted as copies of each other; those in other sources have rows of
-- their own.
WITH found AS MATERIALIZED (
  SELECT DISTINCT c.controller, m.machine_index, c.source, c.file, c.controller_id
  FROM scope_controllers c
  CROSS JOIN transitions t ON t.controller_id = c.controller_id
  CROSS JOIN state_machines m ON m.state_machine_id = t.state_machine_id
  WHERE t.owner_kind IN ('entry', 'exit') AND t.destination_raw = 4294967295
),
gathered AS (
  SELECT source, controller, machine_index,
    row_number() OVER ordered AS position,
    first_value(controller_id) OVER ordered AS controller_id,
    count(*) OVER whole AS copies,
    json_group_array(file) OVER whole AS files,
    json_group_array(source) OVER whole AS sources
  FROM found
  WINDOW ordered AS (PARTITION BY source, controller, machine_index ORDER BY file, controller_id),
    whole AS (PARTITION BY source, controller, machine_index ORDER BY file, controller_id
              ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
)
SELECT source, controller_id, controller, machine_index, copies, files, sources
FROM gathered WHERE position = 1;
