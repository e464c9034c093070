-- Animators below other Animators, with both paths
SELECT source, file, outer_transform_path, inner_transform_path, distance
FROM animator_nestings_view ORDER BY outer_animator_id, inner_animator_id LIMIT 100
