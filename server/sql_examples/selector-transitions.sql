-- Selector transitions that lead nowhere, by Unity version
SELECT unity_version, count(*) AS transitions
FROM selector_transitions_view
WHERE destination_raw = 0xFFFFFFFF
GROUP BY unity_version ORDER BY unity_version
