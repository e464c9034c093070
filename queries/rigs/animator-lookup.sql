-- title:   One Animator, its controller and its avatar
-- scope:   source file
-- param:   path_id int optional -- path id of the Animator
-- param:   path text optional pattern -- names from the scene's root to the Animator, joined by "/", or only the last of them; * and ? are wildcards
-- returns: rows
-- since:   1
-- order:   source, file, animator_path_id
-- column:  source text -- label of the source
-- column:  file text -- path, then "!" and node path inside a container
-- column:  animator_path_id int -- path id of the Animator in its serialized file
-- column:  animator_path text -- names from the scene's root to the Animator
-- column:  animator_id int -- id of the Animator
-- column:  controller_ref text -- LABEL:FILE:PATH_ID of the controller that plays; NULL when it has none or it was not found
-- column:  controller text -- name of that controller
-- column:  controller_id int -- id of that controller
-- column:  controller_resolution text -- whether m_Controller was found; null: it has none
-- column:  override_controller text -- override controller that m_Controller is; NULL when none
-- column:  override_controller_id int -- id of that override controller
-- column:  avatar_ref text -- LABEL:FILE:PATH_ID of the avatar; NULL when it has none or it was not found
-- column:  avatar text -- name of the avatar
-- column:  avatar_id int -- id of the avatar
-- column:  avatar_resolution text -- whether m_Avatar was found; null: it has none
-- The controller and the avatar are given with their places. Without path_id and path every Animator in scope is
-- listed.
SELECT v.source, v.file, o.path_id AS animator_path_id, a.transform_path AS animator_path,
  a.animator_id,
  (SELECT p.source || ':' || p.file || ':' || p.path_id FROM object_places p
   WHERE p.object_id = a.effective_controller_id) AS controller_ref,
  a.effective_controller AS controller, a.effective_controller_id AS controller_id,
  a.controller_resolution, a.override_controller, a.override_controller_id,
  (SELECT p.source || ':' || p.file || ':' || p.path_id FROM object_places p
   WHERE p.object_id = a.avatar_id) AS avatar_ref,
  a.avatar, a.avatar_id, a.avatar_resolution
FROM scope_serialized_files v
CROSS JOIN objects o ON o.class_id = 95 AND o.serialized_file_id = v.serialized_file_id
CROSS JOIN animators_view a ON a.animator_id = o.object_id
WHERE (:path_id IS NULL OR o.path_id = :path_id)
  AND (:path IS NULL OR a.transform_path = :path OR a.game_object_name = :path
    OR a.transform_path GLOB :path_glob OR a.game_object_name GLOB :path_glob);
