-- After linking: a behaviour's class is that of the script its MonoBehaviour names, which usually lies in
-- another file of the player. Then the pool of scripts has done its work.
CREATE TEMP TABLE linked_scripts (object_id INTEGER PRIMARY KEY, class_name TEXT);
INSERT INTO linked_scripts SELECT object_id, class_name FROM script_pool WHERE object_id IS NOT NULL;

UPDATE behaviours SET script_class = (
  SELECT s.class_name
  FROM object_refs b
  JOIN object_refs m ON m.object_id = b.target_object_id AND m.field = 'm_Script' AND m.element_index = 0
  JOIN linked_scripts s ON s.object_id = m.target_object_id
  WHERE b.object_id = behaviours.controller_id AND b.field = 'm_StateMachineBehaviours'
    AND b.element_index = behaviours.behaviour_index)
WHERE script_class IS NULL AND EXISTS (SELECT 1 FROM linked_scripts);

DROP TABLE linked_scripts;
DROP TABLE script_pool;
