-- The controllers with most states
SELECT source, file, name, layer_count, state_count
FROM controllers_view ORDER BY state_count DESC, controller_id LIMIT 20
