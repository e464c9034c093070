-- After linking: a behaviour's class is that of the script its MonoBehaviour names, which usually lies in
-- another file of the player.
UPDATE behaviours SET script_class = (
  SELECT s.class_name
  FROM object_refs b
  JOIN object_refs m ON m.object_id = b.target_object_id AND m.field = 'm_Script' AND m.element_index = 0
  JOIN objects o ON o.object_id = m.target_object_id
  JOIN mono_scripts s ON s.serialized_file_id = o.serialized_file_id AND s.path_id = o.path_id
  WHERE b.object_id = behaviours.controller_id AND b.field = 'm_StateMachineBehaviours'
    AND b.element_index = behaviours.behaviour_index)
WHERE script_class IS NULL AND controller_id IN (
  SELECT o.object_id FROM work_sources w CROSS JOIN files f USING (source_id)
  CROSS JOIN serialized_files s USING (file_id) CROSS JOIN objects o USING (serialized_file_id)
  WHERE o.class_id = 91);
