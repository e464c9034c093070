-- title:   Clips that several controllers use
-- scope:   corpus
-- param:   min_controllers int = 2 -- only clips that at least this many controllers use
-- copies:  yes
-- returns: rows
-- since:   1
-- order:   controllers desc, clip_id
-- column:  clip_id int -- id of the clip
-- column:  clip text -- name of the clip
-- column:  source text -- label of the clip's source
-- column:  file text -- file of the clip: path, then "!" and node path inside a container
-- column:  clip_path_id int -- path id of the clip in its serialized file
-- column:  controllers int -- controllers in scope with a slot that points to the clip
-- column:  slots int -- slots of these controllers that point to it
-- column:  overrides int -- override controllers' entries that replace another clip by it
-- column:  controller_names list -- names of the controllers, each once
-- Two stored copies of a clip are two clips. With copies=distinct equal clips are one, and so are equal controllers.
WITH
used AS MATERIALIZED (
  SELECT CASE WHEN :copies = 'distinct' THEN coalesce(o.fingerprint, k.clip_id) ELSE k.clip_id END
      AS clip_key,
    min(k.clip_id) AS clip_id, c.controller_id, c.controller, count(*) AS slots
  FROM scope_controllers c
  CROSS JOIN controller_clips k ON k.controller_id = c.controller_id
  CROSS JOIN objects o ON o.object_id = k.clip_id
  GROUP BY 1, c.controller_id
),
shared AS MATERIALIZED (
  SELECT clip_key, min(clip_id) AS clip_id, count(*) AS controllers, sum(slots) AS slots
  FROM used GROUP BY clip_key HAVING count(*) >= :min_controllers
),
replaced AS (
  SELECT k.override_clip_id AS clip_id, count(*) AS overrides
  FROM override_controllers q
  CROSS JOIN override_clips k ON k.override_controller_id = q.override_controller_id
  WHERE k.override_clip_id IS NOT NULL GROUP BY k.override_clip_id
),
named AS (
  SELECT clip_key, json_group_array(controller) AS names
  FROM (SELECT DISTINCT clip_key, controller FROM used ORDER BY clip_key, controller)
  GROUP BY clip_key
)
SELECT s.clip_id, a.name AS clip, p.source, p.file, p.path_id AS clip_path_id, s.controllers,
  s.slots, coalesce(r.overrides, 0) AS overrides, n.names AS controller_names
FROM shared s
CROSS JOIN clips a ON a.clip_id = s.clip_id
CROSS JOIN object_places p ON p.object_id = s.clip_id
JOIN named n ON n.clip_key = s.clip_key
LEFT JOIN replaced r ON r.clip_id = s.clip_id;
