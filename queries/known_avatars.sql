-- Avatars of this name or id; without :given all.
SELECT name FROM avatars
WHERE :given IS NULL OR name = :given OR name GLOB :glob OR CAST(avatar_id AS TEXT) = :given
