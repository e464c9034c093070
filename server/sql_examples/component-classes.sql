-- Components beside Animators: a JSON list unpacked with json_each
SELECT j.value AS class_id, count(*) AS animators
FROM animators a, json_each(a.component_class_ids) j
GROUP BY j.value ORDER BY animators DESC
