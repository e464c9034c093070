-- Controllers of this name or id, those that could not be read included; without :given all. The first rows are found
-- by index, so that a known name costs nothing in a big corpus.
SELECT name FROM controllers WHERE name = :given
UNION ALL
SELECT name FROM objects
WHERE object_id = CAST(:given AS INTEGER) AND class_id = 91 AND CAST(object_id AS TEXT) = :given
UNION ALL
SELECT name FROM controllers
WHERE controller_id = CAST(:given AS INTEGER) AND CAST(controller_id AS TEXT) = :given
UNION ALL
SELECT name FROM controllers WHERE :given IS NULL OR name GLOB :glob
UNION ALL
SELECT name FROM objects WHERE class_id = 91 AND (:given IS NULL OR name = :given OR name GLOB :glob)
