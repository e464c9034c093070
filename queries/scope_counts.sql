-- The denominators of an answer: how much was considered, and which controllers could not be read.
-- A controller in the editor's form is not compiled and counts as neither.
SELECT
  (SELECT count(DISTINCT source_id) FROM scope_files) AS sources,
  (SELECT count(*) FROM scope_serialized_files) AS serialized_files,
  (SELECT count(*) FROM scope_controllers) AS controllers,
  (SELECT count(*)
   FROM scope_serialized_files v
   CROSS JOIN objects o ON o.class_id = 91 AND o.serialized_file_id = v.serialized_file_id
   WHERE (:controller IS NULL OR o.name IS NULL OR o.name = :controller
       OR o.name GLOB :controller_glob)
     AND NOT EXISTS (SELECT 1 FROM controllers c WHERE c.controller_id = o.object_id)
     AND NOT EXISTS (SELECT 1 FROM findings d
       WHERE d.object_id = o.object_id AND d.code = 'controller.editor_form'))
    AS controllers_unreadable
